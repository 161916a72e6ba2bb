#!/bin/sh
# Records a moving page for some minutes and prints the memory of the recorder and
# all its processes each minute (without the files of programs and libraries);
# fails when the last reading is more than 10 % above the one after the first
# minute.
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

# The processes below one, that one included.
tree() {
    echo "$1"
    for child in $(pgrep -P "$1"); do tree "$child"; done
}

resident() {
    for process in $(tree "$recorder"); do
        awk '/^Pss_(Anon|Shmem):/ { print $2 }' "/proc/$process/smaps_rollup" 2>/dev/null
    done | awk '{ sum += $1 } END { print sum }'
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
