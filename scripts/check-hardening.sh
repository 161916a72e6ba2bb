#!/bin/sh
# Check that built programs and libraries are hardened: they can be loaded at any address, all functions of other
# libraries are looked up at the start and their addresses are read-only from then on, the stack is not executable, and
# the C in them has canaries on the stack. Needs readelf (binutils).
#
#   scripts/check-hardening.sh FILE...
set -eu

if [ $# -eq 0 ]; then
    echo "usage: scripts/check-hardening.sh FILE..." >&2
    exit 64
fi

status=0
# lacks FILE WHAT: report one gap; the other files and properties are still checked.
lacks() {
    echo "$1 $2. Package.swift has the settings for it (hardened, hardenedLink)." >&2
    status=65
}

for file; do
    if ! header=$(readelf --wide --file-header --dynamic --segments "$file") ||
        ! symbols=$(readelf --wide --dyn-syms "$file"); then
        echo "cannot read $file: readelf failed, as above. Pass a built program or shared library." >&2
        exit 66
    fi
    echo "$header" | grep -q 'Type: *DYN ' || lacks "$file" "is not position-independent"
    echo "$header" | grep -q ' GNU_RELRO ' || lacks "$file" "has no read-only relocations (-z relro)"
    echo "$header" | grep -Eq '\(BIND_NOW\)|\(FLAGS\).* BIND_NOW|\(FLAGS_1\).* NOW' ||
        lacks "$file" "looks functions up only when they are called (-z now)"
    echo "$header" | grep -Eq ' GNU_STACK .* RW +0' || lacks "$file" "has an executable stack (-z noexecstack)"
    ! echo "$header" | grep -q '(TEXTREL)' || lacks "$file" "has relocations in its code"
    echo "$symbols" | grep -Eq ' UND (__stack_chk_fail|__stack_chk_guard)(@|$)' ||
        lacks "$file" "has no canaries on the stack (-fstack-protector-strong)"
done
exit $status
