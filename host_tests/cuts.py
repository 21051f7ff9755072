"""Guest: games through the app and its log on a modelled flash, the power cut at every operation.

usage: micropython cuts.py COUNT SEED

At each erase and each page program the power goes, and a copy of the flash is booted. It must hold
every action that was kept; only the one under way may be missing. Then the game goes on to the next
operation.
"""

import json
import sys

from fakes.disk import Disk, files_on
from fakes.nor_flash import BLOCK_BYTES, NorFlash
from fakes.sitting import SeededDice, Sitting
from picogammon.app.session.session import saved_match
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from picogammon.rules import actions, match
from picogammon.rules.settings import Settings
from reading.replay import replay

_WEAR_GAMES = 10
_USED = bytes(BLOCK_BYTES)  # so that each sector is erased before it is written


class Logged(MatchLog):
    """The log, noting what it is asked to hold: `was` for sure, `will` perhaps."""

    was = will = ()
    kept = 0

    def append(self, record):
        self.kept += 1
        self.will = self.was + [record]
        MatchLog.append(self, record)
        self.was = self.will

    def restart(self, records, keep=True, over=False):
        self.will = list(records)
        MatchLog.restart(self, self.will, keep, over)
        self.was = self.will


class Game:
    """People in a hurry at a board whose plug is pulled all the time, up to `most` times."""

    def __init__(self, seed, most):
        self.flash = NorFlash([_USED] * SECTORS)
        self.ring = Ring(Flash(self.flash, SECTORS))
        self.log = Logged(self.ring)
        self.most = most
        self.cuts = self.lost = self.games = 0
        self.flash.watch = self.cut if most else None
        self.settings = Settings(length=0, take_back=0)
        archive = Archive(self.ring, files_on(Disk()))
        self.sitting = Sitting(SeededDice(seed), self.settings, log=self.log, archive=archive)
        self.below = SeededDice(seed + 7).below

    @property
    def done(self):
        """Whether the plug was pulled often enough."""
        return self.most > 0 and self.cuts >= self.most

    def cut(self, left):
        """The plug is pulled in the middle of an operation: boots what is there, on a copy."""
        if self.done:
            return
        log = MatchLog(Ring(Flash(left(self.cuts % 99), SECTORS)))
        again, trouble = saved_match(log)
        held = list(log.open())
        assert trouble is None and log.damage is None, trouble
        assert held == list(self.log.was) or held == self.log.will, "neither before nor after"
        assert not held or again.state() == replay(held).state()
        self.cuts += 1
        self.lost += held != self.log.will

    def play(self):
        """One game by random presses, shown after each; a take-back or a menu now and then."""
        sitting = self.sitting
        for _ in range(6000):
            self.show()
            if sitting.match.phase == match.GAME_OVER or self.done:
                break
            wild = self.below(60)
            if wild == 0 and sitting.match.turns_back():
                sitting.navigator.commit(actions.take_back(1), sitting.now)
                while sitting.match.phase == match.TAKING_BACK:
                    sitting.navigator.commit(actions.accept(), sitting.now)
            elif wild < 20:
                sitting.press(("NEXT", "PREV", "BACK")[self.below(3)])
            else:
                sitting.press("OK")
        self.show()
        self.games += 1
        sitting.press("OK")
        self.show()

    def show(self):
        """People look at it; then nobody waits for a moment."""
        self.sitting.navigator.refresh()
        self.ring.erase_next()


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    said = {"cuts": 0, "lost": 0, "games": 0}
    while said["cuts"] < count:
        game = Game(seed, count - said["cuts"])
        while not game.done:
            game.play()
            if game.games % 3 == 0:
                game.sitting.begin(game.settings)
        for name in said:
            said[name] += getattr(game, name)
        seed += 1
    game = Game(seed, 0)
    game.flash.forget()
    for _ in range(_WEAR_GAMES):
        game.play()
    said.update({"erases in %d games" % _WEAR_GAMES: game.flash.erases})
    said.update(programs=game.flash.programs, records=game.log.kept)
    print(json.dumps(said))


main()
