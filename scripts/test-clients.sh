#!/bin/sh
# Build and run the examples as packages that depend on this one.
#
#   scripts/test-clients.sh url FOLDER     from a Git repository with the tag 0.2.0, as strangers do
#   scripts/test-clients.sh path FOLDER    from this folder
#
# FOLDER receives the packages, their shared build folder, and what they write. The working tree is used as it is, with
# changes that are not committed.
set -eu

kind=$1
mkdir -p "$2"
folder=$(realpath "$2")
repository=$(realpath "$(dirname "$0")/..")
page="$repository/fixtures/html/static.html?seconds=1"

case $kind in
path) location=$repository ;;
url)
    location=$folder/pagereel
    rm -rf "$location" && mkdir -p "$location"
    (cd "$repository" && git ls-files --cached --others --exclude-standard -z |
        xargs -0 sh -c 'for file; do [ -e "$file" ] && printf "%s\0" "$file"; done' - |
        tar --create --null --files-from - | tar --extract --directory "$location")
    (
        cd "$location"
        git init --quiet && git add --all
        git -c user.name=pagereel -c user.email=pagereel@localhost commit --quiet --message 'The working tree'
        git tag 0.2.0
    )
    ;;
*) echo "usage: $0 url|path FOLDER" >&2 && exit 64 ;;
esac

# build EXAMPLE: builds one example as a package and prints its program's path.
build() {
    package=$folder/$1
    rm -rf "$package" && mkdir -p "$package"
    cp "$repository/Examples/$1"/*.swift "$package"
    if [ "$kind" = url ]; then
        dependency=".package(url: \"file://$location\", from: \"0.2.0\")"
    else
        dependency=".package(name: \"pagereel\", path: \"$location\")"
    fi
    sed -i "s|\.package(name: \"pagereel\", path: \"../..\")|$dependency|" "$package/Package.swift"
    # Rebuild only what differs between the packages. The URL's commit changes with each run.
    rm -f "$package/Package.resolved"
    swift build --quiet --disable-index-store --package-path "$package" --scratch-path "$folder/build" >&2
    echo "$folder/build/debug/$1"
}

mkdir -p "$folder/out"
rm -f "$folder/out"/*
cd "$folder/out"
# Nothing of this repository's build may be found.
unset PAGEREEL_ENGINE PAGEREEL_NO_ENGINE_PLUGIN

# run EXAMPLE ARGUMENT...: builds an example and runs it.
run() {
    program=$(build "$1")
    shift
    "$program" "$@"
}

run SampleAPage "$page" .
run RecordAPage "$page" recorded.mp4
run DrawMovies clients drawn.mp4
run EditATimeline "$page" "$repository/fixtures/audio/loop.ogg" edited.mp4
