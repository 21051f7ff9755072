"""A match comes to a board that lacks the memory for it beside the running one, at its prompt.

It is sent there as it stands, so it imports the firmware alone.
"""

from picogammon.app.session import recording, resume, seal
from picogammon.app.session.backup import Backup
from picogammon.devices import transfer
from picogammon.devices.checked_files import Store
from picogammon.devices.files import MATCHES, SECRETS, Files
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring, packed_day
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER, OPENING

COMING = "coming.log"


def receive(day):
    """What a board's `send` and `restore` do (filing.py), with the match in the file COMING.

    `day`: as 2026-11-22, or ""; None: it is restored. Returns notes.
    """
    files = Files()
    ring = Ring(SectorFiles(files, MATCHES, SECTORS))
    sent = transfer.match_in(files, COMING)
    for _ in transfer.checked(ring, sent):
        pass
    if day is not None:
        match = resume.saved_match(sent)[0]
        for _ in transfer.keep(ring, recording.to_keep(sent, match), packed_day(day)):
            pass
        return []
    running = MatchLog(ring)
    own = resume.saved_match(running)[0]
    if own and own.phase == OPENING and not any(own.scores):
        own = None  # nothing was done in it
    archive = Archive(ring, files)
    secrets = Store(files, SECRETS)
    backup = Backup(sent, running)
    for _ in backup.slices(own, secrets, map(archive.open, archive.runs())):
        pass
    if not backup.same:
        if own and actions.SEAL in own.notes:
            told = seal.SealedDice(own, secrets).told(own, backup.match)
            if told:
                running.append(told)
        for record in resume.closing(own):
            running.append(record)
        over = own is not None and own.phase == MATCH_OVER
        running.restart(backup.records(), backup.keeps, over)
    return backup.notes
