"""Every level decides what it decided before, and UBGI answers with the same numbers.

A change of the firmware's structure must not change its play. data/decisions.txt has a position a
line, with the answers of that time; where a change is meant, `pytest --accept` writes the new ones.
"""

import os
from binascii import crc32

import pytest

from picogammon.app.ubgi.protocol import Ubgi
from picogammon.engine import levels
from picogammon.rules import notation
from picogammon.rules.actions import record_text
from picogammon.rules.match import match_of
from picogammon.rules.position import VARIANTS
from tools import ROOT
from tools.fast_engine import quick

_FILE = ROOT / "host_tests" / "data" / "decisions.txt"
_NAMES = levels.levels()
_VARIANTS = [variant[0].lower() for variant in VARIANTS]
_FEW = 40  # without ALL=1 every 40th position is enough to see that something has changed


def _read():
    """The lines of the file as lists: variant, XGID, the levels' decisions, UBGI's answers."""
    return [line.split("\t") for line in _FILE.read_text().splitlines()]


def _lines():
    return _read()[:: 1 if os.environ.get("ALL", "") not in ("", "0") else _FEW]


def _match(variant, text):
    situation = notation.from_xgid(text)
    situation.variant = _VARIANTS.index(variant)
    return match_of(situation)


def decisions(name, lines):
    """Yields what the level decides in each line's position, as text."""
    engine = quick.make(name)
    for variant, text, *_ in lines:
        action = engine.begin(_match(variant, text)).finish()
        yield "roll" if action is None else record_text(action)


def answers(lines):
    """Yields a checksum of what UBGI answers to everything that can be asked about a position."""
    ubgi = Ubgi("expert", lambda level, plays: quick.make(level))
    for variant, text, *_ in lines:
        said = []
        ubgi.line("ubgi")
        for line in _questions(variant, text):
            said += ubgi.line(line)
        assert not any(line.startswith("error internal") for line in said), text
        yield "%08x" % crc32("\n".join(said).encode())


def _questions(variant, text):
    yield "setoption name Variant value " + variant
    yield text
    yield "eval " + text
    yield "plays " + text
    yield "position xgid " + text
    for role in ("cube", "chequer", "turn", "resign", "answer"):
        yield "go role " + role
    yield "setoffer gammon"
    yield "go role answer"


@pytest.fixture(scope="module", autouse=True)
def accepted(request):
    """Writes the file's answers where they are to be accepted."""
    if request.config.getoption("--accept"):
        lines = _read()
        columns = [decisions(name, lines) for name in _NAMES] + [answers(lines)]
        rows = []
        for line, found in zip(lines, zip(*columns, strict=True), strict=True):
            rows.append([*line[:2], *found])
        _FILE.write_text("".join("\t".join(row) + "\n" for row in rows))


@pytest.mark.parametrize("name", _NAMES)
def test_a_level_decides_as_before(name):
    column = 2 + _NAMES.index(name)
    lines = _lines()
    for line, found in zip(lines, decisions(name, lines), strict=True):
        assert found == line[column], line[:2]


def test_ubgi_answers_as_before():
    lines = _lines()
    for line, found in zip(lines, answers(lines), strict=True):
        assert found == line[-1], line[:2]
