"""Prints what this firmware's files look like, for host_tests/data/saved.jsonl.

usage: PYTHONPATH=tools/simulator/shim:firmware:tools/simulator
python host_tests/reference/saved_files.py VERSION >> host_tests/data/saved.jsonl:
once for each format that has been on a board.
"""

import json
import sys

from fakes.disk import Disk, files_on
from fakes.sitting import SeededDice, Sitting
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.rules import actions, match, records_text
from picogammon.rules.settings import Settings


def _played(seed, games, more, **fields):
    """The files after some games and `more` presses, and what they hold."""
    disk = Disk()
    log = Recent(files_on(disk), "match.log")
    stores = Store(files_on(disk), "settings.bin"), Store(files_on(disk), "dice.bin")
    sitting = Sitting(SeededDice(seed), Settings(**fields), (), log, *stores)
    sitting.session.prefs.change(0, 1)
    sitting.navigator.keep_prefs()
    fingers = SeededDice(seed + 1)
    while games:
        _act(sitting, fingers)
        games -= sitting.match.result is not None
    sitting.press("OK")
    for _ in range(more):
        sitting.press("OK")
    records = list(log.open())
    log.close()
    return {
        "files": {name: bytes(data).hex() for name, data in sorted(disk.files.items())},
        "actions": [records_text.text(record) for record in records],
        "prefs": sitting.session.prefs.pack().hex(),
    }


def _act(sitting, fingers):
    """A press of chance, a double or a take-back."""
    now = sitting.match
    if now.turns_back() > 3 and not fingers.below(50):
        sitting.navigator.commit(actions.take_back(2), sitting.now)
        if now.phase == match.TAKING_BACK:
            sitting.navigator.commit(actions.accept(), sitting.now)
    elif now.phase == match.TO_ROLL and not fingers.below(9) and now.can_double():
        sitting.navigator.commit(actions.double(), sitting.now)
    else:
        sitting.press(("OK", "OK", "OK", "NEXT", "PREV")[fingers.below(5)])


def main(version):
    """A money session between people who ask before taking back; a match to 5."""
    people = {"players": (0, 0)}
    money = {"take_back": 1, "names": ("Ann", "Bob"), "jacoby": True, "beavers": 1}
    for row in (
        _played(7, 2, 25, length=0, **money, **people),
        _played(8, 1, 11, length=5, take_back=0, **people),
    ):
        print(json.dumps(dict(version=version, **row)))


if __name__ == "__main__":
    main(sys.argv[1])
