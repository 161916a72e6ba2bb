"""Run the commands of a case and describe their output and files."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from case import Command
from describing import describe_changes, describe_text, indented
from masking import Mask
from places import files_in, set_up

# A fixed path, because its length affects the sizes of files and table columns.
SCRATCH = "/tmp/pagereel-same"

# Time limit for a command in seconds; the slowest takes 4 s.
LONGEST = 90


class Runner:
    """Runs the commands of cases, each case in a fresh folder with a fixed path."""

    def __init__(self, program, materials, address):
        self.program = program
        self.materials = materials
        self.address = address

    def run(self, case):
        """Run a case and return a description of the results."""
        folder = os.path.join(SCRATCH, case.name)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            work = set_up(case, folder, self.materials)
            before = files_in(folder, work)
            mask = Mask(folder, work, self.program)
            parts = self.run_commands(case, folder, work, mask)
            parts += describe_changes(work, before, files_in(folder, work), mask)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return "\n".join(parts)

    def run_commands(self, case, folder, work, mask):
        """Run the commands in order, background commands alongside the others; return a description of each."""
        with contextlib.ExitStack() as stack:
            runs = []
            for command in case.commands:
                command = command if isinstance(command, Command) else Command(command)
                run = Run(command, self.arguments(command), work, self.environment(command, folder))
                runs.append(stack.enter_context(run))
                if command.ready:
                    run.wait_until_ready()
                else:
                    run.wait()
            for run in runs:
                if run.command.ready:
                    run.end()
            return [run.describe(mask) for run in runs]

    def arguments(self, command):
        return [self.program] + shlex.split(command.line.replace("SERVER", self.address))

    def environment(self, command, folder):
        """Return a clean environment for a command, without variables of the caller."""
        home = os.path.join(folder, "home")
        return {
            "HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_DATA_HOME": f"{home}/.local/share",
            "XDG_CACHE_HOME": os.path.join(folder, "cache"), "TMPDIR": os.path.join(folder, "tmp"),
            "PATH": f"{folder}/bin:/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
            "PROGRAM": self.program} | command.environment


class Run:
    """A running command. Its output goes to files, so that it never blocks on a pipe."""

    def __init__(self, command, arguments, folder, environment):
        self.command = command
        self.input, self.output, self.errors = (tempfile.TemporaryFile() for _ in range(3))
        self.input.write(command.typed.encode())
        self.input.seek(0)
        self.status = None
        self.process = subprocess.Popen(
            arguments, cwd=folder, env=environment, stdin=self.input, stdout=self.output, stderr=self.errors,
            start_new_session=True, umask=0o022)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            # Kill its child processes too; they are in its process group.
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for file in (self.input, self.output, self.errors):
            file.close()

    def wait(self):
        try:
            self.status = str(self.process.wait(LONGEST))
        except subprocess.TimeoutExpired:
            self.status = f"not ended after {LONGEST} s"

    def wait_until_ready(self):
        self.wait_for(lambda: self.command.ready.encode() in self.text_of(self.errors))

    def end(self):
        """End a background command once it has printed the expected output."""
        self.wait_for(lambda: self.text_of(self.output).count(b"\n") >= self.command.ended_after)
        self.process.terminate()
        self.wait()

    def wait_for(self, condition):
        end = time.monotonic() + 20
        while not condition() and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)

    @staticmethod
    def text_of(file):
        return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0)

    def describe(self, mask):
        environment = "".join(f"{name}={value} " for name, value in self.command.environment.items())
        lines = [f"$ {environment}pagereel {self.command.line}", f"status {self.status}"]
        for name, file in (("standard output", self.output), ("standard error", self.errors)):
            text = self.text_of(file).decode(errors="backslashreplace")
            if text:
                lines += [f"{name}:", *indented(describe_text(text, mask))]
        return "\n".join(lines) + "\n"
