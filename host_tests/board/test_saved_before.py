"""A board goes on with everything that the release before this one saved.

data/saved_before.txt has the files of a board without our image (stock MicroPython), one a line:
its name, and its content, packed by zlib, in base64. Zoe and Tom finished a match to 1 point. Zoe
has begun one to 3 points against the computer, with sealed dice and a clock, and changed two
preferences. Never make this file again.
"""

from base64 import b64decode
from zlib import decompress

from fakes.power import Power, ran
from portable import data_lines

HOST_ONLY = True


def _board():
    power = Power()
    power.in_files = True
    for line in data_lines("saved_before.txt"):
        name, content = line.split()
        power.disk.files[name] = bytearray(decompress(b64decode(content)))
        if "/" in name:
            power.disk.folders.add(name.partition("/")[0])
    return power


def _said(power):
    """A script's part: returns what the display says, as the link reads it out."""
    yield 1500
    yield from power.ask(b"mirror")
    said = [line for line in power.answer.decode().split("\r\n") if " said " in line]
    return said[0].partition(" said ")[2]


def _walked(power, *lines):
    """A script's part: walks from the menu through those lines; returns what the display says."""
    yield from power.press("BACK BACK BACK hold-OK")
    for line in lines:
        yield 1000
        yield from power.choose(line)
    return (yield from _said(power))


def test_match_people_cards_and_preferences_are_those_of_before():
    seen = []

    def script(power):
        yield 1500
        yield from power.read()
        assert power.told == []
        seen.append((yield from _said(power)))
        seen.append((yield from _walked(power, "Earlier matches")))
        seen.append((yield from _walked(power, "Players")))
        seen.append((yield from _walked(power, "Practice", "My mistakes")))
        yield from _walked(power, "Preferences")
        seen.append(dict(power.view.page.items)["Sound"])

    power = _board()
    ran(script, power)
    assert seen == [
        "Casual doubles to 2: take?. PREV: TAKE, NEXT: DROP",
        "Earlier matches. This match. 0-0. PREV: UP, NEXT: DOWN, OK: OPEN",
        "Players. Tom. PR 44.6. PREV: UP, NEXT: DOWN",
        "Who practises?. Tom. 14 due. PREV: UP, NEXT: DOWN",
        "quiet",
    ]
