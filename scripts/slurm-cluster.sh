#!/bin/sh
# Start or stop a Slurm cluster on this machine: a controller and three nodes, each in a network namespace and with a
# host name of its own. Needs root, and Debian's packages slurm-wlm, munge and iproute2.
#
#   scripts/slurm-cluster.sh start FOLDER    write the cluster's files to a new FOLDER; set SLURM_CONF=FOLDER/slurm.conf
#                                            to use the cluster
#   scripts/slurm-cluster.sh node FOLDER N   start the slurmd of node N (1 to 3) again
#   scripts/slurm-cluster.sh stop FOLDER     end all jobs and daemons, and remove the namespaces
#
# The processes' numbers are in FOLDER/slurmctld.pid and FOLDER/nN/slurmd.pid.
set -eu

usage() {
    sed -n '5,10s/^# \{0,1\}//p' "$0" >&2
    exit 64
}

nodes='1 2 3'
bridge=pagereel-slurm
network=10.213.7

write_configuration() {
    cat >"$folder/slurm.conf" <<END
ClusterName=pagereel
SlurmctldHost=$(hostname -s)($network.254)
AuthType=auth/munge
# A requeued task waits until its credential has expired.
AuthInfo=socket=$folder/munge/socket,cred_expire=15
SlurmUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
MpiDefault=none
SlurmctldPort=16817
SlurmdPort=16818
# A lost node's tasks start again soon.
SlurmdTimeout=10
KillWait=10
# The machine has fewer processors than the nodes together.
SlurmdParameters=config_overrides
END
    for node in $nodes; do
        echo "NodeName=n$node NodeAddr=$network.$node CPUs=1 RealMemory=4000 State=UNKNOWN"
    done >>"$folder/slurm.conf"
    echo 'PartitionName=p Nodes=n[1-3] Default=YES State=UP' >>"$folder/slurm.conf"
}

start_node() {
    # `ip netns exec` would hide the control groups, which slurmd looks for.
    nsenter --net="/run/netns/pagereel-n$1" unshare --uts sh -c \
        "hostname n$1 && exec slurmd -f '$folder/slurm.conf' -N 'n$1'" </dev/null
}

start() {
    mkdir "$folder"
    mkdir -p "$folder/state" "$folder/munge"
    dd if=/dev/urandom of="$folder/munge/key" bs=128 count=1 2>/dev/null
    chmod 600 "$folder/munge/key"
    chmod 755 "$folder" "$folder/munge"
    chown -R munge: "$folder/munge"
    runuser -u munge -- munged --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
        --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
    ip link add "$bridge" type bridge
    ip address add "$network.254/24" dev "$bridge"
    ip link set "$bridge" up
    for node in $nodes; do
        mkdir -p "$folder/n$node/spool"
        ip netns add "pagereel-n$node"
        ip link add "pagereel-v$node" type veth peer name eth0 netns "pagereel-n$node"
        ip link set "pagereel-v$node" master "$bridge" up
        ip -n "pagereel-n$node" link set lo up
        ip -n "pagereel-n$node" address add "$network.$node/24" dev eth0
        ip -n "pagereel-n$node" link set eth0 up
    done
    write_configuration
    export SLURM_CONF="$folder/slurm.conf"
    slurmctld -f "$folder/slurm.conf"
    for node in $nodes; do start_node "$node"; done
    # srun returns when all nodes have answered.
    srun --quiet --nodes=3 --time=1 true
}

stop() {
    export SLURM_CONF="$folder/slurm.conf"
    scancel --user=root 2>/dev/null || true
    for file in "$folder"/n?/slurmd.pid "$folder/slurmctld.pid" "$folder/munge/pid"; do
        [ -f "$file" ] || continue
        process=$(cat "$file")
        kill "$process" 2>/dev/null || continue
        tail --pid="$process" -f /dev/null
    done
    for node in $nodes; do
        # What a lost node left running.
        ip netns pids "pagereel-n$node" 2>/dev/null | xargs -r kill -9 2>/dev/null || true
        ip netns delete "pagereel-n$node" 2>/dev/null || true
    done
    ip link delete "$bridge" 2>/dev/null || true
}

case "${1-}:$#" in
start:2 | stop:2) ;;
node:3) ;;
*) usage ;;
esac
[ "$1" = start ] || [ -d "$2" ] || usage
folder=$(realpath "$2")
case $1 in
start)
    # An unfinished cluster is of no use.
    trap '[ $? -eq 0 ] || stop' EXIT
    start
    ;;
node) start_node "$3" ;;
stop) stop ;;
esac
