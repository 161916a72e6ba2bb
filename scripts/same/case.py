"""What a case is, and how the most frequent commands are written."""

import dataclasses

from materials import RECORD


@dataclasses.dataclass
class Command:
    """What is typed behind `pagereel`, in the words of a shell.

    `typed` goes to its standard input. A command with `ready` goes on while those behind it run, which begin once it
    has said that word, and gets SIGTERM after them, once its standard output has as many lines as `ended_after` says.
    """

    line: str
    typed: str = ""
    environment: dict = dataclasses.field(default_factory=dict)
    ready: str = ""
    ended_after: int = 0


@dataclasses.dataclass
class Case:
    """A name that says what is shown, the commands, and the files that are there before, by their names."""

    name: str
    commands: list
    files: dict = dataclasses.field(default_factory=dict)


def record(page, output, options=""):
    return f"record {page} -o {output} {RECORD} {options}".rstrip()


def images(pictures, output, options=""):
    return f"images {pictures} -o {output} --threads 2 --fps 20 {options}".rstrip()
