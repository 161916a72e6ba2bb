"""Save what pagereel prints and writes, to compare two builds of it.

    python3 scripts/same PAGEREEL FOLDER [--against FOLDER] [--only PATTERN] [--list]

For refactorings, which must not change anything that users could notice. Run it with the program from before the
change, then with the program from after it:

    python3 scripts/same before/pagereel out/before
    python3 scripts/same .build/release/pagereel out/after --against out/before

Each case runs some commands in a fresh folder, on the virtual clock, with fixed dates and seeds. FOLDER/<case>.txt
holds their output, their exit statuses, and a description of the files they wrote: ffprobe's output and hashes of
the decoded frames and samples of videos, the pixels of images, the content of text files. Words in capitals replace
what changes from run to run, such as the elapsed time.

--against compares the files with those of an earlier run, prints the differences, and exits with 1 if there are any.
Without it, the exit status is 0 whatever the commands did. --only runs the cases whose names match a shell pattern,
such as 'record-*'. --list prints the names of all cases.

Make both runs on the same machine: fonts, WebKit, encoders and the number of processors affect the results. Needs
ffmpeg and ffprobe, 5.1 or newer. All cases take about 4 minutes on two processors.

Not covered, because the results vary or reach beyond the case's folder:
  - the real-time clock, whose frames depend on the speed of the machine;
  - Ctrl-C and SIGTERM during a recording, and pages that crash or exceed their memory: the number of frames varies;
  - --notify, which would show messages on the desktop;
  - --insecure, which needs a server with a certificate, --allow-local, which needs a page from the public network,
    and host names that do not resolve;
  - check --watch, which runs forever and depends on when file changes are noticed;
  - hardware encoders, except the message on a machine without them;
  - the progress line on a terminal, and the confirmation of remove.
crontab and xdg-open are replaced by stubs in the case's folder: nothing is installed or opened.
"""

import argparse
import contextlib
import difflib
import fcntl
import fnmatch
import os
import shutil
import sys
import tempfile
import time

from files import read, write
from places import make_materials, site
from recordings import FORMATS, GENERAL, LIBRARY, OUTPUT, PICTURE, SIGNALS, SOUND
from running import Runner, SCRATCH
from timelines import CHECKS, COMPOSE, PHOTOS, PICTURES, SCHEDULES, STILLS

CASES = (
    GENERAL + FORMATS + SOUND + SIGNALS + PICTURE + OUTPUT + LIBRARY + PICTURES + COMPOSE + STILLS + CHECKS + PHOTOS
    + SCHEDULES)


def compare(names, folder, earlier, pattern):
    """Print how the files of all cases differ from an earlier run; return whether they are identical."""
    kept = {os.path.splitext(name)[0] for name in os.listdir(earlier) if name.endswith(".txt")}
    kept = {name for name in kept if fnmatch.fnmatch(name, pattern)}
    different = [name for name in names if name in kept and not same(name, folder, earlier)]
    missing = [f"{name}: not in {earlier}" for name in names if name not in kept]
    missing += [f"{name}: not in {folder}" for name in sorted(kept.difference(names))]
    for line in missing:
        print(line)
    alike = len(kept.intersection(names)) - len(different)
    print(f"the same: {alike}, different: {len(different)}, missing on a side: {len(missing)}")
    return not different and not missing


def same(name, folder, earlier):
    """Print how the file of one case differs from an earlier run; return whether it is identical."""
    paths = [os.path.join(place, f"{name}.txt") for place in (earlier, folder)]
    before, after = (read(path).decode().splitlines(keepends=True) for path in paths)
    sys.stdout.writelines(difflib.unified_diff(before, after, *paths))
    return before == after


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="%(prog)s PAGEREEL FOLDER [--against FOLDER] [--only PATTERN] [--list]")
    parser.add_argument("program", nargs="?", metavar="PAGEREEL", help="the program")
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="where the files go, one for each case")
    parser.add_argument("--against", metavar="FOLDER", help="the folder of an earlier run, to compare with")
    parser.add_argument("--only", metavar="PATTERN", default="*", help="only cases whose names match")
    parser.add_argument("--list", action="store_true", help="print the names of the cases, and run nothing")
    arguments = parser.parse_args()
    if not arguments.list:
        if not arguments.folder:
            parser.error("PAGEREEL and FOLDER are needed")
        if not os.access(arguments.program, os.X_OK) or os.path.isdir(arguments.program):
            parser.error(f"{arguments.program} is no program")
        if arguments.against and not os.path.isdir(arguments.against):
            parser.error(f"{arguments.against} is no folder")
        if arguments.against and os.path.realpath(arguments.against) == os.path.realpath(arguments.folder):
            parser.error("a folder cannot be compared with itself")
    return arguments


@contextlib.contextmanager
def scratch():
    """Hold the scratch folder of all cases; only one process can at a time."""
    os.makedirs(SCRATCH, exist_ok=True)
    lock = os.open(SCRATCH, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"Another process is at work in {SCRATCH}.")
    try:
        yield
    finally:
        shutil.rmtree(SCRATCH, ignore_errors=True)
        os.close(lock)


def main():
    arguments = parse_arguments()
    cases = [case for case in CASES if fnmatch.fnmatch(case.name, arguments.only)]
    if arguments.list:
        print("\n".join(case.name for case in cases))
        return 0
    os.makedirs(arguments.folder, exist_ok=True)
    begun = time.monotonic()
    with scratch(), site() as address, tempfile.TemporaryDirectory() as folder:
        materials = os.path.join(folder, "made")
        make_materials(materials)
        runner = Runner(os.path.realpath(arguments.program), materials, address)
        for case in cases:
            case_begun = time.monotonic()
            write(os.path.join(arguments.folder, f"{case.name}.txt"), runner.run(case).encode())
            print(f"{time.monotonic() - case_begun:5.1f} s  {case.name}", file=sys.stderr)
    print(f"{time.monotonic() - begun:5.1f} s  all of {len(cases)}", file=sys.stderr)
    if not arguments.against:
        return 0
    return 0 if compare([case.name for case in cases], arguments.folder, arguments.against, arguments.only) else 1


if __name__ == "__main__":
    sys.exit(main())
