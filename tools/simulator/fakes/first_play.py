"""A player who is no person, and whose answers are known beforehand."""

from picogammon.rules import actions, match
from picogammon.rules.plays import Plays


class FirstPlay:
    """Thinks for `slices` slices and plays the first legal play; never doubles, always takes."""

    trouble = None
    comparing = 0
    by_net = False
    engine = None

    def __init__(self, slices=3):
        self.slices = slices
        self.left = 0
        self.answer = None
        self.asked = 0

    def ask(self, a_match):
        self.left = self.slices
        self.asked += 1
        self.answer = self._answer(a_match)

    def think(self):
        self.left -= 1
        return self.left <= 0

    def _answer(self, a_match):
        if a_match.phase == match.TO_ROLL:
            return None
        if a_match.phase in (match.DOUBLED, match.BEAVERED, match.RACCOONED):
            return actions.take()
        if a_match.phase in (match.RESIGNING, match.TAKING_BACK):
            return actions.accept()
        plays = Plays()
        count = plays.generate(a_match.position, a_match.dice[0], a_match.dice[1])
        return actions.play(plays.steps(0) if count else ())
