# A test run in named parts: declaring them, running each within its time, and saying at the end what passed, failed and
# was skipped, and why. Sourced by tools/test after setup.sh.

part_names=()
declare -A part_seconds part_speed part_needs part_summary part_command

# part NAME SECONDS quick|full NEEDS SUMMARY; NEEDS: commands, or "root", separated by blanks.
part() {
    part_names+=("$1")
    part_seconds[$1]=$2 part_speed[$1]=$3 part_needs[$1]=$4 part_summary[$1]=$5
    part_command[$1]=part_${1//-/_}
}

# A script under Tests/system, described by the comments at its head.
system_part() {
    local script=$1 name
    name=$(basename "${script%.*}")
    part "$name" 300 full "$(script_header "$script" needs)" "$(script_header "$script" about)"
    part_command[$name]="system_test $script"
}

script_header() { sed -n "1,10s/^# $2: *//p" "$1" | head -n 1; }

# The scripts find the programs under test in $RINGLOG_BIN.
system_test() { RINGLOG_BIN=$(release_binaries) python3 "$1"; }

# Builds for release (next to nothing if that was done) and prints where the programs are.
release_binaries() {
    swift build -c release >&2
    swift build -c release --show-bin-path
}

is_part() { [[ -n ${part_seconds[$1]:-} ]]; }

list_parts() {
    local name
    for name in "${part_names[@]}"; do
        printf '%-20s %-6s %s%s\n' "$name" "${part_speed[$name]}" "${part_summary[$name]}" \
            "${part_needs[$name]:+ [needs ${part_needs[$name]}]}"
    done
}

# Prints the first thing that this part needs and the machine has not.
lacking() {
    local need
    for need in ${part_needs[$1]}; do
        if [[ $need == root ]]; then
            ((EUID == 0)) || { printf 'needs root'; return; }
        else
            command -v "$need" >/dev/null || { printf '%s is not installed' "$need"; return; }
        fi
    done
}

# Why a part will not even be tried; empty if it will.
reason_to_skip() {
    if ((quick)) && [[ ${part_speed[$1]} != quick ]]; then
        printf 'left out by --quick'
    else
        lacking "$1"
    fi
}

is_required() {
    local name
    for name in ${required[@]+"${required[@]}"}; do
        [[ $name == all || $name == "$1" ]] && return 0
    done
    return 1
}

is_selected() {
    ((${#only[@]} > 0)) || return 0
    local name
    for name in "${only[@]}"; do [[ $name == "$1" ]] && return 0; done
    return 1
}

running=() # process groups to end if this script is interrupted
end_running() {
    local group
    for group in ${running[@]+"${running[@]}"}; do kill -KILL -- "-$group" 2>/dev/null || true; done
}

# Runs a command in a process group of its own, output to a file; after its time the whole group is ended. Leaves its
# exit status in $limited_status. Job control (set -m) gives each background job its group, so that grandchildren go
# too. Not to be called in a condition or before ||: bash would ignore failures within the command (set -e) there.
run_limited() {
    local seconds=$1 log=$2 job watch
    shift 2
    limited_status=0
    set -m
    (
        set +m
        "$@"
    ) >"$log" 2>&1 </dev/null &
    job=$!
    (sleep "$seconds"; kill -TERM -- "-$job"; sleep 5; kill -KILL -- "-$job") >/dev/null 2>&1 </dev/null &
    watch=$!
    set +m
    running=("$job" "$watch")
    { wait "$job" || limited_status=$?; } 2>/dev/null
    end_running
    { wait "$watch" || true; } 2>/dev/null
    running=()
}

passed=() failed=() skipped=()
declare -A skip_reason

run_part() {
    local name=$1 log=$parts_logs/$1.log reason started=$SECONDS status=0
    reason=$(reason_to_skip "$name")
    if [[ -z $reason ]]; then
        printf '%-20s ' "$name"
        # shellcheck disable=SC2086 # the command is a function and its argument
        run_limited "${part_seconds[$name]}" "$log" ${part_command[$name]}
        status=$limited_status
        if ((status == 77)); then
            reason=$(tail -n 1 "$log")
            printf 'skipped\n'
        fi
    fi
    if [[ -n $reason ]]; then
        skipped+=("$name")
        skip_reason[$name]=$reason
        return
    fi
    local took=$((SECONDS - started))
    if ((status == 0)); then
        passed+=("$name")
        printf 'ok (%d s)\n' "$took"
        ((!verbose)) || sed 's/^/    /' "$log"
        return
    fi
    failed+=("$name")
    if ((took >= part_seconds[$name])); then
        printf 'FAILED: not done after %d s\n' "$took"
    else
        printf 'FAILED: status %d (%d s)\n' "$status" "$took"
    fi
    tail -n 200 "$log" | sed 's/^/    /'
}

run_parts() {
    trap end_running EXIT
    trap 'exit 130' INT TERM HUP
    local name unmet=0
    for name in "${part_names[@]}"; do
        if is_selected "$name"; then run_part "$name"; fi
    done
    say ""
    for name in ${skipped[@]+"${skipped[@]}"}; do
        if is_required "$name"; then
            say "skipped though required: $name: ${skip_reason[$name]}"
            failed+=("$name")
            unmet=$((unmet + 1))
        else
            say "skipped: $name: ${skip_reason[$name]}"
        fi
    done
    for name in ${failed[@]+"${failed[@]}"}; do say "failed: $name"; done
    say "${#passed[@]} passed, ${#failed[@]} failed, $((${#skipped[@]} - unmet)) skipped"
    ((${#failed[@]} == 0))
}
