"""No line costs more than its answer: each verb of the link, with arguments that make no sense."""

from fakes import quick_benches
from fakes.planted import planted
from fakes.power import Power, at_board
from fakes.sitting import two_people
from lines import WRITTEN, XGID, hostile
from picogammon import keyboard
from picogammon.app.modes import navigator
from picogammon.filing import Filing
from picogammon.mirror import Mirror


def answer(board, line):
    """The lines that a board answers."""
    said = []
    for reply in board.answers(line):
        if reply is not None:
            said.append(reply)
        due = board.talk.due()
        if due:
            due()
    return said


def test_each_verb_survives_hostile_arguments():
    def script(power):
        yield 500
        board = power.board
        power.begin(two_people(3))
        for verb in sorted(WRITTEN):
            answer(board, "position xgid " + XGID)
            answer(board, "dice 3 1")
            for line in hostile(verb):
                said = answer(board, line)
                assert "error internal" not in str(said), (line, said)
            board.talk = None  # it may be about to start anew
            board.show(power.now)
            yield 10

    power = Power()
    assert quick_benches.run(power, script) == "off"
    assert power.crash_log() == ""


# A line of each part of the board that answers, and what of it fails.
_FAILING = (
    (b"set name 1 Ann", keyboard, "_change"),
    (b"files", Filing, "_files"),
    (b"mirror", Mirror, "_shown"),
)


@at_board()
def test_a_line_that_fails_costs_its_answer(power):
    yield 500
    for line, owner, name in _FAILING:
        with planted(owner, name):
            yield from power.ask(line)
        said = b"error internal that went wrong here: ZeroDivisionError('planted in %s',)"
        assert power.answer.replace(b"')", b"',)").strip() == said % name.encode(), power.answer
        yield from power.ask(line)
        assert not power.answer.startswith(b"error"), power.answer
    assert power.match.settings.names[1] == "Ann"


def test_a_change_of_the_match_that_a_line_has_cut_short_restarts_the_board_from_its_log():
    """What fails follows the change; `calls`: how often it was called at the start."""
    for line, name, calls in (
        (b"set name 1 Ann", "tune", 0),
        (b"set position " + XGID.encode(), "waiting_mode", 1),
    ):

        def script(power, line=line):
            yield 500
            yield from power.ask(line)
            raise AssertionError("it goes on")

        power = Power()
        with planted(navigator.following, name, calls):
            assert power.run(script) == "reset"
        assert "planted in " + name in power.crash_log()
        assert power.run(lambda power: iter((100,))) == "off"
        assert power.match.settings.names[1] == "Ann" or power.match.dice == (4, 2)
