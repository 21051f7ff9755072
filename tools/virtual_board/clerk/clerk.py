"""Match files on the page, by the code that `make save-match`, `read-match`, `verify` and `report`
run; and a board's data, by that of `make check-board`.

The page puts what it asks about into /in, a match as the files of a board's sectors, and finds a
match's log in /out. Judging takes its time: its answer is how far it is, and `go_on` works at it.
"""

import json
from binascii import a2b_base64, b2a_base64
from time import ticks_diff, ticks_ms

import _clerk

from picogammon import board_data
from picogammon.app.practice.cards import CardError
from picogammon.devices.files import CARDS, PEOPLE, SET_UP, Files
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from picogammon.rules import xgid
from picogammon.rules.match import MATCH_OVER, Refusal
from picogammon.rules.plays import Plays
from picogammon.rules.position import CHECKERS, RulesError
from tools.dice.sealed import VerifyError, check
from tools.matches import (
    MatchFile,
    MatError,
    check_sound,
    deck,
    listing,
    log,
    persons,
    reading,
    restoring,
    writing,
)

_FOLDER = "/in"
_PEOPLE = "/in/" + PEOPLE
_CARDS = "/in/" + CARDS
_OUT = "/out/" + log.NAME
_WHILE_MS = 100  # memory is tidied after it, which takes longer than a slice
_MATCH = 2  # records: of its settings, and another
_NOTHING = "nothing has been played in it"
_coach = None  # who grades answers to cards, once somebody has answered one
_judges = None  # (engine, Judge) of who can judge matches, the best last
_work = None  # what takes its time, and a function of whether it is done: what is told of it


def answer():
    """Answers the page: a dict, where it is refused with its reason as `error`."""
    asked = json.loads(_clerk.asked())
    try:
        told = _ANSWERS[asked["what"]](asked)
    except (CardError, MatError, OSError, Refusal, RulesError, VerifyError) as trouble:
        told = {"error": str(trouble)}
    _clerk.told(json.dumps(told))


def _write(asked):
    """A log as a .mat file."""
    written = writing.write(list(_log().open()), {"EventDate": asked["day"]})
    return {"text": written.text, "notes": written.notes}


def _read(asked):
    """A file as a log, which is put into /out; the day that the file says, or ''."""
    found, _ = _played(asked)
    content = _put(found.records)
    about = _standing(log.last_game(log.match_log(content)))
    about.update(names=found.names or about["names"], event=found.about.get("Event", ""))
    return {"notes": found.notes, "day": found.about.get("EventDate", ""), "about": about}


def _about(asked):
    """Who played, and how it stands: what the board's own list of matches says."""
    match = log.last_game(_log())
    if match is None:
        raise MatError("damaged")
    return _standing(match)


def _standing(match):
    settings = match.settings
    over = match.phase == MATCH_OVER
    return {
        "names": settings.names,
        "scores": list(match.scores),
        "length": settings.length,
        "won": settings.names[match.result.winner] if over else "",
    }


def _pack(asked):
    """The match alone, which is put into /out."""
    played = _log()
    records = list(played.open())
    why = played.damage or (_NOTHING if len(records) < _MATCH else "")
    if why:
        raise MatError("This is no match to be sent: %s" % why)
    _put(records)
    return {}


def _list(asked):
    """A match's games, to be read beside the board."""
    games = listing.games(list(_log(asked["run"]).open()))
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
    check_sound(found)
    given = [asked[what] for what in ("seal", "number", "secret")]
    verdict = check(found.records, found.sealed, *given)
    return {"yes": verdict.yes, "lines": verdict.lines}


def _wanted(asked):
    """Which of a board's files a restore looks at."""
    return {"paths": restoring.wanted(asked["names"])}


def _restore(asked):
    """What a backup makes of a board's files, in base64 as they came."""
    found, there = [
        {path: a2b_base64(asked[which][path].encode()) for path in asked[which]}
        for which in ("found", "there")
    ]
    planned = restoring.plan(found, there, _FOLDER)
    steps = [(path, b2a_base64(content).decode().strip()) for path, content in planned.steps]
    return {"steps": steps, "notes": planned.notes}


def _people(asked):
    """What the people of the table in /in have done, for the page and as tables."""
    people, damage = persons.opened(_PEOPLE)
    if damage:
        raise MatError("the file is damaged: the board keeps it aside")
    return {
        "people": persons.told(people),
        "csv": persons.csv(people),
        "games": persons.games_csv(people),
    }


def _deck(asked):
    """The practice cards in /in, and how many are damaged."""
    from tools.deck.told import key_of

    found = deck.opened(_CARDS)
    cards = [{"number": one.number, "name": one.name, "key": key_of(one)} for one in found]
    return {"cards": cards, "damaged": found.damaged}


def _card(asked):
    """What a card asks, for the page."""
    from tools.deck.told import front, laid
    from tools.report import drawing

    card = deck.opened(_CARDS).card(asked["number"])
    found = front(card)
    return {
        "asked": found.asked,
        "board": found.board,
        "look": "<style>" + drawing.STYLE + "</style>" + drawing.BACKGROUND,
        "words": found.words,
        "choices": found.choices,
        "places": drawing.boxes(),
        "spots": {} if found.choices else laid(card, []).spots,
    }


def _lay(asked):
    """A play that is built on a card's board, for the page."""
    from tools.deck.told import laid

    card = deck.opened(_CARDS).card(asked["number"])
    found = laid(card, asked["steps"], asked["point"], asked["to"])
    names = ("steps", "text", "board", "words", "spots", "complete", "refused")
    return dict(zip(names, found))


def _begin_answer(asked):
    """In the end: what stands behind a card to which `text`, or nothing, was answered."""
    from tools.deck import told

    card = deck.opened(_CARDS).card(asked["number"])
    action = told.answer_of(card, asked["text"]) if asked["text"] else None
    answering = _Answering(told.back(card, _judge(), Plays(), action))
    return _begin(answering, lambda: {"back": answering.told})


class _Answering:
    """What grades an answer, slice by slice."""

    progress = 0

    def __init__(self, work):
        self.told = None
        self._work = work

    def step(self):
        try:
            next(self._work)
        except StopIteration as end:
            names = ("answer", "yours", "lost", "right", "played", "why")
            self.told = end.value and dict(zip(names, end.value))
            return True
        return False


def _judge():
    global _coach
    if _coach is None:
        from tools.review import judge

        _coach = judge()[1]
    return _coach


def _xgids(asked):
    """The cards in /in of one learner as a list of XGIDs."""
    found = [one for one in deck.opened(_CARDS) if one.name.lower() == asked["name"].lower()]
    lines, faults = deck.as_xgids(found)
    return {"text": "".join([line + "\n" for line in lines]), "notes": faults}


def _add(asked):
    """The deck in /in with a list of XGIDs in it, which is put into /out."""
    held = deck.opened(_CARDS)
    new = deck.questions(asked["text"])
    added = deck.add(held, deck.name_of(asked["name"]), new)[1]
    if added:
        with open(_CARDS, "rb") as file, open("/out/" + CARDS, "wb") as out:
            out.write(file.read())
    return {"added": added, "left": len(new) - added}


def _position(asked):
    """The XGID of a text in which a position's ID is, whichever it is."""
    from tools.positions import pasted

    return {"xgid": xgid.to_xgid(pasted.read(asked["text"]))}


def _board(asked):
    """A board's data in /in, and what was set up at the board, laid over them: what there is of
    `config`, `text` and `problems`, and of sound data what the page shows, `shown`."""
    from tools.boards import check, constants
    from tools.virtual_board import board_data as page

    try:
        with open(_FOLDER + "/board_config.py") as file:
            config = constants.read(file.read())
    except ValueError as wrong:
        return {"error": str(wrong)}
    changes, trouble = board_data.set_up(Files(), "%s/%s" % (_FOLDER, SET_UP))
    for name in changes:
        config[name] = _tuples(changes[name])
    told = {"config": config, "problems": check.problems(config)}
    if trouble:
        told["trouble"] = trouble
    if not told["problems"]:
        told["shown"] = page.shown(config)
        told["text"] = constants.write(config)
    return told


def _tuples(value):
    return tuple([_tuples(item) for item in value]) if isinstance(value, list) else value


def _games(asked):
    """How many records each game has."""
    return {"sizes": [len(one.records) for one in _played(asked)[1]]}


def _judge_of(played):
    """(engine, Judge) of games: the deepest level where it is compiled, else the board's coach."""
    global _judges
    from tools.report import deeper  # later, as below: the engine comes along
    from tools.report.telling import ours
    from tools.review import judge

    if _judges is None:
        level, engine = judge()
        _judges = [(engine, ours(level))]
        compiled = _clerk.compiled()
        if compiled:
            from compiled import Maker

            make = Maker(compiled).make
            _judges.append((deeper.Deeper(make, make(level)), deeper.judge(level)))
    usual = all(one.settings.checkers == CHECKERS for one in played)  # as it is compiled
    return _judges[-1 if usual else 0]


def _begin_judging(asked):
    """In the end: what tools.report.judging finds of one game."""
    from tools.report.judging import Judging  # later, as below: the engine comes along

    games = _played(asked)[1]
    judging = Judging(games[asked["game"]], _judge_of(games)[0])
    return _begin(judging, lambda: {"found": judging.found})


def _begin_report(asked):
    """In the end: the page of a match whose games are judged."""
    from tools.report import page
    from tools.report.telling import Report

    match, played = _played(asked)
    engine, by = _judge_of(played)
    report = Report(played, match, engine, by, asked["found"])
    return _begin(report, lambda: {"page": page.render(report.page)})


def _begin(work, told):
    """`work` is gone on with until it is done; `told()` gives the answer then."""
    global _work
    _work = (work, told)
    return {"progress": 0}


def go_on():
    """Works for a tenth of a second at what takes its time."""
    work, told = _work
    before = work.progress
    begun = ticks_ms()
    done = work.step()
    while not done and ticks_diff(ticks_ms(), begun) < _WHILE_MS:
        done = work.step()
    if done:
        _clerk.told(json.dumps(told()))
    elif work.progress != before:
        _clerk.told(json.dumps({"progress": work.progress}))


def _played(asked):
    """(the MatchFile, [Played of each game]); raises MatError where there is none."""
    match = _match(asked)
    played = list(log.games(match.records))
    if not played:
        raise MatError(_NOTHING)
    return match, played


def _match(asked):
    """The MatchFile of a .mat file's text, or else of the match in /in."""
    if asked["text"] is None:
        records = list(_log().open())
        return MatchFile(records, None, {}, [], [], [], log.sealed(records))
    return reading.read(asked["text"])


def _put(records):
    """Puts the match with these records into /out; returns its bytes."""
    content = log.content(records)
    with open(_OUT, "wb") as file:
        file.write(content)
    return content


def _log(run=0):
    """The MatchLog of a run in the sectors in /in, by default of the match that is played."""
    return MatchLog(Ring(SectorFiles(Files(), _FOLDER, SECTORS)), run or None)


_ANSWERS = {
    "write": _write,
    "read": _read,
    "about": _about,
    "pack": _pack,
    "list": _list,
    "verify": _verify,
    "wanted": _wanted,
    "restore": _restore,
    "people": _people,
    "deck": _deck,
    "card": _card,
    "lay": _lay,
    "answer": _begin_answer,
    "xgids": _xgids,
    "add": _add,
    "board": _board,
    "position": _position,
    "games": _games,
    "judge": _begin_judging,
    "report": _begin_report,
}
