"""The UBGI tool: a line in, lines out, the same on CPython, on both MicroPythons, and on a board at
a serial port (main.py on MicroPython's unix port)."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import cache

import pytest
import serial

from cable import plugged, wire
from picogammon.app.ubgi.asked import Context
from picogammon.app.ubgi.protocol import Ubgi
from picogammon.app.ubgi.words import COMMANDS, STATE
from picogammon.rules import notation
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation
from reference_data import data_lines
from tools import ROOT, runtimes
from tools.marks import put_between
from tools.matches.log import match_log
from tools.ubgi import guest
from tools.ubgi.port import NoBoard, Port

_BEGIN = "<!-- Made by `pytest host_tests/test_ubgi_tool.py --accept` from docstrings. -->"
_START = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
_NONSENSE = (
    b"",
    b"hello",
    b"XGID=",
    _START.replace(b"31", b"99"),
    b"plays",
    b"eval XGID=",
    b"x" * 160,
    b"x" * 161,
    b"x" * 5000,
    "schön".encode(),
    b"\xff\x00\xfe \x03 \r",
    b"stop",
    b"dice 7 7",
    b"dice 3",
    b"go role juggler",
)
_CONVERSATION = (
    _START.replace(b"31", b"00"),
    b"isready",
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
_RUNTIMES = pytest.mark.parametrize("on", ("unix", "wasm"))
_HEAP = "8m"  # the weights are loaded here, which a chip reads in its flash


def _tool(*args, **streams):
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(
        [sys.executable, "-m", "tools.ubgi", *args], cwd=ROOT, **pipes, **streams
    )


def _run(lines, *args):
    """(exit status, lines out, lines of errors) of the tool fed with the lines (bytes)."""
    with _tool(*args) as tool:
        out, errors = tool.communicate(b"\n".join(lines), timeout=120)
        return tool.returncode, out.decode().splitlines(), errors.decode().splitlines()


def _some(name, every):
    return [json.loads(line) for at, line in enumerate(data_lines(name)) if at % every == 0]


def _questions():
    """XGIDs: rolls to play, all their plays, and cubes to turn and to answer."""
    found = []
    for number, line in enumerate(_some("gnubg_texts.jsonl", 25)):
        situation = Situation(positions.from_numbers(line["pos"]), number % 2, tuple(line["dice"]))
        found.append(notation.to_xgid(situation))
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
                positions.from_numbers(line["pos"]),
                1,
                None,
                doubled,
                line["cube"],
                owner,
                scores,
                length,
            )
            found.append(notation.to_xgid(situation))
    return [line.encode() for line in found]


def _run_on(on, lines, level):
    """The lines out of the engine on a MicroPython; it runs what the tool runs."""
    given = (guest.__file__, [level])
    command = (
        runtimes.unix_command(*given, _HEAP) if on == "unix" else runtimes.wasm_command(*given)
    )
    done = subprocess.run(
        command,
        env=runtimes.unix_env(),
        input=b"\n".join(lines),
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode().splitlines()


def _lines():
    return [b"ubgi", *_questions(), *_CONVERSATION, *_NONSENSE, b"quit", b"ubgi"]


@cache
def _dialogue():
    return _run(_lines(), "--level", "expert")


@_RUNTIMES
def test_all_runtimes_give_the_same_lines(on):
    assert len(_questions()) == 76
    status, out, errors = _dialogue()
    assert (status, errors) == (0, [])
    assert _run_on(on, _lines(), "expert") == out


def test_what_is_answered_is_what_was_asked():
    out = _dialogue()[1]
    assert out[0] == "id name Picogammon" and out.count("ubgiok") == 1
    assert out.count("id name Picogammon") == 1, "nothing is answered after quit"
    refusals = [line for line in out if line.startswith("error ")]
    assert len(refusals) == len(_NONSENSE) - 2, "stop and an empty line print nothing"
    assert not [line for line in refusals if "unexpected failure" in line]
    assert {"roll", "double", "take", "drop"} <= set(out)
    assert {"bestmove 13/7 8/7", "bestcube nodouble", "bestanswer accept"} <= set(out)


@pytest.mark.long
@_RUNTIMES
def test_the_strongest_levels_decide_the_same_everywhere(on):
    plays = [line for line in _questions() if line.startswith(b"XGID")][:4]
    status, out, errors = _run(plays)
    assert (status, errors, len(out)) == (0, [], 4)
    assert out == _run_on(on, plays, "master")
    # Where only two rolls ahead another play is better.
    asked = [b"XGID=--C-bBB-DA--b-a--c-cbB--bA:0:0:1:24:0:0:0:0:10"]
    assert _run_on(on, asked, "grandmaster") == ["bar/23 9/5"]
    assert _run(asked, "--level", "grandmaster") == (0, ["bar/23 9/5"], [])
    assert _run(asked)[1] != ["bar/23 9/5"]


@pytest.mark.parametrize("end", ("of the lines", "by Ctrl-C", "of who reads"))
def test_each_line_is_answered_at_once_and_it_ends_quietly(end):
    with _tool(start_new_session=True) as tool:
        for _ in range(2):
            tool.stdin.write(_START + b"\n")
            tool.stdin.flush()
            assert tool.stdout.readline() == b"8/5 6/5\n"
        if end == "by Ctrl-C":
            os.killpg(tool.pid, signal.SIGINT)
        else:
            if end == "of who reads":
                tool.stdout.close()
                tool.stdin.write(b"ubgi\n" * 3)
            tool.stdin.close()
        assert tool.wait(timeout=60) == (130 if end == "by Ctrl-C" else 0)
        assert tool.stderr.read() == b""
        assert tool.stdout.closed or tool.stdout.read() == b""


def _table():
    """The table of commands of docs/ubgi.md."""
    yield "| line | answer | meaning |"
    yield "| --- | --- | --- |"
    for word in COMMANDS:
        method = getattr(Context, word) if word in STATE else getattr(Ubgi, "_" + word)
        cells = [" ".join(cell.split()) for cell in re.split(r"\s\|\s", method.__doc__)]
        yield "| " + " | ".join(cells) + " |"


def test_the_table_is_made_from_the_docstrings_of_the_commands(request):
    """--accept writes it."""
    page = ROOT / "docs" / "ubgi.md"
    text = page.read_text(encoding="utf-8")
    made = put_between(text, _BEGIN, "\n".join(_table()))
    if request.config.getoption("--accept"):
        page.write_text(made, encoding="utf-8")
    else:
        assert made == text


def test_a_board_answers_as_the_host_does_and_its_match_is_untouched(tmp_path):
    all_plays = b"plays " + _START.replace(b"31", b"66")
    lines = [b"ubgi", _START, all_plays, *_CONVERSATION, *_NONSENSE, b"quit"]
    host = _run(lines)
    with plugged(tmp_path) as path:
        for _ in range(2):
            assert _run(lines, "--on", path) == host
        (log,) = (tmp_path / "matches").iterdir()
        records = list(match_log(log.read_bytes()).open())
        assert len(records) == 2 and b"Amber" in records[0]
    assert not (tmp_path / "crash.log").exists()


def test_a_port_that_is_not_there_and_one_where_no_board_answers_are_told_apart():
    status, _, said = _run([], "--on", "/dev/there-is-none")
    assert status == 1 and said[0].startswith("ubgi: There is no /dev/there-is-none. ")
    with wire() as (_, path):
        status, out, said = _run([b"ubgi"], "--on", path)
        assert (status, out) == (1, []) and "no board answers there" in said[0]
    with wire() as (end, path):
        prompt = "while True: print('>>> ' + input(), flush=True)"
        shell = subprocess.Popen([sys.executable, "-c", prompt], stdin=end, stdout=end)
        try:
            status, _, said = _run([b"ubgi"], "--on", path)
        finally:
            shell.kill()
            shell.wait()
    assert status == 1 and "prompt: reset the board" in said[0]


def test_a_board_that_is_a_program_has_longer_for_its_first_line(monkeypatch):
    waited = []

    def opened(path, timeout, write_timeout):
        waited.append(timeout)
        raise serial.SerialException("[Errno 2] could not open port: [Errno 2]")

    monkeypatch.setattr(serial, "serial_for_url", opened)
    for path in ("/dev/ttyACM0", "socket://127.0.0.1:8028"):
        with pytest.raises(NoBoard, match=r"^(There is no|Nothing answers at) [^\[]*$"):
            Port(path)
    assert waited == [3, 60]
