#!/bin/sh
# Build the files of a release from the last commit, and print the commands that publish it. Tags and uploads nothing.
#
#   scripts/release.sh check VERSION
#   scripts/release.sh build VERSION [--debian CODENAME]... [--roots FOLDER]
#
#   check     check that the tree can be released, and list all that is wrong
#   build     check it, then write the files to out/release/VERSION
#   --debian CODENAME  a release of Debian to build a package for; the image is of the last (default: bookworm trixie)
#   --roots FOLDER     cache for the roots and downloaded packages (default: out/roots)
#
# Each package and the image are built twice, in clean roots, and must have the same bytes. SOURCE_DATE_EPOCH is the
# commit's time. Needs root, a network, 10 GB, and about half an hour on 2 processors.
set -eu

usage() {
    echo "usage: scripts/release.sh check VERSION" >&2
    echo "       scripts/release.sh build VERSION [--debian CODENAME]... [--roots FOLDER]" >&2
    exit 64
}

[ $# -ge 2 ] || usage
action=$1
version=$2
shift 2
scripts=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$scripts")
cd "$repository"
roots=$repository/out/roots
releases=
while [ $# -gt 0 ]; do
    if [ $# -lt 2 ] || [ "$action" != build ]; then usage; fi
    case $1 in
    --debian) releases="$releases $2" ;;
    --roots) roots=$2 ;;
    *) usage ;;
    esac
    shift 2
done

wrong=
problem() {
    echo "release: $1" >&2
    wrong=yes
}

# mentions: where the documentation and scripts name a version of pagereel, with that version.
mentions() {
    git grep --line-number --extended-regexp --only-matching \
        '(from: \\?"|pagereel[:_@/]|git tag |default: )[0-9]+\.[0-9]+\.[0-9]+' \
        -- README.md action.yml docs Examples scripts || true
}

# notes: the changes of the version, as CHANGELOG.md has them.
notes() {
    awk -v section="## $version" '/^## / { isRead = $0 == section; next } isRead' CHANGELOG.md | sed '/./,$!d'
}

check() {
    echo "$version" | grep -qE '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?$' ||
        problem "$version is not a version such as 1.2.3 (semver.org)."
    [ -z "$(git status --porcelain)" ] || problem "the working tree has changes that are not committed: git status."
    if git rev-parse --quiet --verify "refs/tags/$version" >/dev/null; then
        problem "the tag $version exists already."
    fi
    declared=$(sed -n 's/^ *static let version = "\(.*\)"$/\1/p' Sources/CLI/Terminal/CommandEnvironment.swift)
    [ "$declared" = "$version" ] ||
        problem "Sources/CLI/Terminal/CommandEnvironment.swift declares version ${declared:-(none)}."
    others=$(mentions | grep -v "[^0-9.]$(echo "$version" | sed 's/\./\\./g')\$" || true)
    [ -z "$others" ] || problem "these places name another version:
$others"
    newest=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
    [ "$newest" = "$version" ] || problem "the newest section of CHANGELOG.md is \"$newest\", not \"$version\"."
    [ -n "$(notes)" ] || problem "CHANGELOG.md lists no changes of $version."
    # These tests also compare the documentation, the tables of options and the list of the API with the sources.
    commit=$(git rev-parse HEAD)
    if ! [ -f out/test-full.txt ]; then
        problem "make test-full has not passed here."
    elif [ "$(cut -d ' ' -f 1 out/test-full.txt)" != "$commit" ]; then
        problem "make test-full passed for another commit: $(cat out/test-full.txt)."
    fi
    "$scripts/site.sh" "$repository/.build/site" >/dev/null || problem "the documentation has errors, as above."
    [ -z "$wrong" ] || exit 65
    echo "release: $version can be built; make test-full passed on $(cut -d ' ' -f 2 out/test-full.txt)."
}

# inside COMMAND...: run a command in the root of the present release; log its output.
inside() {
    "$scripts/enter-root.sh" --layer "$work/$codename/layer" --toolchain --bind "$work/$codename/source:/src" \
        --bind "$roots/packages/$codename:/var/cache/apt/archives" \
        "$roots/$codename" sh -c 'cd /src && "$@"' sh "$@" >>"$folder/logs/$codename.log" 2>&1
}

# run TITLE COMMAND...: run a command inside, or end with a message.
run() {
    echo "$codename: $1"
    shift
    inside "$@" || {
        tail -n 20 "$folder/logs/$codename.log" >&2
        echo "release: $* failed; see $folder/logs/$codename.log." >&2
        exit 1
    }
}

# keep NUMBER PATTERN: move a file that was built to the folder of the build with this number.
keep() {
    mkdir -p "$work/$1"
    # shellcheck disable=SC2086 # The pattern.
    mv "$work/$codename/source/out"/$2 "$work/$1/"
}

build() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "Creating the clean roots of the release requires root." >&2
        exit 77
    fi
    check
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    export SOURCE_DATE_EPOCH
    folder=$repository/out/release/$version
    rm -rf "$folder"
    mkdir -p "$folder/logs" "$roots"
    roots=$(cd "$roots" && pwd)
    work=$(mktemp -d "$roots/release-XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    trap 'exit 130' INT TERM
    for codename in ${releases:-bookworm trixie}; do
        mkdir -p "$roots/packages/$codename" "$work/$codename"
        [ -d "$roots/$codename" ] || "$scripts/make-root.sh" "$codename" "$roots/$codename"
        echo "$codename: preparing"
        "$scripts/prepare-root.sh" "$roots/$codename" "$work/$codename/layer" "$roots/packages/$codename" \
            >"$folder/logs/$codename.log" 2>&1
        for number in 1 2; do
            rm -rf --one-file-system "$work/$codename/source"
            git -c advice.detachedHead=false clone --quiet --no-hardlinks "$repository" "$work/$codename/source"
            run "building the package, $number of 2" make deb
            keep "$number" '*.deb'
        done
        # shellcheck disable=SC2016 # dpkg-query replaces the fields.
        inside sh -c 'dpkg-query -W -f "\${Package}\t\${Version}\t\${Architecture}\n" >out/installed.txt'
        package=$(basename "$work"/1/*~deb*"$(debian_number)"*.deb)
        PYTHONPATH=$("$scripts/install-python-package.sh" cyclonedx-python-lib) "$scripts/sbom.py" \
            "$work/1/$package" "$work/$codename/source/.build-deb/workspace-state.json" docs/licenses.md \
            "$work/$codename/source/out/installed.txt" "$(swift_version)" >"$folder/${package%.deb}.cdx.json"
    done
    # The last release's tools and its package.
    run "building the image" scripts/install-dependencies.sh image
    for number in 1 2; do
        cp "$work/1/$package" "$work/$codename/source/out/"
        run "building the image, $number of 2" scripts/image.sh "out/$package" out
        keep "$number" '*.oci.tar'
    done
    for file in "$work"/1/*; do
        cmp "$file" "$work/2/$(basename "$file")" || {
            mv "$work/1" "$work/2" "$folder/"
            echo "release: two builds of $(basename "$file") differ. They are in $folder/1 and $folder/2." >&2
            exit 1
        }
    done
    mv "$work"/1/* "$folder/"
    git archive --format=tar --prefix="pagereel-$version/" HEAD | gzip -9n >"$folder/pagereel-$version.tar.gz"
    notes >"$folder/notes.md"
    (cd "$folder" && sha256sum -- *.deb *.oci.tar *.cdx.json *.tar.gz >SHA256SUMS)
    echo "The files are in $folder. These commands publish them:"
    echo
    echo "  git tag --sign --message 'pagereel $version' $version && git push origin $version"
    echo "  gh release create $version --verify-tag --notes-file $folder/notes.md $folder/SHA256SUMS $(
        cd "$folder" && printf "$folder/%s " *.deb *.oci.tar *.cdx.json *.tar.gz
    )"
}

# debian_number: the number of the present release, as its package's version has it.
debian_number() {
    sed -n 's/^VERSION_ID="\(.*\)"$/\1/p' "$roots/$codename/etc/os-release"
}

swift_version() {
    swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p'
}

case $action in
check) [ $# -eq 0 ] && check ;;
build) build ;;
*) usage ;;
esac
