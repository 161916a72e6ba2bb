#!/usr/bin/env bash
# Build and run the tests of the modules with a sanitizer, in a build folder of its own, so that the normal one stays
# warm. Fails if a test fails or the sanitizer finds something.
#
#   scripts/sanitize.sh address|thread
#
# Only the code of this package and of the packages that it uses is watched; WebKit, GLib and FFmpeg are not compiled
# with it. There are no lists of findings to ignore: what is left out is left out here, with its reason.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

kind=${1:-}
flags=(--sanitize "$kind" --scratch-path ".build/sanitize-$kind" -Xcc -U_FORTIFY_SOURCE)
# End-to-end tests run everything several times more slowly than their time limits allow. PageClockProbe replaces the
# same functions of the C library as the sanitizers do. valgrind cannot run a program with sanitizers.
skipped=(--skip EndToEndTests --skip PageServerTests --skip ArchitectureTests --skip PageProcessTests
    --skip InstructionsTests)
case $kind in
address)
    # GTK, fontconfig and Swift's own metadata are never freed.
    export ASAN_OPTIONS=detect_leaks=0
    ;;
thread)
    export TSAN_OPTIONS=second_deadlock_stack=1
    ;;
*)
    echo "usage: scripts/sanitize.sh address|thread" >&2
    exit 64
    ;;
esac

swift build --build-tests "${flags[@]}" || exit
# These are loaded into WebKit's own processes, which have no sanitizer.
for library in PageProcess PageSound EngineFaults; do
    swift build --product $library || exit
    cp ".build/debug/lib$library.so" ".build/sanitize-$kind/debug/" || exit
done

preload=()
if [ "$kind" = thread ]; then
    mutex=$PWD/.build/sanitize-thread/sanitize-mutex.so
    clang -O2 -fPIC -shared -Wall -Werror scripts/sanitize-mutex.c -o "$mutex" || exit
    preload=(env "LD_PRELOAD=$mutex")
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=
part() {
    "${preload[@]}" swift test --skip-build "${flags[@]}" "$@" 2>&1 | tee -a "$log" || failed=yes
}
# These wait for other processes and for Swift's thread pool, which the other modules' encoders block for minutes.
part "${skipped[@]}" --skip MoviesTests --skip DebianPackageTests
part --disable-xctest --filter MoviesTests --filter DebianPackageTests

if grep -aqE '(WARNING|ERROR): (Thread|Address)Sanitizer' "$log"; then failed=yes; fi
[ -n "$failed" ] || exit 0
echo "These tests failed, or the sanitizer found something:"
grep -aE '^✘ |error:|SUMMARY: ' "$log" | sort -u
exit 1
