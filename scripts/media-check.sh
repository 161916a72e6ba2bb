#!/bin/sh
# Compare how a program reads generated media files with other programs (Tests/MediaCheck). `make media-check` checks all
# files and writes the table of docs/media.md; the tests check a part.
#
#   scripts/media-check.sh [--group NAME]... [--quick] [--table FILE] PROGRAM
set -eu

folder=$(cd "$(dirname "$0")" && pwd)
pillow=$("$folder/install-python-package.sh" pillow)
numpy=$("$folder/install-python-package.sh" numpy)
PYTHONPATH=$pillow:$numpy PYTHONDONTWRITEBYTECODE=1 exec python3 "$folder/../Tests/MediaCheck/media_check.py" "$@"
