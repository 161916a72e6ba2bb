#!/bin/sh
# Install the Debian packages that building and running pagereel needs. Does nothing if all are installed.
#
#   scripts/install-dependencies.sh [test|report|cluster|package|image|matrix|site|lint]
#
#   test       also install the tests' dependencies
#   report     also install the browsers that test reports, and the tests' dependencies
#   cluster    also install Slurm and the tests' dependencies
#   package    also install the tools that build a Debian package and a clean Debian to test it in
#   image      also install the tools that build a container image from that package
#   matrix     install only the tools that make clean roots; each root installs the rest
#   site       install only what the documentation's site needs
#   lint       install only what checks the files for CI services, which needs no Swift
set -eu

packages="
    make pkg-config
    libwebkit2gtk-4.1-dev libgstreamer-plugins-base1.0-dev libpango1.0-dev libdrm-dev xvfb bubblewrap xdg-dbus-proxy
    libavcodec-dev libavfilter-dev libavformat-dev libavutil-dev libswscale-dev libswresample-dev
    librubberband-dev libwebp-dev liblcms2-dev libtiff-dev libheif-dev libjxl-dev librsvg2-2
    gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-libav
    fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji
"
# Since libheif 1.17, its decoders and encoders are packages.
has_heif_plugins() {
    ! grep -qs '^VERSION_ID="12"' /etc/os-release
}
! has_heif_plugins || packages="$packages libheif-plugin-dav1d libheif-plugin-libde265"
if [ "${1:-}" = test ] || [ "${1:-}" = report ] || [ "${1:-}" = cluster ]; then
    packages="$packages ffmpeg curl jq openssl util-linux bsdutils mount procps zsh fish mandoc chromium
        cron systemd dbus-daemon libimage-exiftool-perl python3 python3-pip binutils
        libheif-examples libjxl-tools valgrind"
    ! has_heif_plugins || packages="$packages libheif-plugin-x265"
    # pip compiles a package if it has none for this Python.
    packages="$packages python3-dev g++"
    [ "$1" != report ] || packages="$packages chromium-driver firefox-esr poppler-utils"
    [ "$1" != cluster ] || packages="$packages slurm-wlm munge iproute2"
elif [ "${1:-}" = package ]; then
    packages="$packages binutils dpkg-dev git libcurl4-openssl-dev mmdebstrap mount util-linux"
elif [ "${1:-}" = image ]; then
    packages="$packages binutils dpkg-dev git libcurl4-openssl-dev mmdebstrap mount util-linux umoci"
elif [ "${1:-}" = matrix ]; then
    packages="ca-certificates git mmdebstrap mount util-linux"
elif [ "${1:-}" = site ]; then
    packages="python3 python3-pip util-linux"
elif [ "${1:-}" = lint ]; then
    packages="git python3 python3-pip shellcheck util-linux"
fi

is_installed() {
    dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

case ${1:-} in
site | lint) needs_swift= ;;
*) needs_swift=yes ;;
esac
if [ -n "$needs_swift" ] && ! command -v swift >/dev/null 2>&1; then
    echo "No 'swift' on the PATH; building pagereel needs it." >&2
    echo "Install the toolchain, 6.2 or newer, from https://www.swift.org/install/linux/" >&2
    exit 69
fi
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not Debian. Install the equivalents of these packages, then try again:" $packages >&2
    exit 69
fi

missing=
for package in $packages; do
    is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing. Install them as root, then try again:" >&2
        echo "    apt-get install$missing" >&2
        exit 69
    fi
    as_root=sudo
fi
echo "Installing with apt-get:$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
