"""An engine on a PC plays on a board, whose cable comes out and goes in again.

The board may be the page of `make opponent`: what is sent goes over to one page.
"""

import json
import re
import shlex
import socket
import sys
import threading
from subprocess import PIPE

import pytest
import serial

from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting
from picogammon.app.session.players import FAR
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.settings import Settings
from tools import ROOT, children
from tools.opponent import __main__ as opponent_tool
from tools.opponent.page import LinkedSite
from tools.opponent.serving import Opponent, match_of, words
from tools.players import Player, PlayerError
from tools.players.finding import find
from tools.ubgi.port import NoBoard
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board.content import Site
from tools.virtual_board.driver import PATIENCE_MS
from tools.virtual_board.server import running
from websites import end, line

HOST_ONLY = True


class Cable:
    """A Port of a board that is a Sitting: `out` is whether the cable is."""

    def __init__(self, sitting):
        self.sitting = sitting
        self.out = False
        self.closed = 0

    def ask(self, line):
        if self.out:
            raise NoBoard("the port is gone")
        yield self.sitting.session.players.far.reply(line.decode().split()[1:])

    def close(self):
        self.closed += 1


def table_of(player):
    """(a board on which a PC's engine plays both sides, its Cable, the Opponent, what was said)."""
    sitting = Sitting(SeededDice(5), computers=[("first", FirstPlay())])
    sitting.session.players.linked = True
    sitting.begin(Settings(length=1, players=(FAR, FAR)))
    cable = Cable(sitting)
    said = []

    def reach():
        if cable.out:
            raise NoBoard("no board found")
        return cable

    def wait(seconds):
        opponent.join()
        sitting.wait(300)

    opponent = Opponent(player, reach, said.append, wait)
    return sitting, cable, opponent, said


@pytest.fixture
def table():
    return table_of(find("casual"))


def test_an_engine_plays_a_match_on_the_board(table):
    sitting, _, opponent, said = table
    for _ in range(2000):
        opponent.serve(1)
        if sitting.match.phase == matches.MATCH_OVER:
            break
    assert sitting.match.phase == matches.MATCH_OVER
    assert said[0].startswith("casual plays: choose 'PC engine'")
    assert "  roll" in said and any(line.startswith("  play ") for line in said)


def test_the_cable_comes_out_and_the_match_goes_on_when_it_is_in_again(table):
    sitting, cable, opponent, said = table
    opponent.serve(20)
    cable.out = True
    opponent.serve(20)
    assert said[-1] == "no board found (waiting for the board)"
    assert said.count(said[-1]) == 1 and cable.closed == 1
    assert sitting.sees.page.title == "No PC engine"
    done = len(sitting.actions())
    sitting.press("OK")
    for _ in range(10):
        opponent.serve(1)
    assert len(sitting.actions()) > done, "the board's own engine plays on"
    cable.out = False
    opponent.serve(30)
    assert not sitting.session.players.far.alone
    assert said[-1].startswith("  "), "and the PC's again"


def test_an_engine_that_fails_or_cheats_ends_it_with_the_reason():
    class Cheat(Player):
        name = "cheat"

        def decide(self, match):
            return actions.play([24 << 3 | 6])

    _, _, opponent, _ = table_of(Cheat())
    with pytest.raises(PlayerError, match="cheat: 'play 24/18' at .*: error bad_argument"):
        opponent.serve(100)


def test_the_pc_is_heard_while_it_thinks_about_what_is_asked_no_more():
    slow = _Slow()
    board = _Asking()
    opponent = Opponent(slow, lambda: board, lambda text: None, lambda seconds: None)
    opponent.serve(3)
    board.number = 2
    opponent.serve(5)
    assert board.heard == [b"opponent"] * 8 and not slow.decided
    slow.may.set()
    for _ in range(2):
        opponent.join()
        opponent.serve(1)
    assert slow.decided == 2 and board.heard[-1] == b"opponent 2 roll"
    assert not any(line.startswith(b"opponent 1") for line in board.heard)


class _Slow(Player):
    """Rolls, when it may."""

    def __init__(self):
        self.may = threading.Event()
        self.decided = 0

    def decide(self, match):
        self.may.wait(PATIENCE_MS / 1000)
        self.decided += 1


class _Asking:
    """A board that asks its question `number`."""

    def __init__(self):
        self.number = 1
        self.heard = []

    def ask(self, line):
        self.heard.append(line)
        start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
        yield "opponent ok" if b" " in line else f"opponent ask {self.number} {start}"


def test_what_is_asked_becomes_a_match_and_what_is_decided_a_word():
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:0:10"
    assert match_of(start % "31").dice == (3, 1)
    resigning = match_of("resign gammon " + start % "00")
    assert (resigning.phase, resigning.resigned) == (matches.RESIGNING, 2)
    assert words(None) == "roll" and words(actions.play()) == "pass"
    assert words(actions.play([8 << 3 | 3])) == "play 8/5"
    assert words(actions.resign(1)) == "resign single" and words(actions.take()) == "take"


_ENGINE = shlex.join([sys.executable, str(ROOT / "host_tests" / "players" / "engine.py")])


@pytest.fixture
def site():
    site = LinkedSite(virtual_board.FIRMWARE, virtual_board.board_folders())
    yield site
    site.close()


def _plugged(site):
    return serial.serial_for_url(site.url, timeout=PATIENCE_MS / 1000)


def test_whoever_is_plugged_in_has_to_plug_in_again_when_another_page_comes(site):
    with running(site) as server, line(server, "/cable") as one:
        assert one.recv() == "alone"
        with _plugged(site) as port:
            assert one.recv() == "plugged"
            with line(server, "/cable") as two:
                assert two.recv() == "alone"
                with pytest.raises(serial.SerialException):
                    port.read(1)


def test_without_a_page_there_is_no_board(site):
    with pytest.raises(NoBoard, match="page is not open"):
        site.reach()


def test_only_this_site_gives_its_page_a_port(site):
    plain = Site(virtual_board.FIRMWARE, virtual_board.board_folders())
    for served, linked in ((site, True), (plain, False)):
        assert json.loads(served.get("/firmware.json")[1])["linked"] is linked


@pytest.mark.long
def test_make_opponent_plays_on_its_pages_board_until_ctrl_c():
    sitting = table_of(None)[0]

    def answered(line):
        word, *words = line.split(" ")
        if word != "opponent":
            return "ubgiok\n" * (word == "ubgi")
        sitting.wait(500)  # less than it takes to miss the PC
        return sitting.session.players.far.reply(words) + "\n"

    command = [sys.executable, "-m", "tools.opponent", _ENGINE, "--port", "virtual", "--page", "0"]
    process = children.start([*command, "--no-open"], cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True)
    try:
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
        with line(address.strip("/").split(":")[-1], "/cable") as page:
            came = ""
            while len(sitting.actions()) < 5:  # its second answer follows what it says of the first
                told = page.recv()
                *lines, came = (came + told.decode()).split("\n") if type(told) is bytes else [came]
                for asked in lines:
                    page.send(answered(asked).encode())
    finally:
        out, err = end(process)
    assert (process.returncode, err) == (130, "")
    assert "plays: choose 'PC engine'" in out and "\n  play " in out


def test_a_taken_port_is_named_with_a_way_out(capsys):
    before = set(threading.enumerate())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        page = str(taken.getsockname()[1])
        assert opponent_tool.main([_ENGINE, "--port", "virtual", "--page", page]) == 1
    assert opponent_tool.main([_ENGINE, "--port", "virtual", "--page", "x"]) == 1
    first, *_, last = capsys.readouterr().err.strip().splitlines()
    assert f"opponent: Port {page} is taken" in first
    assert last == "opponent: PAGE must be a number from 0 to 65535, not 'x'."
    assert set(threading.enumerate()) <= before
