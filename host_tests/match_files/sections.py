r"""Transcripts of match files: what is read of a file, what a match becomes as one, what tools say.

A section of `match_files/transcripts` says in its second line what it is about:

    read                     the lines that begin with | are a file: shows what is read of it
    read cases/dated.sgf     the same of a file beside this
    change samples/xg.txt    shows what is read otherwise after each of the steps below
    report                   like read: shows what the match's report says, drawings apart
    id                       each step is a text that somebody pastes: shows the position in it
    cli                      each step is a command line: shows what it prints, on stderr after !
    write length=3           plays a match; shows the file that it becomes, and what is lost in it

A step of `read`, `change` and `report` replaces text of the file: > `31: 8/5` => `31: 9/5`, where
`\n` is a line's end. A step of `write` is actions with semicolons between them, `next` among them:
the next game. A line `file NAME` of `cli` makes a file of the | lines below it, `file NAME/` a
folder, `flash NAME` an image of an empty board's flash.
"""

from fakes.coach import Coach
from match_files.kept import Kept, text_of
from picogammon.engine.engine import Thought
from picogammon.rules import notation
from picogammon.rules.actions import record_text
from picogammon.rules.position import RulesError
from picogammon.rules.settings import FIELDS
from tools.matches import MatError, listing, log, reading, writing
from tools.positions import pasted
from tools.report import telling

_USUAL = ["%s=%d" % (field.name, field.default) for field in FIELDS]
_DRAWN = ("board", "label", "chances", "counts")
_USUAL += ["player0=0", "player1=0", "owner=none", "cube=1", "turn=opening"]


def run(lines):
    """Does what a section says; returns its lines with what is shown now."""
    kind, _, rest = lines[1].partition(" ")
    if kind in ("id", "cli"):
        return _pasted(lines) if kind == "id" else _commanded(lines)
    return _written(lines, rest) if kind == "write" else _read(lines, kind, rest)


def _read(lines, kind, path):
    folder, _, name = path.rpartition("/")
    text = text_of(name, folder) if name else ""
    own = [line for line in lines[2:] if line.startswith("|")]
    text += "".join([line[1:] + "\n" for line in own])
    told = _reported if kind == "report" else _told
    sound = told(text)
    found = lines[: 2 + len(own)]
    if kind != "change":
        found += ["  " + line for line in sound]
    for line in lines[2 + len(own) :]:
        found.append(line)
        if line.startswith("> "):
            shown = _otherwise(sound, told(_replaced(text, line)))
            found += ["  " + one for one in shown or ["(no change)"]]
    return found


def _replaced(text, step):
    pieces = [piece.replace("\\n", "\n") for piece in step.split("`")[1::2]]
    for old, new in zip(pieces[::2], pieces[1::2]):
        assert old in text, "%r is not in the file" % old
        text = text.replace(old, new, 1) if old else new + text
    return text


def _otherwise(before, now):
    """The lines whose text was not there before, less the parts that were; and which are gone."""
    known = [_halves(line)[1] for line in before]
    was = dict([_halves(line) for line in before])
    shown = [_halves(line) for line in now]
    found = []
    for head, text in shown:
        if text not in known:
            parts, old = text.split("; "), was.get(head, "").split("; ")
            first = _same(parts, old)
            last = _same(parts[:first:-1], old[:first:-1])
            end = len(parts) - last
            parts = ["…"] * (first > 0) + parts[first:end] + ["…"] * (last > 0)
            found.append("%s: %s" % (head, "; ".join(parts)))
    if shown[0][0] != "refused":
        changed = [line.split(": ", 1)[0] for line in found]
        texts = [text for _, text in shown]
        heads = [_halves(line)[0] for line in before]
        lost = [head for head in heads if head not in changed and was[head] not in texts]
        found += ["left out: " + head for head in lost]
    return found


def _halves(line):
    head, _, text = line.partition(":")
    return head, text.strip()


def _same(some, others):
    """How many of the first are the same."""
    count = 0
    while count < min(len(some), len(others)) and some[count] == others[count]:
        count += 1
    return count


def _told(text):
    """What is read of a file, a line for each game and note."""
    try:
        found = reading.read(text)
    except MatError as error:
        return ["refused: %s" % error]
    lines = ["names: %s – %s" % found.names, ("rules: " + _unusual(found.records[0])).rstrip()]
    lines += ["%s: %s" % pair for pair in sorted(found.about.items())]
    games = zip(listing.games(found.records), log.games(found.records), found.ends)
    for listed, game, end in games:
        said = [_unusual(game.records[0])] + [
            cell.text if cell.side is None else "%s %s" % (listed.names[cell.side][:1], cell.text)
            for cell in listed.cells
        ]
        said.append(end or listed.end or "unfinished")
        lines.append("game %d: %s" % (listed.number, "; ".join([one for one in said if one])))
    for note in found.notes:
        lines.append("%s: %s" % ("fault" if note in found.faults else "note", note))
    return lines


def _unusual(record):
    words = record_text(record).split()[1:]
    return " ".join(
        [word for word in words if word not in _USUAL and word[:4] not in ("name", "posi")]
    )


def _reported(text):
    """What a match's report says, where a Coach judges."""
    match = reading.read(text)
    coach = Coach(cube=(0, -20000, 65536), slices=0)
    played = list(log.games(match.records))
    found = []
    for i, one in enumerate(played):
        end = match.ends[i] if i < len(match.ends) else ""
        found.append(Thought(telling.tell(one, i + 1, coach, match.names, end)).finish())
    told = telling.whole(match, played, found, telling.Judge("a coach", None, ""))
    return list(_flat("page", told))


def _as_text(value):
    """Returns str(value) with signs as CPython has them: in a list, MicroPython writes codes."""
    text = str(value)
    for sign in "\u2212\u2013\u2026":
        text = text.replace("\\u%04x" % ord(sign), sign)
    return text


def _flat(name, value):
    """The lines of nested dicts and lists, those of a dict that hold one thing each in one."""
    inner = [key for key in sorted(value) if isinstance(value[key], (dict, list)) and value[key]]
    words = [
        "%s %s" % (key, value[key])
        for key in sorted(value)
        if key not in _DRAWN and value[key] not in ("", None, [])
        if key not in inner
    ]
    yield "%s: %s" % (name, "; ".join(words))
    for key in inner:
        each = value[key]
        if isinstance(each, dict):
            yield from _flat("%s %s" % (name, key), each)
        elif isinstance(each[0], dict):
            for number, one in enumerate(each, 1):
                yield from _flat("%s %s %d" % (name, key, number), one)
        else:
            yield "%s %s: %s" % (name, key, "; ".join([_as_text(one) for one in each]))


def _pasted(lines):
    found = []
    for line in lines:
        found.append(line)
        if line.startswith("> "):
            try:
                situation = pasted.read(line[2:].replace("\\n", "\n").replace("\\t", "\t"))
                found.append("  " + notation.to_xgid(situation))
            except RulesError as error:
                found.append("  refused: %s" % error)
    return found


def _commanded(lines):
    import contextlib  # not on MicroPython, where no command runs
    import io
    import os
    import shlex
    import tempfile
    from pathlib import Path

    from match_files.linked import flash_image
    from tools import verbs

    found, before, at = [], os.getcwd(), None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for line in lines:
                found.append(line)
                if line.startswith("flash "):
                    flash_image(Path(line[6:]), {})
                elif line.startswith("file "):
                    at = Path(line[5:])
                    at.mkdir() if line.endswith("/") else at.touch()
                elif line.startswith("|"):
                    at.write_text(at.read_text() + line[1:] + "\n")
                elif line.startswith("> "):
                    out, errors = io.StringIO(), io.StringIO()
                    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
                        try:
                            status = verbs.main(shlex.split(line[2:]))
                        except SystemExit as ended:
                            status = ended.code
                    found += ["  " + said for said in out.getvalue().splitlines()]
                    wrong = errors.getvalue().splitlines()
                    if wrong and wrong[0].startswith("usage: "):  # argparse's, as wide as it likes
                        wrong = wrong[-1:]
                    found += ["  ! " + said for said in wrong]
                    found += ["  (exit status %d)" % status] if status else []
        finally:
            os.chdir(before)
    return found


def _written(lines, agreed):
    settings = [word.split("=") for word in agreed.split()]
    kept = Kept(**{name: int(number) for name, number in settings})
    found, before = lines[:2], []
    for line in lines[2:]:
        found.append(line)
        if line.startswith("> "):
            for action in line[2:].split("; "):
                kept.do(kept.match.next_game() if action == "next" else action)
            try:
                text = writing.write(kept.records).text
            except MatError as error:
                found.append("  refused: %s" % error)
                continue
            now = [line.rstrip() for line in text.split("\n") if line]
            found += ["  |" + line for line in now if line not in before]
            before = now
            ours = [record_text(record) for record in kept.records]
            again = [record_text(record) for record in reading.read(text).records]
            lost = [one for one in ours if one not in again]
            instead = [one for one in again if one not in ours]
            found += ["  lost: " + "; ".join(lost)] if lost else []
            found += ["  instead: " + "; ".join(instead)] if instead else []
            assert lost or ours == again, "the file is read as another match"
    return found
