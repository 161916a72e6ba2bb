#!/bin/sh
# Make a video of the first 100 of NUMBER different images, and one of all, and print the time and the peak memory of
# each. Fails if the second one used over 10 % more memory, or if a frame is missing.
#
#   scripts/many-pictures.sh PAGEREEL NUMBER
set -eu
pagereel=$1
number=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$(dirname "$0")/peak-memory.sh"

ffmpeg -v error -nostdin -f lavfi -i "testsrc2=size=640x360:rate=30" -frames:v "$number" "$folder/%06d.png"
ls "$folder" | grep "png$" | sed 's/$/ 0.1s/' >"$folder/all.txt"
head -n 100 "$folder/all.txt" >"$folder/hundred.txt"

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
# Three frames for each image, one of them shared with the next.
[ "$frames" -eq "$((number * 2 + 1))" ]
[ "$memory" -le "$((few * 110 / 100))" ]
