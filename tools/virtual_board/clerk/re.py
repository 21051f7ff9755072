"""Regular expressions for the readers of match files: the browser's own, under CPython's names.

MicroPython's `re` has neither counts nor flags nor look-aheads. What is written for CPython means
the same to the browser, except for white space, which re.A keeps to ASCII.
"""

import json

import _clerk

I = 1  # noqa: E741
A = 2
_SPACE = " \\t\\n\\r\\f\\v"
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
    def __init__(self, pattern, flags):
        if flags & A:
            pattern = _with_ascii_space(pattern)
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


def _with_ascii_space(pattern):
    """The pattern with ASCII's white space for its \\s and \\S."""
    made, in_class, i = "", False, 0
    while i < len(pattern):
        sign = pattern[i : i + 2] if pattern[i] == "\\" else pattern[i]
        i += len(sign)
        if sign in "[]":
            in_class = sign == "["
        if sign == "\\s":
            sign = _SPACE if in_class else "[%s]" % _SPACE
        elif sign == "\\S":
            sign = "[^%s]" % _SPACE
        made += sign
    return made


def compile(pattern, flags=0):
    """The pattern; only groups by number, as CPython has them."""
    return _Pattern(pattern, flags)


def fullmatch(pattern, text, flags=0):
    return compile(pattern, flags).fullmatch(text)


def escape(text):
    """The pattern that finds this text and no other."""
    return "".join(["\\" + sign if sign in _SPECIAL else sign for sign in text])
