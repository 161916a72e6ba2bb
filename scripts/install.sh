#!/bin/sh
# Install pagereel: the program, its engine, libraries, manual pages and shell completions.
#
#   scripts/install.sh BUILD MANUAL PREFIX
#
#   BUILD   folder of the built program
#   MANUAL  folder of the manual pages
#   PREFIX  where to install, such as /usr/local
#
# DESTDIR, if set, is prepended to PREFIX, for packages.
set -eu

if [ $# -ne 3 ]; then
    echo "usage: scripts/install.sh BUILD MANUAL PREFIX" >&2
    exit 64
fi
program=$1/pagereel
engine=$1/pagereel-engine
libraries="$1/libPageProcess.so $1/libPageSound.so"
manual=$2
root=${DESTDIR:-}$3

for file in "$program" "$engine" $libraries "$manual/pagereel.1"; do
    if [ ! -f "$file" ]; then
        echo "$file not found. Run make install, which builds everything first." >&2
        exit 66
    fi
done

install -D -m 755 "$program" "$root/bin/pagereel"
install -D -m 755 "$engine" "$root/libexec/pagereel/pagereel-engine"
for library in $libraries; do
    install -D -m 644 "$library" "$root/lib/pagereel/$(basename "$library")"
done
for page in "$manual"/pagereel*.1; do
    install -D -m 644 "$page" "$root/share/man/man1/$(basename "$page")"
done

# complete_in SHELL FILE: each shell expects its completions under a different name.
complete_in() {
    mkdir -p "$(dirname "$root/share/$2")"
    "$program" --generate-completion-script "$1" > "$root/share/$2"
    chmod 644 "$root/share/$2"
}
complete_in bash bash-completion/completions/pagereel
complete_in zsh zsh/site-functions/_pagereel
complete_in fish fish/vendor_completions.d/pagereel.fish
