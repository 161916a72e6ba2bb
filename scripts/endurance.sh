#!/bin/sh
# Records a moving page for some minutes and prints each minute how much memory
# pagereel, its engine, the display server and WebKit's processes have, without
# the files of programs and libraries.
#
# Fails when the first three together have grown since the fifth minute by more
# than 10 % and the index that an MP4 has at its end. The page's process collects
# its garbage when it sees fit, so that its memory goes up and down.
#
#   scripts/endurance.sh PAGEREEL MINUTES     (more than 5)
set -eu
pagereel=$1
minutes=$2
[ "$minutes" -gt 5 ] || exit 64
# The index takes some 62 bytes a frame, as measured, and twice as much when its
# memory is enlarged.
bytes_per_frame=124
frames_per_second=30
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

# Kilobytes of the recorder's own processes, and of WebKit's.
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
