"""Writes down what pagereel does, so that two builds of it can be compared.

    python3 scripts/same PAGEREEL FOLDER [--against FOLDER] [--only PATTERN] [--list]

For restructurings, which must not change anything that a user could notice. Run it with the program from
before the change, and then with the one from after it:

    python3 scripts/same before/pagereel out/before
    python3 scripts/same .build/release/pagereel out/after --against out/before

Each case is some commands that run in a fresh folder, on the virtual clock, with fixed dates and seeds.
FOLDER/<case>.txt has what they printed, their exit statuses, and what is in the files that they made: of films what
ffprobe says, and hashes of the decoded pictures and samples; of pictures their pixels; of texts the text. What
differs from one run to the next, such as the time taken, has a word in capitals in its place. With --against the
files are compared with those of an earlier run: differences are printed, and the exit status is 1 if there are any.
Without, it is 0 whatever the commands did.

Both runs have to be on the same machine: fonts, WebKit, encoders and the number of processors all have a part in
what comes out. --only runs the cases whose names match a pattern of the shell's, such as 'record-*'; --list prints
their names. Needs ffmpeg and ffprobe, 5.1 or newer. All cases take about four minutes on two processors.

Left out, as no two runs of it are alike or it would reach out of its folder:
  - the real-time clock: what it shows depends on how fast the machine is;
  - Ctrl-C and SIGTERM in mid-recording, pages that crash or take too much memory: how many frames there are by then
    is chance;
  - --notify, which would show messages on the desktop;
  - --insecure, which needs a server with a certificate, --allow-local, which needs a page from the public network,
    and names that DNS does not know;
  - check --watch, which goes on for ever and reports when files happen to be noticed;
  - hardware encoders, except the message of a machine without them;
  - the progress line of a terminal, and the question of remove.
crontab and xdg-open are stand-ins in the case's own folder: nothing is installed or opened.
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
    """Prints how the cases' files differ from those of an earlier run; whether all are the same."""
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
    """Prints how a case's file differs from that of an earlier run; whether it does not."""
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
    """The folder of all cases' folders, for one process at a time."""
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
