#!/bin/sh
# Record a short page TIMES times in a row, then 20 times at once, and print how long each part took. Fails if a
# recording fails or hangs.
#
#   scripts/many.sh PAGEREEL TIMES
set -eu
pagereel=$1
times=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
page="fixtures/html/bar-code.html?seconds=0.2"

record() {
    timeout 120 "$pagereel" record "$page" -o "$folder/$1.mp4" --size 320x180 --overwrite --quiet
}

begun=$(date +%s)
number=1
while [ "$number" -le "$times" ]; do
    record row || {
        echo "recording $number failed with status $?" >&2
        exit 1
    }
    [ "$((number % 100))" -ne 0 ] || echo "$number in a row: $(($(date +%s) - begun)) s"
    number=$((number + 1))
done

begun=$(date +%s)
processes=
for number in $(seq 20); do
    record "$number" &
    processes="$processes $!"
done
failed=0
for process in $processes; do wait "$process" || failed=$((failed + 1)); done
echo "20 at once: $(($(date +%s) - begun)) s, $failed failed"
[ "$failed" -eq 0 ]
