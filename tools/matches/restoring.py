"""What of a backup goes onto a board, and under which names; nothing that is there is lost.

What becomes of the match that it plays, the board itself decides (app/session/backup.py). The page
runs this as well, in a MicroPython that knows neither zip files nor paths.
"""

import os
from collections import namedtuple
from hashlib import sha256

from picogammon import board_data
from picogammon.app.practice.set_deck import Progress
from picogammon.app.session import resume
from picogammon.app.session.backup import plain
from picogammon.app.session.people import PeopleError
from picogammon.devices import archive, transfer
from picogammon.devices.files import CARDS, MATCHES, PEOPLE, SECRETS, SET_UP, SETS, SETTINGS, Files
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from tools.matches import deck, log, persons

# What is put onto a board, in this order, so that it has its match or the backup's whenever it is
# cut off. `steps`: (path, content) each; what is put as transfer.BACKUP is then to be restored.
# `notes`: what became of the matches, and what is wrong with the backup, a text each.
Plan = namedtuple("Plan", ("steps", "notes"))

_LOG = (log.NAME, log.NEWEST)
_OWN = "own.bin"
_BLOCK = 4096
_BLOCKS = 64  # that a board's archive has at most
_LEFT_OUT = "%s in the backup is %s: it is left out"
_REPLACED = "%s on the board was damaged: the backup's takes its place"
_THINNED = "That is more than a board keeps: its oldest earlier matches go"
_SWITCHED = "Buttons and lights are set up as in the backup: mpremote rm board.bin undoes that"


def wanted(names, matches):
    """The paths of a board's files that `plan` wants to see. `names`: of its files; `matches`: of
    those in its archive."""
    paths = [name for name in names if name in (CARDS, PEOPLE, SETS, SET_UP)]
    return paths + ["%s/%s" % (MATCHES, name) for name in archive.newest_first(matches)]


def plan(found, there, folder):
    """The Plan for the files of a backup and those of a board that are `wanted`, {path: bytes}
    each. `folder` is one to work in."""
    work = _Work(folder)
    planned = Plan([], [])
    earlier = _Earlier(there, work, planned)
    for path in sorted(found):
        if _is_archived(path):
            earlier.add(path, found[path])
    if log.NAME in found:
        content = work.running({path: found[path] for path in _LOG if path in found})
        if content:
            planned.steps.append((transfer.BACKUP, content))
        else:
            planned.notes.append(_LEFT_OUT % (log.NAME, "no match"))
    _settings(found, there, work, planned)
    earlier.count()
    return planned


class _Earlier:
    """The earlier matches of a board, to which more come: each match once, whatever its number."""

    def __init__(self, there, work, planned):
        self._work = work
        self._planned = planned
        self._contents = [there[path] for path in there if _is_archived(path)]
        self._numbers = [archive.number_of(_name(path)) for path in there if _is_archived(path)]
        self._told = [_told(work.records(content)) for content in self._contents]
        self._same = 0

    def add(self, path, content):
        """One of the backup."""
        told = _told(self._work.records(content))
        if log.last_game(self._work.lay({log.NAME: content})) is None:
            self._planned.notes.append(_LEFT_OUT % (path, "no match"))
        elif told in self._told:
            self._same += 1
        else:
            name = _name(path)
            number = archive.number_of(name)
            if number in self._numbers or not transfer.is_match(path):
                day = name[-len("-20261122.log") :]
                day = day if day[1:-4].isdigit() and day[0] == "-" else ".log"
                path = "%s/%05d%s" % (MATCHES, max(self._numbers or [0]) + 1, day)
            self._numbers.append(archive.number_of(_name(path)))
            self._contents.append(content)
            self._told.append(told)
            self._planned.steps.append((path, content))

    def count(self):
        """Says what follows from how many they are."""
        notes = self._planned.notes
        if self._same:
            notes.append("Earlier matches that the board had already: %d" % self._same)
        if sum([-(-len(content) // _BLOCK) for content in self._contents]) > _BLOCKS:
            notes.append(_THINNED)


def _settings(found, there, work, planned):
    """Settings, how the dice fell, what was set up; and what is none of a board's files."""
    for path in sorted(found):
        content = found[path]
        if path in _LOG or _is_archived(path):
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
        else:
            # Settings first: a board that refuses them has then changed nothing.
            planned.steps.insert(0 if path == SETTINGS else len(planned.steps), (path, content))
            if path == SET_UP and content != there.get(path):
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
        planned.steps.append((path, both))
        if anew:
            planned.notes.append(_REPLACED % path)


def _told(records):
    """What tells a match from all others: its records' digest."""
    digest = sha256()
    for record in records:
        digest.update(bytes((len(record),)) + record)
    return digest.digest()


def _is_archived(path):
    return path.startswith(MATCHES + "/") and archive.number_of(_name(path)) >= 0


def _name(path):
    return path.split("/")[-1]


class _Work:
    """A folder in which the board's own code reads and writes what `lay` puts there."""

    def __init__(self, folder):
        self._folder = folder

    def path(self, name):
        """Where a file is."""
        return "%s/%s" % (self._folder, name)

    def lay(self, files):
        """Puts files there, in place of all that was there; returns the path of the log."""
        for name in os.listdir(self._folder):
            os.remove(self.path(name))
        for name in files:
            self._write(name, files[name])
        return self.path(log.NAME)

    def running(self, files):
        """The log, as one sound file, of the match that a board would go on with from these files;
        None where there is none."""
        path = self.lay(files)
        recent = Recent(Files(), path)
        match = resume.take_up(recent)[0]
        if match is None:
            return None
        if recent.damage:
            recent.mend()  # what is damaged goes aside, and what is left is the match
        records = list(recent.open())
        if recent.damage:  # within an earlier game: the running one was found from the log's end
            records = list(recent.open(resume.GAME, resume.SETTINGS))
        recent.close()
        path = self.lay({})
        Journal(Files(), path).restart(plain(records))
        return self._read(log.NAME)

    def records(self, content):
        """The records of an earlier match."""
        return list(plain(log.read(self.lay({log.NAME: content}))))

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
