#!/bin/sh
# Strip built programs and libraries to what running them needs, so that two builds of the same sources are the same bytes.
#
#   scripts/strip-program.sh FILE...
#
# Swift's hashes of its modules (.swift_modhash), which only its incremental builds read, differ between builds. So does
# the build ID, which the linker computes from all of the file. The hashes become zeros, and the build ID is computed anew.
set -eu

if [ $# -eq 0 ]; then
    echo "usage: scripts/strip-program.sh FILE..." >&2
    exit 64
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# write_id FILE HEX: set a file's build ID of 20 bytes. A note is three sizes of 4 bytes each, here little-endian, then the
# name and the ID (gABI, "Note Section"); its type is NT_GNU_BUILD_ID, 3.
write_id() {
    perl -e 'print pack("V3 a4 H40", 4, 20, 3, "GNU", shift)' "$2" >"$work/note"
    objcopy --update-section .note.gnu.build-id="$work/note" "$1"
}

for file; do
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$file"
    # To remove the section would also remove the segment of read-only relocations.
    size=$(objdump --section-headers --section=.swift_modhash "$file" | awk '$2 == ".swift_modhash" { print $3 }')
    if [ -n "$size" ]; then
        head -c "$((0x$size))" /dev/zero >"$work/hashes"
        objcopy --update-section .swift_modhash="$work/hashes" "$file"
    fi
    write_id "$file" 0000000000000000000000000000000000000000
    write_id "$file" "$(sha1sum "$file" | cut -c 1-40)"
done
