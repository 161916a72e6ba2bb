#!/bin/sh
# Build the documentation as a site of static files, with a search that runs in the browser. Nothing is loaded from
# elsewhere. A broken link or anchor, a link to a file that the repository does not have, and a page that docs/README.md
# does not list are errors, and leave the folder as it was.
#
#   scripts/site.sh [FOLDER]
#
# The default folder is .build/site. scripts/site/conf.py has the settings.
set -eu

if [ $# -gt 1 ]; then
    echo "usage: scripts/site.sh [FOLDER]" >&2
    exit 64
fi
scripts=$(cd "$(dirname "$0")" && pwd)
repository=$(dirname "$scripts")
folder=${1:-$repository/.build/site}
packages=$("$scripts/install-python-package.sh" sphinx)

# Sphinx keeps what it has read, and then does not repeat its warnings: start afresh each time.
mkdir -p "$(dirname "$folder")"
work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$work"' EXIT
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$packages" python3 -m sphinx --quiet --fail-on-warning --nitpicky \
    --conf-dir "$scripts/site" --doctree-dir "$work/doctrees" --builder html "$repository" "$work/site"
rm -rf "$folder"
mv "$work/site" "$folder"
echo "The site is $folder; open $folder/index.html."
