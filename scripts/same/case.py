"""Cases and commands, with shorthands for the most frequent commands."""

import dataclasses

from materials import RECORD


@dataclasses.dataclass
class Command:
    """The arguments of one `pagereel` command, in shell syntax.

    `typed` is its standard input. A command with `ready` runs in the background: the next commands start once it has
    printed that word to standard error. After them, it gets SIGTERM once it has printed `ended_after` lines to standard
    output.
    """

    line: str
    typed: str = ""
    environment: dict = dataclasses.field(default_factory=dict)
    ready: str = ""
    ended_after: int = 0


@dataclasses.dataclass
class Case:
    """A name, the commands to run, and the files to create first: contents by name."""

    name: str
    commands: list
    files: dict = dataclasses.field(default_factory=dict)


def record(page, output, options=""):
    return f"record {page} -o {output} {RECORD} {options}".rstrip()


def images(pictures, output, options=""):
    return f"images {pictures} -o {output} --threads 2 --fps 20 {options}".rstrip()
