#!/bin/sh
# Records a moving page for some minutes and prints the recorder's resident
# memory each minute; fails when the last reading is more than 10 % above the
# one after the first minute.
#
#   scripts/endurance.sh PAGEREEL MINUTES
set -eu
pagereel=$1
minutes=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$pagereel" record "fixtures/html/moving.html?seconds=$((minutes * 60))" -o "$folder/long.mp4" \
    --clock realtime --size 640x360 --json >"$folder/summary.json" &
recorder=$!

resident() {
    awk '/^VmRSS:/ { print $2 }' "/proc/$recorder/status"
}

minute=1
first=
while [ "$minute" -lt "$minutes" ]; do
    sleep 60
    last=$(resident)
    [ -n "$first" ] || first=$last
    echo "minute $minute: $last kB"
    minute=$((minute + 1))
done
wait "$recorder"
cat "$folder/summary.json"
ls -l "$folder/long.mp4"
echo "after the first minute $first kB, at the end $last kB"
[ "$((last * 100))" -le "$((first * 110))" ]
