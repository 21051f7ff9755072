"""Match files on the page, by the code that `make save-match`, `read-match`, `verify` and `report`
run.

The page puts what it asks about into /in, and finds a log in /out. A report takes its time: its
answer is how far it is, and `go_on` works at it.
"""

import json

import _clerk

from picogammon.app.session.recording import last_game
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules.errors import RulesError
from picogammon.rules.match import Refusal
from tools.dice.sealed import VerifyError, check
from tools.matches import MatchFile, MatError, listing, log, reading, writing

_IN = "/in/" + log.NAME
_OUT = "/out/" + log.NAME
_NOTHING = "nothing has been played in it"
_report = None  # that is being made


def answer():
    """Answers the page: a dict, where it is refused with its reason as `error`."""
    asked = json.loads(_clerk.asked())
    try:
        told = _ANSWERS[asked["what"]](asked)
    except (MatError, Refusal, RulesError, VerifyError) as trouble:
        told = {"error": str(trouble)}
    _clerk.told(json.dumps(told))


def _write(asked):
    """A log as a .mat file."""
    written = writing.write(log.read(_IN), {"EventDate": asked["day"]})
    return {"text": written.text, "notes": written.notes}


def _read(asked):
    """A file as a log, which is put into /out; the day that the file says, or ''."""
    found = _match(asked)
    if not list(log.games(found.records)):
        raise MatError(_NOTHING)
    Journal(_OUT).restart(found.records)
    return {"notes": found.notes, "day": found.about.get("EventDate", "")}


def _about(asked):
    """Who played, and how it stands: what the board's own list of matches says."""
    reading = last_game(Recent(Journal(_IN), _IN))
    while True:
        try:
            next(reading)
        except StopIteration as end:
            match = end.value
            break
    if match is None:
        raise MatError("damaged")
    settings = match.settings
    return {"names": settings.names, "scores": list(match.scores), "length": settings.length}


def _list(asked):
    """A log's games, to be read beside the board."""
    games = listing.games(log.read(_IN))
    if not games:
        raise MatError(_NOTHING)
    return {
        "games": [
            {
                "number": game.number,
                "names": game.names,
                "scores": game.scores,
                "cells": [list(cell) for cell in game.cells],
                "end": game.end,
            }
            for game in games
        ]
    }


def _verify(asked):
    found = _match(asked)
    verdict = check(found.records, found.sealed, asked["seal"], asked["secret"])
    return {"yes": verdict.yes, "lines": verdict.lines}


def _begin_report(asked):
    """What telling.py tells of a match, in the end."""
    global _report
    from tools.report.telling import Report, ours  # later: the engine comes along
    from tools.review import judge

    found = _match(asked)
    level, engine = judge()
    played = list(log.games(found.records))
    _report = Report(played, found.names, found.about, engine, ours(level))
    return {"progress": 0}


def go_on():
    """Works at the report for a slice."""
    done = _report.step()
    _clerk.told(json.dumps({"page": _report.page} if done else {"progress": _report.progress}))


def _match(asked):
    """The MatchFile of a .mat file's text, or else of a log in /in."""
    if asked["text"] is None:
        records = log.read(_IN)
        return MatchFile(records, None, {}, [], log.sealed(records))
    return reading.read(asked["text"])


_ANSWERS = {
    "write": _write,
    "read": _read,
    "about": _about,
    "list": _list,
    "verify": _verify,
    "report": _begin_report,
}
