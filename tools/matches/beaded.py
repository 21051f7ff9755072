"""What the dice of two boards far apart follow from, out of a match's log or file.

docs/friend.md says how rolls follow.
"""

import re
from collections import namedtuple

from picogammon.app.session import beads
from picogammon.app.session.seal import hex_text
from picogammon.rules import actions
from tools.matches import MatError

# `strings`: a String for each pair of strings of beads; `before`: for each game, how many rolls
# were made of beads before it.
Beaded = namedtuple("Beaded", ("strings", "before"))
# The beads of both sides, two hexadecimal texts each: `starts`, with the number `first`, mostly 0,
# and `ends`, with the number `last`. Those between follow from the ends.
String = namedtuple("String", ("first", "starts", "last", "ends"))

WORDS = ("beads ", "before ")  # with which such a text of a match file begins
_BEADS = re.compile(r"beads (\d{1,4}) (\w+) (\w+) to (\d{1,4}) (\w+) (\w+)", re.A)
_BEFORE = re.compile(r"before((?: \d{1,6})+)", re.A)
_DIGITS = 2 * beads.SIZE


def of(records):
    """The Beaded of a match log, or None."""
    told = ([], [])  # by side: of each string [(number, bead) first told, last told]
    before, rolled, due, between = [], 0, False, False
    for record in records:
        kind = actions.kind_of(record)
        if kind == actions.GAME:
            before.append(rolled)
        elif kind == actions.ROLL and due:
            rolled += 1
            due = False
        elif kind == actions.NOTE:
            side = actions.topic_of(record) - actions.BEAD
            between = between or actions.topic_of(record) == actions.STANDING
            if side in (0, 1):
                due = _noted(told[side], actions.body_of(record)) or due
    return Beaded([_string(*pair) for pair in zip(*told)], before) if between else None


def _noted(strings, body):
    """Notes a bead; whether a roll follows from it. A game's beginning repeats the last one.

    What no board writes is passed over: then rolls lack their beads.
    """
    number, bead = int.from_bytes(body[:2], "big"), body[2:]
    if len(bead) != beads.SIZE or number > beads.LENGTH:
        return False
    if not strings or not number and bead != strings[-1][1][1]:
        strings.append([(number, bead), (number, bead)])
    elif number == strings[-1][1][0] + 1:
        strings[-1][1] = (number, bead)
        return True
    return False


def _string(one, other):
    """The String of what both sides have told of theirs; one may be ahead by a bead."""
    last = min(one[1][0], other[1][0])
    ends = [bead if number == last else beads.before(bead) for _, (number, bead) in (one, other)]
    starts = (hex_text(one[0][1]), hex_text(other[0][1]))
    return String(one[0][0], starts, last, tuple([hex_text(bead) for bead in ends]))


def texts(beaded):
    """What a match file says of them, a text each."""
    said = []
    for string in beaded.strings:
        first = "beads %d %s %s" % ((string.first,) + string.starts)
        said.append(first + " to %d %s %s" % ((string.last,) + string.ends))
    return said + ["before " + " ".join([str(rolls) for rolls in beaded.before])]


def add(beaded, text, line):
    """The Beaded, or None, with what one more text says that begins with one of WORDS.

    Raises MatError.
    """
    beaded = beaded or Beaded([], [])
    before = text.startswith("before")
    found = (_BEFORE if before else _BEADS).fullmatch(text)
    if not found:
        raise MatError("these are not the beads of two boards' dice", line)
    if before:
        return Beaded(beaded.strings, [int(rolls) for rolls in found[1].split()])
    words = [found[at] for at in (2, 3, 5, 6)]
    first, last = int(found[1]), int(found[4])
    if not first <= last <= beads.LENGTH or not all(_is_bead(bead) for bead in words):
        raise MatError("these are not the beads of two boards' dice", line)
    string = String(first, tuple(words[:2]), last, tuple(words[2:]))
    return Beaded(beaded.strings + [string], beaded.before)


def _is_bead(text):
    return len(text) == _DIGITS and all(letter in "0123456789ABCDEF" for letter in text)
