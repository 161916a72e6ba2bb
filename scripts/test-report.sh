#!/usr/bin/env bash
# Test the pages of --report in Chromium and Firefox: barriers (axe), keys, narrow screens, exact frames, prints, hostile
# texts. Pictures and prints go to out/report-test.
#
#   scripts/test-report.sh PAGEREEL [--browser chromium|firefox] [--scheme light|dark] [--only CHECK]
#
# Needs the tests, built by `swift build --build-tests`: they write the pages.
set -euo pipefail

pagereel=$1
shift
scripts=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$scripts")
cd "$repository"
modules=
for package in websocket-client axe-playwright-python pillow; do
    modules=$modules:$("$scripts/install-python-package.sh" "$package")
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/pages"
# Frames that show their numbers, in files that browsers play, cannot play, and cannot seek.
for file in recording.mp4 recording.gif; do
    "$pagereel" record "$scripts/report-test/film.html" --start-on load --duration 3s --size 320x180 --fps 30 --quiet \
        -o "$work/pages/$file"
done
ffmpeg -v error -nostdin -i "$work/pages/recording.mp4" -c:v prores_ks -profile:v 0 "$work/pages/recording.mov"
PAGEREEL_WRITE_REPORTS=$work/pages .build/debug/pagereelPackageTests.xctest --testing-library swift-testing \
    --filter ReportPageTests >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }

rm -rf out/report-test
PYTHONPATH=${modules#:} python3 "$scripts/report-test" "$work/pages" out/report-test "$@"
echo "The pictures and prints are in out/report-test."
