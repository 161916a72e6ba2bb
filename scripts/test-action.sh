#!/bin/sh
# Test the action for GitHub: run its steps as GitHub does, and look at what they leave. With a package, as root, also
# install that in a clean Debian. Needs jq, and for the package a network, some minutes and 1.5 GB.
#
#   scripts/test-action.sh PROGRAM [PACKAGE [ROOT]]
#
# ROOT is a clean Debian from scripts/make-root.sh, which is not modified (default: make one of this machine's release,
# and remove it at the end).
set -eu

if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    echo "usage: scripts/test-action.sh PROGRAM [PACKAGE [ROOT]]" >&2
    exit 64
fi
scripts=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$("$scripts/install-python-package.sh" check-jsonschema)
export PYTHONPATH PYTHONDONTWRITEBYTECODE=1
if [ $# -eq 1 ]; then exec python3 "$scripts/test-action" "$1"; fi

if [ "$(id -u)" -ne 0 ]; then
    echo "Creating a clean Debian to install the package into requires root." >&2
    exit 77
fi
work=$(mktemp -d "${TMPDIR:-/var/tmp}/pagereel-action-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM
root=${3:-$work/root}
if [ $# -eq 2 ]; then "$scripts/make-root.sh" "$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")" "$root"; fi
python3 "$scripts/test-action" "$1" "$2" "$root"
