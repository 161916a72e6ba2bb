"""Read, write and hash whole files."""

import hashlib
import os


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, contents):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(contents)


def digest(contents):
    return hashlib.sha256(contents).hexdigest()
