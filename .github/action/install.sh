#!/usr/bin/env bash
# Install what plan.sh decided: the Debian package, which is downloaded unless the cache has it, or the image.
set -euo pipefail
source "$(dirname "$0")/common.sh"

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        command -v sudo >/dev/null || fail 77 'Installing Debian packages needs root or sudo.'
        sudo "$@"
    fi
}

# apt PACKAGE...: install Debian packages with no more than they need.
apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -- "$@" >/dev/null
}

install_package() {
    local package=$PLAN_PACKAGE recommended
    as_root apt-get update -qq
    if [ ! -f "$package" ]; then
        command -v curl >/dev/null || apt ca-certificates curl
        echo "Downloading $PLAN_URL"
        curl --fail --silent --show-error --location --retry 3 --output "$package.part" -- "$PLAN_URL" ||
            fail 69 "$PLAN_URL cannot be downloaded. Check version: and that the release has a package for this Debian."
        mv "$package.part" "$package"
    fi
    if [ -n "$INPUT_PACKAGE_SHA256" ]; then
        echo "${INPUT_PACKAGE_SHA256,,}  $package" | sha256sum --check --quiet ||
            fail 65 'The package does not have the SHA-256 of package-sha256.'
    fi
    [ "$(dpkg-deb --field "$package" Package)" = pagereel ] || fail 65 "$package is not a package of pagereel."
    # Fonts and codecs, but not what these packages recommend in turn.
    recommended=$(dpkg-deb --field "$package" Recommends | tr -d ',')
    # shellcheck disable=SC2086
    apt jq "$package" $recommended
}

case $PLAN_INSTALL in
package)
    install_package
    pagereel --version
    ;;
image)
    docker image inspect "$PLAN_IMAGE" >/dev/null 2>&1 || docker pull --quiet "$PLAN_IMAGE"
    ;;
none)
    pagereel --version
    ;;
esac
command -v jq >/dev/null || fail 69 'The job summary needs jq. Install it before this action.'
