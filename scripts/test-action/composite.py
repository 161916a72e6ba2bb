"""Runs a composite action of GitHub as a workflow would: its run: steps with the shell, expressions and files that
GitHub gives them. The actions that it uses are those of this file: a cache in a folder, and an upload to a folder.
"""

import os
import pathlib
import re
import shutil
import subprocess

from ruamel.yaml import YAML

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}", re.DOTALL)


class Outcome:
    """What became of an action: whether it failed, its outputs, its log, and the names of its steps by result."""

    def __init__(self):
        self.failed = False
        self.outputs = {}
        self.log = ""
        self.status = {}
        self.artifacts = {}
        self.summary = ""


class CompositeAction:
    """A composite action in a folder."""

    def __init__(self, folder, work, environment, enter=()):
        """ENTER is a command that runs its arguments, such as in another root; WORK is a folder for all files."""
        self.folder = pathlib.Path(folder)
        self.work = pathlib.Path(work)
        self.environment = environment
        self.enter = list(enter)
        self.description = YAML(typ="safe").load((self.folder / "action.yml").read_text())
        self.cache = self.work / "cache"
        self.workspace = self.work / "workspace"
        self.temporary = self.work / "temporary"
        self.runs = 0
        for path in (self.cache, self.workspace, self.temporary):
            path.mkdir(parents=True, exist_ok=True)

    def run(self, repository="", **inputs):
        """Runs the action with inputs, whose names have _ instead of -; returns its Outcome."""
        known = self.description["inputs"]
        inputs = {name.replace("_", "-"): value for name, value in inputs.items()}
        unknown = set(inputs) - set(known)
        assert not unknown, f"the action has no inputs {unknown}"
        for name, facts in known.items():
            assert name in inputs or not facts.get("required"), f"{name} is required"
            inputs.setdefault(name, facts.get("default", ""))
        self.runs += 1
        outcome = Outcome()
        steps = {}
        context = {"inputs": inputs, "github": {"action_repository": repository}, "steps": steps}
        saved = []
        for step in self.description["runs"]["steps"]:
            name = step["name"]
            if not self._is_due(step.get("if", "success()"), context, outcome.failed):
                outcome.status[name] = "skipped"
                continue
            values = {key: self._text(str(value), context) for key, value in step.get("with", {}).items()}
            action = step.get("uses", "").split("@")[0]
            outputs = {}
            if action == "actions/cache":
                outcome.status[name] = self._restore(values)
                saved.append(values)
            elif action == "actions/upload-artifact":
                self._upload(values, outcome)
                outputs["artifact-url"] = "https://github.example/artifact"
                outcome.status[name] = "done"
            else:
                assert action == "" and step["shell"] == "bash", f"the step {name} uses {action}"
                # An expression in a script would be code.
                assert "${{" not in step["run"], step["run"]
                status, outputs = self._script(step, context, outcome)
                outcome.status[name] = "done" if status == 0 else "failed"
                outcome.failed = outcome.failed or status != 0
            if "id" in step:
                steps[step["id"]] = {"outputs": outputs}
        # Like GitHub's, the cache is saved only by jobs that succeed.
        if not outcome.failed:
            for values in saved:
                self._save(values)
        outcome.outputs = {
            name: self._text(facts["value"], context) for name, facts in self.description["outputs"].items()
        }
        return outcome

    def _value(self, expression, context):
        """The value of a name such as steps.run.outputs.status; empty if there is none."""
        value = context
        for part in expression.split("."):
            assert re.fullmatch(r"[a-z0-9_-]+", part), f"unknown expression {expression}"
            value = value.get(part, {}) if isinstance(value, dict) else {}
        return value if isinstance(value, str) else ""

    def _text(self, text, context):
        return EXPRESSION.sub(lambda match: self._value(match.group(1), context), text)

    def _is_due(self, condition, context, failed):
        """Whether a step runs. Without a function of the job's status, it runs only after success."""
        whole = EXPRESSION.fullmatch(condition)
        terms = (whole.group(1) if whole else condition).split(" && ")
        if not any("()" in term for term in terms):
            terms.append("success()")
        for term in terms:
            if term == "success()":
                holds = not failed
            elif term == "!cancelled()":
                holds = True
            else:
                name, empty = term.split(" != ")
                assert empty == "''", f"unknown condition {term}"
                holds = self._value(name, context) != ""
            if not holds:
                return False
        return True

    def _script(self, step, context, outcome):
        """Runs a script; returns its exit status and outputs."""
        files = self.work / f"run-{self.runs}-{step['name'].replace(' ', '-')}"
        files.mkdir()
        script, output, summary = files / "script.sh", files / "output", files / "summary"
        script.write_text(step["run"])
        output.touch()
        summary.touch()
        environment = {
            **self.environment,
            "GITHUB_ACTION_PATH": str(self.folder),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temporary),
            **{key: self._text(str(value), context) for key, value in step.get("env", {}).items()},
        }
        words = [f"{key}={value}" for key, value in environment.items()]
        shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)]
        result = subprocess.run(
            [*self.enter, "env", f"--chdir={self.workspace}", *words, *shell],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=900,
            check=False,
        )
        outcome.log += result.stdout
        outcome.summary += summary.read_text()
        return result.returncode, self._outputs(output.read_text())

    def _outputs(self, text):
        """Reads a file of outputs as the runner does: NAME=VALUE, or NAME<<DELIMITER, lines, DELIMITER."""
        outputs = {}
        lines = iter(text.split("\n"))
        for line in lines:
            name, separator, delimiter = line.partition("<<")
            if separator and "=" not in name:
                value = []
                for following in lines:
                    if following == delimiter:
                        break
                    value.append(following)
                else:
                    raise AssertionError(f"the output {name} has no end")
                outputs[name] = "\n".join(value)
            elif line:
                name, separator, value = line.partition("=")
                assert separator, f"no output: {line}"
                outputs[name] = value
        return outputs

    def _restore(self, values):
        cached = self.cache / values["key"]
        if not cached.exists():
            return "not cached"
        os.makedirs(os.path.dirname(values["path"]), exist_ok=True)
        shutil.copy(cached, values["path"])
        return "cached"

    def _save(self, values):
        cached = self.cache / values["key"]
        if not cached.exists():
            shutil.copy(values["path"], cached)

    def _upload(self, values, outcome):
        source = pathlib.Path(values["path"])
        assert any(path.is_file() for path in source.rglob("*")), f"no files in {source}"
        # A name may not have these characters, and an artifact cannot be replaced.
        assert values["name"] and not re.search(r'[":<>|*?\r\n\\/]', values["name"]), values["name"]
        target = self.work / f"artifact-{self.runs}"
        shutil.copytree(source, target)
        outcome.artifacts[values["name"]] = target
