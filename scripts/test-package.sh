#!/bin/sh
# Installs a Debian package of pagereel into a clean Debian and records a page
# there. As root, with a network; takes some minutes and a gigabyte.
#
#   scripts/test-package.sh PACKAGE [MIRROR]
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: scripts/test-package.sh PACKAGE [MIRROR]" >&2
    exit 64
fi
if [ ! -f "$1" ]; then
    echo "There is no $1; make deb makes it." >&2
    exit 66
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "A clean Debian is made by root only." >&2
    exit 77
fi
mirror=${2:-http://deb.debian.org/debian}
root=$(mktemp -d)
# apt downloads as a user of its own.
chmod 755 "$root"

# Nothing outside may be removed through what is mounted inside.
clean() {
    for place in proc dev/shm dev; do
        if mountpoint -q "$root/$place"; then umount -l "$root/$place"; fi
    done
    rm -rf --one-file-system "$root"
}
trap clean EXIT
trap 'exit 130' INT TERM

inside() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

echo "A clean Debian comes from $mirror."
debootstrap --variant=minbase bookworm "$root" "$mirror" >/dev/null
mount -t proc proc "$root/proc"
mount --rbind --make-rslave /dev "$root/dev"

echo "The package is installed, with all that it depends on."
cp "$1" "$root/tmp/pagereel.deb"
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends /tmp/pagereel.deb >/dev/null 2>&1
# Nothing of the toolchain, nor of this machine, may be needed.
if inside ldd /usr/bin/pagereel | grep -E 'not found|/opt/|libswift'; then
    echo "The program needs what is not in Debian." >&2
    exit 1
fi

cat > "$root/tmp/page.html" <<'PAGE'
<!doctype html><title>Installed</title><body style="background: #123456"><h1>Installed</h1></body>
PAGE
inside pagereel --version
# In a root that is not the kernel's own, no user namespace can be made: the
# sandbox is the one part that doctor may complain about.
inside pagereel doctor > "$root/tmp/doctor" || true
cat "$root/tmp/doctor"
sandbox=
if ! grep -q '^ok *sandbox' "$root/tmp/doctor"; then sandbox=--no-sandbox; fi
for part in 'display server' page 'page clock, painted' 'page clock, composited' recording H.264; do
    if ! grep -q "^ok *$part:" "$root/tmp/doctor"; then
        echo "$part is not ok." >&2
        exit 1
    fi
done
inside pagereel record /tmp/page.html -o /tmp/video.mp4 --profile 720p --duration 1s $sandbox --json > "$root/tmp/summary"
if ! grep -q '"frames":30,' "$root/tmp/summary" || [ ! -s "$root/tmp/video.mp4" ]; then
    cat "$root/tmp/summary" >&2
    exit 1
fi
for file in man/man1/pagereel-record.1.gz bash-completion/completions/pagereel doc/pagereel/copyright; do
    if [ ! -e "$root/usr/share/$file" ]; then echo "$file was not installed." >&2; exit 1; fi
done
inside apt-get remove -y -qq pagereel >/dev/null
if inside sh -c 'command -v pagereel || ls -d /usr/lib/pagereel' 2>/dev/null; then
    echo "Something of pagereel stayed after it was removed." >&2
    exit 1
fi
echo "Installed, recorded a page of 1280x720 for a second, and removed."
