"""The ring of matches under random actions, on each kind of flash and with every accident: power
cuts, errors, Ctrl-C, flipped bits, and unstable bits."""

import random

import pytest

from devices.rings import BEGIN, KINDS, SETTINGS, Life, OnFiles, OnNor, a_record, found
from fakes.disk import PlugPulled
from fakes.nor_flash import UNSTABLE, NorFlash
from picogammon.devices.nor import SECTOR

HOST_ONLY = True
_SECTORS = 12
_ACCIDENTS = 12  # in a life
_STEPS = 100  # at most until the next


class _Life(Life):
    """A Life of random actions, in which the ring may delete old matches to make room."""

    def __init__(self, flash, chance):
        Life.__init__(self, flash, tries=5)
        self.chance = chance

    def check(self, flash):
        running, earlier, damage = found(flash)
        assert not damage, damage
        for told, kept in [self.state, *self.maybe]:
            left = list(kept)
            if running == told and all(one in left and not left.remove(one) for one in earlier):
                return running, earlier
        raise AssertionError("another match than people were told of")

    def step(self):
        chance = self.chance
        what = chance.random()
        records = BEGIN + [self._record() for _ in range(chance.choice((0, 3, 40, 150)))]
        played = self.state[0]
        if what < 0.02 or not played or len(b"".join(played)) > 4 * SECTOR:
            self.restart(records, chance.random() < 0.7, chance.random() < 0.7)
        elif what < 0.03:
            self.receive(records)
        elif what < 0.04 and self.archive.runs():
            self.remove(chance.choice(self.archive.runs()))
        elif what < 0.08:
            self.ring.erase_next()
        else:
            self.append(self._record())
            return
        self.state = self._calm(lambda: self.check(self.flash))

    def _record(self):
        size = self.chance.choice((2, 3, 5, 8, 40, 200))
        if self.chance.random() < 0.02:
            return bytes((SETTINGS,)) + bytes(size - 1)
        return a_record(self.chance.randrange(1000), size)


def _cut_and_fail(store, chance):
    number = store.operations + chance.randrange(_STEPS)
    if isinstance(store, NorFlash):
        tear = chance.choice((0, 1, 2, chance.randrange(3, 1000), UNSTABLE, UNSTABLE))
        store.cut = store.operations + chance.randrange(2 * _STEPS), tear
        faults = [(number, chance.choice((1, 1, 2, 3)), chance.random() < 0.5)]
    else:
        store.cut = store.steps + chance.randrange(50 * _STEPS)
        faults = [(number, 5, chance.randint(1, 3)), (number, KeyboardInterrupt)]
    if chance.random() < 0.3 * len(faults):
        store.fault = chance.choice(faults)


_LONG = [pytest.param(seed, marks=pytest.mark.long) for seed in range(1000, 1300)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [*range(6), *_LONG])
def test_a_life_with_accidents_keeps_all_that_people_were_told(seed, kind):
    chance = random.Random(seed)
    if kind is OnFiles:
        flash = OnFiles(sectors=_SECTORS)
    else:
        flash = OnNor(store=NorFlash([chance.randbytes(SECTOR) for _ in range(_SECTORS)]))
    store = flash.store
    life = _Life(flash, chance)
    for _ in range(_ACCIDENTS):
        _cut_and_fail(store, chance)
        try:
            for _ in range(_STEPS):
                life.step()
        except PlugPulled:
            pass
        except KeyboardInterrupt:
            assert store.opened == 0, "what is open would be written to later on"
        store.cut = store.fault = None
        state = _after(life, flash)
        life = _Life(flash, chance)
        assert life.state == state
        life.start()
        for _ in range(chance.randrange(3)):
            life.step()
        _after(life, flash)
        life = _Life(flash, chance)
        life.start()


def _after(life, flash):
    """Checks the matches on `flash` after a power cut; returns their state.
    On NOR flash, twelve copies are checked, too, each with one flipped bit."""
    if isinstance(flash, OnFiles):
        flash.store.opened = 0
        return life.check(flash)
    flash.store.wake(life.chance.randrange(9))
    for _ in range(12):  # each in a copy of the flash
        copy = OnNor(store=flash.store.copy())
        copy.store.flip(life.chance.randrange(_SECTORS), life.chance.randrange(8 * SECTOR))
        life.check(copy)
    return life.check(flash)
