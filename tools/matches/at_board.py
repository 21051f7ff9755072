"""A backup's match takes the running one's place, by the board's own code, where no board plays: in
a copy of its files here, and at the prompt of a board that lacks the memory beside a match.

It is sent there as it stands, so it imports the firmware alone.
"""

from picogammon.app.session import resume, seal
from picogammon.app.session.backup import Backup
from picogammon.devices.archive import Archive
from picogammon.devices.files import LOG, MATCHES, SECRETS, SEEN, Files
from picogammon.devices.littlefs import Witness
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.devices.transfer import BACKUP
from picogammon.rules import actions
from picogammon.rules.phases import OPENING


def restore(top="", dated=True):
    """What a board's `restore` does (filing.py) with BACKUP; returns notes.

    `top`: what stands before the paths of a board's files. `dated`: whether these say when the
    running match was played last.
    """
    files = Files()
    path = top + LOG
    sent = Recent(files, top + BACKUP)
    running = Recent(files, path, None, Witness(files, top + SEEN))
    own = resume.take_up(running)[0]
    if own and own.phase == OPENING and not any(own.scores):
        own = None  # nothing was done in it
    if running.damage:
        running.mend()
    earlier = Archive(files, top + MATCHES, path if dated else top + "none")
    secrets = Store(files, top + SECRETS)
    backup = Backup(sent, running)
    for _ in backup.slices(own, secrets, map(earlier.open, earlier.names())):
        pass
    if not backup.same:
        if own and actions.SEAL in own.notes:
            told = seal.SealedDice(own, secrets).told(own, backup.match)
            if told:
                running.append(told)
        running.restart(backup.records(), False, earlier.fresh() if backup.keeps else None)
    running.close()
    return backup.notes
