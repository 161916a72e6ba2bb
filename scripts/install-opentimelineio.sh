#!/bin/sh
# Installs OpenTimelineIO's Python package below .build, where nothing but the
# tests finds it, and prints the folder. Debian 12 has no package of it; the
# Python Package Index does. Does nothing when it is there.
set -eu

version=0.18.1
folder=$(cd "$(dirname "$0")/.." && pwd)/.build/opentimelineio

export PYTHONPATH="$folder"
if ! python3 -c "import sys, opentimelineio; sys.exit(opentimelineio.__version__ != '$version')" 2>/dev/null; then
    rm -rf "$folder"
    if ! python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --target "$folder" "opentimelineio==$version" >&2; then
        rm -rf "$folder"
        echo "OpenTimelineIO $version could not be installed: is the Python Package Index reachable?" >&2
        exit 69
    fi
fi
echo "$folder"
