"""Compare how pagereel reads generated media files with other programs.

    media_check.py [--group NAME]... [--quick] [--table FILE] PROGRAM

Makes files in many formats, lets the program PROGRAM show or play each, and compares with a witness: Pillow for pictures,
arithmetic on the stored samples for films, and the original for sounds. Prints the files that differ by more than
their format's limit, and a table. Exits with 1 if one differs. --quick checks a part of each group; --table replaces the
table in a Markdown file. A format whose encoder is missing is listed as not checked.
"""

import argparse
import collections
import concurrent.futures
import os
import sys
import tempfile

import films
import pictures
import sounds
import support

GROUPS = {'pictures': pictures.cases, 'films': films.cases, 'sounds': sounds.cases}

# What surrounds the table in a Markdown file.
START, END = '<!-- media check -->', '<!-- end of media check -->'


def check(case, program, folder):
    """Makes one file and compares it; returns the case and a difference, or a reason."""
    try:
        place = os.path.join(folder, case.name)
        os.makedirs(place)
        return case, case.difference(support.Program(program, place), place), None
    except support.Missing as missing:
        return case, None, f'not checked: {missing}'
    except Exception as error:
        return case, float('inf'), f'{type(error).__name__}: {error}'


def table(results):
    """The rows of the documentation's table."""
    rows = collections.OrderedDict()
    for case, difference, reason in results:
        rows.setdefault((case.group, case.kind), []).append((case, difference, reason))
    lines = ['| group | files of | number | compared with | largest difference | limit |',
             '| --- | --- | --: | --- | --: | --: |']
    for (group, kind), members in rows.items():
        checked = [difference for _, difference, _ in members if difference is not None]
        case = members[0][0]
        worst = f'{max(checked):.3g} {case.unit}' if checked else members[0][2]
        lines.append(f'| {group} | {kind} | {len(checked)} | {case.witness} | {worst} | {case.limit:g} {case.unit} |')
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('program')
    parser.add_argument('--group', action='append', choices=GROUPS)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--table')
    arguments = parser.parse_args()
    cases = [case for name in arguments.group or GROUPS for case in GROUPS[name]()]
    if arguments.quick:
        cases = [case for case in cases if case.is_quick]
    names = [case.name for case in cases]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, f'two files have the same name: {twice}'
    program = os.path.abspath(arguments.program)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda case: check(case, program, folder), cases))
    failures = [(c, d, r) for c, d, r in results if d is not None and not d <= c.limit]
    for case, difference, reason in failures:
        print(f'{case.name}: {reason or f"differs by {difference:.3g} {case.unit}, more than {case.limit:g}"}')
    text = table(results)
    if arguments.table:
        with open(arguments.table) as file:
            before, _, after = file.read().partition(START)
        after = after.partition(END)[2]
        with open(arguments.table, 'w') as file:
            file.write(f'{before}{START}\n\n{text}\n{END}{after}')
    print(text, end='')
    checked = sum(d is not None for _, d, _ in results)
    print(f'{checked} files were checked; {len(failures)} differ.')
    sys.exit(1 if failures or not checked else 0)


if __name__ == '__main__':
    main()
