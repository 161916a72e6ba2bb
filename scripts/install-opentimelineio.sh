#!/bin/sh
# Install the OpenTimelineIO Python package below .build, where only the tests find it, and print the folder. It comes
# from the Python Package Index, because Debian 12 does not have it. Installs nothing if it is already there.
set -eu

version=0.18.1
folder=$(cd "$(dirname "$0")/.." && pwd)/.build/opentimelineio

export PYTHONPATH="$folder"
if ! python3 -c "import sys, opentimelineio; sys.exit(opentimelineio.__version__ != '$version')" 2>/dev/null; then
    rm -rf "$folder"
    if ! python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --target "$folder" "opentimelineio==$version" >&2; then
        rm -rf "$folder"
        echo "cannot install OpenTimelineIO $version. Check that the Python Package Index is reachable." >&2
        exit 69
    fi
fi
echo "$folder"
