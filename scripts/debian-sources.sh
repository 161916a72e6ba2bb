#!/bin/sh
# Print the apt sources of a Debian release: the release, its updates and its security updates.
#
#   scripts/debian-sources.sh [--public] CODENAME
#
# Uses the mirror configured for apt on this machine, if any. With --public, always uses deb.debian.org.
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

# mirror LABEL ADDRESS: print the mirror that apt uses for packages with this label (default: ADDRESS).
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
