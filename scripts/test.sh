#!/usr/bin/env bash
# Run the tests, built by `swift build --build-tests`, in parts. If a part fails, the others still run. All
# failures are repeated at the end.
#
#   scripts/test.sh          the modules' and, of each part of the program, what fails first
#   scripts/test.sh modules  the modules' alone, without a recording
#   scripts/test.sh full     all
set -uo pipefail
kind=${1:-usual}

# SVT-AV1 prints its settings to standard error for each encoder; 1 limits it to errors.
export SVT_LOG=${SVT_LOG:-1}

# Nothing that the tests, and what they run, do touches the user's folders, and nothing there matters to them. The name
# is short because sockets' paths are limited; children of other users go through it.
own=$(mktemp -d /tmp/pagereel-XXXXXX) || exit
trap 'rm -rf --one-file-system "$own"' EXIT
chmod 755 "$own"
mkdir -m 700 "$own"/{home,cache,config,data,state,run}
mkdir -m 1777 "$own/tmp"
export HOME=$own/home TMPDIR=$own/tmp
export XDG_CACHE_HOME=$own/cache XDG_CONFIG_HOME=$own/config XDG_DATA_HOME=$own/data XDG_STATE_HOME=$own/state
export XDG_RUNTIME_DIR=$own/run
log=$own/log
failed=

# `swift test` plans the build once more, for 7 s, before it runs this program; only XCTest's tests need it.
tests=.build/debug/pagereelPackageTests.xctest
part() {
    NO_COLOR=1 "$tests" --testing-library swift-testing "$@" 2>&1 | tee -a "$log"
    local status=${PIPESTATUS[0]}
    [ "$status" = 0 ] || failed=yes
    # Failed tests have lines of their own: 1.
    [ "$status" -le 1 ] || echo "error: the tests of $* ended with status $status" | tee -a "$log"
}

# The command line. Debug builds of its parser check every option again for each line, which keeps all processors busy for
# a minute; tests that wait for something would wait that much longer beside it.
part --filter CLITests
# The modules. Their encoders block Swift's thread pool for a minute, so the page server and the programs of Debian, which
# need the pool, are tested with the commands.
swift test --skip-build --skip CLITests --skip EndToEndTests --skip PageServerTests --skip DebianPackageTests 2>&1 |
    tee -a "$log" || failed=yes
if [ "$kind" != modules ]; then
    # The client packages build everything once more (make client-test).
    case $kind in
    full) skipped='' faults=40 ;;
    # Tests with the trait `full` are skipped.
    *) skipped='--skip ClientPackages' faults=5 && export PAGEREEL_TESTS=usual ;;
    esac
    # The commands, a few at a time.
    # shellcheck disable=SC2086 # An option and its value, or nothing.
    part $skipped \
        --filter EndToEndTests.CommandTests --filter PageServerTests --filter DebianPackageTests
    # Real-time recordings, one at a time.
    part --filter EndToEndTests --skip EndToEndTests.CommandTests --no-parallel
    # A sample of the fault campaign (make campaign).
    PAGEREEL_CAMPAIGN=$faults part --filter CampaignTests --no-parallel
fi

if [ -z "$failed" ]; then
    # For scripts/release.sh.
    if [ "$kind" = full ] && [ -z "$(git status --porcelain)" ]; then
        mkdir -p out
        echo "$(git rev-parse HEAD) $(date -u +%F)" >out/test-full.txt
    fi
    exit 0
fi
echo "These tests failed:"
# Swift Testing marks a failure with a cross and its details with an arrow. A line for a crashed test process begins with
# "error:"; titles of tests have the word, too.
awk '/^✘ |^error:/ { failure = 1; print; next } !/^↳ / { failure = 0 } failure' "$log"
exit 1
