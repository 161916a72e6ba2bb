# shellcheck shell=bash
# Functions of the action's scripts.

# fail STATUS MESSAGE: report an error where GitHub shows it, and exit.
fail() {
    local message=${2//'%'/%25}
    message=${message//$'\r'/%0D}
    printf '::error title=pagereel::%s\n' "${message//$'\n'/%0A}"
    exit "$1"
}

# output NAME VALUE: set an output of the step. The delimiter is random, so that no value can end its own text and set
# another output.
output() {
    local delimiter
    delimiter=end-$(random)
    printf '%s<<%s\n%s\n%s\n' "$1" "$delimiter" "$2" "$delimiter" >>"$GITHUB_OUTPUT"
}

random() {
    od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}
