"""A program talks UBGI with an engine that remembers what it was asked."""

from fakes.coach import Coach
from picogammon.app.ubgi.protocol import Ubgi
from picogammon.rules import gnu_id
from picogammon.rules.movegen import Plays
from rulebook import position

START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
_plays = Plays()


class _Telling(Coach):
    """Keeps the situations that it was asked about."""

    def __init__(self, **coach):
        Coach.__init__(self, plays=_plays, **coach)
        self.situations = []

    def rank(self, situation, also=None):
        self.situations.append(situation)
        return Coach.rank(self, situation, also)

    def weigh(self, question):
        self.situations.append(question.situation)
        return Coach.weigh(self, question)


class Talk:
    """A conversation: `tell` lines that are not answered, `ask` one that is; the engine knows."""

    def __init__(self, **coach):
        self.engine = _Telling(**coach)
        self.ubgi = Ubgi("casual", lambda level, plays: self.engine)

    def tell(self, *lines):
        for line in lines:
            assert self.ubgi.line(line) == [], line

    def ask(self, line):
        """What answers, but for what is said of it."""
        lines = [text for text in self.ubgi.line(line) if not text.startswith("info ")]
        assert len(lines) == 1, lines
        return lines[0]

    def cube(self):
        self.tell("position gnubgid " + START)
        return self.ask("go role cube")

    def last(self):
        return self.engine.situations[-1]


def casual():
    """A Talk with the level itself, which does not know what a position is worth."""
    talk = Talk()
    talk.ubgi = Ubgi("casual")
    return talk


def id_of(text):
    """The Position ID of "place:checkers" words, the opponent's negative."""
    return gnu_id.position_id(position(text))
