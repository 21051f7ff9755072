"""GNU Backgammon as the judge of a match: its `hint` for every decision, by its text mode.

It is told one position after another, in one process a game. What it cannot read it passes over
and goes on, so what it shows is held against what it was asked: the Position ID of each, and the
number of legal plays.
"""

import re
import subprocess

from picogammon.engine.engine import Engine, Question, Ranked
from picogammon.engine.numbers import ONE
from picogammon.engine.options import Cube, can_beaver, can_raccoon
from picogammon.engine.review import after, is_decision
from picogammon.rules import gnu_id, position, xgid
from picogammon.rules.match import TO_PLAY
from picogammon.rules.plays import Plays
from picogammon.rules.position import RulesError
from picogammon.rules.records import moments
from picogammon.rules.situation import Situation
from reading.plays import parse_play
from tools import gnubg

_SETTINGS = (
    "set output mwc off",
    "set output digits 6",
    "set evaluation chequer evaluation plies {plies}",
    "set evaluation chequer evaluation cubeful on",
    "set evaluation cubedecision evaluation plies {plies}",
    "set evaluation cubedecision evaluation cubeful on",
)
# As it comes, gnubg looks that far only at the plays that seem best without: of `plies`, a `level`.
_ALL_PLAYS = "set evaluation movefilter {plies} {level} -1 0 0"
_SHOWN = re.compile(r"Position ID: (\S+)")
_NUMBER = r"([+-]?\d\.\d+)"
_PLAY = re.compile(rf"^ *\d+\. Cubeful (\d)-ply +(\S.*?) +Eq\.: *{_NUMBER}.*\n +(.*)$", re.M)
_CHANCES = re.compile(r"\d\.\d+")
_ALL = 9999  # plays that a hint may list
_LONGEST_S = 600
_CUBE = {
    "nd": re.compile(rf"^\d\. No (?:re)?double +{_NUMBER}", re.M),
    "dt": re.compile(rf"^\d\. (?:Red|D)ouble, (?:take|beaver) +{_NUMBER}", re.M),
}
_CUBE_PLY = re.compile(r"^(\d)-ply cubeless equity", re.M)
_OUTCOME = re.compile(r"^  (\d\.\d+ \d\.\d+ \d\.\d+ - \d\.\d+ \d\.\d+ \d\.\d+)$", re.M)


class GnubgError(Exception):
    """gnubg is missing, or what it said does not answer what it was asked."""


class Gnubg(Engine):
    """Ranks plays and weighs cubes as gnubg does; what rolls are worth (luck) `engine` says.

    `prepare` a game before it is judged.
    """

    knows = True

    def __init__(self, engine, plies=2):
        self.value = engine.value
        self._plies = plies
        self._plays = Plays()
        self._answers = {}

    def prepare(self, played):
        """Asks about all decisions of a tools.matches.log.Played. Raises GnubgError."""
        if played.settings.checkers != position.CHECKERS:
            name = position.name_of(played.settings.variant)
            raise GnubgError(f"an XGID cannot tell gnubg that it is {name}: leave --judge out")
        asked = []
        for at, (match, record) in enumerate(moments(played.records, played.settings)):
            question = Question(match)
            if at and is_decision(question, record):
                asked.append(_seen(question.situation, question.phase == TO_PLAY))
        for situation, answer in zip(asked, self._ask(asked)):
            self._answers[xgid.to_xgid(situation)] = answer

    def rank(self, situation, also=None):
        yield
        pos, dice = situation.position, situation.dice
        found = {}
        for ply, text, equity, chances in _PLAY.findall(self._answer(situation, True)):
            self._check_ply(ply, f"{text} in {xgid.to_xgid(situation)}")
            try:
                play = parse_play(text.lower(), pos, *dice)
            except RulesError as error:
                raise GnubgError(f"gnubg's {text} in {xgid.to_xgid(situation)}: {error}") from None
            found.setdefault(after(pos, play), Ranked(play, _worth(equity), _outcome(chances)))
        legal = {after(pos, play) for play in self._legal(pos, dice)}
        if set(found) != legal:
            told = "gnubg knows %d plays of %s, and there are %d"
            raise GnubgError(told % (len(found), xgid.to_xgid(situation), len(legal)))
        return sorted(found.values(), key=lambda play: -play.equity)

    def weigh(self, question):
        yield
        situation = question.situation
        said = self._answer(situation, False)
        worth = {name: pattern.search(said) for name, pattern in _CUBE.items()}
        chances = _OUTCOME.search(said)
        ply = _CUBE_PLY.search(said)
        if ply is None or chances is None or None in worth.values():
            raise GnubgError(f"gnubg does not weigh the cube of {xgid.to_xgid(situation)}:\n{said}")
        self._check_ply(ply[1], f"the cube in {xgid.to_xgid(situation)}")
        nd, dt = (_worth(worth[name][1]) for name in ("nd", "dt"))
        beaver = 2 * dt if can_beaver(situation) else None
        raccoon = 4 * dt if can_raccoon(situation) else None
        return Cube(nd, dt, ONE, _outcome(chances[1]), beaver, raccoon)

    def _check_ply(self, ply, what):
        """Raises GnubgError where gnubg has not looked as far at it as it was told to."""
        if int(ply) != self._plies:
            told = f"gnubg has looked {ply} rolls ahead at {what}, not {self._plies}"
            raise GnubgError(told)

    def _answer(self, situation, with_dice):
        return self._answers[xgid.to_xgid(_seen(situation, with_dice))]

    def _legal(self, pos, dice):
        count = self._plays.generate(pos, *dice)
        return [self._plays.steps(i) for i in range(count)]

    def _ask(self, situations):
        """What gnubg says of each."""
        settings = [line.format(plies=self._plies) for line in _SETTINGS]
        settings += [_ALL_PLAYS.format(plies=self._plies, level=i) for i in range(self._plies)]
        asked = [[f"set xgid {xgid.to_xgid(one)}", f"hint {_ALL}"] for one in situations]
        try:
            answers = gnubg.ask([*settings, "new session"], asked, _LONGEST_S)
        except (OSError, subprocess.SubprocessError, gnubg.AnswerError) as problem:
            raise GnubgError(f"gnubg cannot judge: {problem}") from None
        for situation, answer in zip(situations, answers):
            shown = _SHOWN.findall(answer)
            if not shown or shown[-1] != gnu_id.position_id(situation.position):
                raise GnubgError(f"gnubg did not take {xgid.to_xgid(situation)}")
        return answers


def _seen(situation, with_dice):
    """The situation as gnubg is asked about it: the player on roll is player 0, and no double
    waits."""
    turned = situation.turn == 1
    owner = situation.owner
    return Situation(
        position=situation.position,
        dice=situation.dice if with_dice else None,
        cube=situation.cube,
        owner=1 - owner if turned and owner is not None else owner,
        scores=situation.scores[::-1] if turned else situation.scores,
        length=situation.length,
        crawford=situation.crawford,
        jacoby=situation.jacoby,
        beavers=min(situation.beavers, 1),
        cube_on=situation.cube_on,
        max_cube=situation.max_cube,
    )


def _worth(text):
    return round(float(text) * ONE)


def _outcome(text):
    """The five chances of engine.Ranked from gnubg's six, of which the fourth is what is lost."""
    chances = [round(float(number) * ONE) for number in _CHANCES.findall(text)]
    return tuple(chances[:3] + chances[4:])
