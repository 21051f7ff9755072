"""Answers the page's questions about match files and boards' data, with the code of the tools.

The page puts a question's files into /in, a match as a board's sectors, and reads the answer's from
/out. Bytes in questions and answers are base64. A function answers the question of its name. A slow
answer is a generator of the thousandths done, which `go_on` runs.
"""

import json
import os
from binascii import a2b_base64, b2a_base64
from time import ticks_diff, ticks_ms

import _clerk

from picogammon import board_data
from picogammon.devices import transfer
from picogammon.devices.files import PEOPLE, SECRETS, SET_UP, Files
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring, packed_day
from picogammon.filing import keep
from picogammon.rules import notation
from picogammon.rules.match import MATCH_OVER, Refusal
from picogammon.rules.position import CHECKERS, RulesError
from tools.dice.sealed import VerifyError, check
from tools.matches import (
    MatchFile,
    MatError,
    check_sound,
    listing,
    log,
    persons,
    reading,
    restoring,
    writing,
)

_FOLDER = "/in"
_WORK = "/out"  # empty before each question
_WORST = 3  # decisions
_WHILE_MS = 100  # memory is tidied after it, which takes longer than a slice
_judges = []  # the compiled engine, if there is one
_work = None  # a slow answer


def answer():
    """Answers the page with a dict, a refusal's with its reason as `error`."""
    _tell(_begin)


def go_on():
    """Works at a slow answer for a tenth of a second."""
    _tell(_progress)


def _tell(act):
    try:
        told = act()
    except (MatError, OSError, Refusal, RulesError, VerifyError, transfer.Unfit) as trouble:
        told = {"error": str(trouble)}
    _clerk.told(json.dumps(told))


def _begin():
    global _work
    asked = json.loads(_clerk.asked())
    told = globals()["_" + asked["what"]](asked)
    if isinstance(told, dict):
        return told
    _work = told
    return {"progress": 0}


def _progress():
    begun = ticks_ms()
    try:
        done = next(_work)
        while ticks_diff(ticks_ms(), begun) < _WHILE_MS:
            done = next(_work)
        return {"progress": done or 0}
    except StopIteration as end:
        return end.value


def _write(asked):
    written = writing.write(log.records_of(_log()), {"EventDate": asked["day"].replace("-", ".")})
    return {"text": written.text, "notes": written.notes}


def _read(asked):
    """Writes a match's log into /out; answers with the file's `day`, or "", with players and score
    in `about`, and with the `sizes` of its games in records.

    `brought`: True if the page's board plays it on, False if it goes to another board."""
    found, games = _played(asked)
    records = found.records
    if "brought" in asked:
        records = log.without_origin(records) + [log.PLAYED_ON] * asked["brought"]
    content = log.content(records)
    with open("/out/" + log.NAME, "wb") as file:
        file.write(content)
    match = log.last_game(log.match_log(content))
    settings = match.settings
    about = {
        "names": found.names or settings.names,
        "scores": settings.shown(match.scores),
        "length": settings.length,
        "won": settings.names[match.result.winner] if match.phase == MATCH_OVER else "",
        "event": found.about.get("Event", ""),
    }
    day = found.about.get("EventDate", "").replace(".", "-")
    sizes = [len(one.records) for one in games]
    return {"notes": found.notes, "day": day, "about": about, "sizes": sizes}


def _list(asked):
    """Lists a match's games."""
    games = listing.games(log.records_of(_log(asked["run"])))
    names = ("number", "names", "scores", "cells", "end")
    told = [dict(zip(names, game), cells=[list(cell) for cell in game.cells]) for game in games]
    return {"games": told}


def _verify(asked):
    found, _ = _played(asked)
    check_sound(found)
    given = [asked[what] for what in ("seal", "number", "secret")]
    return {"lines": check(found.records, found.sealed, *given).lines}


def _backup(asked):
    """Backs up the board whose files are in /in: `found`, {path: bytes in base64}; `secret`: True
    if the secret of sealed dice is left out. Refuses an empty board."""
    files = Files()
    ring = Ring(SectorFiles(files, _FOLDER, SECTORS))
    found = {}
    for run in ring.runs():
        path = log.NAME if run == ring.running() else restoring.name_of(run, ring.day(run))
        found[path] = _coded(b"".join(transfer.image(ring, run)))
    names = os.listdir(_FOLDER)
    for path in transfer.KEPT:
        if path in names:
            found[path] = _coded(_read_file(path))
    if not found:
        raise MatError("there is nothing on the board yet")
    return {"found": found, "secret": SECRETS in names}


def _plan(asked):
    """Plans what a backup, `found`, adds to a board; answers with the steps of restoring.Plan.

    `there`: the board's files; `running` and `earlier`: its matches; `room`: its free sectors.
    """
    running = asked["running"] and a2b_base64(asked["running"].encode())
    earlier = [a2b_base64(match.encode()) for match in asked["earlier"]]
    found, there = _files(asked["found"]), _files(asked["there"])
    planned = restoring.plan(found, there, running, earlier, asked["room"], _WORK)
    steps = [(path, _coded(content), day) for path, content, day in planned.steps]
    return dict(_words(planned), steps=steps)


def _restore(asked):
    """Plans what a backup, `found`, adds to the board whose files are in /in. If `does` is true, it
    is done, and the answer has the board's `files`, {name: bytes in base64}."""
    ring = Ring(SectorFiles(Files(), _FOLDER, SECTORS))
    names = os.listdir(_FOLDER)
    there = {name: _read_file(name) for name in names if name in transfer.KEPT}
    running = b"".join(transfer.image(ring, ring.running()))
    earlier = [run for run in ring.runs() if run != ring.running()]
    earlier = [b"".join(transfer.image(ring, run)) for run in earlier]
    room = SECTORS - ring.used
    planned = restoring.plan(_files(asked["found"]), there, running, earlier, room, _WORK)
    restoring.check_free(planned.steps, running)
    if not asked["does"]:
        return _words(planned)
    for path, content, day in planned.steps:
        if day is None:
            with open("%s/%s" % (_FOLDER, path), "wb") as file:
                file.write(content)
        else:
            for _ in keep(ring, log.match_log(content), packed_day(day.strip("-"))):
                pass
    files = {name: _coded(_read_file(name)) for name in os.listdir(_FOLDER)}
    return dict(_words(planned), files=files)


def _files(coded):
    return {path: a2b_base64(coded[path].encode()) for path in coded}


def _words(planned):
    return {"going": planned.going, "said": planned.said, "notes": planned.notes}


def _read_file(name):
    with open("%s/%s" % (_FOLDER, name), "rb") as file:
        return file.read()


def _people(asked):
    """Reads the people's records in /in; `deeper`: True if a report looks deeper."""
    people, damage = persons.opened("/in/" + PEOPLE)
    if damage:
        raise MatError("the file is damaged: the board keeps it aside")
    told = [persons.told(person) for person in people.everybody()]
    return {"people": told, "deeper": bool(_clerk.compiled())}


def _position(asked):
    """Finds the XGID of a text with a position's ID of any kind."""
    from tools.positions import pasted

    return {"xgid": notation.to_xgid(pasted.read(asked["text"]))}


def _board(asked):
    """Reads a board's data in /in, with the changes of its on-board set-up: `constants`, [name, its
    value as a text, or ""]; `problems`; and of sound data the `text` and the page's `shown`."""
    from tools.boards import check, constants
    from tools.virtual_board import board_data as page

    try:
        config = constants.read(_read_file("board_config.py").decode())
    except ValueError as wrong:
        return {"error": str(wrong)}
    changes, _ = board_data.set_up(Files(), "%s/%s" % (_FOLDER, SET_UP))
    for name in changes:
        config[name] = _tuples(changes[name])
    names = constants.NAMES + sorted(set(config) - set(constants.NAMES))
    written = [constants.written(name, config[name]) if name in config else "" for name in names]
    told = {"constants": list(zip(names, written)), "problems": check.problems(config)}
    if not told["problems"]:
        told["shown"] = page.shown(config)
        told["text"] = constants.write(config)
    return told


def _image(asked):
    """Names the drive that a board restarts as, if the image in /in fits the board."""
    from tools.image import uf2

    try:
        return {"drive": uf2.drive_for(_read_file("image.uf2"), asked["board"])}
    except ValueError as wrong:
        return {"error": "This image does not fit this board: %s" % wrong}


def _coded(content):
    return b2a_base64(content).decode().strip()


def _tuples(value):
    return tuple([_tuples(item) for item in value]) if isinstance(value, list) else value


def _judge_of(played):
    """Returns (engine, Judge): our deepest judge if it is compiled, or the board's coach."""
    from tools.players import deeper  # here, as below, because it loads the engine
    from tools.report import judging, telling

    engine = _clerk.compiled()
    if engine and all(one.settings.checkers == CHECKERS for one in played):  # as it is compiled
        if not _judges:
            from compiled import Maker

            maker = Maker(engine)
            _judges.append(deeper.of(maker.make, maker.search()))
        return _judges[0], telling.TWO_ROLLS
    level, engine = judging.judge()
    return engine, telling.ours(level)


def _judge(asked):
    """Judges one game, or a part of its lines."""
    from tools.report.telling import tell

    match, played = _played(asked)
    number = asked["game"]
    end = match.ends[number] if number < len(match.ends) else ""
    engine, _ = _judge_of(played)
    part, parts = asked["part"], asked["parts"]
    told = tell(played[number], number + 1, engine, match.names, end, part, parts)
    return {"found": (yield from told)}


def _summary(asked):
    """Returns both players' PRs and the worst decisions of the games judged so far.

    `shapes`: the shared part of all drawings. `deeper`: True if the judge is not the coach."""
    from tools.report import drawing, telling

    told = _whole(asked)
    names = told["names"]
    (pr,) = [both for what, both in told["rows"] if what == "PR"]
    return {
        "deeper": _judge_of(_played(asked)[1])[1] == telling.TWO_ROLLS,
        "players": [{"name": names[side], "pr": pr[side]} for side in (0, 1)],
        "worst": [dict(one, who=names[one["side"]]) for one in told["worst"][:_WORST]],
        "shapes": "<style>%s</style>%s" % (drawing.STYLE, drawing.BACKGROUND),
    }


def _report(asked):
    from tools.report import page

    return {"page": page.render(_whole(asked))}


def _whole(asked):
    """Returns telling.whole of the games judged so far.

    `asked["found"]`: for each game the list of its parts, or None if it is not judged yet."""
    from tools.report.telling import joined, whole

    match, played = _played(asked)
    games = [joined(parts) for parts in asked["found"] if parts]
    return whole(match, played, games, _judge_of(played)[1])


def _played(asked):
    """Returns (the MatchFile, [Played of each game]). Raises MatError if there is none."""
    match = _match(asked)
    return match, log.played(match.records)


def _match(asked):
    """Returns the MatchFile of a .mat file's text, or of the match in /in."""
    if asked["text"] is not None:
        return reading.read(asked["text"])
    records = log.records_of(_log(asked.get("run")))
    return MatchFile(records, None, {}, [], [], [], log.sealed(records))


def _log(run=None):
    """Returns the MatchLog of a run in /in, by default of the running match."""
    return MatchLog(Ring(SectorFiles(Files(), _FOLDER, SECTORS)), run or None)
