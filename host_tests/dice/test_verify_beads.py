"""A match between two boards far apart: its log and its file have all that its dice follow from."""

import re
from pathlib import Path

import pytest

from fakes import far_apart
from fakes.sitting import SeededDice
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER
from tools.dice.verify import main
from tools.matches import log, reading, writing

_DOCS = Path(__file__).resolve().parents[2] / "docs" / "friend.md"


def records_of(length, seed, beads, **fields):
    """The logs of a match over a bad wire, of both boards."""
    ends = far_apart.met(far_apart.agreed(length=length, **fields), beads, seed)
    wire = far_apart.Wire(ends, SeededDice(seed), 4, hasty)
    while not ends[0].match.phase == ends[1].match.phase == MATCH_OVER:
        wire.round()
    assert wire.cuts and wire.lost
    return [end.journal.records for end in ends]


def hasty(end, records):
    """Plays; takes a turn back now and then, and gives the game up after some."""
    back = actions.take_back(1, end.side)
    if end.standing.count % 13 == 0 and back in records:
        return back
    wanted = [actions.ACCEPT, actions.RESIGN] if end.match.decided_turns() > 12 else []
    for record in records:
        if actions.kind_of(record) in wanted or record == actions.accept():
            return record
    return records[0]


@pytest.fixture(scope="module")
def played():
    return records_of(5, 3, 16)


def check(path, records, *options):
    path.write_text(writing.write(records).text)
    return main([str(path), *options])


def test_yes_for_both_boards_logs_and_files(played, tmp_path, capsys):
    anchors = log.sealed(played[0]).strings[0].starts
    assert len(log.sealed(played[0]).strings) > 2 and log.sealed(played[0]).before[-1] > 20
    assert any(actions.kind_of(record) == actions.TAKE_BACK for record in played[0])
    for side in (0, 1):
        path = tmp_path / f"{side}.log"
        Journal(Files(), str(path)).restart(played[side])
        assert main([str(path)]) == 0
        said = capsys.readouterr().out
        assert re.search(r"YES: all \d\d+ rolls follow from beads of both boards", said)
        assert "Compare each player's anchor" in said
        assert check(tmp_path / "a.mat", played[side], "--seal", anchors[side][:16].lower()) == 0
        said = capsys.readouterr().out
        assert "It has the anchor that you gave" in said
        assert all(anchor in said for anchor in anchors)


def test_the_file_says_what_the_log_does(played):
    found = reading.read(writing.write(played[0]).text.encode())
    assert found.sealed == log.sealed(played[0]) == log.sealed(played[1])


def test_a_roll_that_was_changed_is_named(played, tmp_path, capsys):
    records = played[0][: 1 + last_of(played[0], actions.ROLL)]
    dice = actions.dice_of(records[-1])
    records[-1] = actions.roll(dice[0] % 6 + 1, dice[1])
    assert check(tmp_path / "changed.mat", records) == 1
    said = capsys.readouterr().out
    assert re.search(r"game \d, roll \d+ \(\w+\): \d-\d in the file, %d-%d was due" % dice, said)
    assert "NO: 1 of" in said


def last_of(records, kind):
    return max(at for at, record in enumerate(records) if actions.kind_of(record) == kind)


@pytest.mark.parametrize("at", range(4))
def test_a_bead_that_was_changed_is_not_on_the_string(played, tmp_path, capsys, at):
    text = writing.write(played[0]).text
    bead = re.findall(r"\b[0-9A-F]{64}\b", text)[at]
    path = tmp_path / "changed.mat"
    path.write_text(text.replace(bead, bead[:-1] + ("0" if bead[-1] != "0" else "1")))
    assert main([str(path)]) == 1
    assert "NO: the beads are not those that both boards began with" in capsys.readouterr().err


@pytest.mark.parametrize(
    "old, new, reason",
    [
        (r"before 0 \d+", "before 0 1", None),
        (r"before 0 ", "before 9 ", None),
        (r"before [\d ]+", "before x", "these are not the beads"),
        (r"beads 0", "beads 9", "these are not the beads|NO: the beads"),
        (r"to \d+", "to 4097", "these are not the beads"),
        (r"to (\d+) \w", r"to \1 G", "these are not the beads"),
    ],
)
def test_what_does_not_fit_says_why(played, tmp_path, capsys, old, new, reason):
    path = tmp_path / "changed.mat"
    path.write_text(re.sub(old, new, writing.write(played[0]).text, count=1))
    assert main([str(path)]) == 1
    said = capsys.readouterr()
    assert re.search(reason or r"NO: \d+ of", said.err if reason else said.out)


def test_what_is_no_anchor_of_this_match_is_refused(played, tmp_path, capsys):
    for options, reason in (
        (("--seal", "0" * 16), "its anchors are"),
        (("--seal", "0" * 15), "prove nothing"),
        (("--number", "5"), "no number and no secret"),
        (("--secret", "A" * 32), "no number and no secret"),
    ):
        assert check(tmp_path / "match.mat", played[0], *options) == 1
        assert reason in capsys.readouterr().err


def test_a_match_that_somebody_left_is_checked_as_far_as_it_goes(played, tmp_path, capsys):
    last = last_of(played[0], actions.ROLL)
    for end in range(last - 3, last + 1):
        assert check(tmp_path / "left.mat", played[0][:end]) == 0


def test_the_program_in_the_docs_gives_the_same_rolls(played):
    program = re.search(r"```python\n(.*?)```", _DOCS.read_text(), re.S)[1]
    page = {}
    exec(program, page)
    told = [None, None]
    rolls = 0
    for record in played[0]:
        kind = actions.kind_of(record)
        if kind == actions.NOTE and actions.topic_of(record) - actions.BEAD in (0, 1):
            body = actions.body_of(record)
            side = actions.topic_of(record) - actions.BEAD
            bead = (int.from_bytes(body[:2], "big"), body[2:].hex().upper())
            if bead == told[side]:
                continue
            if told[side] and bead[0]:
                assert page["before"](bead[1]) == told[side][1]
            told[side] = bead
            due = bead[0] > 0
        elif kind == actions.ROLL and due:
            due = False
            rolls += 1
            number, first = told[0]
            assert page["roll"](first, told[1][1], number) == actions.dice_of(record)
    assert rolls > 20
