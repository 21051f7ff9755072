"""The UBGI v0.1 protocol, beyond its transcript: time limits, levels, and damaged lines."""

from fakes.coach import Coach
from long_way import MixedJudge, thinker_by
from picogammon.app.ubgi.protocol import MAX_LINE, Ubgi
from picogammon.engine.levels import UnknownLevel
from picogammon.rules import actions, notation
from picogammon.rules.match import match_of
from picogammon.rules.situation import Situation
from portable import raises
from rulebook import position

_START = "position gnubgid 4HPwATDgc/ABMA"
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def talking(engine, times=None):
    """Returns a Ubgi that uses `engine`. `times`: an iterator over a clock's readings in ms."""
    return Ubgi("casual", lambda level, plays: engine, now=times and (lambda: next(times)))


def answer(ubgi, *lines):
    """Sends `lines`, and asserts that only the last line gets an answer.
    Returns the last line of this answer."""
    for line in lines[:-1]:
        assert ubgi.line(line) == [], line
    return ubgi.line(lines[-1])[-1]


def test_before_the_roll_it_rolls_where_it_would_resign():
    """The engine would resign, but programs that use UBGI expect roll or double here."""
    lost = Situation(position("12:15 24:-1"))
    asked = thinker_by(MixedJudge()).begin(match_of(lost))
    assert asked.finish() == actions.resign(2)
    assert talking(thinker_by(MixedJudge())).line(notation.to_xgid(lost)) == ["roll"]


def test_eval_thinks_in_slices():
    replies = list(talking(Coach(slices=7)).slices("eval " + _XGID))
    assert replies[:-1] == [None] * len(replies[:-1]) and len(replies) > 7


class Hurried(Coach):
    def __init__(self, slices):
        Coach.__init__(self, slices=slices)
        self.done = []

    def hurry(self):
        self.done.append("hurried")

    def rank(self, situation, also=None):
        self.done.append("begun")
        found = yield from Coach.rank(self, situation, also)
        return found


def test_movetime_hurries_an_engine_and_no_other_budget_does():
    for words, hurries in (
        ("chequer movetime 50", True),
        ("chequer movetime 0", True),
        # A question that begins forgets that the one before it was in haste: the cube's, of a turn.
        ("turn movetime 1", True),
        ("chequer movetime 5000", False),
        ("chequer depth 1 nodes 1 trials 1", False),
        ("chequer", False),
    ):
        engine = Hurried(20)
        times = iter([t % (1 << 30) for t in range((1 << 30) - 40, (1 << 30) + 10000, 10)])
        said = answer(talking(engine, times), _START, "dice 3 1", "go role " + words)
        assert said.startswith("best")
        done = engine.done[engine.done.index("begun") :]
        assert ("hurried" in done) == hurries, words


def test_an_engine_that_looks_two_rolls_ahead_says_how_far_it_is():
    class Deep(Coach):
        comparing = judged = 0

        def rank(self, situation, also=None):
            for self.comparing, self.judged in ((0, 100), (6, 500), (6, 700), (3, 900)):
                yield
            self.comparing = 0
            found = yield from Coach.rank(self, situation, also)
            return found

    ubgi = talking(Deep(slices=4))
    answer(ubgi, _START, "dice 3 1", "isready")
    *told, last = [line.partition(" eq ")[0] for line in ubgi.line("go role chequer")]
    before = "info role chequer"
    assert told == [before + " depth 2 nodes 500", before + " depth 2 nodes 900", before]
    assert last.startswith("bestmove ")


def test_a_level_answers_once_it_is_set_and_is_made_where_it_is_needed():
    made = []

    def make(level, plays):
        made.append(level)
        return Coach(plays=plays)

    ubgi = Ubgi("casual", make)
    assert ubgi.line("setoption name Level value novice") == [] and not made
    for _ in range(2):
        ubgi.line(_XGID)
    assert made == ["novice"]
    assert "write novice/casual" in answer(ubgi, "setoption name Level value wizard")
    ubgi = Ubgi("no such level")
    ubgi.line("ubgi")
    assert "there is no level" in answer(ubgi, "newgame", _START, "dice 3 1", "go role chequer")
    with raises(UnknownLevel, "novice"):
        Ubgi("wizard").ready()


def test_any_text_is_answered_with_an_error_and_a_reason():
    ubgi = Ubgi("casual")
    for text, reason in (
        ("x" * (MAX_LINE + 1), "line too long: more than 160"),
        (_XGID + "\n" + "x" * MAX_LINE, "line too long"),
        ("\x00\x01\x7f\xe9", "'?'"),
        (None, "unexpected failure"),
    ):
        (line,) = ubgi.line(text)
        assert line.startswith("error ") and reason in line and len(line) <= 200
    for line in ("", " \r\n", "quit\r\n"):
        assert ubgi.line(line) == [] and ubgi.closed == line.startswith("quit")


def test_damaged_lines_never_break_it_and_change_nothing_for_the_next():
    ubgi = talking(Coach())
    for line in (
        _XGID,
        "setoption name EvalMode value cubeless",
        "newsession type match length 7 crawford on",
        "setscore 2 1",
        "setcube value 2 owner p0",
        _START,
        "setoffer double",
        "go role cube movetime 9",
    ):
        for at in range(len(line)):
            for letter in ("", "a", " ", "B", "9", "-", ":", "\t", "~", "\xff", line[at] * 2):
                for reply in ubgi.line(line[:at] + letter + line[at + 1 :]):
                    assert "unexpected failure" not in reply, (line, at, letter, reply)
                    assert all(" " <= sign <= "~" for sign in reply)
    assert ubgi.line("ubgi")[-1] == "ubgiok"
    assert answer(ubgi, _START, "dice 3 1", "go role chequer") == "bestmove 8/5 6/5"
