#!/bin/sh
# Download the sources of OpenTimelineIO and of its adapter for Final Cut's XML, whose sample files the tests read, and
# print the folder below .build. They come from the Python Package Index. Downloads nothing if they are already there.
#
#   scripts/sample-timelines.sh
set -eu

folder=$(cd "$(dirname "$0")/.." && pwd)/.build/python/sample-timelines

# download NAME VERSION SHA256: downloads the sources of a package into a folder of its name.
download() {
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary "$1" --dest "$work" "$1==$2" >&2
    archive=$work/$1-$2.tar.gz
    echo "$3  $archive" | sha256sum --check --quiet >&2
    mkdir "$work/sources/$1"
    tar --extract --file "$archive" --directory "$work/sources/$1" --strip-components 1
}

# Tests that run at the same time wait for the first.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
flock 9
if [ ! -d "$folder" ]; then
    work=$folder.part
    rm -rf "$work" && mkdir -p "$work/sources"
    trap 'echo "cannot download the sample timelines. Check that the Python Package Index is reachable." >&2' EXIT
    download opentimelineio 0.18.1 a4e5086e2accd4ca9853ab48bf531e0c148eff47889363a6da3a03f662fbf5e8
    download otio_fcp_adapter 1.0.0 38544c1064cc85e169428c8c3436bd7c36b90bad99a253851db130d9d7298ce6
    trap - EXIT
    mv "$work/sources" "$folder"
    rm -rf "$work"
fi
echo "$folder"
