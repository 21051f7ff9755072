"""Guest: games through the app and the journal on littlefs, the power cut at every flash operation.

usage: micropython cuts.py COUNT SEED

At each erase and each page program the plug is pulled, half of it done, and what the flash then
holds is booted on a copy: it must hold every action that was ever shown, at most the one under way
may be missing, and a roll that could be seen must stand. Then the game goes on to the next
operation.
"""

import gc
import json
import sys
import vfs

from fakes.nor_flash import PAGE_BYTES, NorFlash  # noqa: E402
from fakes.sitting import SeededDice, Sitting  # noqa: E402
from picogammon.app.session import resume  # noqa: E402
from picogammon.devices.files import Files
from picogammon.devices.littlefs import Witness  # noqa: E402
from picogammon.devices.recent import Recent  # noqa: E402
from picogammon.devices.store import Store  # noqa: E402
from picogammon.rules import actions, match  # noqa: E402
from picogammon.rules.settings import Settings  # noqa: E402
from reading.replay import replay

_BLOCKS = 192  # the image's file system, 768 KB
_SIZES = {"readsize": 32, "progsize": PAGE_BYTES, "lookahead": 32}
_WEAR_GAMES = 20


class Logged(Recent):
    """The journal, noting what it is asked to hold: `was` for sure, `will` perhaps."""

    def __init__(self, path):
        folder = path.rpartition("/")[0]
        Recent.__init__(self, Files(), path, witness=Witness(Files(), folder + "/seen"))
        self.was = self.will = []
        self.kept = 0

    def append(self, record):
        self.kept += 1
        self.will = self.was + [record]
        Recent.append(self, record)
        self.was = self.will

    def restart(self, records, aside=False):
        self.will = list(records)
        Recent.restart(self, self.will, aside)
        self.was = self.will


class Game:
    """People in a hurry at a board whose plug is pulled all the time."""

    def __init__(self, seed, most):
        self.flash = NorFlash(_BLOCKS)
        vfs.VfsLfs2.mkfs(self.flash, **_SIZES)
        vfs.mount(vfs.VfsLfs2(self.flash, **_SIZES), "/flash")
        self.journal = Logged("/flash/match.log")
        self.seen = []  # the log as of when the view was last shown
        self.most = most
        self.cuts = self.lost = self.games = 0
        self.sitting = Sitting(
            SeededDice(seed),
            Settings(length=0, take_back=0),
            journal=self.journal,
            store=Store(Files(), "/flash/settings.bin"),
            dice_store=Store(Files(), "/flash/dice.bin"),
        )
        self.below = SeededDice(seed + 7).below
        self.flash.on_change = self.cut

    @property
    def done(self):
        """Whether the plug was pulled often enough."""
        return self.most is not None and self.cuts >= self.most

    def cut(self, block, torn):
        """The plug is pulled in the middle of an operation: boots what is there, on a copy."""
        if self.done:
            return
        blocks = list(self.flash.blocks)
        blocks[block] = torn
        copy = NorFlash(blocks)
        vfs.mount(vfs.VfsLfs2(copy, **_SIZES), "/copy")
        witness = Witness(Files(), "/copy/seen")
        journal = Recent(Files(), "/copy/match.log", witness=witness)
        again, trouble = resume.take_up(journal)
        held = list(journal.open())
        journal.close()
        settings = Store(Files(), "/copy/settings.bin")
        settings.load()
        dice = Store(Files(), "/copy/dice.bin")
        dice.load()
        vfs.umount("/copy")
        assert trouble is None and settings.damage is None and dice.damage is None, trouble
        assert held == self.journal.was or held == self.journal.will, "neither before nor after"
        assert held[: len(self.seen)] == self.seen, "what was shown is lost"
        assert again.state() == replay(held).state()
        self.cuts += 1
        self.lost += held == self.journal.was != self.journal.will

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
            elif wild == 1:
                sitting.session.prefs.change(0, 1)
                sitting.navigator.keep_prefs()
            elif wild < 20:
                sitting.press(("NEXT", "PREV", "BACK")[self.below(3)])
            else:
                sitting.press("OK")
        self.show()
        self.games += 1
        sitting.press("OK")
        self.show()

    def show(self):
        """What people see now is what the log held for sure; then nobody waits for a moment."""
        self.sitting.navigator.refresh()
        self.journal.tidy()
        self.seen = self.journal.was


def wear(seed):
    """(erases, bytes programmed, actions) of some games: what play costs the flash."""
    game = Game(seed, None)
    game.flash.on_change = None
    game.flash.forget()
    for _ in range(_WEAR_GAMES):
        game.play()
    game.journal.close()
    vfs.umount("/flash")
    return game.flash.erases, game.flash.programmed, game.journal.kept


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    total = {"cuts": 0, "lost": 0, "games": 0}
    while total["cuts"] < count:
        game = Game(seed, count - total["cuts"])
        for _ in range(3):
            game.play()
            if game.done:
                break
        game.journal.close()
        vfs.umount("/flash")
        for name in total:
            total[name] += getattr(game, name)
        seed += 1
        gc.collect()
    erases, programmed, records = wear(seed)
    total["wear_games"] = _WEAR_GAMES
    total["erases"] = erases
    total["programmed"] = programmed
    total["records"] = records
    print(json.dumps(total))


main()
