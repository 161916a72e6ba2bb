#!/bin/sh
# Compose a timeline of NUMBER clips at 3840x2160, each 1.8 s long, with dissolves, and print the time and the peak
# memory. Fails if that is 1.5 GB or more.
#
#   scripts/large-films.sh PAGEREEL NUMBER
set -eu
pagereel=$1
number=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$(dirname "$0")/peak-memory.sh"

for film in 0 1 2 3; do
    ffmpeg -v error -nostdin -f lavfi -i "testsrc2=size=3840x2160:rate=30:duration=2,noise=alls=12:allf=t" \
        -vf "hue=h=$((film * 60))" -c:v libx264 -preset veryfast -crf 20 -pix_fmt yuv420p "$folder/$film.mp4"
done
{
    echo "canvas: {width: 3840, height: 2160, fps: 30}"
    echo "defaults: {transition: {type: fade, duration: 0.3s}}"
    echo "video:"
    for clip in $(seq "$number"); do echo "- {src: $((clip % 4)).mp4, out: 1.8s}"; done
    echo "outputs: [{file: out.mp4}]"
} >"$folder/timeline.yaml"

begun=$(date +%s)
"$pagereel" compose "$folder/timeline.yaml" --quiet &
process=$!
memory=$(peak "$process")
wait "$process"
echo "$number films: $(($(date +%s) - begun)) s, $memory kB at most"
# 1.5 GB in units of 1024 bytes.
[ "$memory" -lt 1464843 ]
