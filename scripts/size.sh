#!/usr/bin/env bash
# Print the size of the Swift sources: lines and files in all, the median file, and each target's share.
set -euo pipefail
cd "$(dirname "$0")/.."

# Lines of each file, sorted.
lines() { git ls-files -z -- "$1/*.swift" | xargs -0 -r wc -l | awk '$2 != "total" { print $1 }' | sort -n; }

summary() {
    lines "$1" | awk -v name="$1" '
        { sum += $1; size[NR] = $1; short += $1 < 15 }
        END {
            if (!NR) exit
            median = NR % 2 ? size[(NR + 1) / 2] : (size[NR / 2] + size[NR / 2 + 1]) / 2
            printf "%-32s %6d lines %4d files  median %5.1f  longest %3d  under 15 lines: %d\n",
                name, sum, NR, median, size[NR], short
        }'
}

summary Sources
for target in Sources/*/; do summary "${target%/}"; done
summary Tests
