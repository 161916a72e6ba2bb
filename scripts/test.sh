#!/usr/bin/env bash
# Runs every test, from what `swift build --build-tests` left, in four parts.
# A part that fails does not keep the others from running, and at the end every
# failure is said again, where nobody has to search for it.
set -uo pipefail

# SVT-AV1 writes its settings to standard error for each encoder; 1 is errors only.
export SVT_LOG=${SVT_LOG:-1}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=

part() {
    swift test --skip-build "$@" 2>&1 | tee -a "$log" || failed=yes
}

# The modules. Their encoders occupy Swift's pool of threads for a minute, so
# the page server, which needs it, is tested beside the commands.
part --skip EndToEndTests --skip PageServerTests
# The commands, a few at a time.
part --disable-xctest --filter EndToEndTests.CommandTests --filter PageServerTests
# What records in real time, with nothing beside it.
part --disable-xctest --filter EndToEndTests --skip EndToEndTests.CommandTests --no-parallel
# Some of what dies, stops, lies or is full; make campaign has the rest.
PAGEREEL_CAMPAIGN=60 part --disable-xctest --filter CampaignTests --no-parallel

[ -n "$failed" ] || exit 0
echo "These tests failed:"
# Swift Testing marks what failed with a cross and goes on about it behind an
# arrow; XCTest, and a test's process that died, write "error:".
awk '/^✘ |error:/ { failure = 1; print; next } !/^↳ / { failure = 0 } failure' "$log"
exit 1
