"""What of a backup goes onto a board, and under which names; nothing that is there is lost.

The page runs this as well, in a MicroPython that knows neither zip files nor paths.
"""

import os
from collections import namedtuple

from picogammon import board_data
from picogammon.app.practice.sets import Progress
from picogammon.app.session import recording
from picogammon.app.session.people import PeopleError
from picogammon.app.session.session import closing
from picogammon.devices import transfer
from picogammon.devices.files import (
    CARDS,
    MATCHES,
    PEOPLE,
    SECRETS,
    SET_UP,
    SETS,
    SETTINGS,
    Files,
    Store,
)
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

_FREE = 2  # sectors: for a header that frees others, and for another match
_MATCH = "%s/%05d%s.log"
_LEFT_OUT = "%s in the backup is %s: it is left out"
_REPLACED = "%s on the board was damaged: the backup's replaces it"
NO_BACKUP = "this is not a board's backup: name a .zip file that backup or the page has made"
_SWITCHED = "Buttons and lights are set up as in the backup: mpremote rm board.bin undoes that"
_NO_ROOM = "the board has no room for these matches: first delete earlier matches there"


def name_of(number, day):
    """The name of an earlier match in a backup. `day`: as 2026-11-22, or '' or '-': unknown."""
    return _MATCH % (MATCHES, number, "-" + day.replace("-", "") if day[1:] else "")


def plan(found, there, running, earlier, room, folder):
    """The Plan for the files of a backup, {path: bytes}. Raises MatError if it cannot be done.

    `there`: the board's files, as well. `running`: its running match as it travels, or nothing;
    `earlier`: its earlier ones, the newest first. `room`: how many sectors are free. `folder`: one
    to work in.
    """
    if not any(_is_match(path) or path in transfer.KEPT for path in found):
        raise MatError(NO_BACKUP)
    planned = Plan([], [], [], [])
    running = running and _kept(running)
    earlier = [kept for kept in map(_kept, earlier) if kept]
    _matches(found, [running] * bool(running) + earlier, planned)
    matches = len(planned.steps)
    _make_room(earlier, sum([_sectors(content) for _, content, _ in planned.steps]), room, planned)
    _settings(found, there, folder, planned)
    others = len(planned.steps) - matches
    said = []
    for count, what, end in ((matches, "match", "es"), (others, "other file", "s")):
        if count:
            said.append("%d %s%s" % (count, what, "" if count == 1 else end))
    words = " and ".join(said) or "nothing new"
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
            planned.notes.append(_LEFT_OUT % (path, "not a match"))
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
        records = list(recording.to_keep(opened, closing(match))) if match else []
    except OSError as error:  # another version of the firmware wrote it
        raise MatError(str(error)) from None
    return _Kept(match, records, log.day(content), _sectors(content)) if records else None


def _sectors(content):
    """Returns the number of sectors of a match as it travels."""
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


def _settings(found, there, folder, planned):
    """Settings, how the dice fell, what was set up; and what is none of a board's files."""
    for path in sorted(found):
        content = found[path]
        if _is_match(path):
            continue
        if path == SECRETS:
            planned.notes.append(_LEFT_OUT % (path, "a secret"))
        elif path not in transfer.KEPT:
            planned.notes.append(_LEFT_OUT % (path, "not a board's file"))
        elif path in _MERGED:
            _together(path, content, there.get(path), folder, planned)
        elif not _holds_settings(path, content, folder):
            planned.notes.append(_LEFT_OUT % (path, "damaged"))
        elif content != there.get(path):
            # Settings first: a board that refuses them has then changed nothing.
            at = 0 if path == SETTINGS else len(planned.steps)
            planned.steps.insert(at, (path, content, None))
            if path == SET_UP:
                planned.notes.append(_SWITCHED)


def _together(path, content, own, folder, planned):
    """Plans a file with all that the backup's, `content`, and the board's, `own`, have, nothing
    twice."""
    sent, merged = _laid(folder, content, own)
    try:
        sound, anew = _MERGED[path](sent, merged)
    except PeopleError as full:
        planned.notes.append("The backup's player records are left out: %s" % full)
        return
    if not sound:
        planned.notes.append(_LEFT_OUT % (path, "damaged"))
        return
    with open(merged, "rb") as file:
        both = file.read()
    if both != own:
        planned.steps.append((path, both, None))
        if anew:
            planned.notes.append(_REPLACED % path)


# Each adds what the file `sent` has to the file `own`, which need not be there; returns (whether
# `sent` is sound, whether `own` was damaged).


def _add_people(sent, own):
    """Raises PeopleError if there is no room for all."""
    sent, damage = persons.opened(sent)
    if damage:
        return False, False
    people, damage = persons.opened(own)
    people.merge(sent)
    return True, damage is not None


def _add_cards(sent, own):
    sent = deck.opened(sent)
    if len(sent):
        deck.merge(deck.opened(own), sent)
    return len(sent) > 0, False


def _add_sets(sent, own):
    sent = Progress(Store(Files(), sent))
    if sent.damaged:
        return False, False
    progress = Progress(Store(Files(), own))
    anew = progress.damaged
    progress.merge(sent)
    return True, anew


_MERGED = {PEOPLE: _add_people, CARDS: _add_cards, SETS: _add_sets}


def _holds_settings(path, content, folder):
    """Whether a file of settings is what a board writes."""
    laid, _ = _laid(folder, content)
    if path == SET_UP:
        return board_data.set_up(Files(), laid)[1] is None
    return Store(Files(), laid).load() is not None


def _laid(folder, sent, own=None):
    """Writes two files, in place of all in the folder; returns their paths. None: there is none."""
    for name in os.listdir(folder):
        os.remove("%s/%s" % (folder, name))
    paths = ["%s/%s" % (folder, name) for name in ("sent.bin", "own.bin")]
    for path, content in zip(paths, (sent, own)):
        if content is not None:
            with open(path, "wb") as file:
                file.write(content)
    return paths
