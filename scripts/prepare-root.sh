#!/bin/sh
# Install what the Swift toolchain itself needs in a root file system, with Debian's updates. Needs root and a network.
#
#   scripts/prepare-root.sh ROOT LAYER PACKAGES
#
#   ROOT      made by scripts/make-root.sh; it never changes
#   LAYER     folder that keeps the files, for scripts/enter-root.sh
#   PACKAGES  folder that caches downloaded packages
set -eu

if [ $# -ne 3 ]; then
    echo "usage: scripts/prepare-root.sh ROOT LAYER PACKAGES" >&2
    exit 64
fi
scripts=$(cd "$(dirname "$0")" && pwd)
exec "$scripts/enter-root.sh" --layer "$2" --bind "$3:/var/cache/apt/archives" --bind "$scripts:/scripts" "$1" sh -c '
    apt-get update -qq && apt-get upgrade -y -qq && /scripts/install-swift.sh'
