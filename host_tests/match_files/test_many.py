"""Many match files, through GNU Backgammon and back; and long ones: readers work in proportion."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from match_files.comparing import told
from match_files.kept import OPENING, Kept
from match_files.random_matches import some_match
from picogammon.rules import actions, plays
from reference import gnubg
from tools.deck.__main__ import questions
from tools.matches import log, opening, reading, writing
from tools.positions import pasted

HOST_ONLY = True
_MATCHES = int(os.environ.get("SOAK") or 8)
_AT_ONCE = 50  # matches that one gnubg imports
_WRITES = {"mat": "export match mat", "sgf": "save match"}  # gnubg's commands


def _through_gnubg(texts, ending="mat"):
    """Returns the files that GNU Backgammon writes after it has imported each text.

    `ending`: the format, "mat" or "sgf".
    """
    with tempfile.TemporaryDirectory() as folder:
        commands = ["set confirm new off", "set confirm save off"]
        for number, text in enumerate(texts):
            Path(folder, f"{number}.mat").write_text(text)
            commands.append(f'import mat "{folder}/{number}.mat"')
            commands.append(f'{_WRITES[ending]} "{folder}/{number}.out"')
        gnubg.run(commands)
        return [Path(folder, f"{number}.out").read_bytes() for number in range(len(texts))]


@pytest.mark.long
def test_gnu_backgammon_keeps_every_action_of_random_matches(record_property):
    """GNU Backgammon imports each match and writes it as .mat, and what that says as .sgf."""
    games = made = 0
    for at in range(0, _MATCHES, _AT_ONCE):
        seeds = range(at, min(at + _AT_ONCE, _MATCHES))
        played = [some_match(seed) for seed in seeds]
        texts = [writing.write(records).text for records in played]
        for ending in _WRITES:
            found = [reading.read(file) for file in _through_gnubg(texts, ending)]
            for seed, records, again in zip(seeds, played, found, strict=True):
                assert not again.faults, (seed, ending, again.faults)
                assert told(again.records) == told(records), (seed, ending)
            texts = [writing.write(again.records).text for again in found]
        for wanted in map(told, played):
            games += len(wanted)
            made += sum(map(len, wanted))
    assert _MATCHES < 8 or games > 2 * _MATCHES and made > 150 * _MATCHES
    record_property("games", games)
    record_property("actions", made)


@pytest.mark.parametrize("length,notes", [(0, 0), (64, 1)])
def test_gnu_backgammon_keeps_the_highest_cube_of_a_session_and_not_of_a_match(length, notes):
    kept = Kept(length=length, max_cube=7).do(*OPENING)
    while kept.match.cube < 128:
        kept.do("double", "take", "roll 2-1")
        hand = plays.Hand(kept.match.position, kept.match.dice)
        while hand.legal():
            hand.make(hand.legal()[-1])
        kept.do(actions.play(hand.steps))
    written = writing.write(kept.records)
    assert kept.match.cube == 128 and len(written.notes) == notes
    assert told(reading.read(written.text).records) == told(kept.records)
    if not notes:
        (file,) = _through_gnubg([written.text])
        assert told(reading.read(file).records) == told(kept.records)


def _mat(count, beside=""):
    """A session of so many games, with those lines in each."""
    game = "\n Game %d\n Ann : 0   Bob : %d\n  1) 31: 8/5 6/5   Doubles => 2\n  2) Drops\n"
    return "\n 0 point match\n" + "".join(game % (i + 1, i) + beside for i in range(count))


def _own(count, begin, first, second):
    """A game with so many lines of our own, of two kinds in turn, from that action on."""
    line = '; [Picogammon "game 1 action %d: %s"]\n'
    lines = [line % (begin + i, (first, second)[i % 2]) for i in range(count)]
    return "".join(lines) + _mat(1)


_SGF = "(;FF[4]GM[6]MI[length:0][game:%d][ws:0][bs:%d]PW[A]PB[B]%s;W[31hefe]%s)"
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
# What may be long: the function that reads it, and a text in which it is so long.
_LONG = {
    "games": (reading.read, _mat),
    "faults": (reading.read, lambda n: _mat(n, "what is this\n31: 9/1\n")),
    "tags": (reading.read, lambda n: "".join(f'; [T{i} "x"]\n' for i in range(n)) + _mat(1)),
    "a tag": (reading.read, lambda n: f'; [Player 1 "{n * "a"}"]\n; [Player 2 "b"]\n' + _mat(n)),
    "no tags": (reading.read, lambda n: n * (199 * ";[" + "\n") + _mat(1)),
    "colons": (reading.read, lambda n: _mat(1) + n * " Game 7\n A : 1 : 1 : 1 : 1 B : 1 : 1\n"),
    "a resignation": (reading.read, lambda n: _own(n, 2, "resign single", "refuse")),
    "an opening": (reading.read, lambda n: _own(n, 0, "roll 3-3", "roll 4-4")),
    "trees": (reading.read, lambda n: "".join(_SGF % (i, i, "", "") for i in range(n))),
    "nodes": (reading.read, lambda n: _SGF % (0, 0, "", n * ";B[double];W[take]")),
    "branches": (reading.read, lambda n: _SGF % (0, 0, "", n * "(;B[double])")),
    "a property": (reading.read, lambda n: _SGF % (0, 0, n * "A" + "[x]", "")),
    "values": (reading.read, lambda n: _SGF % (0, 0, "GC" + n * "[x\\]]", "")),
    "a comment": (reading.read, lambda n: _SGF % (0, 0, f"GC[{n * '[a [b'}]", "")),
    "a list": (questions, lambda n: n * (_XGID + "\n")),
    "a text": (pasted.read, lambda n: n * "a:b:c 4HPwATDgc/ABMA AAAAAAAAAAAA " + _XGID),
    "a log": (opening.match, _mat),
}


@pytest.mark.parametrize("name", _LONG)
def test_twice_as_long_is_twice_the_work(name, tmp_path):
    read, text_of = _LONG[name]
    work = []
    for count in (10, 40, 80, 160):  # the first compiles what is kept
        given = text_of(count)
        if read is opening.match:
            path = tmp_path / f"{count}.log"
            path.write_bytes(log.content(reading.read(given).records))
            given = path
        work.append(_calls(read, given))
    assert work[3] - work[2] <= 2.2 * (work[2] - work[1]) + 100


def _calls(function, given):
    """The number of function calls, built-in ones included, while one runs."""
    count = 0

    def counted(_, event, __):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        function(given)
    finally:
        sys.setprofile(None)
    return count
