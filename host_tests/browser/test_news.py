"""Whole games by random presses: a listener is told each roll, play and cube action once."""

import random
import re

import pytest

from browser.device import words
from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting
from picogammon.app.session import prefs
from picogammon.ground import BACK, LONG, NEXT, OK, PLACE, PREV, SHORT
from picogammon.rules import actions, match, plays
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Checkpoint
from portable import sample
from states import PLAYERS

_NAMES = ("Ann", "Bob")
_MOST_ROUNDS = 200_000  # of 10 ms
_STARTS = {  # by name: points of both sides, as of transcripts
    "all": None,
    "race": {6: 2, 5: 3, 3: 1, 24: -2, 22: -3},
    "bar": {25: 1, 6: 2, 4: 2, 24: -2, 23: -2, 21: -2, 19: -2, 1: -1},
    "shut out": {25: 1, 6: 1, 24: -2, 23: -2, 22: -2, 21: -2, 20: -2, 19: -2},
    "forced": {24: 1, 12: 1, 21: -2, 20: -2, 19: -2, 10: -2},
}
_BY_ITSELF = dict.fromkeys(range(prefs.ROLLING, prefs.FORCED_PLAYS + 1), 1)
_LIKED = {
    "usual": {},
    "by itself": _BY_ITSELF,
    "first side by itself": dict.fromkeys(_BY_ITSELF, 2),
    "real dice": {prefs.REAL_DICE: 1},
    "real dice by themselves": {prefs.REAL_DICE: 1, **_BY_ITSELF},
    "real checkers": {prefs.CHECKERS: 1},
    "helped": {prefs.TUTOR: 2, prefs.LANDINGS: 1},
    "sleepy": {prefs.SLEEP: 0},
}
_AGREED = ({"length": 3}, {"length": 0, "automatic": 1, "beavers": 2, "take_back": 0})
_CUBE = {
    actions.DOUBLE: "doubled",
    actions.TAKE: "took",
    actions.DROP: "dropped",
    actions.BEAVER: "beavered",
    actions.RACCOON: "raccooned",
}
_TOLD = re.compile(
    r"Opening roll: (?P<opening>Ann \d, Bob \d)\.|(?P<who>Ann|Bob|You) "
    r"(?:rolled (?P<roll>\d-\d)(?:: (?P<then>[^.]*))?|played (?P<play>[^.]*)|"
    r"(?P<passed>could not move)|"
    r"(?P<cube>doubled|took|accepted|dropped|beavered|raccooned)\b[^.]*)\."
)


class _Listener:
    """Listens to a board whose buttons are pressed at random."""

    def __init__(self, seed, players, start, liked, agreed):
        self.chance = random.Random(seed)
        settings = Settings(names=_NAMES, players=players, **agreed)
        self.board = Sitting(
            SeededDice(seed), coach=Coach([0, 0, 1], 2), computers=[("first", FirstPlay())]
        )
        for field, value in {prefs.PACE: 2, **liked}.items():
            self.board.session.prefs.change(field, value - self.board.session.prefs[field])
        if start is None:
            self.board.begin(settings)
        else:
            position = [start.get(point, 0) for point in range(26)]
            turn = self.chance.choice((None, 0, 1))
            self.board.begin(settings, [actions.game(Checkpoint(turn=turn, position=position))])
        self.news = words.News()
        self.heard = []

    def listens(self):
        navigator = self.board.navigator
        navigator.refresh()
        text = self.news.told(self.board)
        if text:
            self.heard.append(text)

    def plays(self):
        """Plays the match, or a game for money, to its end."""
        navigator = self.board.navigator
        self.listens()
        for _ in range(_MOST_ROUNDS):
            if self.board.match.phase in (match.GAME_OVER, match.MATCH_OVER):
                break
            if not navigator.top.goes_on or self.chance.random() < 0.002:
                self.presses()
                self.listens()
            self.board.now += 10
            navigator.tick(self.board.now)
            if navigator.changed:
                self.listens()
        else:
            raise AssertionError("it never ends: " + navigator.view.headline)

    def presses(self):
        board, now, chance = self.board, self.board.now, self.chance.random()
        press, top = board.navigator.press, board.navigator.top
        is_asked = top is board.navigator.base and not top.goes_on
        if chance < 0.05:
            press(self.chance.randrange(30), PLACE, now)
        elif chance < 0.06:
            press(OK, LONG, now)
        elif chance < 0.07 and is_asked and board.session.turns_back():
            board.navigator.commit(actions.take_back(1), now)
        elif chance < 0.08:
            board.now += 130_000
        elif board.navigator.main_menu:
            press(BACK, LONG, now)
        else:
            press(self.chance.choice((PREV, NEXT, NEXT, OK, OK, OK, OK, BACK)), SHORT, now)

    def told(self):
        """Returns the announcements: [(side, "rolled", "played" or "cube", what)]."""
        sides = dict(zip(_NAMES, (0, 1), strict=True))
        sides["You"] = self.board.session.players.only_person
        found = []
        for each in _TOLD.finditer(" ".join(self.heard)):
            side = sides.get(each["who"])
            if each["opening"]:
                found.append((None, "rolled", "-".join(re.findall(r"\d", each["opening"]))))
            elif each["roll"]:
                found.append((side, "rolled", each["roll"]))
                if each["then"]:
                    found.append((side, "played", each["then"].replace("legal ", "")))
            elif each["cube"]:
                found.append((side, "cube", each["cube"]))
            else:
                found.append((side, "played", each["play"] or "no play"))
        return found

    def kept(self):
        """Returns the same of the match's log."""
        found, past = [], None
        for record in self.board.log.records:
            kind = actions.kind_of(record)
            if kind == actions.ROLL and past.turn is None:
                found.append((None, "rolled", "%d-%d" % actions.dice_of(record)))
            elif kind == actions.ROLL:
                rolled = plays.roll_text(actions.dice_of(record), "-")
                found.append((past.turn, "rolled", rolled))
            elif kind == actions.PLAY:
                text = plays.format_play(past.position, actions.steps_of(record))
                found.append((past.turn, "played", text))
            elif kind in _CUBE:
                accepts = kind == actions.TAKE and past.phase != match.DOUBLED
                found.append((past.decider, "cube", "accepted" if accepts else _CUBE[kind]))
            past = next(match.replay([record], past))
        return found


_GAMES = [(start, liked, side) for start in _STARTS for liked in _LIKED for _, _, side in PLAYERS]


@pytest.mark.parametrize("start, liked, players", sample(_GAMES, 7))
def test_each_roll_play_and_cube_action_is_told_once(start, liked, players):
    for seed, agreed in enumerate(_AGREED):
        listener = _Listener(seed, players, _STARTS[start], _LIKED[liked], agreed)
        listener.plays()
        assert listener.told() == listener.kept(), listener.heard
