#!/bin/sh
# Build and test the last commit in clean roots of several Debian releases, and write a table of the results to
# out/matrix.md. Needs root, a network, several hours and 10 GB. The table also has the last results of other roots, with
# their date and commit, and those of other steps with the same commit. So the roots and steps can be run one by one.
#
#   scripts/matrix.sh [--root NAME]... [--steps STEP,...] [--roots FOLDER]
#
#   --root NAME     bookworm, trixie, sid or another release, with security updates; NAME-main uses WebKitGTK as released
#                   (default: bookworm trixie-main trixie sid)
#   --steps STEPS   comma-separated list of demo (make demo), test (make test), clock (make clock-check) and package
#                   (make deb, then test the package in a clean Debian) (default: all)
#   --roots FOLDER  cache for the roots and downloaded packages (default: out/roots)
#
# The output of each step goes to out/matrix/NAME. Exits with 1 if a step failed.
set -eu

usage() {
    echo "usage: scripts/matrix.sh [--root NAME]... [--steps demo,test,clock,package] [--roots FOLDER]" >&2
    exit 64
}

names=
steps=demo,test,clock,package
scripts=$(cd "$(dirname "$0")" && pwd)
out=$(dirname "$scripts")/out
roots=$out/roots
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case $1 in
    --root) names="$names $2" ;;
    --steps) steps=$2 ;;
    --roots) roots=$2 ;;
    *) usage ;;
    esac
    shift 2
done
for step in $(echo "$steps" | tr , ' '); do
    case $step in
    demo | test | clock | package) ;;
    *) usage ;;
    esac
done
if [ "$(id -u)" -ne 0 ]; then
    echo "Creating the clean roots of the matrix requires root." >&2
    exit 77
fi
mkdir -p "$roots" "$out/matrix"
roots=$(cd "$roots" && pwd)
work=$(mktemp -d "$roots/work-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM

# inside STEP COMMAND...: run a command in the root, on top of the earlier steps; log its output to the step's file.
inside() {
    log=$out/matrix/$name/$1.log
    shift
    "$scripts/enter-root.sh" --layer "$work/$name/layer" --toolchain --bind "$work/$name/source:/src" \
        --bind "$roots/packages/$codename:/var/cache/apt/archives" \
        "$roots/$name" sh -c 'cd /src && "$@"' sh "$@" >"$log" 2>&1
}

# result STEP STATUS [COUNTS]: write the table cell of a step.
result() {
    if [ "$2" -eq 0 ]; then
        echo "${3:-passed}" >"$out/matrix/$name/$1.cell"
    else
        : >"$work/failed"
        echo "matrix: $name: $1 failed with status $2; see $out/matrix/$name/$1.log" >&2
        echo "**failed**${3:+: $3}" >"$out/matrix/$name/$1.cell"
    fi
}

# cells STEP...: print the table cells of steps, each followed by a bar.
cells() {
    for step in "$@"; do
        printf '%s | ' "$(cat "$out/matrix/$name/$step.cell" 2>/dev/null || echo -)"
    done
}

is_asked_for() {
    case ",$steps," in
    *",$1,"*) return 0 ;;
    *) return 1 ;;
    esac
}

# count_tests LOG: print how many tests passed and failed, in Swift Testing and XCTest.
count_tests() {
    awk '
        # Ignore the failures that scripts/test.sh repeats at the end.
        /^These tests failed:/ { exit }
        /Test run with [0-9]+ tests?/ {
            for (i = 1; i < NF; i++) if ($i == "with" && $(i + 2) ~ /^test/) total += $(i + 1)
        }
        /^✘ Test .* failed after/ && !/^✘ Test (run|case)/ { failed++ }
        /Test Suite .(All|Selected) tests. (passed|failed)/ { all = 1 }
        all && /Executed [0-9]+ tests?, with/ {
            total += $2
            for (i = 1; i < NF; i++) if ($(i + 1) ~ /^failure/) failed += $i
            all = 0
        }
        END { if (total) printf "%d passed, %d failed", total - failed, failed; else printf "none run" }
    ' "$1"
}

# count_cases LOG: print how many cases of tests with arguments, mostly a page each, passed, out of how many.
count_cases() {
    awk '
        match($0, /Test ".*" with [0-9]+ test cases (passed|failed)/) {
            cases = $0; sub(/.*" with /, "", cases); total += cases
        }
        match($0, /^✘ Test ".*" recorded an issue with [0-9]+ argument.* at /) {
            row = $0; sub(/ at [^ ]+:[0-9]+:[0-9]+.*/, "", row)
            if (!(row in seen)) { seen[row] = 1; failed++ }
        }
        END { if (total) printf "%d passed, %d failed", total - failed, failed; else printf "none run" }
    ' "$1"
}

commit=$(git -C "$scripts" rev-parse --short=8 HEAD)

for name in ${names:-bookworm trixie-main trixie sid}; do
    codename=${name%-main}
    [ "$(cat "$out/matrix/$name/commit" 2>/dev/null)" = "$commit" ] || rm -rf "${out:?}/matrix/$name"
    mkdir -p "$out/matrix/$name" "$work/$name" "$roots/packages/$codename"
    echo "$commit" >"$out/matrix/$name/commit"
    for step in $(echo "$steps" | tr , ' '); do
        rm -f "$out/matrix/$name/$step.cell"
    done
    if [ ! -d "$roots/$name" ]; then
        echo "$name: creating the root"
        case $name in
        *-main) "$scripts/make-root.sh" --webkit-of-release "$codename" "$roots/$name" ;;
        *) "$scripts/make-root.sh" "$codename" "$roots/$name" ;;
        esac
    fi
    git -c advice.detachedHead=false clone --quiet --no-hardlinks "$(dirname "$scripts")" "$work/$name/source"

    echo "$name: preparing"
    if ! "$scripts/prepare-root.sh" "$roots/$name" "$work/$name/layer" "$roots/packages/$codename" \
        >"$out/matrix/$name/prepare.log" 2>&1; then
        echo "$name cannot be prepared for the toolchain; see $out/matrix/$name/prepare.log." >&2
        exit 69
    fi

    if is_asked_for demo; then
        echo "$name: make demo"
        status=0
        inside demo make demo || status=$?
        result demo "$status"
    fi
    if is_asked_for package; then
        echo "$name: make deb, and the package in a clean Debian"
        status=0
        inside package make deb || status=$?
        [ "$status" -ne 0 ] || "$scripts/test-package.sh" "$work/$name/source/out/"pagereel_*.deb "$roots/$name" \
            >>"$out/matrix/$name/package.log" 2>&1 || status=$?
        result package "$status"
    fi
    if is_asked_for test; then
        echo "$name: make test"
        status=0
        inside test make test || status=$?
        result test "$status" "$(count_tests "$out/matrix/$name/test.log")"
    fi
    if is_asked_for clock; then
        echo "$name: make clock-check"
        status=0
        inside clock make clock-check || status=$?
        result clock "$status" "$(count_cases "$out/matrix/$name/clock.log")"
    fi

    inside versions sh -c '
        cat /etc/debian_version
        for package in libwebkit2gtk-4.1-0 libavcodec-dev libglib2.0-dev libgl1-mesa-dri; do
            dpkg-query -W -f "\${source:Upstream-Version}\n" "$package" | sed -e "s/^[0-9]*://" -e "s/[+~].*//"
        done' || true
    versions=$(paste -s -d '|' "$out/matrix/$name/versions.log" | sed 's/|/ | /g')
    echo "| $versions | $(cells demo test clock package)$(date +%F), \`$commit\` |" >"$out/matrix/$name/row.md"
    rm -rf --one-file-system "${work:?}/$name"
done

{
    echo "| Debian | WebKitGTK | FFmpeg | GLib | Mesa | \`make demo\` | \`make test\` | clock check | package | run |"
    echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    sort --version-sort "$out"/matrix/*/row.md
} >"$out/matrix.md"
cat "$out/matrix.md"
[ ! -e "$work/failed" ]
