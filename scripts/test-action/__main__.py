#!/usr/bin/env python3
"""Tests the action for GitHub (action.yml) and the jobs for GitLab (ci/gitlab.yml): runs their steps as the services
do, and looks at what they leave.

    PYTHONPATH=$(scripts/install-python-package.sh check-jsonschema) scripts/test-action PROGRAM [PACKAGE ROOT]

PROGRAM is pagereel. With PACKAGE, a Debian package of it, the action also installs that in ROOT, a clean Debian from
scripts/make-root.sh, from a server of releases on this machine; this needs root. A stand-in for docker runs PROGRAM.
"""

import contextlib
import functools
import hashlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from xml.etree import ElementTree

from composite import CompositeAction
from gitlab import GitLabJob
from ruamel.yaml import YAML

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
# The version that the action installs.
VERSION = YAML(typ="safe").load((REPOSITORY / "action.yml").read_text())["inputs"]["version"]["default"]
IMAGE = f"ghcr.io/owner/pagereel:{VERSION}"
# The page of the HTML report in an artifact.
REPORT = ["pagereel-report/index.html"]
PAGE = """<!doctype html><title>{title}</title><body style="background: #123456"><script>
const send = message => webkit.messageHandlers.pagereel.postMessage(message);
{script}
setTimeout(() => send('start'), 200);
setTimeout(() => send('stop'), 1200);
</script></body>
"""
DOCKER = """#!/usr/bin/env bash
# Stands in for docker: keeps its arguments, and runs the program of the image on this machine.
set -euo pipefail
printf '%s\\n' "$*" >>"$DOCKER_LOG"
[ "$1" != image ] || exit 1
[ "$1" = run ] || exit 0
while [ "$1" != "$DOCKER_IMAGE" ]; do shift; done
shift
exec pagereel "$@"
"""


class ActionTests(unittest.TestCase):
    """The action with pagereel on the PATH, and with a stand-in for docker."""

    program = None

    def setUp(self):
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(
            prefix="pagereel action ", dir=os.environ.get("TMPDIR", "/var/tmp"))))
        folder = self.work / "bin"
        folder.mkdir()
        (folder / "docker").write_text(DOCKER)
        (folder / "docker").chmod(0o755)
        self.docker_log = self.work / "docker.log"
        environment = {
            "PATH": f"{folder}:{self.program.parent}:{os.environ['PATH']}",
            "DOCKER_LOG": str(self.docker_log),
            "DOCKER_IMAGE": IMAGE,
            "GITHUB_REPOSITORY": "somebody/site",
            "GITHUB_SERVER_URL": "https://github.example",
        }
        self.action = CompositeAction(REPOSITORY, self.work, environment)
        self.write("page.html")

    def write(self, name, title="A | <b>page</b>", script=""):
        path = self.action.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(PAGE.format(title=title, script=script))

    def run_action(self, failing=False, **inputs):
        inputs = {"command": "check", "page": "page.html", "install": "none", **inputs}
        outcome = self.action.run(repository="Owner/pagereel", **inputs)
        self.assertEqual(outcome.failed, failing, outcome.log)
        return outcome

    def left(self):
        """The names of all files in the workspace."""
        return {str(path.relative_to(self.action.workspace)) for path in self.action.workspace.rglob("*")}

    def test_record(self):
        outcome = self.run_action(
            command="record", arguments="-o out/video.mp4 --size 320x180\n--poster out/poster.png")
        self.assertEqual(outcome.outputs["status"], "0")
        self.assertEqual(outcome.outputs["video"], str(self.action.workspace / "out/video.mp4"))
        self.assertEqual(outcome.outputs["artifact-url"], "https://github.example/artifact")
        self.assertEqual(frames(outcome.artifacts["pagereel"] / "out/video.mp4"), (320, 180, 30))
        self.assertEqual(files(outcome.artifacts["pagereel"]),
            {"out/video.mp4", "out/poster.png", "pagereel.json", *REPORT, "pagereel-report/recording.mp4"})
        self.assertIn("### ✅ pagereel record: A &#124; &#60;b&#62;page&#60;/b&#62;", outcome.summary)
        self.assertIn("| video | 320x180, 30 fps, 30 frames, h264 |", outcome.summary)

    def test_passing_check(self):
        outcome = self.run_action(arguments="--expect 'start < 1s, stop within 5s'", artifact="a", junit="deep/j.xml")
        self.assertEqual(files(outcome.artifacts["a"]), {"deep/j.xml", "pagereel.json", *REPORT})
        self.assertIn("### ✅ pagereel check: 1 of 1 passed", outcome.summary)
        tests = ElementTree.parse(outcome.outputs["junit"]).getroot().iter("testcase")
        self.assertEqual([test.find("failure") for test in tests], [None, None, None])
        self.assertIn("page.html: passed", outcome.log)

    def test_failing_check_leaves_its_reports(self):
        outcome = self.run_action(failing=True, arguments="--name Page --expect 'start < 1s, stop within 500ms'")
        self.assertEqual(outcome.status["Run"], "failed")
        self.assertEqual(outcome.status["Upload"], "done")
        self.assertEqual(outcome.outputs["status"], "1")
        artifact = outcome.artifacts["pagereel"]
        self.assertEqual(
            files(artifact), {"pagereel-junit.xml", "pagereel-failures/Page.png", "pagereel.json", *REPORT})
        failed = ElementTree.parse(artifact / "pagereel-junit.xml").getroot().findall(".//testcase[failure]")
        self.assertEqual([test.get("name") for test in failed], ["stop within 500ms"])
        attached = re.fullmatch(r"\[\[ATTACHMENT\|(.+)\]\]", failed[0].findtext("system-out")).group(1)
        self.assertTrue((artifact / attached).is_file())
        self.assertIn("### ❌ pagereel check: 0 of 1 passed", outcome.summary)
        self.assertIn("| ❌ | stop within 500ms | came at 1.201 s: 0.701 s too late |", outcome.summary)
        self.assertIn("Files: pagereel-failures/Page.png", outcome.summary)

    def test_failing_recording_leaves_its_video(self):
        outcome = self.run_action(
            failing=True, command="record", arguments="-o video.mp4 --size 320x180 --expect 'stop within 500ms'")
        self.assertEqual(outcome.outputs["status"], "1")
        self.assertEqual(frames(outcome.artifacts["pagereel"] / "video.mp4"), (320, 180, 30))
        self.assertIn("### ❌ pagereel record", outcome.summary)

    def test_recording_of_a_missing_page(self):
        outcome = self.run_action(failing=True, command="record", page="none.html", arguments="-o video.mp4")
        self.assertEqual((outcome.outputs["status"], outcome.outputs["video"]), ("66", ""))
        self.assertIn("none.html cannot be read: there is no such file", outcome.summary)
        self.assertEqual(files(outcome.artifacts["pagereel"]), {"pagereel.json", *REPORT})

    def test_without_a_report(self):
        outcome = self.run_action(command="record", arguments="-o video.mp4 --size 320x180", report="false")
        self.assertEqual(files(outcome.artifacts["pagereel"]), {"video.mp4", "pagereel.json"})
        outcome = self.run_action(failing=True, report="no")
        self.assertIn("report: 'no' is not true or false.", outcome.log)

    def test_cases_and_more_files(self):
        (self.action.workspace / "cases.yaml").write_text(
            "pages:\n  - page: page.html\n    cases:\n      - {name: early, expect: stop within 5s}\n"
            "      - {name: late, expect: stop within 1ms}\n")
        (self.action.workspace / "log.txt").write_text("log")
        outcome = self.run_action(failing=True, page="cases.yaml", files="log.txt\nnone.txt\n")
        self.assertIn("### ❌ pagereel check: 1 of 2 passed", outcome.summary)
        names = files(outcome.artifacts["pagereel"])
        self.assertLessEqual({"log.txt", "pagereel-junit.xml", "pagereel.json"}, names)
        self.assertEqual(len([name for name in names if name.startswith("pagereel-failures/")]), 1)

    def test_hostile_inputs_stay_words(self):
        hostile = "$(touch pwned); `touch pwned` & touch pwned #"
        page = f"{hostile}.html"
        self.write(page)
        before = self.left()
        outcome = self.run_action(page=page, arguments=f'--name "{hostile}" --expect "stop within 5s"', files=hostile)
        self.assertEqual(self.left() - before, {"pagereel-junit.xml"})
        [result] = json.loads(pathlib.Path(outcome.outputs["json"]).read_text())
        self.assertEqual(result["name"], hostile)
        self.assertNotIn("`", outcome.summary)
        # A page is never an option.
        refused = self.run_action(failing=True, page="--on-failure=touch pwned", command="record")
        self.assertEqual(refused.outputs["status"], "66")
        for inputs in (
            {"command": "record; touch pwned"}, {"version": "1\nurl=x"}, {"version": "$(touch pwned)"},
            {"install": "image", "image": "--privileged"}, {"install": "image", "image": "x y"},
            {"package-sha256": "$(touch pwned)"}, {"install": "none\nurl=https://x.example"},
        ):
            outcome = self.run_action(failing=True, **inputs)
            self.assertEqual(outcome.status["Plan"], "failed", inputs)
            self.assertEqual(outcome.status["Run"], "skipped")
            self.assertIn("::error title=pagereel::", outcome.log)
        self.assertNotIn("pwned", " ".join(self.left() - before))

    def test_quotes_and_lines_of_arguments(self):
        outcome = self.run_action(arguments="--name 'a \"b\"  c'\n\n  --expect \"start < 1s\"\\ \n")
        [result] = json.loads(pathlib.Path(outcome.outputs["json"]).read_text())
        self.assertEqual(result["name"], 'a "b"  c')
        outcome = self.run_action(failing=True, arguments="--name 'open")
        self.assertIn("quotation mark", outcome.log)
        self.assertEqual(outcome.artifacts, {})

    def test_lines_of_the_page_are_no_commands(self):
        self.write("page.html", script="console.log('x\\n::error::fooled'); console.log('::error::fooled');")
        outcome = self.run_action(arguments="--verbose")
        self.assertIn("fooled", outcome.log)
        begin, token = re.search(r"()^::stop-commands::([0-9a-f]{32})$", outcome.log, re.MULTILINE).groups()
        protected = outcome.log.split(f"::stop-commands::{token}\n")[1].split(f"\n::{token}::\n")
        self.assertEqual(len(protected), 2, begin)
        self.assertIn("fooled", protected[0])
        self.assertNotIn("fooled", protected[1])

    def test_old_reports_are_not_uploaded(self):
        (self.action.workspace / "pagereel-junit.xml").write_text("old")
        outcome = self.run_action(failing=True, arguments="--no-such-option")
        self.assertEqual(outcome.outputs["status"], "64")
        self.assertIn("ended with status 64", outcome.summary)
        self.assertEqual(outcome.artifacts, {})

    def test_no_artifact_and_another_folder(self):
        self.write("site/deep/page.html")
        outcome = self.run_action(working_directory="site/deep", artifact="")
        self.assertEqual(outcome.status["Upload"], "skipped")
        self.assertEqual(outcome.outputs["junit"], str(self.action.workspace / "site/deep/pagereel-junit.xml"))

    def test_image(self):
        outcome = self.run_action(
            install="image", failing=True, arguments="--name Page --expect 'stop within 500ms'")
        lines = self.docker_log.read_text().splitlines()
        self.assertEqual(lines[:2], [f"image inspect {IMAGE}", f"pull --quiet {IMAGE}"])
        workspace = self.action.workspace
        self.assertIn(f"--volume {workspace}:{workspace} ", lines[2])
        self.assertIn(f" --cap-drop all --security-opt no-new-privileges ", lines[2])
        self.assertRegex(lines[2], f"{IMAGE} check --report .+ --no-sandbox --name Page .* -- page.html$")
        self.assertIn("pagereel-failures/Page.png", files(outcome.artifacts["pagereel"]))
        outcome = self.run_action(install="image", command="record", arguments="-o video.mp4 --size 320x180")
        self.assertEqual(frames(outcome.artifacts["pagereel"] / "video.mp4"), (320, 180, 30))
        (self.action.workspace / "cases.yaml").write_text("pages: [{page: page.html}]")
        self.assertIn("1 of 1 passed", self.run_action(install="image", page="cases.yaml").summary)

    def test_package_that_is_not_ours(self):
        folder = self.work / "other/DEBIAN"
        folder.mkdir(parents=True)
        (folder / "control").write_text(
            "Package: other\nVersion: 1\nArchitecture: all\nMaintainer: A <a@example.com>\nDescription: other\n")
        subprocess.run(["dpkg-deb", "--build", folder.parent, self.action.workspace / "a b.deb"],
                       check=True, stdout=subprocess.DEVNULL)
        stand_in = self.work / "bin/apt-get"
        stand_in.write_text("#!/bin/sh\n[ \"$1\" = update ]\n")
        stand_in.chmod(0o755)
        outcome = self.run_action(failing=True, install="package", package="a b.deb")
        self.assertIn("is not a package of pagereel", outcome.log)
        outcome = self.run_action(failing=True, install="package", package="a b.deb", package_sha256="0" * 64)
        self.assertIn("does not have the SHA-256", outcome.log)
        outcome = self.run_action(failing=True, install="package", package="none.deb")
        self.assertIn("none.deb not found", outcome.log)


class GitLabTests(unittest.TestCase):
    """The jobs for GitLab, with pagereel on the PATH."""

    program = None

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(
            prefix="pagereel gitlab ", dir=os.environ.get("TMPDIR", "/var/tmp"))))
        (self.folder / "page.html").write_text(PAGE.format(title="Page", script=""))

    def run_job(self, base, expected=0, **variables):
        variables = {f"PAGEREEL_{name.upper()}": value for name, value in variables.items()}
        job = GitLabJob(
            REPOSITORY / "ci/gitlab.yml", {"extends": base, "variables": {"PAGEREEL_PAGE": "page.html", **variables}})
        status, log = job.run(self.folder, {"PATH": f"{self.program.parent}:{os.environ['PATH']}"})
        self.assertEqual(status, expected, log)
        return job

    def test_check(self):
        job = self.run_job(".pagereel-check", options="--expect 'start < 1s, stop within 5s'")
        report = self.folder / job.job["artifacts"]["reports"]["junit"]
        self.assertIsNone(ElementTree.parse(report).getroot().find(".//failure"))
        hostile = "$(touch pwned); touch pwned"
        job = self.run_job(".pagereel-check", 1, options=f"--name '{hostile}' --expect 'stop within 1ms'")
        [failed] = ElementTree.parse(report).getroot().findall(".//testcase[failure]")
        self.assertEqual(failed.get("classname"), hostile)
        self.assertIn("too late", failed.findtext("failure"))
        attached = re.fullmatch(r"\[\[ATTACHMENT\|(.+)\]\]", failed.findtext("system-out")).group(1)
        self.assertTrue((self.folder / attached).is_file())
        # GitLab finds the attachment only among the artifacts.
        self.assertTrue(any(attached.startswith(path) for path in job.artifacts()), attached)
        self.assertEqual(job.job["artifacts"]["when"], "always")
        self.assertFalse((self.folder / "pwned").exists())

    def test_record(self):
        job = self.run_job(".pagereel-record", options="--size\n320x180", output="deep/film.mp4")
        self.assertEqual(job.artifacts(), ["deep/film.mp4", "pagereel-report/", "pagereel.json"])
        self.assertEqual(frames(self.folder / "deep/film.mp4"), (320, 180, 30))
        self.assertEqual(json.loads((self.folder / "pagereel.json").read_text())["frames"], 30)
        # GitLab empties the folder before each job.
        shutil.rmtree(self.folder / "pagereel-report")
        self.run_job(".pagereel-record", 66, page="--overwrite")


class InstallationTests(unittest.TestCase):
    """The action in a clean Debian, with the package of a release."""

    package = None
    root = None

    def test_release(self):
        base = os.environ.get("TMPDIR", "/var/tmp")
        work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="pagereel-action-", dir=base)))
        # A release's file has its name on GitHub, where ~ became a dot.
        releases = work / "releases/Owner/pagereel/releases/download" / VERSION
        releases.mkdir(parents=True)
        shutil.copy(self.package, releases / self.package.name.replace("~", "."))
        server = self.enterContext(serving(work / "releases"))
        shutil.copytree(REPOSITORY / ".github", work / "action/.github")
        shutil.copy(REPOSITORY / "action.yml", work / "action")
        enter = [REPOSITORY / "scripts/enter-root.sh", "--layer", work / "layer", "--bind", f"{work}:{work}", self.root]
        action = CompositeAction(
            work / "action", work, {"GITHUB_SERVER_URL": server.address, "GITHUB_REPOSITORY": "somebody/site"}, enter)
        (action.workspace / "page.html").write_text(PAGE.format(title="Installed", script=""))

        outcome = action.run(
            repository="Owner/pagereel", command="record", page="page.html", arguments="-o video.mp4 --size 320x180")
        self.assertFalse(outcome.failed, outcome.log)
        self.assertEqual(outcome.status["Cache the package"], "not cached")
        self.assertEqual(frames(outcome.artifacts["pagereel"] / "video.mp4"), (320, 180, 30))
        self.assertIn("### ✅ pagereel record: Installed", outcome.summary)
        self.assertEqual(len(server.requests), 1)

        outcome = action.run(
            repository="Owner/pagereel", command="check", page="page.html", arguments="--expect 'stop within 500ms'")
        self.assertEqual(outcome.outputs["status"], "1", outcome.log)
        self.assertEqual(outcome.status["Cache the package"], "cached")
        self.assertEqual(len(server.requests), 1, server.requests)
        self.assertIn("pagereel-failures/page.html.png", files(outcome.artifacts["pagereel"]))

        digest = hashlib.sha256(self.package.read_bytes()).hexdigest()
        for sha256, failing in ((digest, False), ("0" * 64, True)):
            outcome = action.run(repository="Owner/pagereel", command="check", page="page.html", package_sha256=sha256)
            self.assertEqual(outcome.failed, failing, outcome.log)
            self.assertEqual(outcome.status["Install"], "failed" if failing else "done")
        outcome = action.run(repository="Owner/pagereel", command="check", page="page.html", version="9.9.9")
        self.assertEqual(outcome.status["Install"], "failed")
        self.assertIn("/download/9.9.9/", outcome.log)


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def frames(video):
    """The width, height and number of frames of a video, as ffprobe reads it."""
    words = ["ffprobe", "-v", "error", "-select_streams", "v", "-count_frames", "-of", "json", "-show_entries",
             "stream=width,height,nb_read_frames", video]
    [stream] = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)["streams"]
    return stream["width"], stream["height"], int(stream["nb_read_frames"])


@contextlib.contextmanager
def serving(folder):
    """Serves a folder on this machine; yields the server with its address and what was asked for."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format, *arguments):
            self.server.requests.append(self.path)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder)) as server:
        server.requests = []
        server.address = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def main():
    arguments = sys.argv[1:]
    if len(arguments) not in (1, 3):
        print("usage: scripts/test-action PROGRAM [PACKAGE ROOT]", file=sys.stderr)
        sys.exit(64)
    ActionTests.program = GitLabTests.program = pathlib.Path(arguments[0]).resolve()
    suites = [ActionTests, GitLabTests]
    if len(arguments) == 3:
        InstallationTests.package, InstallationTests.root = (pathlib.Path(path).resolve() for path in arguments[1:])
        suites.append(InstallationTests)
    loader = unittest.defaultTestLoader
    suite = unittest.TestSuite(loader.loadTestsFromTestCase(tests) for tests in suites)
    if not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful():
        sys.exit(1)


if __name__ == "__main__":
    main()
