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
from picogammon.devices import transfer
from picogammon.devices.checked_files import Store
from picogammon.devices.files import CARDS, MATCHES, PEOPLE, SECRETS, SET_UP, SETS, SETTINGS, Files
from picogammon.devices.nor import SECTOR
from picogammon.devices.ring import SECTORS
from picogammon.rules import actions
from tools.matches import MatError, deck, log, persons

# What is put onto a board, in this order, so that it has its match or the backup's whenever it is
# cut off. `steps`: (path, content) each: the match log.NAME is to be restored, those in MATCHES are
# to be sent. `notes`: what became of the matches, and what is wrong with the backup, a text each.
Plan = namedtuple("Plan", ("steps", "notes"))

_OWN = "own.bin"
_MATCH = "%s/%05d%s.log"
_DATED = len("-20261122.log")
_LEFT_OUT = "%s in the backup is %s: it is left out"
_REPLACED = "%s on the board was damaged: the backup's takes its place"
_THINNED = "That is more than a board keeps: its oldest earlier matches go"
_SWITCHED = "Buttons and lights are set up as in the backup: mpremote rm board.bin undoes that"


def wanted(names):
    """Which of a board's files `plan` wants to see; it also wants its earlier matches."""
    return [name for name in names if name in (CARDS, PEOPLE, SETS, SET_UP)]


def name_of(number, day):
    """The name of an earlier match in a backup. `day`: as 2026-11-22, or '' or '-': unknown."""
    return _MATCH % (MATCHES, number, "-" + day.replace("-", "") if day[1:] else "")


def day_of(path):
    """The day in the name of an earlier match, as 2026-11-22, or '-' if there is none."""
    day = path[-_DATED:-4]
    if day[:1] != "-" or not day[1:].isdigit():
        return "-"
    return "%s-%s-%s" % (day[1:5], day[5:7], day[7:])


def is_earlier(path):
    """Whether a file of a backup is an earlier match."""
    return path.startswith(MATCHES + "/")


def plan(found, there, folder):
    """The Plan for the files of a backup and those of a board that are `wanted`, {path: bytes}
    each, its earlier matches (under `name_of`) among them. `folder` is one to work in. Raises
    MatError where another version of the firmware wrote matches of either."""
    _check_version(found)
    _check_version(there)
    work = _Work(folder)
    planned = Plan([], [])
    matches = [there[path] for path in there if is_earlier(path)]
    known = [_digest(_records(content)) for content in matches]
    same = 0
    for path in sorted(found):
        if not is_earlier(path):
            continue
        records = _records(found[path])
        digest = _digest(records)
        if not records:
            planned.notes.append(_LEFT_OUT % (path, "no match"))
        elif digest in known:
            same += 1
        else:
            known.append(digest)
            matches.append(log.content(records))
            planned.steps.append((path, matches[-1]))
    if same:
        planned.notes.append("Earlier matches that the board had already: %d" % same)
    if log.NAME in found:
        records = _running(found[log.NAME])
        if records:
            matches.append(log.content(records))
            planned.steps.append((log.NAME, matches[-1]))
        else:
            planned.notes.append(_LEFT_OUT % (log.NAME, "no match"))
    _settings(found, there, work, planned)
    if sum([-(-len(content) // SECTOR) for content in matches]) > SECTORS:
        planned.notes.append(_THINNED)
    return planned


def _check_version(found):
    for path in found:
        if path == log.NAME or is_earlier(path):
            try:
                next(log.match_log(found[path]).open(), None)
            except OSError as error:
                raise MatError(str(error)) from None


def _records(content):
    """The records of an earlier match, as far as it is sound; [] if it is none."""
    kept = log.match_log(content)
    if log.last_game(kept) is None:
        return []
    return list(plain(kept.open()))


def _running(content):
    """The records of the match that a board would go on with; [] where there is none."""
    kept = log.match_log(content, SECTORS)
    if resume.saved_match(kept)[0] is None:
        return []
    if kept.damage:
        try:
            kept.keep_damaged()  # what is left is the match
        except OSError:  # no board keeps one as long as that
            return []
    records = list(kept.open())
    if kept.damage:  # within an earlier game: the running one was found from the log's end
        records = list(kept.open(actions.GAME, actions.SETTINGS))
    return list(plain(records))


def _settings(found, there, work, planned):
    """Settings, how the dice fell, what was set up; and what is none of a board's files."""
    for path in sorted(found):
        content = found[path]
        if path == log.NAME or is_earlier(path):
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


def _digest(records):
    """What tells a match from all others."""
    digest = sha256()
    for record in records:
        digest.update(bytes((len(record),)) + record)
    return digest.digest()


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
