#!/bin/sh
# Test a container image of pagereel with podman in a clean Debian. The containers run as an ordinary user, with a
# read-only root, no capabilities, no new privileges, and only /tmp and one folder writable: first under Docker's
# default seccomp profile with --no-sandbox, then in WebKit's sandbox with the settings that it needs. Needs root, a
# network, some minutes and 3 GB.
#
#   scripts/test-image.sh IMAGE [ROOT]
#
# ROOT is a clean Debian from scripts/make-root.sh (default: make one, and remove it at the end).
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: scripts/test-image.sh IMAGE [ROOT]" >&2
    exit 64
fi
if [ ! -f "$1" ]; then
    echo "$1 not found. Build it with make image." >&2
    exit 66
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Creating a clean Debian to run the image in requires root." >&2
    exit 77
fi
scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/var/tmp}/pagereel-image-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM

root=${2:-}
if [ -z "$root" ]; then
    root=$work/root
    "$scripts/make-root.sh" "$(. /etc/os-release && echo "${VERSION_CODENAME:-sid}")" "$root"
fi
# Podman's storage is an overlay, which cannot be on top of the root's overlay.
mkdir -p "$work/image/storage"
cp "$1" "$work/image/image.tar"
cat >"$work/image/test.sh" <<'TEST'
set -eu
fail() {
    echo "$*" >&2
    exit 1
}

apt-get update -qq
apt-get install -y -qq --no-install-recommends podman crun golang-github-docker-docker-dev >/tmp/log 2>&1 || {
    cat /tmp/log >&2
    fail "Podman cannot be installed; the lines above say why."
}
profile=$(find /usr/share/gocode/src -path '*/profiles/seccomp/default.json' | head -n 1)
# crun refuses mixed cgroup versions. The containers run without cgroups.
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup

podman() {
    command podman --root /image/storage --runroot /tmp/run --cgroup-manager cgroupfs --runtime crun "$@"
}
podman load --quiet --input /image/image.tar
image=$(podman images --quiet | head -n 1)
install -d -o 1000 -g 1000 /pages
cat >/pages/page.html <<'PAGE'
<!doctype html><title>Installed</title><body style="background: #123456"><h1>Installed</h1></body>
PAGE

# contained [PODMAN OPTION...] -- PAGEREEL ARGUMENT...
contained() {
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    podman run --rm --cgroups=disabled --network host --read-only --tmpfs /tmp --volume /pages:/pages \
        --cap-drop all --security-opt no-new-privileges $options "$image" "$@"
}

docker="--security-opt seccomp=$profile"
echo "Docker's seccomp profile, --no-sandbox:"
contained $docker -- record page.html -o plain.mp4 --duration 1s --no-sandbox || fail "Recording failed."
contained $docker -- record page.html -o layers.mp4 --duration 1s --no-sandbox --rendering composited ||
    fail "Recording in layers failed."
contained $docker -- check page.html --duration 1s --no-sandbox || fail "The check failed."
echo "Docker's seccomp profile, a user that the image does not know:"
install -d -o 1234 -g 1234 /pages/other
contained $docker --user=1234:1234 -- record page.html -o other/plain.mp4 --duration 1s --no-sandbox ||
    fail "Recording as another user failed."
echo "Docker's seccomp profile, with the sandbox:"
status=0
contained $docker -- record page.html -o none.mp4 --duration 1s || status=$?
[ "$status" -eq 69 ] || fail "Recording in the sandbox ended with $status; 69 is expected."
echo "Podman's seccomp profile and all of /proc, with the sandbox:"
contained --security-opt unmask=ALL -- record page.html -o sandbox.mp4 --duration 1s ||
    fail "Recording in the sandbox failed."
echo "No seccomp profile and all of /proc, with the sandbox:"
contained --security-opt seccomp=unconfined --security-opt unmask=ALL -- \
    record page.html -o unconfined.mp4 --duration 1s || fail "Recording in the sandbox failed."

left=$(cd /pages && find . -mindepth 1 | LC_ALL=C sort | tr '\n' ' ')
[ "$left" = './layers.mp4 ./other ./other/plain.mp4 ./page.html ./plain.mp4 ./sandbox.mp4 ./unconfined.mp4 ' ] ||
    fail "These files were left: $left"
echo "The image records."
TEST
"$scripts/enter-root.sh" --bind "$work/image:/image" "$root" sh /image/test.sh
