#!/usr/bin/env bash
# Print the public API of the library products, one declaration a line, and every public declaration without a
# documentation comment as an error. Needs a debug build.
#
#   scripts/api.sh > docs/api.txt       (make api)
set -euo pipefail
cd "$(dirname "$0")/.."

# The modules of the library products (Package.swift).
modules="Composition Decoder Encoder EngineLink Files Frames LibAV Movies PageSampler Recorder Timeline"
build=.build/debug
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

flags=(-target "$(uname -m)-unknown-linux-gnu" -I "$build/Modules")
for library in Yams/Sources/CYaml swift-system/Sources/CSystem swift-subprocess/Sources/_SubprocessCShims; do
    flags+=(-I ".build/checkouts/$library/include")
done
# The compiler's own headers, which only the compiler itself finds.
clang=$(readlink -f "$(command -v swift)")
clang=$(find "${clang%/bin/*}/lib/clang" -maxdepth 2 -name include | sort -V | tail -n 1)
flags+=(-Xcc -isystem -Xcc "$clang")
for map in "$build"/C*.build/module.modulemap Sources/C/*/module.modulemap; do
    case $map in *-tool.build/*) continue ;; esac
    flags+=(-Xcc "-fmodule-map-file=$PWD/$map")
done
for package in gio-2.0 pangocairo rubberband lcms2 libwebpdemux; do
    for flag in $(pkg-config --cflags-only-I "$package"); do flags+=(-Xcc "$flag"); done
done

for module in $modules; do
    swift symbolgraph-extract -module-name "$module" "${flags[@]}" -minimum-access-level public \
        -skip-inherited-docs -skip-synthesized-members -output-dir "$folder" 2>"$folder/log" ||
        { cat "$folder/log" >&2; exit 1; }
done
python3 - "$folder" $modules <<'PYTHON'
import json, pathlib, sys

folder, modules = pathlib.Path(sys.argv[1]), sys.argv[2:]
undocumented = []
for module in modules:
    lines = []
    for graph in sorted(folder.glob(f"{module}.symbols.json")) + sorted(folder.glob(f"{module}@*.symbols.json")):
        for symbol in json.loads(graph.read_text())["symbols"]:
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            path = ".".join(symbol["pathComponents"][:-1])
            lines.append(f"{module}: {path + ': ' if path else ''}{' '.join(text.split())}")
            # What the compiler writes itself has no location.
            if "docComment" not in symbol and "location" in symbol:
                undocumented.append(lines[-1])
    print("\n".join(sorted(set(lines))))
for line in undocumented:
    print(f"no documentation comment: {line}", file=sys.stderr)
sys.exit(1 if undocumented else 0)
PYTHON
