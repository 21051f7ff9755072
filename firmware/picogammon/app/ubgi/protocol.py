"""The engine interface: a line in, lines out, as the draft Universal Backgammon Interface has them.

    ubgi             id name, id author, id version, readyok
    XGID=...         the best action: `roll`, `double`, `take`, `drop`, `beaver`, or a play in full
                     steps (`24/18 18/13`, `bar/22`, `6/off`), empty where nothing can be played;
                     `roll` also where a player would resign
    plays XGID=...   `play <steps> <Position ID>` for each distinct legal result, then `readyok`
    eval XGID=...    seven numbers of five decimals from the side of the player on turn, the doubler
                     where a double is offered; after the roll they are those of the best play: the
                     chances to win, to win a gammon or more, to win a backgammon, to lose a gammon
                     or more, to lose a backgammon, then the equity without a cube and with it, in
                     points at the cube's present value (in a match +1 is a single game won)
    stop, quit       nothing is printed

Points are numbered as the player on turn sees them; the Position ID is as the opponent, next on
roll, sees it. Anything else is answered with `sorry` and the reason. Nothing here reads or prints:
the lines come and go over stdin and stdout, or over USB.
"""

from array import array
from micropython import const

from picogammon import VERSION
from picogammon.app.advice.equities import decimal
from picogammon.engine.engine import Thought
from picogammon.engine.levels import make
from picogammon.rules import actions, gnu_id, plays_text, xgid
from picogammon.rules import position as positions
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Match, Refusal
from picogammon.rules.movegen import Plays

MAX_LINE = const(160)  # the longest XGID has 72 letters
_MAX_REPLY = const(160)
_PLACES = const(5)
_XGID = "XGID="
_WHO = (
    "id name Picogammon",
    "id author the Picogammon contributors",
    "id version " + VERSION,
    "readyok",
)


class Sorry(Exception):
    """A line that cannot be answered; the message says why."""


class Ubgi:
    """A conversation with an engine of that level; raises levels.UnknownLevel.

    `closed` is true once the other side has said `quit`.
    """

    def __init__(self, level):
        self.closed = False
        self._level = level
        self._plays = Plays()
        self._engine = make(level, self._plays)

    def line(self, text):
        """The list of lines that answer a line, none for `stop` and `quit`. Never raises."""
        return list(self.answers(text))

    def answers(self, text):
        """As `line`, but one by one: the legal plays of a roll can be thousands."""
        for reply in self.slices(text):
            if reply is not None:
                yield reply

    def slices(self, text):
        """As `answers`, with a None after each slice of thinking, some milliseconds.

        Whoever shares the time with others takes one by one. The next line abandons the last.
        """
        try:
            for reply in self._answers(text):
                yield reply
        except Exception as error:  # whoever is at the other end has to be told
            known = isinstance(error, (Sorry, Refusal, RulesError))
            why = str(error) if known else "that went wrong here: %r" % error
            yield _printable("sorry " + why)[:_MAX_REPLY]

    def _answers(self, text):
        if len(text.rstrip("\r\n")) > MAX_LINE:
            raise Sorry("line too long: more than %d letters" % MAX_LINE)
        text = _printable(text)
        if text.startswith(_XGID):
            return self._best(text)
        if text == "ubgi":
            return _WHO
        if text == "stop":
            return ()
        if text == "quit":
            self.closed = True
            return ()
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word == "plays" and rest.startswith(_XGID):
            return self._legal(_match(rest))
        if word == "eval" and rest.startswith(_XGID):
            return self._worth(_match(rest))
        if word in ("plays", "eval"):
            raise Sorry("write an XGID=... after '%s'" % word)
        raise Sorry("'%s' is no command: ubgi, XGID=..., plays, eval, stop, quit" % text[:20])

    def _best(self, line):
        match = _match(line)
        yield None
        thought = self._engine.begin(match)
        while not thought.step():
            yield None
        action = thought.answer
        if action is None or actions.kind_of(action) == actions.RESIGN:
            yield "roll"  # who would resign has lost for certain, and no program expects the word
        elif actions.kind_of(action) == actions.PLAY:
            yield plays_text.format_steps(actions.steps_of(action))
        else:
            yield actions.text(action)

    def _worth(self, match):
        if not self._engine.knows:
            raise Sorry("the level %s cannot tell what a position is worth" % self._level)
        yield None
        thought = Thought(self._engine.value(match.situation()))
        while not thought.step():
            yield None
        value = thought.answer
        numbers = list(value.outcome) + [value.cubeless, value.cubeful]
        yield " ".join([decimal(number, _PLACES) for number in numbers])

    def _legal(self, match):
        if not match.dice:
            raise Sorry("there are no dice to be played")
        pos = match.position
        plays = self._plays
        after = array("b", pos)
        for i in range(plays.generate(pos, match.dice[0], match.dice[1])):
            plays.result(i, pos, after)
            positions.swap(after)
            yield "play %s %s" % (
                plays_text.format_steps(plays.steps(i)),
                gnu_id.position_id(after),
            )
        yield "readyok"


def _match(line):
    """The Match that stands where the XGID says; raises Sorry, Refusal or a RulesError."""
    situation = xgid.from_xgid(line)
    pos = situation.position
    if positions.off(pos) == 15 or positions.opponent_off(pos) == 15:
        raise Sorry("the game is over")
    return Match.from_situation(situation)


def _printable(text):
    """The text with whatever is not printable ASCII made a question mark, one for a row of such."""
    letters = []
    for letter in text.strip(" \t\r\n"):
        if " " <= letter <= "~":
            letters.append(letter)
        elif not letters or letters[-1] != "?":
            letters.append("?")
    return "".join(letters)
