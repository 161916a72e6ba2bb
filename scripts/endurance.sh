#!/bin/sh
# Record a moving page for MINUTES (more than 5), and print every minute the anonymous and shared memory of pagereel,
# its engine, the display server and WebKit's processes.
#
#   scripts/endurance.sh PAGEREEL MINUTES
#
# Fails if the memory of the first three together has grown since the fifth minute by more than 10 % plus the size of
# the MP4's index. WebKit's memory is only printed: garbage collection makes it rise and fall.
set -eu
pagereel=$1
minutes=$2
[ "$minutes" -gt 5 ] || exit 64
# The index takes about 62 bytes per frame (measured), and twice that while its buffer is enlarged.
bytes_per_frame=124
frames_per_second=30
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$pagereel" record "fixtures/html/moving.html?seconds=$((minutes * 60))" -o "$folder/long.mp4" \
    --clock realtime --size 640x360 --json >"$folder/summary.json" &
recorder=$!

# tree PID: print the process and all its descendants.
tree() {
    echo "$1"
    for child in $(pgrep -P "$1"); do tree "$child"; done
}

# Print the memory of the recorder's own processes, and of WebKit's, in kB.
resident() {
    for process in $(tree "$recorder"); do
        name=$(cat "/proc/$process/comm" 2>/dev/null) || continue
        awk -v name="$name" '/^Pss_(Anon|Shmem):/ { sum += $2 } END { print name, sum }' \
            "/proc/$process/smaps_rollup" 2>/dev/null
    done | awk '/^(pagereel|pagereel-engine|Xvfb) / { own += $2; next } { page += $2 } END { print own, page + 0 }'
}

minute=1
first=
while [ "$minute" -lt "$minutes" ]; do
    sleep 60
    set -- $(resident)
    last=$1
    if [ "$minute" -le 5 ]; then first=$last; fi
    echo "minute $minute: pagereel, engine and display server $1 kB, WebKit $2 kB"
    minute=$((minute + 1))
done
wait "$recorder"
cat "$folder/summary.json"
ls -l "$folder/long.mp4"
index=$(((minutes - 5) * 60 * frames_per_second * bytes_per_frame / 1024))
echo "after 5 minutes $first kB, at the end $last kB; the index may take $index kB"
[ "$((last * 100))" -le "$((first * 110 + index * 100))" ]
