#!/bin/sh
# Run a batch on a Slurm cluster of three nodes on this machine, with faults, and compare it with the same batch run
# locally. The tests must be built. Needs root.
#
#   scripts/batch-test.sh [ROWS]
set -eu

scripts=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pagereel-slurm-XXXXXX")
# munge does not trust a folder that others may write to, and its user must reach it.
chmod 755 "$work"
stop() {
    [ ! -d "$work/cluster" ] || "$scripts/slurm-cluster.sh" stop "$work/cluster"
    rm -rf --one-file-system "$work"
}
trap stop EXIT
trap 'exit 130' INT TERM
"$scripts/slurm-cluster.sh" start "$work/cluster"
cd "$scripts/.."
PAGEREEL_SLURM_CLUSTER=$work/cluster PAGEREEL_SLURM_ROWS=${1:-500} \
    swift test --skip-build --disable-xctest --filter SlurmClusterTests --no-parallel
