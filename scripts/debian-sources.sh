#!/bin/sh
# Prints apt's sources for a release of Debian: the release, its updates and its security updates.
#
#   scripts/debian-sources.sh [--public] CODENAME
#
# They name the mirror that apt is set up with on this machine, if there is one; with --public always deb.debian.org.
set -eu

public=
if [ "${1:-}" = --public ]; then
    public=yes
    shift
fi
if [ $# -ne 1 ]; then
    echo "usage: scripts/debian-sources.sh [--public] CODENAME" >&2
    exit 64
fi
codename=$1

# What apt takes the packages of this label from, or the address given: mirror LABEL ADDRESS
mirror() {
    found=
    if [ -z "$public" ]; then
        found=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' "Label: $1" |
            head -n 1)
    fi
    echo "${found:-$2}"
}

signed='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
archive=$(mirror Debian http://deb.debian.org/debian)
echo "deb $signed $archive $codename main"
case $codename in
sid | unstable) ;;
*)
    echo "deb $signed $archive $codename-updates main"
    echo "deb $signed $(mirror Debian-Security http://deb.debian.org/debian-security) $codename-security main"
    ;;
esac
