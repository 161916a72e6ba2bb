"""Runs a job of GitLab's, from a file with hidden jobs to extend: its scripts with bash, as the runner does."""

import pathlib
import subprocess

from ruamel.yaml import YAML


def merged(base, job):
    """A job that extends another: maps are merged, anything else is replaced."""
    result = dict(base)
    for key, value in job.items():
        both = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if both else value
    return result


class GitLabJob:
    """A job with what it extends."""

    def __init__(self, template, job):
        jobs = YAML(typ="safe").load(pathlib.Path(template).read_text())
        while "extends" in job:
            base = job.pop("extends")
            job = merged(jobs[base], job)
        self.job = job

    def run(self, folder, environment):
        """Runs the scripts in a folder; returns the exit status and the log."""
        lines = [*self.job.get("before_script", []), *self.job["script"]]
        variables = {key: str(value) for key, value in self.job["variables"].items()}
        result = subprocess.run(
            ["bash", "-c", "set -eo pipefail\n" + "\n".join(lines)], cwd=folder, env={**environment, **variables},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600,
            check=False,
        )
        return result.returncode, result.stdout

    def artifacts(self):
        """The paths of the artifacts, with the job's variables."""
        variables = self.job["variables"]
        paths = self.job["artifacts"]["paths"]
        return [str(variables[path[1:]]) if path.startswith("$") else path for path in paths]
