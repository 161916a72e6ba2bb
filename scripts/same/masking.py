"""Replace text that changes from run to run."""

import datetime
import re

from materials import IDENTIFIER


class Mask:
    """Replaces volatile text with words in capitals."""

    # JSON keys to omit: the elapsed time and process IDs.
    VOLATILE_KEYS = {"wallTime", "process"}

    PATTERNS = [
        (re.compile(r"took \d[\d:.]*( m?s)?"), "took TIME"),
        (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:PORT"),
        (re.compile(r"/proc/self/fd/\d+"), "/proc/self/fd/NUMBER"),
        (re.compile(r"\(process \d+\)"), "(process NUMBER)"),
        (re.compile(r"\bnonce(-|=\")[a-z0-9]{16,}\b"), r"nonce\1CHANCE"),
    ]

    # Messages that libraries in the page's processes print with --verbose, at unpredictable times.
    FOREIGN = re.compile(r"^\n?(\*\* )?\(\S+:\d+\): \S*(WARNING|CRITICAL) \*\*: .*\n", re.MULTILINE)

    UUID = re.compile(rb"\b[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b")

    def __init__(self, folder, work, program):
        self.first_day = self.today()
        self.places = [(work, "FOLDER"), (folder, "CASE"), (program, "PROGRAM")]

    def __call__(self, text):
        for place, word in self.places:
            text = text.replace(place, word)
        for pattern, word in self.PATTERNS:
            text = pattern.sub(word, text)
        text = self.FOREIGN.sub("", text)
        days = "|".join(sorted({self.first_day, self.today()}))
        text = re.sub(rf"({days})[T ]\d\d[:-]\d\d([:-]\d\d([.]\d+)?)?(Z|[+]\d\d:?\d\d)?", "NOW", text)
        return self.identifiers(text.encode()).decode()

    def identifiers(self, contents):
        """Mask random UUIDs, in text and in files, without changing the length."""
        return self.UUID.sub(
            lambda found: found[0] if found[0].decode() == IDENTIFIER else b"U" * len(found[0]), contents)

    def without_volatile(self, value):
        """Return a JSON value without its volatile keys."""
        if isinstance(value, dict):
            return {key: self.without_volatile(item) for key, item in value.items() if key not in self.VOLATILE_KEYS}
        return [self.without_volatile(item) for item in value] if isinstance(value, list) else value

    @staticmethod
    def today():
        return datetime.datetime.now(datetime.timezone.utc).date().isoformat()
