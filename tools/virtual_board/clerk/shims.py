"""The parts of `re`, `unicodedata` and `difflib` that readers of match files need, by the browser.

MicroPython's `re` has neither counts nor flags nor look-aheads. CPython's patterns mean the same to
the browser, except for white space, which re.A limits to ASCII.
"""

import json
import sys

import _clerk

I = 1  # noqa: E741
A = 2
_SPECIAL = "\\^$.|?*+()[]{}-/"


class _Match:
    def __init__(self, begin, groups):
        self._begin = begin
        self._groups = groups

    def __getitem__(self, number):
        return self._groups[number]

    def groups(self):
        return tuple(self._groups[1:])

    def start(self):
        return self._begin


class _Pattern:
    def __init__(self, pattern, flags=0):
        if flags & A:  # no class in brackets has them
            pattern = pattern.replace("\\s", "[ \\t-\\r]").replace("\\S", "[^ \\t-\\r]")
        self._pattern = pattern
        self._flags = "gsi" if flags & I else "gs"

    def fullmatch(self, text):
        found = self._found("^(?:%s)$" % self._pattern, text)
        return found[0] if found else None

    def finditer(self, text):
        return self._found(self._pattern, text)

    def _found(self, pattern, text):
        found = json.loads(_clerk.search(pattern, self._flags, text))
        return [_Match(begin, groups) for begin, groups in found]


compile = _Pattern  # only groups by number


def escape(text):
    """Returns the pattern of exactly this text."""
    return "".join(["\\x%02x" % ord(sign) if sign in _SPECIAL else sign for sign in text])


def normalize(form, text):
    """Returns the text in a normal form, such as "NFKD"."""
    return _clerk.normalize(form, text)


def get_close_matches(word, possible, count):
    """Returns no guess: these words are not typed on the page."""
    return []


for _name in ("re", "unicodedata", "difflib"):
    sys.modules[_name] = sys.modules[__name__]
