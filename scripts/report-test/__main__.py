"""Test the report's pages in browsers.

    python3 scripts/report-test PAGES OUT [--browser NAME] [--scheme light|dark] [--only CHECK]

PAGES has the pages that ReportsTests writes and recordings of film.html (scripts/test-report.sh). Pictures and prints
go to OUT. The exit status is 1 if a check fails.
"""

import argparse
import os
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
import axe_playwright_python
import browsers
import checks


def run(name, scheme, pages, chosen):
    """Run the checks in a browser, and return how many passed and failed."""
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="report-test-") as folder:
        browser = browsers.KINDS[name](name, scheme, folder)
        try:
            for check in chosen:
                if name not in getattr(check, "browsers", browsers.KINDS):
                    continue
                try:
                    check(browser, pages)
                except (checks.Wrong, browsers.Failure) as error:
                    failed += 1
                    print(f"✘ {name}, {scheme}: {check.__doc__}\n    {check.__name__}: {error}", flush=True)
                    if os.environ.get("REPORT_TEST_TRACE"):
                        traceback.print_exc()
                else:
                    passed += 1
                    print(f"✔ {name}, {scheme}: {check.__doc__}", flush=True)
        finally:
            browser.close()
    return passed, failed


def main():
    parser = argparse.ArgumentParser(description="Test the report's pages in browsers.")
    parser.add_argument("pages")
    parser.add_argument("out")
    parser.add_argument("--browser", choices=browsers.KINDS, action="append")
    parser.add_argument("--scheme", choices=["light", "dark"], action="append")
    parser.add_argument("--only", choices=[check.__name__ for check in checks.ALL], action="append")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    # The package's own module needs another package; only its file is used.
    with open(os.path.join(list(axe_playwright_python.__path__)[0], "axe.min.js"), encoding="utf-8") as file:
        axe = file.read()
    pages = checks.Pages(os.path.abspath(options.pages), options.out, axe)
    chosen = [check for check in checks.ALL if not options.only or check.__name__ in options.only]
    passed = failed = 0
    for name in options.browser or browsers.KINDS:
        for scheme in options.scheme or ["light", "dark"]:
            counts = run(name, scheme, pages, chosen)
            passed, failed = passed + counts[0], failed + counts[1]
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
