#!/usr/bin/env bash
# Decide what the action installs, and check its inputs. Outputs: install, and url, package, cache-key, or image.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# The package fits only the Debian release in its version (scripts/package.sh).
distribution=$(. /etc/os-release && echo "${ID:-}")
release=$(. /etc/os-release && echo "deb${VERSION_ID:-sid}")
repository=${ACTION_REPOSITORY:-${GITHUB_REPOSITORY:-}}
server=${GITHUB_SERVER_URL:-https://github.com}

case $INPUT_COMMAND in
record | check) ;;
*) fail 64 "command: '$INPUT_COMMAND' is not record or check." ;;
esac
if [[ ! $INPUT_VERSION =~ ^[0-9A-Za-z.+-]+$ ]]; then
    fail 64 "version: '$INPUT_VERSION' is not a version like 1.2.3."
fi
if [[ ! $INPUT_PACKAGE_SHA256 =~ ^([0-9a-fA-F]{64})?$ ]]; then
    fail 64 'package-sha256: write 64 hexadecimal digits.'
fi

install=$INPUT_INSTALL
if [ -z "$install" ]; then
    if [ "$distribution" = debian ] || [ -n "$INPUT_PACKAGE" ]; then install=package; else install=image; fi
fi
case $install in
package)
    if [ "$distribution" != debian ]; then
        fail 69 'The Debian package needs Debian. Use a job with container: debian:13, or install: image.'
    fi
    ;;
image)
    command -v docker >/dev/null ||
        fail 69 'The image needs Docker. Use install: package in a job with container: debian:13.'
    ;;
none)
    command -v pagereel >/dev/null || fail 69 'install: none needs pagereel on the PATH.'
    ;;
*) fail 64 "install: '$install' is not package, image or none." ;;
esac
output install "$install"

if [ "$install" = image ]; then
    image=${INPUT_IMAGE:-ghcr.io/${repository,,}:$INPUT_VERSION}
    # A name that begins with a dash would be an option of docker.
    if [[ ! $image =~ ^[0-9A-Za-z][0-9A-Za-z._:/@-]*$ ]]; then
        fail 64 "image: '$image' is not the name of an image."
    fi
    output image "$image"
fi
if [ "$install" = package ]; then
    package=$INPUT_PACKAGE
    if [ -z "$package" ]; then
        # GitHub replaces ~ with . in the names of a release's files.
        name=pagereel_$INPUT_VERSION.${release}_$(dpkg --print-architecture).deb
        package=$server/$repository/releases/download/$INPUT_VERSION/$name
    fi
    if [[ $package == *://* ]]; then
        # Another SHA-256 asks for another file, even at the same address.
        key=pagereel-$(printf '%s %s' "$package" "$INPUT_PACKAGE_SHA256" | sha256sum | cut -c 1-32)
        output url "$package"
        output package "$RUNNER_TEMP/$key.deb"
        output cache-key "$key"
    else
        [ -f "$package" ] || fail 66 "package: $package not found."
        output package "$(realpath -- "$package")"
    fi
fi
