#!/usr/bin/env python3
"""Fuzz the readers of bytes that others wrote, and write a table to out/fuzz.md.

    scripts/fuzz.py TESTS SECONDS JOBS [READER ...]

TESTS is the test program that `make fuzz` has built. Each reader runs for SECONDS, JOBS of them at a time. Without
readers, all run. What a reader learned stays in out/fuzz/READER/corpus for the next time; inputs that fail are written
beside it, and the reader goes on with the rest of its time. Fails if any input has failed.
"""

import concurrent.futures
import datetime
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "out" / "fuzz"
CORPUS = ROOT / "Tests" / "FuzzTests" / "Corpus"
# A reader that fails again and again does not need all of its time for that.
MOST_FAILURES = 20
HEAD = """| reader | runs | accepted | inputs | features | crashes | timeouts | peak memory |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def run(tests, reader, seconds):
    """Fuzzes one reader; returns its row of the table and the number of its failures."""
    folder = OUT / reader
    corpus, seeds = folder / "corpus", folder / "seeds"
    for path in (corpus, seeds):
        path.mkdir(parents=True, exist_ok=True)
    found = {path.name for path in folder.iterdir()}
    end = time.monotonic() + seconds
    runs = accepted = peak = inputs = features = 0
    failures = {"crash": 0, "timeout": 0, "oom": 0, "leak": 0}
    log = folder / "log.txt"
    log.write_text("")
    while end - time.monotonic() >= 1 and sum(failures.values()) < MOST_FAILURES:
        arguments = [
            f"-max_total_time={int(end - time.monotonic())}", "-timeout=10", "-rss_limit_mb=1024",
            "-print_final_stats=1", "-len_control=0", "-mutate_depth=2",
            # The names of new functions would take longer than the runs.
            "-print_funcs=0", f"-artifact_prefix={folder}/", str(corpus), str(seeds), str(CORPUS / reader),
        ]
        counts = folder / "counts"
        counts.unlink(missing_ok=True)
        environment = dict(
            os.environ, PAGEREEL_FUZZ_READER=reader, PAGEREEL_FUZZ_ARGUMENTS="\n".join(arguments),
            PAGEREEL_FUZZ_SEEDS=str(seeds), PAGEREEL_FUZZ_COUNTS=str(counts), TZ="UTC", LC_ALL="C.UTF-8",
            # Swift keeps some memory until the end; its own report of a crash hides libFuzzer's.
            ASAN_OPTIONS="detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", ""), SWIFT_BACKTRACE="enable=no",
        )
        with log.open("a") as output:
            code = subprocess.run(
                [tests, "--testing-library", "swift-testing", "--filter", "FuzzingTests"], env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=folder).returncode
        text = log.read_text(errors="replace")
        if counts.exists():
            number, good = map(int, counts.read_text().split())
            runs, accepted = runs + number, accepted + good
        peak = max([peak] + [int(word) for word in re.findall(r"(?:peak_rss_mb: |rss: )(\d+)", text)])
        if states := re.findall(r"ft: (\d+) corp: (\d+)", text):
            features, inputs = map(int, states[-1])
        new = {path.name for path in folder.iterdir()} - found
        found |= new
        for name in new:
            if (kind := name.split("-")[0]) in failures:
                failures[kind] += 1
        if code == 0:
            break
        if not any(name.split("-")[0] in failures for name in new):
            # The same input again, or a failure before the first input.
            failures["crash"] += 1
            if runs == 0:
                break
    share = f"{100 * accepted / runs:.0f} %" if runs else "none"
    row = (
        f"| {reader} | {runs:,} | {share} | {inputs} | {features} | {failures['crash'] + failures['leak']} | "
        f"{failures['timeout']} | {peak} MB{' (too much)' if failures['oom'] else ''} |"
    )
    print(row, flush=True)
    return row, sum(failures.values())


def main():
    tests, seconds, jobs = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    readers = sys.argv[4:] or sorted(path.name for path in CORPUS.iterdir())
    unknown = [name for name in readers if not (CORPUS / name).is_dir()]
    if unknown:
        sys.exit(f"There is no reader {unknown[0]}. The readers are {', '.join(sorted(os.listdir(CORPUS)))}.")
    OUT.mkdir(parents=True, exist_ok=True)
    print(HEAD, end="", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda reader: run(tests, reader, seconds), readers))
    table = ROOT / "out" / "fuzz.md"
    # Rows of other readers stay, so that a run can be continued.
    rows = {}
    if table.exists():
        for line in table.read_text().splitlines():
            if line.startswith("| ") and line.endswith(" |") and (CORPUS / (name := line.split(" | ")[0][2:])).is_dir():
                rows[name] = line
    rows.update({reader: row for reader, (row, _) in zip(readers, results)})
    now = datetime.date.today().isoformat()
    table.write_text(
        f"Last run on {now}, {seconds} s for each of {len(readers)} readers.\n\n{HEAD}"
        + "".join(rows[name] + "\n" for name in sorted(rows)))
    failed = sum(count for _, count in results)
    print(f"The table is {table.relative_to(ROOT)}; failed inputs are in out/fuzz/READER.")
    if failed:
        sys.exit(f"{failed} inputs failed.")


main()
