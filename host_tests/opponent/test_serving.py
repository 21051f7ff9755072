"""An engine on a PC plays on a board, whose cable comes out and goes in again."""

import threading

import pytest

from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting
from picogammon.app.session.players import FAR
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.settings import Settings
from tools.opponent.serving import Opponent, match_of, words
from tools.players import Player, PlayerError
from tools.players.finding import find
from tools.ubgi.port import NoBoard
from tools.virtual_board.driver import PATIENCE_MS

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
    done = len(sitting.log())
    sitting.press("OK")
    for _ in range(10):
        opponent.serve(1)
    assert len(sitting.log()) > done, "the board's own engine plays on"
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
