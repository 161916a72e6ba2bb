#!/bin/sh
# Build a container image from pagereel's Debian package: an OCI image in one file, which podman, skopeo and Docker can
# load. It holds a minimal Debian of this machine's release with the package and the fonts and codecs that it
# recommends, without documentation. Needs no Docker, and no root if users may create user namespaces.
#
#   scripts/image.sh PACKAGE FOLDER
#
# Writes the image to FOLDER. SOURCE_DATE_EPOCH is the image's creation time (default: the last commit's).
set -eu

if [ $# -ne 2 ]; then
    echo "usage: scripts/image.sh PACKAGE FOLDER" >&2
    exit 64
fi
if [ ! -f "$1" ]; then
    echo "$1 not found. Build it with make deb." >&2
    exit 66
fi
scripts=$(cd "$(dirname "$0")" && pwd)
package=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$scripts" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
version=$(dpkg-deb --field "$package" Version)
version=${version%%~*}
architecture=$(dpkg-deb --field "$package" Architecture)
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")

work=$(mktemp -d "${TMPDIR:-/var/tmp}/pagereel-image-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM
# mmdebstrap reads these files as another user, because of its user namespace.
chmod 755 "$work"
cp "$package" "$work/pagereel.deb"
"$scripts/debian-sources.sh" --public "$codename" >"$work/sources.list"

recommended=$(dpkg-deb --field "$package" Recommends | tr -d ',')
echo "Creating a minimal Debian $codename with the package and its recommended packages."
if ! "$scripts/debian-sources.sh" "$codename" | mmdebstrap --quiet --variant=minbase --format=tar \
    --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/lintian/*' \
    --customize-hook="copy-in '$work/pagereel.deb' /tmp" \
    --customize-hook='chroot "$1" apt-get install -y -qq /tmp/pagereel.deb ca-certificates '"$recommended" \
    --customize-hook='rm "$1/tmp/pagereel.deb"' \
    --customize-hook='chroot "$1" useradd --uid 1000 --user-group --no-create-home --home-dir /nonexistent pagereel' \
    --customize-hook='install -d -o 1000 -g 1000 "$1/pages"' \
    --customize-hook="copy-in '$work/sources.list' /etc/apt" \
    '' "$work/root.tar" - >"$work/log" 2>&1; then
    cat "$work/log" >&2
    echo "The image's Debian could not be created; see the messages above." >&2
    exit 69
fi

image=$work/image:$version
umoci init --layout "$work/image"
umoci new --image "$image"
umoci raw add-layer --image "$image" --history.created "$date" --history.created_by 'scripts/image.sh' "$work/root.tar"
umoci config --image "$image" --no-history --created "$date" --architecture "$architecture" --os linux \
    --config.user 1000:1000 --config.workingdir /pages --config.entrypoint pagereel --config.cmd --help \
    --config.env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --config.env LANG=C.UTF-8 \
    --config.label org.opencontainers.image.licenses=Apache-2.0
umoci gc --layout "$work/image"
# Set the name that podman and Docker show; umoci does not accept a colon in it.
sed -i "s/\"org.opencontainers.image.ref.name\":\"$version\"/\"org.opencontainers.image.ref.name\":\"pagereel:$version\"/" \
    "$work/image/index.json"

file=$folder/pagereel_${version}_$architecture.oci.tar
# Rename at the end, so that the image appears complete or not at all.
tar -C "$work/image" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf "$file.part" .
mv "$file.part" "$file"
echo "The image is $file, $(du -m "$file" | cut -f 1) MB."
