#!/bin/sh
# Build a Debian package of pagereel. It depends on the libraries that the program links or loads, and on the programs
# that it starts.
#
#   scripts/package.sh BUILD MANUAL PACKAGES FOLDER
#
#   BUILD     folder of the built program, with the Swift runtime linked statically
#   MANUAL    folder of the manual pages
#   PACKAGES  folder of the Swift packages' sources, for their licenses
#   FOLDER    where to write the package
#
# SOURCE_DATE_EPOCH is the package's date (default: the last commit's); DEBFULLNAME and DEBEMAIL are its maintainer.
set -eu

if [ $# -ne 4 ]; then
    echo "usage: scripts/package.sh BUILD MANUAL PACKAGES FOLDER" >&2
    exit 64
fi
scripts=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
manual=$(cd "$2" && pwd)
licenses=$(cd "$3" && pwd)
mkdir -p "$4"
folder=$(cd "$4" && pwd)

if readelf -d "$build/pagereel" | grep -q 'NEEDED.*libswift'; then
    echo "$build/pagereel needs the Swift toolchain's libraries. Build one that does not with make deb." >&2
    exit 65
fi
# A package fits only the release it was built on, so its version names it; ~deb12 sorts before ~deb13, and both before
# ~debsid. Debian's development releases have no number.
release=$(. /etc/os-release && echo "$ID${VERSION_ID:-sid}" | sed 's/^debian/deb/')
version=$("$build/pagereel" --version)~$release
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$scripts" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/debian/pagereel
documents=$root/usr/share/doc/pagereel

mkdir -p "$documents"
DESTDIR=$root "$scripts/install.sh" "$build" "$manual" /usr
"$scripts/strip-program.sh" "$root/usr/bin/pagereel" "$root/usr/libexec/pagereel/pagereel-engine" \
    "$root"/usr/lib/pagereel/*.so
"$scripts/check-hardening.sh" "$root/usr/bin/pagereel" "$root/usr/libexec/pagereel/pagereel-engine" \
    "$root"/usr/lib/pagereel/*.so
gzip -9n "$root"/usr/share/man/man1/*.1
install -m 644 "$scripts/../SECURITY.md" "$documents"
# The documentation, with the pictures and other files that it links to.
(
    cd "$scripts/.."
    for page in README.md llms.txt docs/*.md; do
        install -D -m 644 "$page" "$documents/$page"
        grep -oE '(\]\(|src=")[^)"#:]+' "$page" | sed 's/.*[("]//' | while read -r link; do
            file=$(realpath -m --relative-to=. "$(dirname "$page")/$link")
            if [ -f "$file" ]; then install -D -m 644 "$file" "$documents/$file"; fi
        done
    done
)

maintainer="${DEBFULLNAME:-pagereel} <${DEBEMAIL:-pagereel@localhost}>"
{
    echo "pagereel ($version) unstable; urgency=medium"
    echo
    # The version's section. The first line of each entry begins with a dash; the others are indented.
    awk -v section="## ${version%%~*}" '/^## / { isRead = $0 == section } isRead' "$scripts/../CHANGELOG.md" |
        sed -n '/^- /p; /^  [^ ]/p' | fold -s -w 74 |
        sed -e '/^- /!s/^ */    /' -e 's/^- /  * /' -e 's/ *$//'
    echo
    echo " -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n > "$documents/changelog.gz"

{
    echo "pagereel, which turns web pages into videos."
    echo
    echo "Copyright 2026 the authors of pagereel, under the Apache License 2.0"
    echo "(/usr/share/common-licenses/Apache-2.0). The file NOTICE belongs to that license."
    echo
    echo "The program contains the Swift standard library, Foundation and Dispatch, under the"
    echo "Apache License 2.0 (/usr/share/common-licenses/Apache-2.0) with Runtime Library Exception:"
    echo "programs compiled with Swift need not include that license. It also contains these"
    echo "packages, each under the license below:"
    for license in "$licenses"/*/LICENSE*; do
        echo
        echo "---- $(basename "$(dirname "$license")")"
        echo
        if grep -q 'Runtime Library Exception' "$license"; then
            echo "Apache License 2.0 with Runtime Library Exception, as above."
        elif grep -q 'Apache License' "$license"; then
            echo "Apache License 2.0 (/usr/share/common-licenses/Apache-2.0)."
        else
            cat "$license"
        fi
    done
    echo
    echo "---- libyaml, in Yams"
    echo
    echo "Copyright (c) 2017-2020 Ingy döt Net, 2006-2016 Kirill Simonov; under the MIT License."
} > "$documents/copyright"
cp "$scripts/../NOTICE" "$documents/NOTICE"

# Yams, which parses configurations, bundles libyaml.
mkdir -p "$root/usr/share/lintian/overrides"
echo "pagereel: embedded-library libyaml *" > "$root/usr/share/lintian/overrides/pagereel"

# The program lists the libraries that it loads at run time in an ELF note (UAPI Group, "ELF Dlopen Metadata").
# dpkg-shlibdeps considers only linked libraries, so link a dummy library to those of a priority.
link_loaded() {
    loaded=$(objcopy --dump-section .note.dlopen=/dev/stdout "$root/usr/bin/pagereel" /dev/null |
        tr '}' '\n' | grep -a "\"priority\":\"$1\"" | grep -ao 'lib[a-z0-9-]*\.so\.[0-9.]*')
    # shellcheck disable=SC2046,SC2086
    ld -shared --no-as-needed -o "$work/$1.so" -L "/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" \
        $(printf ' -l:%s' $loaded)
}
link_loaded required
link_loaded suggested

# dpkg-shlibdeps reads debian/control in the current folder.
cd "$work"
printf 'Source: pagereel\n\nPackage: pagereel\nArchitecture: any\n' > debian/control
dependencies() {
    dpkg-shlibdeps -O "$@" | sed -n 's/^shlibs:Depends=//p'
}
libraries=$(dependencies -edebian/pagereel/usr/bin/pagereel -edebian/pagereel/usr/libexec/pagereel/pagereel-engine \
    -edebian/pagereel/usr/lib/pagereel/libPageProcess.so -edebian/pagereel/usr/lib/pagereel/libPageSound.so)
# Suppress its warnings that the dummy library calls no function of these libraries.
libraries="$libraries, $(dependencies --warnings=0 -erequired.so)"
# Without versions: each format works with the library that it was built for, or is refused.
suggested=$(dependencies --warnings=0 -esuggested.so | tr ',' '\n' | sed 's/ *(.*//; s/^ *//' | grep -v '^libc6' |
    paste -sd, | sed 's/,/, /g')
rm debian/control

# Since libheif 1.17, its decoders are packages.
decoders=
[ ! -d "/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/libheif/plugins" ] ||
    decoders=", libheif-plugin-dav1d, libheif-plugin-libde265"

find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
mkdir "$root/DEBIAN"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) > "$root/DEBIAN/md5sums"
cat > "$root/DEBIAN/control" <<CONTROL
Package: pagereel
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $libraries, bubblewrap, xdg-dbus-proxy, xvfb
Recommends: fonts-dejavu-core, fonts-noto-cjk, fonts-noto-color-emoji, gstreamer1.0-libav, gstreamer1.0-plugins-base, gstreamer1.0-plugins-good
Suggests: ffmpeg, $suggested$decoders
Section: video
Priority: optional
Description: web pages recorded as videos, without a screen
 pagereel opens a web page off screen and records it as a video at a constant
 frame rate, from a terminal, over SSH, in a container or from cron. The page
 says when the recording begins and ends. The recorder is the page's clock, so
 that every frame is exact on any machine.
 .
 pagereel doctor says whether a machine has all that recordings need.
CONTROL
chmod 755 "$root/DEBIAN"
chmod 644 "$root/DEBIAN"/*

package=$folder/pagereel_${version}_$architecture.deb
# Rename at the end, so that the package appears complete or not at all.
dpkg-deb --root-owner-group -Zxz --build "$root" "$work/package.deb" >/dev/null
mv "$work/package.deb" "$package.part"
mv "$package.part" "$package"
echo "The package is $package."
