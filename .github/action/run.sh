#!/usr/bin/env bash
# Run pagereel, write the job summary, and collect the files for the artifact. Outputs: status, video, junit, json and
# artifact-folder. Exits with pagereel's exit status.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
source "$scripts/common.sh"

cd -- "$INPUT_WORKING_DIRECTORY" || fail 66 "working-directory: $INPUT_WORKING_DIRECTORY not found."
mkdir -p "$RUNNER_TEMP"
# Later steps read these files; the runner empties its folder after the job.
work=$(mktemp -d "$RUNNER_TEMP/pagereel-XXXXXX")
json=$work/pagereel.json
report=
case $INPUT_REPORT in
true) report=$work/pagereel-report ;;
false) ;;
*) fail 64 "report: '$INPUT_REPORT' is not true or false." ;;
esac

# xargs splits words at blanks and line breaks, and understands quotes, but expands nothing.
printf '%s' "$INPUT_ARGUMENTS" | xargs -r printf '%s\0' >"$work/words" ||
    fail 64 'arguments: a quotation mark is not closed, or a word is too long.'
mapfile -d '' -t words <"$work/words"

program=(pagereel)
sandbox=()
if [ "$PLAN_INSTALL" = image ]; then
    # The container confines the page, so that WebKit's sandbox is not needed (docs/containers.md). The workspace has
    # the same path inside, and the page reaches servers of this job.
    program=(docker run --rm --init --network host --user "$(id -u):$(id -g)" --read-only --tmpfs /tmp --cap-drop all
        --security-opt no-new-privileges --volume "$GITHUB_WORKSPACE:$GITHUB_WORKSPACE" --volume "$work:$work"
        --workdir "$PWD" --env PAGEREEL_AUTH "$PLAN_IMAGE")
    sandbox=(--no-sandbox)
fi

# Lines of the page's console must not be commands to GitHub, such as ::set-env.
token=$(random)
echo "::stop-commands::$token"
status=0
junit=
# The page comes after --, so that it is never an option; the words come after ours, so that they win.
if [ "$INPUT_COMMAND" = check ]; then
    junit=$INPUT_JUNIT
    # A report of an earlier run must not be taken for this one's.
    if [[ $junit == *.xml ]]; then rm -f -- "$junit"; fi
    "${program[@]}" check --report "$json" ${junit:+--report="$junit"} ${report:+--report="$report"} "${sandbox[@]}" \
        "${words[@]}" -- "$INPUT_PAGE" || status=$?
else
    "${program[@]}" record --json ${report:+--report="$report"} "${sandbox[@]}" "${words[@]}" -- "$INPUT_PAGE" \
        >"$json" || status=$?
fi
echo
echo "::$token::"

output status "$status"
if [ -s "$json" ]; then
    output json "$json"
    jq -r -f "$scripts/summary.jq" "$json" >>"$GITHUB_STEP_SUMMARY"
else
    echo "### ❌ pagereel $INPUT_COMMAND ended with status $status. The log has the reason." >>"$GITHUB_STEP_SUMMARY"
    echo '{}' >"$json"
fi

# add PATH: copy a file or folder for the artifact, with its place in the workspace.
folder=$work/artifact
add() {
    local path place
    path=$(realpath -- "$1")
    place=$(basename -- "$path")
    if [[ $path == "$GITHUB_WORKSPACE"/* ]]; then place=${path#"$GITHUB_WORKSPACE/"}; fi
    mkdir -p -- "$folder/$(dirname -- "$place")"
    cp -r --reflink=auto -T -- "$path" "$folder/$place"
}
mapfile -t files < <(jq -r '
    if type == "array"
    then .[] | (.files[]?, (.steps[]?.picture // empty), (.storyboard // empty | sub("/[^/]*$"; "")))
    else .output, .poster, (.livePhoto, .motionPhoto | objects | .[] | strings), (.steps[]?.picture)
    end | strings' "$json")
mapfile -t -O "${#files[@]}" files <<<"$INPUT_FILES"
if [ -n "$junit" ]; then files+=("$junit"); fi
if [ -n "$report" ]; then files+=("$report"); fi
for file in "${files[@]}"; do
    if [ -n "$file" ] && [ -e "$file" ]; then add "$file"; fi
done
if [ -e "$folder" ]; then
    cp "$json" "$folder/pagereel.json"
    output artifact-folder "$folder"
fi
if [ -n "$junit" ] && [ -e "$junit" ]; then output junit "$(realpath -- "$junit")"; fi
video=$(jq -r 'if type == "object" then .output // "" else "" end' "$json")
if [ -n "$video" ]; then output video "$(realpath -- "$video")"; fi
exit "$status"
