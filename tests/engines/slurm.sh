#!/usr/bin/env bash
# A Slurm of one node on this machine runs the manual's recipe as it stands there: an array job, and a job that merges.
# One task is killed while it works, and is run again. The merged report is that of one run.
#
# Usage: tests/engines/slurm.sh FOLDER     (as root, with Debian's slurm-wlm and munge, and gpuhoare on PATH)
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
kernels=$(realpath "$1")
work=$(mktemp -d)

# Who has its folder or a file open in the test's own one was started by the test.
processes() { find /proc/[0-9]*/cwd /proc/[0-9]*/fd -lname "$work*" 2>/dev/null | cut -d/ -f3 | sort -un | grep -vx $$ || true; }
cleanup() {
    local code=$? pids
    if [ $code != 0 ]; then tail -n 5 "$work"/*.log "$work"/run/*.out >&2 || true; fi
    cd /
    while pids=$(processes) && [ -n "$pids" ]; do
        kill -KILL $pids 2>/dev/null || true
        sleep 0.1
    done
    rm -rf "$work"
}
trap cleanup EXIT

# Waits for SECONDS at most until a command succeeds.
await() {
    local end=$((SECONDS + $1))
    until "${@:2}"; do
        if ((SECONDS > end)); then echo "waited in vain: ${*:2}" >&2 && exit 1; fi
        sleep 0.1
    done
}

# A block of the manual's section on Slurm, by its number.
block() {
    awk -v number="$1" '/^## / { slurm = $0 == "## Slurm" } !slurm { next }
        /^```/ { inside = !inside; blocks += inside; next } inside && blocks == number' "$root/docs/book/src/machines.md"
}

chmod 755 "$work"
mkdir "$work"/{munge,socket,state,spool,run,scratch,scratch/gpuhoare}
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 400 "$work/munge/key"
chmod 700 "$work/munge"
chown -R munge "$work/munge" "$work/socket"
cd "$work"
setpriv --reuid=munge --regid=munge --clear-groups munged --foreground --key-file="$work/munge/key" --socket="$work/socket/munge" \
    --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" --log-file="$work/munge/log" >/dev/null 2>&1 &

read -r control node < <(python3 -c 'import socket
ports = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(port.getsockname()[1] for port in ports))')
# Processes are tracked by their parents: containers hand on no cgroups. The manual's tasks want four cores each, so
# that the node claims eight. A task begins again when its old credential has expired, after two minutes if not told.
cat >slurm.conf <<CONF
ClusterName=here
SlurmctldHost=${HOSTNAME%%.*}(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/socket/munge,cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
NodeName=${HOSTNAME%%.*} NodeAddr=127.0.0.1 CPUs=8
PartitionName=all Nodes=ALL Default=YES
CONF
export SLURM_CONF=$work/slurm.conf
await 10 test -S socket/munge
slurmctld -D >/dev/null 2>&1 &
slurmd -D >/dev/null 2>&1 &
disown -a
idle() { [ "$(timeout 10 sinfo --noheader --format %t 2>/dev/null)" = idle ]; }
await 60 idle

# What solvers the user has need not be fetched again.
export SCRATCH=$work/scratch
solvers=${GPUHOARE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gpuhoare}/solvers
mkdir -p "$solvers"
ln -s "$solvers" scratch/gpuhoare/solvers
unset GPUHOARE_NO_CACHE
cp -r "$kernels" run/kernels
cd run
block 1 >shards.sh
block 2 >submit.sh
source submit.sh >submitted
merging=$(awk 'END { print $NF }' submitted)

# Stopped, a process cannot be done before it is killed.
at_work() {
    local found pid
    for found in $(grep -lszx 1/16 /proc/[0-9]*/cmdline); do
        pid=$(cut -d/ -f3 <<<"$found")
        if [ "/proc/$pid/cwd" -ef . ] && [ "$(awk '{ print $14 }' "/proc/$pid/stat")" -gt 20 ]; then kill -STOP "$pid" && victim=$pid; fi
    done 2>/dev/null
    [ -n "${victim-}" ]
}
state() { timeout 10 scontrol show job --oneliner "$1" | grep -E "JobState=($2) " >/dev/null; }
await 60 at_work
if [ -s shard-1.json ]; then echo "task 1 was done before it was killed" >&2 && exit 1; fi
kill -KILL "$victim"
await 30 state "${array}_1" FAILED
scontrol requeue "${array}_1"
echo "task 1 was killed while it worked, and begins again"
await 300 state "$merging" 'COMPLETED|FAILED'
scontrol show job --oneliner "${array}_1" | grep 'JobState=COMPLETED .* Restarts=1 ' >/dev/null
test -s report/index.html
gpuhoare merge shard-*.json --format json --output merged.json || test -s merged.json
timeout 300 gpuhoare prove kernels --no-cache -q --offline --format json --output whole.json || test -s whole.json
python3 "$root/tests/engines/same.py" merged.json whole.json
