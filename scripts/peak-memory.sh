#!/bin/sh
# peak PID: wait for the process to exit and print its peak memory in kB (VmHWM in proc(5)). For other scripts, which
# read this file with `.`.
peak() {
    most=0
    while now=$(awk '/^VmHWM:/ { print $2 }' "/proc/$1/status" 2>/dev/null) && [ -n "$now" ]; do
        most=$now
        sleep 0.05
    done
    echo "$most"
}
