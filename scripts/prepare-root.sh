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
exec "$(dirname "$0")/enter-root.sh" --layer "$2" --bind "$3:/var/cache/apt/archives" "$1" sh -c '
    apt-get update -qq && apt-get upgrade -y -qq &&
    apt-get install -y -qq --no-install-recommends ca-certificates g++ git libcurl4 libedit2 \
        libncurses6 libsqlite3-0 libxml2 make python3 zlib1g-dev'
