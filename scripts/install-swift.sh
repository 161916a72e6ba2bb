#!/bin/sh
# Install the Debian packages that a Swift toolchain needs, and with FOLDER the toolchain itself, from swift.org, after
# checking its signature. Needs root.
#
#   scripts/install-swift.sh [FOLDER]
#
# Swift's programs are then in FOLDER/usr/bin. Installs no toolchain if that one is already there.
set -eu

if [ $# -gt 1 ]; then
    echo "usage: scripts/install-swift.sh [FOLDER]" >&2
    exit 64
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Installing Debian packages requires root." >&2
    exit 77
fi
version=6.3.1
# The key of Swift 6's releases, whose fingerprint is also in Swift's own Dockerfiles.
key=52BB7E3DE28A71BE22EC05FFEF80A866B47A981F

packages='ca-certificates g++ git libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2 make python3 zlib1g-dev'
[ $# -eq 0 ] || packages="$packages curl gnupg"
apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
[ $# -eq 1 ] || exit 0

folder=$1
if "$folder/usr/bin/swift" --version 2>/dev/null | grep -qF "Swift version $version "; then exit 0; fi
# swift.org has no toolchain for Debian 13; that for Debian 12 runs there, too.
platform=debian12
case $(dpkg --print-architecture) in
amd64) suffix= ;;
arm64) suffix=-aarch64 ;;
*)
    echo "swift.org has no toolchain for Debian on $(dpkg --print-architecture)." >&2
    exit 69
    ;;
esac
name=swift-$version-RELEASE-$platform$suffix.tar.gz
site=https://download.swift.org/swift-$version-release/$platform$suffix/swift-$version-RELEASE

work=$(mktemp -d "${TMPDIR:-/var/tmp}/pagereel-swift-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
get() {
    curl --fail --silent --show-error --location --proto '=https' --retry 3 --output "$work/$2" "$1" || {
        echo "$1 cannot be downloaded." >&2
        exit 69
    }
}
echo "Downloading Swift $version for $platform."
get https://www.swift.org/keys/all-keys.asc keys.asc
get "$site/$name" "$name"
get "$site/$name.sig" "$name.sig"
gpg --batch --quiet --dearmor --output "$work/keys.gpg" "$work/keys.asc"
# The line ends with the fingerprint of the primary key. There is none if the signature does not match the file.
if ! gpgv --status-fd 1 --keyring "$work/keys.gpg" "$work/$name.sig" "$work/$name" 2>"$work/log" |
    grep -q "^\[GNUPG:\] VALIDSIG .* $key\$"; then
    cat "$work/log" >&2
    echo "The signature of $name is not valid, or not by Swift's key." >&2
    exit 65
fi
mkdir -p "$folder"
tar -xzf "$work/$name" -C "$folder" --strip-components 1
"$folder/usr/bin/swift" --version
