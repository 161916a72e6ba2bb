#!/bin/sh
# Test a Debian package of pagereel: install it into a clean Debian, run doctor, record a page in WebKit's sandbox as
# root and as an ordinary user, and remove the package. Needs root, a network, some minutes and 1.5 GB.
#
#   scripts/test-package.sh PACKAGE [ROOT]
#
# ROOT is a clean Debian from scripts/make-root.sh, which is not modified (default: make one of this machine's release,
# on which the package was built, and remove it at the end).
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: scripts/test-package.sh PACKAGE [ROOT]" >&2
    exit 64
fi
if [ ! -f "$1" ]; then
    echo "$1 not found. Build it with make deb." >&2
    exit 66
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Creating a clean Debian to install the package into requires root." >&2
    exit 77
fi
scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/var/tmp}/pagereel-package-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM

root=${2:-}
if [ -z "$root" ]; then
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")
    echo "Creating a clean Debian $codename."
    root=$work/root
    "$scripts/make-root.sh" "$codename" "$root"
fi

mkdir "$work/package"
cp "$1" "$work/package/pagereel.deb"
cat >"$work/package/page.html" <<'PAGE'
<!doctype html><title>Installed</title><body style="background: #123456"><h1>Installed</h1></body>
PAGE
cat >"$work/package/test.sh" <<'TEST'
set -eu
cd /tmp
fail() {
    echo "$*" >&2
    exit 1
}

echo "Installing the package and its dependencies into Debian $(cat /etc/debian_version)."
apt-get update -qq
apt-get install -y -qq --no-install-recommends /package/pagereel.deb >/tmp/log 2>&1 || {
    cat /tmp/log >&2
    fail "The package cannot be installed; the lines above say why."
}
# The files must not need the Swift toolchain or the machine on which they were built.
for file in /usr/bin/pagereel /usr/libexec/pagereel/* /usr/lib/pagereel/*.so; do
    ! ldd "$file" | grep -E 'not found|libswift' || fail "$file needs libraries that are not in Debian."
done
for file in man/man1/pagereel-record.1.gz bash-completion/completions/pagereel doc/pagereel/copyright; do
    [ -e "/usr/share/$file" ] || fail "/usr/share/$file was not installed."
done

pagereel --version
pagereel doctor || fail "doctor found that the package does not work here."

# record NAME [COMMAND...]: record the page through COMMAND.
record() {
    name=$1
    shift
    mkdir -m 777 "/tmp/$name"
    "$@" pagereel record /package/page.html -o "/tmp/$name/video.mp4" --profile 720p --duration 1s --json \
        >"/tmp/$name.json" || fail "Recording as $name failed."
    if ! grep -q '"frames":30,' "/tmp/$name.json" || [ ! -s "/tmp/$name/video.mp4" ]; then
        cat "/tmp/$name.json" >&2
        fail "Recording as $name did not give 30 frames."
    fi
}
record root
record user setpriv --reuid 1000 --regid 1000 --clear-groups env -u HOME

apt-get remove -y -qq pagereel >/dev/null
for file in /usr/bin/pagereel /usr/libexec/pagereel /usr/lib/pagereel; do
    [ ! -e "$file" ] || fail "$file stayed after the package was removed."
done
echo "Installed with WebKitGTK $(dpkg-query -W -f '${source:Upstream-Version}' libwebkit2gtk-4.1-0)," \
    "recorded as root and as an ordinary user, and removed."
TEST
chmod -R a+rX "$work/package"
"$scripts/enter-root.sh" --bind "$work/package:/package" "$root" sh /package/test.sh
