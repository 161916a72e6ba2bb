#!/bin/sh
# Install a Python package below .build, where only the tests find it, and print the folder. It comes from the Python
# Package Index, because Debian 12 does not have it. Installs nothing if it is already there.
#
#   scripts/install-python-package.sh opentimelineio|kubernetes-validate|pillow
set -eu

name=${1:-}
case $name in
opentimelineio) version=0.18.1 ;;
# Contains the schemas of Kubernetes' API up to the version of the same number.
kubernetes-validate) version=1.37.0 ;;
pillow) version=13.0.0 ;;
*)
    echo "usage: scripts/install-python-package.sh opentimelineio|kubernetes-validate|pillow" >&2
    exit 64
    ;;
esac
folder=$(cd "$(dirname "$0")/.." && pwd)/.build/python/$name

# Tests that run at the same time wait for the first.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
flock 9
export PYTHONPATH="$folder"
if ! python3 -c "import sys, importlib.metadata as m; sys.exit(m.version('$name') != '$version')" 2>/dev/null; then
    rm -rf "$folder"
    if ! python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --target "$folder" "$name==$version" >&2; then
        rm -rf "$folder"
        echo "cannot install $name $version: pip failed, as above. It needs the Python Package Index; to compile the" \
            "package also python3-dev and g++ (scripts/install-dependencies.sh test)." >&2
        exit 69
    fi
fi
echo "$folder"
