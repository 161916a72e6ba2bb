#!/bin/sh
# Download the sources of OpenTimelineIO and of its adapter for Final Cut's XML, whose sample files the tests read, and
# print the folder below .build. They come from the Python Package Index. Downloads nothing if they are already there.
#
#   scripts/sample-timelines.sh
set -eu

scripts=$(cd "$(dirname "$0")" && pwd)
folder=$(dirname "$scripts")/.build/python/sample-timelines

# download NAME: downloads the sources of a package, of which scripts/python has the hash, into a folder of its name. pip
# starts the sources' own build program to read their metadata, so the list is checked before, and so are the tools.
download() {
    PYTHONPATH="$tools" PATH="$tools/bin:$PATH" python3 -m pip download --quiet --disable-pip-version-check --no-deps \
        --no-binary :all: --no-build-isolation --require-hashes --dest "$work/$1" \
        --requirement "$scripts/python/$1.txt" >&2
    mkdir "$work/sources/$1"
    tar --extract --file "$work/$1"/*.tar.gz --directory "$work/sources/$1" --strip-components 1
}

# Tests that run at the same time wait for the first.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
flock 9
lists="$scripts/python/opentimelineio.txt $scripts/python/otio_fcp_adapter.txt"
if ! cat $lists | cmp -s - "$folder/list.txt"; then
    work=$folder.part
    rm -rf "$work" && mkdir -p "$work/sources"
    trap 'echo "cannot download the sample timelines. Check that the Python Package Index is reachable." >&2' EXIT
    tools=$("$scripts/install-python-package.sh" build-tools)
    download opentimelineio
    download otio_fcp_adapter
    trap - EXIT
    cat $lists >"$work/sources/list.txt"
    rm -rf "$folder"
    mv "$work/sources" "$folder"
    rm -rf "$work"
fi
echo "$folder"
