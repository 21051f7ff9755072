"""What a board's files become when a backup is restored: nothing that is there is lost.

The page runs this as well, in a MicroPython that knows neither zip files nor paths.
"""

import os
from collections import namedtuple
from hashlib import sha256

from picogammon import board_data
from picogammon.app.session import resume
from picogammon.app.session.seal import SealedDice
from picogammon.devices import archive
from picogammon.devices.journal import Journal
from picogammon.devices.littlefs import Witness
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store
from picogammon.rules import actions
from picogammon.rules.phases import OPENING
from tools.matches import log

# What is to be done to a board's files, in this order, so that it has its match or the backup's
# whenever it is cut off. `steps`: (path, its new content, or None: it goes) each. `notes`: what
# became of the matches, and what is wrong with the backup, a text each.
Plan = namedtuple("Plan", ("steps", "notes"))

SECRET = "seal.bin"  # of sealed dice: it never leaves its board
_SETTINGS = ("settings.bin", "dice.bin", "board.bin")
_SET_UP = "board.bin"
_SEEN = "seen"  # the folder in which the board notes how far its log had come
_NOTED = _SEEN + "/log"
_LOG = (log.NAME, log.NEWEST)
_NEW = tuple(name + ".new" for name in _LOG)  # what the plug kept from taking its place
_BAD = tuple(log.NAME + end for end in (".bad", ".bad.old", ".unread1", ".unread2", ".unread3"))
_KEPT = "kept"
_MOST_SEEN = 255
_CHANCE = 3  # rolls that no two matches begin with by chance
_BLOCK = 4096
_BLOCKS = 64  # that a board's archive has at most
_LEFT_OUT = "%s in the backup is %s: it is left out"
_NO_SECRET = "The secret of its sealed dice is not on the board: people enter real dice by hand"
_THINNED = "That is more than a board keeps: its oldest earlier matches go"
_SWITCHED = "Buttons and lights are set up as in the backup: mpremote rm board.bin undoes that"


def wanted(names, matches):
    """The paths of a board's files that `plan` wants to see. `names`: of its files; `matches`: of
    those in its archive."""
    paths = [name for name in names if name in _LOG + _NEW + _BAD + (SECRET, _SET_UP)]
    if _SEEN in names:
        paths.append(_NOTED)
    return paths + ["%s/%s" % (log.MATCHES, name) for name in archive.newest_first(matches)]


def plan(found, there, folder):
    """The Plan for the files of a backup and those of a board that are `wanted`, {path: bytes}
    each. `folder` is one to work in."""
    work = _Work(folder)
    planned = Plan([], [])
    earlier = _Earlier(there, work, planned)
    for path in sorted(found):
        if _is_archived(path):
            earlier.add(path, found[path])
    _settings(found, there, work, planned)
    if log.NAME in found:
        _running(found, there, work, earlier, planned)
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

    def matches(self):
        """An iterator over the records of each that the board has."""
        for content in self._contents:
            yield self._work.records(content)

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
            if number in self._numbers:
                day = name[-len("-20261122.log") :] if "-" in name else ".log"
                path = "%s/%05d%s" % (log.MATCHES, self.next(), day)
            self._put(path, content, told)

    def keep(self, content):
        """The one that the board has played."""
        told = _told(self._work.records(content))
        if told not in self._told:
            number = self.next()
            self._put("%s/%05d.log" % (log.MATCHES, number), content, told)
            what = "The match that the board played is its earlier match %d now"
            self._planned.notes.append(what % number)

    def next(self):
        """A number that none of them has."""
        return max(self._numbers or [0]) + 1

    def _put(self, path, content, told):
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
        if path == SECRET:
            planned.notes.append(_LEFT_OUT % (path, "a secret"))
        elif path not in _SETTINGS:
            planned.notes.append(_LEFT_OUT % (path, "no file of a board"))
        elif not work.holds_settings(path, content):
            planned.notes.append(_LEFT_OUT % (path, "damaged"))
        else:
            planned.steps.append((path, content))
            if path == _SET_UP and content != there.get(path):
                planned.notes.append(_SWITCHED)


def _running(found, there, work, earlier, planned):
    """The match that the board plays: it goes to the earlier ones, and the backup's takes its
    place, with a note that says so."""
    following, records, running = work.match({path: found[path] for path in _LOG if path in found})
    running.close()
    if following is None:
        planned.notes.append(_LEFT_OUT % (log.NAME, "no match"))
        return
    seen = [_seen(one, records) for one in earlier.matches()]
    here = {path: there[path] for path in _LOG + _NEW + (SECRET,) if path in there}
    old, before, running = work.match(here, there.get(_NOTED))
    if before == records:
        running.close()
        planned.notes.append("The board plays the backup's match already")
        return
    secrets = Store(work.path(SECRET))
    played = old and (old.phase != OPENING or any(old.scores))
    kept = None
    if played and _same(before, records) < len(before):
        kept = work.path(_KEPT)
        told = actions.SEAL in old.notes and SealedDice(old, secrets).told(old, following)
        if told:
            running.append(told)
    if actions.SEAL in following.notes and actions.SECRET not in following.notes:
        if SealedDice(following, secrets).trouble:
            planned.notes.append(_NO_SECRET)
    most = min(max(seen + [_seen(before, records)]), _MOST_SEEN)
    running.restart(records + [actions.note(actions.RESTORED, bytes((most,)))], False, kept)
    running.close()
    log_now = work.read(log.NAME)
    _keep(work, there, earlier, planned)
    planned.steps.append((log.NAME, log_now))
    planned.steps.append((log.NEWEST, None))  # of the log before: it counts no more


def _keep(work, there, earlier, planned):
    """The log that another one took the place of."""
    aside = [work.read(log.NAME + end + ".bad") for end in ("", ".newest")]
    kept = work.read(_KEPT)
    if kept:
        earlier.keep(kept)
    free = [name for name in _BAD if name not in there] + [_BAD[0]]
    for content in aside:
        if content and content not in [there[path] for path in _BAD if path in there]:
            name = free.pop(0)
            planned.steps.append((name, content))
            planned.notes.append("The board's log was damaged: it keeps it as %s" % name)


def _seen(played, records):
    """How many rolls a match has that follow what these records have of it; 0 for another match."""
    same = _same(played, records)
    if not any(actions.topic_of(one) == actions.SEAL for one in played[:same] if _is_note(one)):
        common = _rolls(played[:same])
        if common < _CHANCE and (same < len(records) or not common):
            return 0
    return _rolls(played[same:])


def _rolls(records):
    return sum([actions.kind_of(record) == actions.ROLL for record in records])


def _same(these, those):
    """How many records both begin with."""
    for i in range(min(len(these), len(those))):
        if these[i] != those[i]:
            return i
    return min(len(these), len(those))


def _told(records):
    """What tells a match from all others: its records' digest."""
    digest = sha256()
    for record in records:
        digest.update(bytes((len(record),)) + record)
    return digest.digest()


def _is_note(record):
    return actions.kind_of(record) == actions.NOTE


def _is_archived(path):
    return path.startswith(log.MATCHES + "/") and archive.number_of(_name(path)) >= 0


def _name(path):
    return path.split("/")[-1]


class _Work:
    """A folder in which the board's own code reads and writes what `lay` puts there."""

    def __init__(self, folder):
        self._folder = folder

    def path(self, name):
        """Where a file is."""
        return "%s/%s" % (self._folder, name)

    def lay(self, files, noted=None):
        """Puts files there, and what was `noted` of how far the log had come, in place of all that
        was there; returns the path of the log."""
        for name in os.listdir(self._folder):
            os.remove(self.path(name))
        for name in files:
            self._write(name, files[name])
        if noted is not None:
            self._write("log", noted)
        return self.path(log.NAME)

    def match(self, files, noted=None):
        """(the match that a board would go on with, None where there is none; all records that it
        is made of; its Recent, opened), of a log's files."""
        path = self.lay(files, noted)
        recent = Recent(Journal(path), path, None, None, Witness(self._folder))
        match = resume.take_up(recent)[0]
        if match is None:
            return None, [], recent
        if recent.damage:
            recent.mend()  # what is damaged goes aside, and what is left is the match
        records = list(recent.open())
        if recent.damage:  # within an earlier game: the running one was found from the log's end
            records = list(recent.open(resume.GAME, resume.SETTINGS))
        return match, _plain(records), recent

    def records(self, content):
        """The records of an earlier match."""
        return _plain(log.read(self.lay({log.NAME: content})))

    def holds_settings(self, name, content):
        """Whether a file of settings is what a board writes."""
        self.lay({name: content})
        if name == _SET_UP:
            return board_data.set_up(self.path(name))[1] is None
        return Store(self.path(name)).load() is not None

    def read(self, name):
        """The bytes of a file, None where there is none."""
        if name not in os.listdir(self._folder):
            return None
        with open(self.path(name), "rb") as file:
            return file.read()

    def _write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)


def _plain(records):
    """Without what a board was told of backups."""
    return [
        one for one in records if not _is_note(one) or actions.topic_of(one) != actions.RESTORED
    ]
