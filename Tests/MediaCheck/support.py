"""What all groups of files use."""

import dataclasses
import os
import subprocess
import typing

import numpy
from PIL import Image


class Missing(Exception):
    """An encoder or a program is missing, so a file cannot be made."""


@dataclasses.dataclass
class Case:
    """A file to make and to compare."""
    group: str
    # The row of the table.
    kind: str
    name: str
    witness: str
    # The largest difference allowed, and its unit.
    limit: float
    unit: str
    # Makes the file in a folder, and returns the difference between the program and the witness.
    difference: typing.Callable[['Program', str], float]
    is_quick: bool = False


class Program:
    """The program to check, with a folder for its files."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def compose(self, timeline, output, *options):
        """Composes a timeline given as YAML; raises if the program fails or warns."""
        place = os.path.join(self.folder, 'timeline.yaml')
        with open(place, 'w') as file:
            file.write(timeline)
        run = subprocess.run(
            [self.path, 'compose', place, '-o', output, '--overwrite', *options], capture_output=True, text=True,
            stdin=subprocess.DEVNULL)
        if run.returncode or 'warning' in run.stderr:
            raise AssertionError(run.stderr.strip())

    def pixels(self, path, width, height, time='0s', is_still=True, background='#000000'):
        """The pixels of a picture or film at its own size, as numbers from 0 to 255."""
        output = os.path.join(self.folder, 'shown.png')
        # A canvas is even and at least 16 pixels wide.
        canvas = [max(16, side + side % 2) for side in (width, height)]
        duration = ', duration: 1s' if is_still else ''
        self.compose(
            f'version: 1\n'
            f'canvas: {{width: {canvas[0]}, height: {canvas[1]}, fps: 30, background: "{background}"}}\n'
            f'video:\n  - {{src: {path}, frame: [0, 0, {width}, {height}]{duration}}}\n', output, '--at', time)
        with Image.open(output) as shown:
            return numpy.asarray(shown.convert('RGB'))[:height, :width].astype(int)


def run(*command):
    """Runs a program that makes a file; raises `Missing` if it does not exist or cannot make such a file."""
    try:
        subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise Missing(f'{command[0]} is not installed')
    except subprocess.CalledProcessError as error:
        lines = error.stderr.decode(errors='replace').strip().splitlines()
        raise Missing(f'{command[0]}: {lines[-1] if lines else error.returncode}')


def ffmpeg(*arguments):
    """Runs ffmpeg without its banner."""
    run('ffmpeg', '-v', 'error', '-y', *arguments)
