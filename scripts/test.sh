#!/usr/bin/env bash
# Run all tests, built by `swift build --build-tests`, in four parts. If a part fails, the others still run. All
# failures are repeated at the end.
set -uo pipefail

# SVT-AV1 prints its settings to standard error for each encoder; 1 limits it to errors.
export SVT_LOG=${SVT_LOG:-1}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=

part() {
    swift test --skip-build "$@" 2>&1 | tee -a "$log" || failed=yes
}

# The modules. Their encoders block Swift's thread pool for a minute, so the page server and the programs of Debian, which
# need the pool, are tested with the commands.
part --skip EndToEndTests --skip PageServerTests --skip DebianPackageTests
# The commands, a few at a time.
part --disable-xctest --filter EndToEndTests.CommandTests --filter PageServerTests --filter DebianPackageTests
# Real-time recordings, one at a time.
part --disable-xctest --filter EndToEndTests --skip EndToEndTests.CommandTests --no-parallel
# A sample of the fault campaign (make campaign).
PAGEREEL_CAMPAIGN=40 part --disable-xctest --filter CampaignTests --no-parallel

[ -n "$failed" ] || exit 0
echo "These tests failed:"
# Swift Testing marks a failure with a cross and its details with an arrow. XCTest and a crashed test process print
# "error:".
awk '/^✘ |error:/ { failure = 1; print; next } !/^↳ / { failure = 0 } failure' "$log"
exit 1
