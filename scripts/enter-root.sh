#!/bin/sh
# Run a command in another root file system, with its own mount and PID namespaces, which end with the command. Unlike
# in a chroot, bubblewrap's sandbox works inside. Needs root.
#
#   scripts/enter-root.sh [OPTION...] ROOT COMMAND [ARGUMENT...]
#
#   --layer FOLDER       keep the files that the command writes in FOLDER, for later commands (default: discard them);
#                        ROOT itself never changes
#   --bind FOLDER:PLACE  mount a folder of this machine at PLACE; repeatable
#   --toolchain          mount the Swift toolchain on PATH, and the local folders in git's url.*.insteadOf settings,
#                        read-only at the same paths
#
# The command runs as root in /, with HOME=/root and a clean environment. /tmp is a tmpfs.
set -eu

usage() {
    echo "usage: scripts/enter-root.sh [--layer FOLDER] [--bind FOLDER:PLACE]... [--toolchain] ROOT COMMAND..." >&2
    exit 64
}

work=$(mktemp -d "${TMPDIR:-/var/tmp}/pagereel-root-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM
layer=$work/layer
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
: >"$work/binds"
: >"$work/gitconfig"

show_toolchain() {
    toolchain=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1|p')
    if [ -z "$toolchain" ] || [ "$toolchain" = /usr ]; then
        echo "The Swift toolchain shares its folder with other files, so another Debian cannot use it." >&2
        exit 69
    fi
    echo "ro $toolchain:$toolchain" >>"$work/binds"
    path=$toolchain/bin:$path
    git config --get-regexp '^url\..*\.insteadof$' | while read -r key value; do
        place=${key#url.}
        place=${place%.*}
        case $place in
        /*) echo "ro $place:$place" >>"$work/binds" ;;
        esac
        git config --file "$work/gitconfig" --add "url.$place.insteadOf" "$value"
    done
}

while [ $# -gt 0 ]; do
    case $1 in
    --layer)
        [ $# -ge 2 ] || usage
        layer=$2
        shift 2
        ;;
    --bind)
        [ $# -ge 2 ] || usage
        echo "rw $2" >>"$work/binds"
        shift 2
        ;;
    --toolchain)
        show_toolchain
        shift
        ;;
    -*) usage ;;
    *) break ;;
    esac
done
[ $# -ge 2 ] || usage
root=$1
shift
if [ ! -d "$root/usr" ]; then
    echo "No root file system in $root. Create one with scripts/make-root.sh." >&2
    exit 66
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "Entering another root file system requires root." >&2
    exit 77
fi
mkdir -p "$layer/upper" "$layer/work" "$work/root"

# The mounts disappear with the last process in the namespace.
status=0
unshare --mount --pid --ipc --fork --kill-child sh -c '
    set -eu
    root=$1 layer=$2 work=$3 path=$4
    shift 4
    mount --make-rprivate /
    mount -t overlay -o "lowerdir=$root,upperdir=$layer/upper,workdir=$layer/work" overlay "$work/root"
    cd "$work/root"

    sort -u "$work/binds" >"$work/binds.once"
    while read -r access bind; do
        mkdir -p ".${bind#*:}"
        mount --bind "${bind%%:*}" ".${bind#*:}"
        if [ "$access" = ro ]; then mount -o remount,bind,ro ".${bind#*:}"; fi
    done <"$work/binds.once"
    if [ -s "$work/gitconfig" ]; then cp "$work/gitconfig" etc/gitconfig; fi
    # Copy DNS, certificate and pip settings, so that apt and pip reach the network as on this machine.
    for file in etc/resolv.conf etc/hosts etc/pip.conf etc/ssl/certs/ca-certificates.crt; do
        if [ -e "/$file" ]; then
            mkdir -p "$(dirname "$file")"
            rm -f "$file"
            cp -L "/$file" "$file"
        fi
    done

    mount -t proc proc proc
    mount --rbind --make-rslave /sys sys
    mount --rbind --make-rslave /dev dev
    mount -t tmpfs -o mode=1777 shm dev/shm
    mount -t tmpfs -o mode=1777 tmp tmp

    pivot_root . .
    umount -l .
    cd /
    exec env -i PATH="$path" HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
' sh "$(cd "$root" && pwd)" "$(cd "$layer" && pwd)" "$work" "$path" "$@" || status=$?
exit "$status"
