"""The plan of a restore: what a backup adds to a board, and under which names. It loses nothing.

The page runs this as well, in a MicroPython without zip files and paths.
"""

import os
from collections import namedtuple

from picogammon import board_data
from picogammon.app.practice import cards
from picogammon.app.practice.cards import Deck
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
    Slots,
    Store,
)
from picogammon.devices.nor import SECTOR
from picogammon.filing import ASK_THEM
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER, OPENING
from tools.matches import MatError, counted, log, persons

# `steps`: (path, content, day) each, in this order; the day of a match as 2026-11-22, or "-" if it
# is unknown, None for another file. `going`: the board's matches that make room, a text each.
# `said`: the additions in words. `notes`: what is wrong with the backup, a text each.
Plan = namedtuple("Plan", ("steps", "going", "said", "notes"))
# A match of a board or a backup: the Match of its last game, its records as a board keeps them, its
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
    """Returns the name of an earlier match in a backup. `day`: as 2026-11-22, or '' or '-'."""
    return _MATCH % (MATCHES, number, "-" + day.replace("-", "") if day[1:] else "")


def plan(found, there, running, earlier, room, folder):
    """Returns the Plan for the files of a backup, {path: bytes}. Raises MatError.

    `there`: the board's files, as well. `running`: its running match as it travels, or nothing;
    `earlier`: its earlier ones, the newest first; `room`: the number of free sectors. `folder`: one
    to work in, which is emptied.
    """
    if not any(_is_match(path) or path in transfer.KEPT for path in found):
        raise MatError(NO_BACKUP)
    running = running and _kept(running)
    earlier = [kept for kept in map(_kept, earlier) if kept]
    steps, notes = _matches(found, [running] * bool(running) + earlier)
    matches = len(steps)
    going = _going(earlier, sum([_sectors(content) for _, content, _ in steps]), room)
    for path in sorted(found):
        if _is_match(path):
            continue
        own = there.get(path)
        content, note = _merged(path, found[path], own, folder)
        if content is None:
            notes.append(note)
        elif content != own:
            # Settings first: a board that refuses them has then changed nothing.
            steps.insert(0 if path == SETTINGS else len(steps), (path, content, None))
            notes += [note] * bool(note)
    said = [counted(matches, "match", "es")] * bool(matches)
    if len(steps) > matches:
        said.append(counted(len(steps) - matches, "other file"))
    return Plan(steps, going, " and ".join(said) or "nothing new", notes)


def check_free(steps, running):
    """Raises MatError if steps have preferences while two people play the `running` match."""
    kept = _kept(running)
    if SETTINGS not in [path for path, _, _ in steps] or not kept or _is_fresh(kept.match):
        return
    if not any(kept.match.settings.players) and kept.match.phase != MATCH_OVER:
        raise MatError(ASK_THEM)


def _matches(found, known):
    """Returns (the steps that send the matches that are not known, notes)."""
    steps, notes = [], []
    known = [_plain(kept.records) for kept in known]
    for path in sorted(filter(_is_match, found), key=lambda path: (path == log.NAME, path)):
        kept = _kept(found[path])
        if not kept:
            notes.append(_LEFT_OUT % (path, "not a match"))
            continue
        records = _plain(kept.records)
        twins = [one for one in known if one[: len(records)] == records]
        if not twins and not _is_fresh(kept.match):
            known.append(records)
            steps.append((path, log.content(kept.records), kept.day))
    return steps, notes


def _is_match(path):
    return path == log.NAME or path.startswith(MATCHES + "/")


def _kept(content):
    """Returns the _Kept of a match as it travels, as far as it is sound, or None."""
    opened = log.match_log(content)
    try:
        match = log.last_game(opened)
        records = list(recording.to_keep(opened, closing(match))) if match else []
    except OSError as error:  # another version of the firmware wrote it
        raise MatError(str(error)) from None
    return _Kept(match, records, log.day(content), _sectors(content)) if records else None


def _sectors(content):
    return -(-len(content) // SECTOR)


def _plain(records):
    """Returns the records without those that a board adds: scores and repeated settings."""
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
    return match.phase == OPENING and not any(match.scores)


def _going(earlier, needed, room):
    """Returns the matches that make room, a text each: the oldest of those that are over, as a
    board chooses them (devices/ring.py). Raises MatError if they are too few."""
    going = []
    if not needed:
        return going
    over = [kept for kept in earlier if kept.match.phase == MATCH_OVER]
    while over and room < needed + _FREE:
        kept = over.pop()  # the oldest
        room += kept.sectors
        names = kept.match.settings.names
        going.append("%s - %s, %s" % (names[0], names[1], kept.day))
    if room < needed + _FREE:
        raise MatError(_NO_ROOM)
    return going


def _merged(path, sent, own, folder):
    """Returns (a file's content from the backup's and the board's, a note or "").

    `own`: the board's, or None. If the backup's is left out, returns (None, the reason)."""
    if path == SECRETS:
        return None, _LEFT_OUT % (path, "a secret")
    if path not in transfer.KEPT:
        return None, _LEFT_OUT % (path, "not a board's file")
    laid, merged = _laid(folder, sent, own)
    if path not in _MERGED:
        if path == SET_UP:
            sound, note = board_data.set_up(Files(), laid)[1] is None, _SWITCHED
        else:
            sound, note = Store(Files(), laid).load() is not None, ""
        return (sent, note) if sound else (None, _LEFT_OUT % (path, "damaged"))
    try:
        sound, anew = _MERGED[path](laid, merged)
    except PeopleError as full:
        return None, "The backup's player records are left out: %s" % full
    if not sound:
        return None, _LEFT_OUT % (path, "damaged")
    with open(merged, "rb") as file:
        return file.read(), _REPLACED % path if anew else ""


# Each adds the file `sent` to the file `own`, which need not exist; returns (True if `sent` is
# sound, True if `own` was damaged).


def _add_people(sent, own):
    """Raises PeopleError if there is no room for all."""
    sent, damage = persons.opened(sent)
    if damage:
        return False, False
    people, damage = persons.opened(own)
    people.merge(sent)
    return True, damage is not None


def _add_cards(sent, own):
    sent = deck_in(sent)
    if len(sent):
        merge_decks(deck_in(own), sent)
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


def deck_in(path):
    """Returns the Deck in a file, which need not exist."""
    deck = Deck(Slots(Files(), path, cards.BYTES))
    for _ in deck.open():
        pass
    return deck


def merge_decks(deck, sent):
    """Adds the cards of the Deck `sent`. Of a card in both decks, the one asked more often counts.

    Sittings are counted back from the last one of each deck.
    """
    later = deck.sitting - sent.sitting if len(deck) else 0
    for card in sent:
        card.sitting = max(0, card.sitting + later)
        card.seen = max(0, card.seen + later)
        deck.put(card)


def _laid(folder, sent, own):
    """Writes two files, in place of all in the folder; returns their paths. None: no file."""
    for name in os.listdir(folder):
        os.remove("%s/%s" % (folder, name))
    paths = ["%s/%s" % (folder, name) for name in ("sent.bin", "own.bin")]
    for path, content in zip(paths, (sent, own)):
        if content is not None:
            with open(path, "wb") as file:
                file.write(content)
    return paths
