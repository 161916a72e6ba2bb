#!/bin/sh
# Make a minimal Debian root file system in a folder, with updates and security updates, from the mirror of
# scripts/debian-sources.sh. Needs root, a network, about a minute and 200 MB.
#
#   scripts/make-root.sh [--webkit-of-release] CODENAME FOLDER
#
#   CODENAME             the release, such as trixie
#   --webkit-of-release  pin WebKitGTK to the version of the release; security updates bring newer versions
set -eu

webkit=updated
if [ "${1:-}" = --webkit-of-release ]; then
    webkit=released
    shift
fi
if [ $# -ne 2 ]; then
    echo "usage: scripts/make-root.sh [--webkit-of-release] CODENAME FOLDER" >&2
    exit 64
fi
codename=$1
folder=$2
if [ "$(id -u)" -ne 0 ]; then
    echo "Creating a clean Debian root requires root." >&2
    exit 77
fi
if [ -e "$folder" ]; then
    echo "$folder already exists. Remove it first." >&2
    exit 73
fi

scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
# Remove an incomplete root, so that no later run uses it.
trap 'rm -rf --one-file-system "$work" "$folder.part"' EXIT
trap 'exit 130' INT TERM

: >"$work/pagereel"
if [ "$webkit" = released ]; then
    cat >"$work/pagereel" <<PREFERENCES
Package: src:webkit2gtk
Pin: release l=Debian-Security
Pin-Priority: -1
PREFERENCES
fi

# Debian's development releases change daily, so their lists of files expire after a week. A mirror that is behind, such
# as a snapshot, then has only expired lists, which apt refuses. The lists of releases do not expire, and those of their
# security updates must not be old.
validity=true
case $codename in
sid | unstable | testing | forky) validity=false ;;
esac

mkdir -p "$(dirname "$folder")"
rm -rf --one-file-system "$folder.part"
if ! "$scripts/debian-sources.sh" "$codename" | mmdebstrap --quiet --mode=root --variant=minbase \
    --aptopt='APT::Install-Recommends "false"' \
    --aptopt="Acquire::Check-Valid-Until \"$validity\"" \
    --setup-hook='mkdir -p "$1/etc/apt/preferences.d"' \
    --setup-hook="copy-in '$work/pagereel' /etc/apt/preferences.d" \
    '' "$folder.part" - 2>"$work/log"; then
    cat "$work/log" >&2
    echo "Debian $codename could not be created; see the messages above." >&2
    exit 69
fi
mv "$folder.part" "$folder"
