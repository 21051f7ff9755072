"""A flash with some matches on it, as a board leaves it: littlefs, on MicroPython's unix port."""

import vfs

from fakes.nor_flash import NorFlash
from fakes.sitting import SeededDice, Sitting
from picogammon.devices import file_system
from picogammon.devices.archive import Archive
from picogammon.devices.files import Files
from picogammon.devices.littlefs import Twice, Witness
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.rules.settings import Settings

BLOCKS = 128  # of the files on a Pico
_PRESSES = 200, 2500, 600  # in each match
MATCHES = len(_PRESSES)


def log_at(place):
    """The running match's log of a flash that is mounted there."""
    path = place + "/match.log"
    return Recent(Files(), path, witness=Witness(Files(), place + "/seen"))


def archive_at(place):
    """Its earlier matches."""
    return Archive(Files(), place + "/matches", place + "/match.log")


def played(seed):
    """A NorFlash with some matches, as a board leaves it that was let be for a while."""
    flash = NorFlash(BLOCKS)
    assert file_system.take_up(flash, vfs, "/flash")
    log = log_at("/flash")
    settings = Settings(length=0, take_back=0)
    twice = Twice(Files(), ("/flash/seen", "/flash/matches", "/flash"))
    sitting = Sitting(
        SeededDice(seed),
        settings,
        journal=log,
        store=Store(Files(), "/flash/settings.bin"),
        dice_store=Store(Files(), "/flash/dice.bin"),
        archive=archive_at("/flash"),
    )
    below = SeededDice(seed + 7).below
    for presses in _PRESSES:
        sitting.begin(settings)
        for _ in range(presses):
            sitting.press(("OK", "OK", "OK", "NEXT")[below(4)])
            log.tidy()
        twice.untidy = True
        while log.tidy() or sitting.session.tidy() or twice.tidy():
            pass
    log.close()
    vfs.umount("/flash")
    return flash


def read(place):
    """({log: its records}, {log: what is wrong with it}) as a board that starts there has them."""
    archive = archive_at(place)
    logs = {name: archive.open(name) for name in archive.names()}
    logs["match.log"] = log_at(place)
    records = {}
    damage = {}
    for name in logs:
        records[name] = list(logs[name].open())
        damage[name] = logs[name].damage
    return records, damage
