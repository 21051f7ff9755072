"""What of a backup goes onto a board, and under which names; nothing that is there is lost.

The page runs this as well, in a MicroPython that knows neither zip files nor paths.
"""

import os
from collections import namedtuple

from picogammon import board_data
from picogammon.app.practice.set_deck import Progress
from picogammon.app.session import recording, resume
from picogammon.app.session.people import PeopleError
from picogammon.devices import transfer
from picogammon.devices.checked_files import Store
from picogammon.devices.files import CARDS, MATCHES, PEOPLE, SECRETS, SET_UP, SETS, SETTINGS, Files
from picogammon.devices.nor import SECTOR
from picogammon.filing import ASK_THEM
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER, OPENING
from tools.matches import MatError, deck, log, persons

# What is put onto a board, in this order. `steps`: (path, content, day) each; the day of a match as
# 2026-11-22, or "-" if it is unknown, None for another file. `going`: the board's matches that make
# room, a text each. `said`: what is added, in words. `notes`: what is wrong with the backup, a text
# each.
Plan = namedtuple("Plan", ("steps", "going", "said", "notes"))
# A board's or a backup's match: the Match of its last game, its records as a board keeps them, its
# day, its sectors.
_Kept = namedtuple("_Kept", ("match", "records", "day", "sectors"))

_OWN = "own.bin"
_FREE = 2  # sectors: for a header that frees others, and for another match
_MATCH = "%s/%05d%s.log"
_LEFT_OUT = "%s in the backup is %s: it is left out"
_REPLACED = "%s on the board was damaged: the backup's takes its place"
NO_BACKUP = "this is no backup of a board: name a .zip file that backup or the page has made"
_SWITCHED = "Buttons and lights are set up as in the backup: mpremote rm board.bin undoes that"
_NO_ROOM = "the board has no room for these matches: first delete earlier matches there"


def wanted(names):
    """Which of a board's files `plan` wants to see; it also wants all of its matches."""
    return [name for name in names if name in transfer.KEPT]


def name_of(number, day):
    """The name of an earlier match in a backup. `day`: as 2026-11-22, or '' or '-': unknown."""
    return _MATCH % (MATCHES, number, "-" + day.replace("-", "") if day[1:] else "")


def plan(found, there, running, earlier, room, folder):
    """The Plan for the files of a backup, {path: bytes}. Raises MatError if it cannot be done.

    `there`: the board's files that are `wanted`, as well. `running`: its running match as it
    travels, or nothing; `earlier`: its earlier ones, the newest first. `room`: how many sectors are
    free. `folder`: one to work in.
    """
    if not any(_is_match(path) or path in transfer.KEPT for path in found):
        raise MatError(NO_BACKUP)
    planned = Plan([], [], [], [])
    running = running and _kept(running)
    earlier = [kept for kept in map(_kept, earlier) if kept]
    _matches(found, [running] * bool(running) + earlier, planned)
    matches = len(planned.steps)
    _make_room(earlier, sum([_sectors(content) for _, content, _ in planned.steps]), room, planned)
    _settings(found, there, _Work(folder), planned)
    others = len(planned.steps) - matches
    said = []
    for count, what, end in ((matches, "match", "es"), (others, "other file", "s")):
        if count:
            said.append("%d %s%s" % (count, what, "" if count == 1 else end))
    words = " and ".join(said) or "nothing that the board lacks"
    return Plan(planned.steps, planned.going, words, planned.notes)


def check_free(steps, running):
    """Raises MatError if a Plan has preferences while two people play the `running` match."""
    kept = _kept(running)
    if SETTINGS not in [path for path, _, _ in steps] or not kept or _is_fresh(kept.match):
        return
    if not any(kept.match.settings.players) and kept.match.phase != MATCH_OVER:
        raise MatError(ASK_THEM)


def _matches(found, known, planned):
    """Plans to send the matches that the board has not."""
    known = [_plain(kept.records) for kept in known]
    for path in sorted(filter(_is_match, found), key=lambda path: (path == log.NAME, path)):
        kept = _kept(found[path])
        if not kept:
            planned.notes.append(_LEFT_OUT % (path, "no match"))
            continue
        records = _plain(kept.records)
        twins = [one for one in known if one[: len(records)] == records]
        if not twins and not _is_fresh(kept.match):
            known.append(records)
            planned.steps.append((path, log.content(kept.records), kept.day))


def _is_match(path):
    return path == log.NAME or path.startswith(MATCHES + "/")


def _kept(content):
    """The _Kept of a match as it travels, as far as it is sound; None if it is none."""
    opened = log.match_log(content)
    try:
        match = log.last_game(opened)
        records = list(recording.to_keep(opened, resume.closing(match))) if match else []
    except OSError as error:  # another version of the firmware wrote it
        raise MatError(str(error)) from None
    return _Kept(match, records, log.day(content), _sectors(content)) if records else None


def _sectors(content):
    """How many sectors a match as it travels has."""
    return -(-len(content) // SECTOR)


def _plain(records):
    """The records without those that a board adds: scores, and settings that change nothing."""
    settled = None
    found = []
    for record in records:
        kind = actions.kind_of(record)
        if kind == actions.NOTE and actions.topic_of(record) == actions.SCORE:
            continue
        if kind != actions.SETTINGS or record != settled:
            found.append(record)
        if kind == actions.SETTINGS:
            settled = record
    return found


def _is_fresh(match):
    """Whether nothing was done in a match."""
    return match.phase == OPENING and not any(match.scores)


def _make_room(earlier, needed, room, planned):
    """Plans which matches make room: the oldest of those that are over, as a board chooses them
    (devices/ring.py). What was put aside never goes."""
    if not needed:
        return
    over = [kept for kept in earlier if kept.match.phase == MATCH_OVER]
    while over and room < needed + _FREE:
        kept = over.pop()  # the oldest
        room += kept.sectors
        names = kept.match.settings.names
        planned.going.append("%s - %s, %s" % (names[0], names[1], kept.day))
    if room < needed + _FREE:
        raise MatError(_NO_ROOM)


def _settings(found, there, work, planned):
    """Settings, how the dice fell, what was set up; and what is none of a board's files."""
    for path in sorted(found):
        content = found[path]
        if _is_match(path):
            continue
        if path == SECRETS:
            planned.notes.append(_LEFT_OUT % (path, "a secret"))
        elif path not in transfer.KEPT:
            planned.notes.append(_LEFT_OUT % (path, "no file of a board"))
        elif path == PEOPLE:
            _people(content, there.get(PEOPLE), work, planned)
        elif path == CARDS:
            own = there.get(CARDS)
            _together(CARDS, own, (work.cards(content, own), False), planned)
        elif path == SETS:
            own = there.get(SETS)
            _together(SETS, own, work.sets(content, own), planned)
        elif not work.holds_settings(path, content):
            planned.notes.append(_LEFT_OUT % (path, "damaged"))
        elif content != there.get(path):
            # Settings first: a board that refuses them has then changed nothing.
            at = 0 if path == SETTINGS else len(planned.steps)
            planned.steps.insert(at, (path, content, None))
            if path == SET_UP:
                planned.notes.append(_SWITCHED)


def _people(content, own, work, planned):
    """What people have done: on the board and in the backup together, nothing twice."""
    try:
        found = work.people(content, own)
    except PeopleError as full:
        planned.notes.append("What people did is left out of the backup: %s" % full)
    else:
        _together(PEOPLE, own, found, planned)


def _together(path, own, found, planned):
    """Plans a file that is laid together; `found`: (it, None where the backup's is damaged; whether
    the board's, `own`, is)."""
    both, anew = found
    if both is None:
        planned.notes.append(_LEFT_OUT % (path, "damaged"))
    elif both != own:
        planned.steps.append((path, both, None))
        if anew:
            planned.notes.append(_REPLACED % path)


class _Work:
    """A folder in which the board's own code reads and writes what `lay` puts there."""

    def __init__(self, folder):
        self._folder = folder

    def path(self, name):
        """Where a file is."""
        return "%s/%s" % (self._folder, name)

    def lay(self, files):
        """Puts files there, in place of all that was there."""
        for name in os.listdir(self._folder):
            os.remove(self.path(name))
        for name in files:
            self._write(name, files[name])

    def holds_settings(self, name, content):
        """Whether a file of settings is what a board writes."""
        self.lay({name: content})
        if name == SET_UP:
            return board_data.set_up(Files(), self.path(name))[1] is None
        return Store(Files(), self.path(name)).load() is not None

    def people(self, content, own):
        """(the table of `own`, None: there is none, with what `content` has besides; whether `own`
        is damaged). None where `content` is. Raises PeopleError where it has no room."""
        self.lay({PEOPLE: content} if own is None else {PEOPLE: content, _OWN: own})
        sent, damage = persons.opened(self.path(PEOPLE))
        if damage:
            return None, False
        people, damage = persons.opened(self.path(_OWN))
        people.lay_in(sent)
        return self._read(_OWN), damage is not None

    def cards(self, content, own):
        """The practice cards of `own` (None: there are none) with those that `content` has besides;
        None where it has none that is sound."""
        self.lay({CARDS: content} if own is None else {CARDS: content, _OWN: own})
        sent = deck.opened(self.path(CARDS))
        if not len(sent):
            return None
        deck.lay_in(deck.opened(self.path(_OWN)), sent)
        return self._read(_OWN)

    def sets(self, content, own):
        """(what was practised of the sets by `own`, None: there is none, and by `content`, laid
        together; whether `own` is damaged). None where `content` is."""
        self.lay({SETS: content} if own is None else {SETS: content, _OWN: own})
        sent = Progress(Store(Files(), self.path(SETS)))
        if sent.damaged:
            return None, False
        progress = Progress(Store(Files(), self.path(_OWN)))
        anew = progress.damaged
        progress.lay_in(sent)
        return self._read(_OWN), anew

    def _read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def _write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
