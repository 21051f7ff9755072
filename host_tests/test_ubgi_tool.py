"""The UBGI tool: the same lines on CPython and both MicroPythons; and the table of its commands."""

import json
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from picogammon.rules import gnu_id, xgid
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation
from tools.ubgi import table

HOST_ONLY = True

_ROOT = Path(__file__).resolve().parents[1]
_DATA = _ROOT / "host_tests" / "data"
_START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
_NONSENSE = (
    b"",
    b"hello",
    b"XGID=",
    b"XGID=-b----E-C---eE---c-e----B-:0:0:1:99:0:0:0:0:10",
    b"plays",
    b"eval XGID=",
    b"x" * 5000,
    "schön".encode(),
    b"\xff\x00\xfe",
    b"stop",
    b"dice 7 7",
    b"go role juggler",
)
_CONVERSATION = (
    b"newsession type match length 7",
    b"setscore 6 5",
    b"setoption name EvalMode value cubeless",
    b"position gnubgid 4HPwATDgc/ABMA",
    b"dice 6 1",
    b"go role chequer",
    b"go role turn",
    b"go role cube depth 3",
    b"setoffer gammon",
    b"go role answer",
    b"newgame",
)
_RUNTIMES = pytest.mark.parametrize("on", ("host", "unix", "wasm"))


def _tool(*args, **streams):
    return subprocess.Popen([sys.executable, "-m", "tools.ubgi", *args], cwd=_ROOT, **streams)


def _run(lines, *args):
    """(exit status, lines out, lines of errors) of the tool fed with the lines (bytes)."""
    pipe = subprocess.PIPE
    with _tool(*args, stdin=pipe, stdout=pipe, stderr=pipe) as tool:
        out, errors = tool.communicate(b"\n".join(lines), timeout=120)
        return tool.returncode, out.decode().splitlines(), errors.decode().splitlines()


def _some(name, every):
    with open(_DATA / name) as lines:
        return [json.loads(line) for number, line in enumerate(lines) if number % every == 0]


def _questions():
    """XGIDs: rolls to play, all their plays, and cubes to turn and to answer."""
    found = []
    for number, line in enumerate(_some("gnubg_texts.jsonl", 25)):
        situation = Situation(positions.of(line["pos"]), number % 2, tuple(line["dice"]))
        found.append(xgid.to_xgid(situation))
        if number % 5 == 0:
            found.append("plays " + found[-1])
        if number % 5 == 1:
            found.append("eval " + found[-1])
    for line in _some("cube_actions.jsonl", 30):
        owner = None if line["owner"] == "centre" else 1
        match = line["kind"] == "match" and not line["crawford"]
        scores, length = ((line["opp"], line["me"]), line["len"]) if match else ((0, 0), 0)
        for doubled in (False, True):
            situation = Situation(
                positions.of(line["pos"]), 1, None, doubled, line["cube"], owner, scores, length
            )
            found.append(xgid.to_xgid(situation))
    return [line.encode() for line in found]


@cache
def _dialogue(on):
    lines = [b"ubgi", *_questions(), *_CONVERSATION, *_NONSENSE, b"quit", b"ubgi"]
    return _run(lines, "--on", on, "--level", "expert")


@_RUNTIMES
def test_all_runtimes_give_the_same_lines(on):
    assert len(_questions()) == 76
    status, out, errors = _dialogue(on)
    assert (status, errors) == (0, [])
    assert out == _dialogue("host")[1]


@pytest.mark.long
@_RUNTIMES
def test_the_strongest_level_decides_the_same_everywhere(on):
    plays = [line for line in _questions() if line.startswith(b"XGID")][:4]
    status, out, errors = _run(plays, "--on", on)
    assert (status, errors, len(out)) == (0, [], 4)
    assert out == _run(plays)[1]


@pytest.mark.long
@_RUNTIMES
def test_two_rolls_ahead_are_the_same_everywhere(on):
    """Where master plays otherwise."""
    asked = [b"XGID=--C-bBB-DA--b-a--c-cbB--bA:0:0:1:24:0:0:0:0:10"]
    status, out, errors = _run(asked, "--on", on, "--level", "grandmaster")
    assert (status, errors, out) == (0, [], ["bar/23 9/5"])
    assert _run(asked)[1] != out


def test_what_is_answered_is_what_was_asked():
    out = _dialogue("host")[1]
    assert out[0] == "id name Picogammon" and out.count("ubgiok") == 1
    assert out.count("id name Picogammon") == 1, "nothing is answered after quit"
    refusals = [line for line in out if line.startswith("error ")]
    assert len(refusals) == len(_NONSENSE) - 2, (
        "stop and an empty line print nothing, other nonsense a line"
    )
    assert not [line for line in refusals if "went wrong" in line]
    assert {"roll", "double", "take", "drop"} <= set(out)
    assert {"bestmove 13/7 8/7", "bestcube nodouble", "bestanswer accept"} <= set(out)


def test_every_legal_play_is_listed():
    """Against gnubg's, a line for each distinct result."""
    decisions = _some("legal_plays.jsonl", 10)
    lines = [
        ("plays " + xgid.to_xgid(Situation(positions.of(d["pos"]), 0, tuple(d["dice"])))).encode()
        for d in decisions
    ]
    status, out, _ = _run(lines)
    assert status == 0
    answers = "\n".join(out).split("readyok")
    assert len(answers) == len(decisions) + 1
    for decision, answer in zip(decisions, answers):
        results = [
            gnu_id.position_id(positions.swapped(gnu_id.from_position_id(line.split()[-1])))
            for line in answer.split("\n")
            if line
        ]
        assert sorted(results) == sorted(decision["legal"]), decision


@_RUNTIMES
def test_each_line_is_answered_at_once(on):
    pipe = subprocess.PIPE
    with _tool("--on", on, stdin=pipe, stdout=pipe, stderr=pipe) as tool:
        for _ in range(2):
            tool.stdin.write(_START.encode() + b"\n")
            tool.stdin.flush()
            assert tool.stdout.readline() == b"8/5 6/5\n"
        tool.stdin.close()
        assert tool.wait(timeout=60) == 0
        assert tool.stdout.read() + tool.stderr.read() == b""


@_RUNTIMES
def test_an_interrupt_ends_it_quietly(on):
    pipe = subprocess.PIPE
    with _tool("--on", on, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True) as tool:
        tool.stdin.write(_START.encode() + b"\n")
        tool.stdin.flush()
        assert tool.stdout.readline() == b"8/5 6/5\n"
        os.killpg(tool.pid, signal.SIGINT)  # as Ctrl-C does: the guest too
        assert tool.wait(timeout=60) == 130
        assert tool.stdout.read() + tool.stderr.read() == b""


@_RUNTIMES
def test_it_ends_quietly_when_nobody_reads(on):
    pipe = subprocess.PIPE
    with _tool("--on", on, stdin=pipe, stdout=pipe, stderr=pipe) as tool:
        tool.stdout.close()
        tool.stdin.write(b"ubgi\n" * 3)
        tool.stdin.close()
        assert tool.wait(timeout=60) == 0
        assert tool.stderr.read() == b""


def test_unknown_runtimes_and_levels_are_named_with_those_there_are():
    for args, known in (
        (("--on", "toaster"), ("host", "unix", "wasm")),
        (("--level", "wizard"), ("novice",)),
    ):
        status, out, errors = _run([b"ubgi"], *args)
        assert (status, out) == (2, [])
        assert args[1] in errors[-1]
        assert all(name in errors[-1] for name in known)


def test_the_table_is_made_from_the_commands():
    assert table.main(["--check"]) == 0, "run python -m tools.ubgi.table"


def test_each_row_has_a_line_an_answer_and_a_meaning():
    rows = table.rows()
    assert [len(row) for row in rows] == [3] * len(table.COMMANDS)
    for word, (line, answer, meaning) in zip(table.COMMANDS, rows):
        assert line.startswith(f"`{'XGID=' if word == 'xgid' else word}"), line
        assert answer and meaning


def test_a_row_that_changed_makes_it_stale(monkeypatch, tmp_path):
    stale = tmp_path / "ubgi.md"
    stale.write_text(table.PAGE.read_text().replace("`readyok`", "`ready`"))
    monkeypatch.setattr(table, "PAGE", stale)
    assert table.main(["--check"]) == 1
    assert table.main([]) == 0 and table.main(["--check"]) == 0
