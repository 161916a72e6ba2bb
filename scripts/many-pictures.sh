#!/bin/sh
# Makes a video of many different pictures and one of the first hundred, and
# prints how long each took and the most memory that it had; fails when the
# many took a tenth more than the hundred, or when a frame is missing.
#
#   scripts/many-pictures.sh PAGEREEL NUMBER
set -eu
pagereel=$1
number=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

ffmpeg -v error -nostdin -f lavfi -i "testsrc2=size=640x360:rate=30" -frames:v "$number" "$folder/%06d.png"
ls "$folder" | grep "png$" | sed 's/$/ 0.1s/' >"$folder/all.txt"
head -n 100 "$folder/all.txt" >"$folder/hundred.txt"

# The kernel's own count of the most memory (proc(5), VmHWM), until the end.
peak() {
    most=0
    while now=$(awk '/^VmHWM:/ { print $2 }' "/proc/$1/status" 2>/dev/null) && [ -n "$now" ]; do
        most=$now
        sleep 0.05
    done
    echo "$most"
}

run() {
    begun=$(date +%s)
    "$pagereel" images --list "$folder/$1.txt" -o "$folder/$1.mp4" --size 480x480 --fit blur --fps 30 \
        --transition fade:0.034s --quiet &
    process=$!
    memory=$(peak "$process")
    wait "$process"
    frames=$(ffprobe -v error -count_packets -select_streams v -show_entries stream=nb_read_packets -of csv=p=0 \
        "$folder/$1.mp4")
    echo "$1: $(($(date +%s) - begun)) s, $memory kB at most, $frames frames"
}

run hundred
few=$memory
run all
# Three frames for each picture, of which one is shared with the next.
[ "$frames" -eq "$((number * 2 + 1))" ]
[ "$memory" -le "$((few * 110 / 100))" ]
