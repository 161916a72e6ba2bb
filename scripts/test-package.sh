#!/bin/sh
# Test a Debian package of pagereel: install it into a clean Debian with only its dependencies, run doctor, record a page
# that sounds as root and as an ordinary user, with and without WebKit's sandbox, and remove the package. Needs root, a
# network, some minutes and 1.5 GB.
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
cat >"$work/package/film.html" <<'PAGE'
<!doctype html><title>Film</title><body style="background: #654321"><script>
const context = new AudioContext();
const tone = new OscillatorNode(context, {frequency: 1000});
tone.connect(context.destination);
tone.start();
</script></body>
PAGE
# Sounds in each way that a page can: <audio>, <video> and WebAudio.
cat >"$work/package/page.html" <<'PAGE'
<!doctype html><title>Installed</title><body style="background: #123456"><h1>Installed</h1>
<audio src="click.wav"></audio><video src="film.webm"></video>
<script>
const players = [...document.querySelectorAll('audio, video')];
const ready = player => new Promise(resolve => player.addEventListener('canplaythrough', resolve, {once: true}));
Promise.all(players.map(ready)).then(() => {
    webkit.messageHandlers.pagereel.postMessage('start');
    for (const player of players) player.play();
    const context = new AudioContext();
    const tone = new OscillatorNode(context, {frequency: 440});
    tone.connect(context.destination);
    tone.start();
});
</script></body>
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
for file in man/man1/pagereel-record.1.gz bash-completion/completions/pagereel doc/pagereel/copyright \
    doc/pagereel/NOTICE; do
    [ -e "/usr/share/$file" ] || fail "/usr/share/$file was not installed."
done

# Each link of the documentation to a file leads to one.
cd /usr/share/doc/pagereel
for page in README.md docs/*.md; do
    grep -oE '\]\([^):#]+[)#]' "$page" | sed 's/^](//; s/[)#]$//' | while read -r link; do
        [ -e "$(dirname "$page")/$link" ] || echo "$page links to $link, which was not installed."
    done
done | sort -u >/tmp/broken
cd /
[ ! -s /tmp/broken ] || fail "$(cat /tmp/broken)"

pagereel --version
pagereel doctor || fail "doctor found that the package does not work here."

# Half a second of silence with a click in the middle: 48 kHz, mono, 16 bits.
perl -e 'print pack("a4Va4a4VvvVVvva4V", "RIFF", 48036, "WAVE", "fmt ", 16, 1, 1, 48000, 96000, 2, 16, "data", 48000),
    pack("v24000", (0) x 12000, 30000, (0) x 11999)' >/package/click.wav
pagereel record /package/film.html -o /package/film.webm --size 320x180 --duration 1s ||
    fail "Recording a film for the page failed."
chmod a+r /package/click.wav /package/film.webm

# record NAME SANDBOX [COMMAND...]: record the page through COMMAND, with the option SANDBOX.
record() {
    name=$1$2
    sandbox=$2
    shift 2
    mkdir -m 777 "/tmp/$name"
    "$@" pagereel record /package/page.html -o "/tmp/$name/video.mp4" --profile 720p --start-on signal --duration 1s \
        --date 2026-01-01T00:00:00Z --seed 1 --threads 2 "$sandbox" --json >"/tmp/$name.json" ||
        fail "Recording as $name failed."
    if ! grep -q '"frames":30,' "/tmp/$name.json" || [ ! -s "/tmp/$name/video.mp4" ]; then
        cat "/tmp/$name.json" >&2
        fail "Recording as $name did not give 30 frames."
    fi
    grep -o '"page":{[^{}]*"streams":3[^{}]*}' "/tmp/$name.json" >"/tmp/$name.sound" || {
        cat "/tmp/$name.json" >&2
        fail "Recording as $name did not give the sound of <audio>, <video> and WebAudio."
    }
}
for sandbox in --sandbox --no-sandbox; do
    record root $sandbox
    record user $sandbox setpriv --reuid 1000 --regid 1000 --clear-groups env -u HOME
    # Like cron.
    record cron $sandbox setpriv --reuid 1000 --regid 1000 --clear-groups env -i PATH="$PATH" HOME=/nonexistent
    for name in user cron; do
        cmp "/tmp/root$sandbox/video.mp4" "/tmp/$name$sandbox/video.mp4" ||
            fail "The recordings as root and as $name differ with $sandbox."
    done
done
cmp /tmp/root--sandbox.sound /tmp/root--no-sandbox.sound || fail "The page sounds different in the sandbox."
echo "Recorded $(cat /tmp/root--sandbox.sound)."

apt-get remove -y -qq pagereel >/dev/null
for file in /usr/bin/pagereel /usr/libexec/pagereel /usr/lib/pagereel; do
    [ ! -e "$file" ] || fail "$file stayed after the package was removed."
done
echo "Installed with WebKitGTK $(dpkg-query -W -f '${source:Upstream-Version}' libwebkit2gtk-4.1-0)," \
    "recorded with sound as root and as an ordinary user, with and without the sandbox, and removed."
TEST
chmod -R a+rX "$work/package"
"$scripts/enter-root.sh" --bind "$work/package:/package" "$root" sh /package/test.sh
