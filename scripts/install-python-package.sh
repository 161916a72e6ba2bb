#!/bin/sh
# Install a Python package below .build, where only the tests find it, and print the folder. It comes from the Python
# Package Index, because Debian 12 does not have it. Installs nothing if it is already there.
#
#   scripts/install-python-package.sh NAME
#
# scripts/python/NAME.txt lists the package first, then all packages that it needs: their versions, and the SHA-256 of
# each file that pip may use. pip refuses others. To renew a list, download the files with pip download for each Python
# and processor that the list names, and print their hashes with pip hash. A list with the line "# pip: --no-deps" has
# only the package, without what it needs.
set -eu

name=${1:-}
scripts=$(cd "$(dirname "$0")" && pwd)
list=$scripts/python/$name.txt
if [ $# -ne 1 ] || [ ! -f "$list" ]; then
    echo "usage: scripts/install-python-package.sh NAME" >&2
    echo "NAME is one of these:" $(cd "$scripts/python" && ls | sed 's/\.txt$//') >&2
    exit 64
fi
folder=$(dirname "$scripts")/.build/python/$name
alone=$(sed -n 's/^# pip: \(--no-deps\)$/\1/p' "$list")

# install OPTION...: run pip on the list.
install() {
    # shellcheck disable=SC2086 # An option, or nothing.
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --require-hashes \
        --target "$folder" --requirement "$list" $alone "$@"
}

# Tests that run at the same time wait for the first.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
flock 9
if ! cmp -s "$list" "$folder/list.txt"; then
    rm -rf "$folder"
    # Where there is no wheel for this Python, compile the sources. Without isolation, because pip would download what
    # compiling needs without checking it.
    if ! install --only-binary :all: 2>"$folder.log" && ! {
        [ "$name" = opentimelineio ] && tools=$("$0" build-tools) && rm -rf "$folder" &&
            PYTHONPATH="$tools" PATH="$tools/bin:$PATH" install --no-build-isolation --no-deps 2>>"$folder.log"
    }; then
        cat "$folder.log" >&2
        rm -rf "$folder"
        echo "cannot install $name: pip failed, as above. It needs the Python Package Index; to compile the" \
            "package also python3-dev and g++ (scripts/install-dependencies.sh test)." >&2
        exit 69
    fi
    cp "$list" "$folder/list.txt"
fi
echo "$folder"
