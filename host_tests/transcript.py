"""Transcripts: text files that say what people do at a board, and what it then shows.

A file of `host_tests/transcripts` has sections:

    == The opening is one press
    length=1 dice=31 show=keys,dice
    > OK
      Amber goes first  [<|>|MOVE|]  dice 3 1

The line below the title says what the board is given (`_board`), and which parts of its view count
(`_look`). A line that begins with `> ` is what somebody does (`_do`). The indented lines below say
what this changed; those before the X"""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.ruler import check as check_size
from fakes.sitting import Sitting
from picogammon import VERSION
from picogammon.app.display import view as views
from picogammon.app.session import prefs
from picogammon.engine.numbers import ONE
from picogammon.ground import places, tunes
from picogammon.rules import position, records_text, settings
from reading import records

_MARKS = ("", "+", "^", "!", "o", "O", "<", ">")  # NO_MARK .. WENT_TO
_LOOKS = ("asleep", "calm", "large", "wooden", "turned", "home_left")
_TUNES = {getattr(tunes, name): name for name in dir(tunes) if name.isupper()}
# What a record need not say.
_USUAL = ["%s=%d" % (field[0], field[5]) for field in settings.FIELDS]
_USUAL += "name0=Amber name1=Blue player0=0 player1=0 scores=0-0 owner=none cube=1".split()
_USUAL.append("position=" + ",".join(["%d" % count for count in position.start()]))


def sections(path):
    """Yields (title, lines) of each section; before them (None, lines) of what stands above."""
    title, lines = None, []
    with open(path) as file:
        for line in file.read().rstrip().split("\n"):
            if line.startswith("== "):
                yield title, lines
                title, lines = line[3:], []
            lines.append(line)
    yield title, lines


def accept(path):
    """Writes into the file what its steps show now."""
    lines = []
    for title, told in sections(path):
        lines += run(told) if title else told
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def check(lines):
    """Raises AssertionError with what differs if the steps of a section show something else."""
    wrong = []
    for told, seen in zip(_steps(lines), _steps(run(lines))):
        if told != seen:
            wrong.append(told[0])
            wrong += ["-" + line for line in told[1:] if line not in seen]
            wrong += ["+" + line for line in seen[1:] if line not in told]
    assert not wrong, "\n".join([lines[0] + " (pytest --accept writes what is shown)"] + wrong)


def _steps(lines):
    """The lines in lists: one that is not indented, and those below it that are."""
    found = []
    for line in lines:
        found += [] if line.startswith("  ") else [[]]
        found[-1].append(line)
    return found


def run(lines):
    """Does what a section says; returns its lines with what is shown now."""
    lines = [line for line in lines if not line.startswith("  ")]
    if lines[1].split()[0] in ("match", "hand", "texts"):
        import rules_transcript

        return rules_transcript.run(lines)
    given = dict([word.split("=", 1) for word in lines[1].split()])
    parts = [part for part in given.pop("show", "").split(",") if part]
    parts = ["headline"] + ["page"] * ("lines" not in parts) + parts
    before, board = _look(_board({}), parts), _board(given)
    now = _look(board, parts)
    found = lines[:2] + _changes(before, now)
    for line in lines[2:]:
        found.append(line)
        if line.startswith("> "):
            try:
                for word in _words(line[2:]):
                    board = _do(board, word, given)
                before, now = now, _look(board, parts)
            except AssertionError as problem:
                raise AssertionError("%s\n%s\n%s" % (lines[0], line, problem)) from None
            found += _changes(before, now) or ["  (no change)"]
    return found


def _board(given, before=None):
    """A Sitting, and the same board again if it was there `before`.

    dice=31,66; coach=0,0.5,1: what it finds of every cube, and slices=9: how long it takes;
    level=1: there is one, which plays its first play; seals=1: dice can be sealed. All other words
    are settings, as in the log; without, there is no match yet.
    """
    given, more = dict(given), {}
    rolls = given.pop("dice", "").split(",")
    dice = [(int(roll[0]), int(roll[1])) for roll in rolls if roll]
    slices = int(given.pop("slices", 2))
    coach = [int(float(word) * ONE) for word in given.pop("coach", "").split(",") if word]
    if coach:
        more["coach"] = Coach(coach, slices)
    if given.pop("level", None):
        more["computers"] = [("first", FirstPlay())]
    if given.pop("seals", None):
        more["seal_store"] = MemoryStore()
    if before:
        more["journal"], more["store"] = before.journal, before.store
    elif given:
        more["settings"] = records.parse_settings(["%s=%s" % pair for pair in given.items()])
    board = Sitting(dice, **more)
    board.known = list(board.journal.records)
    board.asked = more["coach"].asked if coach else []
    return board


def _words(text):
    """The words of a step; a "line of a menu" and an {action} are one each."""
    found = []
    while text:
        end = {'"': '"', "{": "}"}.get(text[0], " ")
        word, _, rest = text[1:].partition(end)
        found.append(text[0] + word)
        text = rest.lstrip()
    return found


def _do(board, word, given):
    """Does what one word of a step says; returns the board, which may be another then.

    `OK`, `hold-OK`, `NEXT*3`: buttons. `6`, `DICE`, `BAR_0`: places. `24/21`: a walk there.
    "Resign": a line of the menu. `3s`, `500ms`: time. `TUTOR=1`: a preference. {double}: an action
    of the log; {settings length=3}: another match. `grade`: games that are over. `settle`: until
    somebody has to act. `restart`: the power was cut.
    """
    if word[0] == '"':
        board.choose(word[1:])
    elif word[0] == "{":
        _commit(board, word[1:])
    elif word == "restart":
        return _board(given, board)
    elif word in ("grade", "settle"):
        getattr(board, word)()
    elif word.endswith("ms"):
        board.wait(int(word[:-2]))
    elif word.endswith("s"):
        board.wait(1000 * int(word[:-1]), 100)
    elif "/" in word:
        ends = word.replace("bar", "25").replace("off", "0").split("/")
        board.walk_to(int(ends[0]), int(ends[1]))
    elif "=" in word:
        field, value = word.split("=")
        field = getattr(prefs, field)
        board.prefer(field, int(value) - board.session.prefs[field])
    else:
        word, _, times = word.partition("*")
        for _ in range(int(times or 1)):
            if word.isdigit() or hasattr(places, word):
                board.press_places(int(word) if word.isdigit() else getattr(places, word))
            else:
                board.press(word)
    return board


def _commit(board, text):
    told, _, points = text.partition("position=")
    if points:  # of those with checkers, 6:2,24:-2
        counts = dict([point.split(":") for point in points.split(",")])
        text = told + "position=" + ",".join([counts.get(str(point), "0") for point in range(26)])
    if text.startswith("settings "):
        board.begin(records.parse_settings(text.split()[1:]))
    else:
        action = records.parse(text, board.match.position, board.match.dice)
        board.navigator.commit(action, board.now)
    board.known = list(board.journal.records)


def _look(board, parts):
    """[(part, its texts)] of what is to be seen, and of what the log has since the last look."""
    view = board.sees
    if not view.asleep:
        check_size(view)
    dice = ["%d%s" % (die, "-" * (view.dice_used >> i & 1)) for i, die in enumerate(view.dice)]
    seen = {
        "headline": [view.headline],
        "keys": ["[%s]" % "|".join(view.keys)],
        "page": _page(view, False),
        "lines": _page(view, True),
        "side": ["%s" % view.decider],
        "dice": dice + ["of %s" % view.dice_side] if dice else [],
        "cube": ["value:%d" % view.cube, "owner:%s" % view.owner, "offered:%s" % view.offered_by],
        "score": ["%d-%d" % tuple(view.scores) + " Crawford" * view.crawford],
        "pips": ["%d-%d" % tuple(view.pips)],
        "board": ["%d:%d" % pair for pair in enumerate(list(view.checkers) + view.off)],
        "marks": ["%d%s" % (at, _mark(mark)) for at, mark in enumerate(view.marks) if mark],
        "names": [" - ".join(view.names)],
        "clock": ["%s" % (view.clocks,)],
        "light": ["brightness %d" % view.brightness, "palette %d" % view.palette],
        "looks": [look for look in _LOOKS if getattr(view, look)],
        "asked": ["%d" % len(board.asked)],
        "tune": [_TUNES[board.navigator.take_tune()]],
        "log": [],
    }
    known, board.known = board.known, list(board.journal.records)
    while known and known != board.known[: len(known)]:
        known.pop()
    for record in board.known[len(known) :] if "log" in parts else ():
        seen["log"] += _record(records_text.text(record))
    return [(part, seen[part]) for part in parts]


def _mark(mark):
    return _MARKS[mark & views.MARK] + "*" * (mark >> views.GRADE)


def _page(view, whole):
    """The texts of what covers the board: the title, and of a menu the rows in sight, or all of its
    lines; `>` is at the chosen one."""
    page = view.page
    if page is None:
        return ["closed"]
    rows = [" = ".join([text for text in item if text]) for item in getattr(page, "items", ())]
    if rows and page.selected >= 0:
        rows[page.selected] = ">" + rows[page.selected]
    if isinstance(page, views.MenuView) and not whole:
        first = views.first_row(page.selected, len(rows), view.display.menu_rows, page.first)
        rows = rows[first : first + view.display.menu_rows]
    title = getattr(page, "title", "").replace(VERSION, "VERSION") + ":"
    return [title] + rows + list(getattr(page, "lines", [getattr(page, "text", "")]))


def _record(text):
    """[The text of a record], without what is usual and without empty points; [] of a note."""
    words = [word for word in text.split() if word not in _USUAL]
    if words[-1].startswith("position="):
        counts = enumerate(words.pop()[9:].split(","))
        words.append(",".join(["%d:%s" % pair for pair in counts if pair[1] != "0"]))
    return [] if words[0] == "note" else [" ".join(words)]


def _changes(before, now):
    """What changed, of a list with the same entries those that did: a line for the board, then one
    for the page, and one for the log."""
    board, more = [], []
    for (_, was), (part, seen) in zip(before, now):
        if part == "log":
            if seen:
                more.append("  log " + "; ".join(seen))
        elif was != seen:
            if [_entry(text) for text in was] == [_entry(text) for text in seen]:
                pairs = zip(was, seen)
                seen = [text for old, text in pairs if text not in (old, old.lstrip(">"))]
            if part in ("page", "lines"):
                more.append("  page " + " / ".join([text for text in seen if text]))
            elif part in ("headline", "keys"):
                board += seen
            else:
                board.append(" ".join([part] + (seen or ["none"])))
    board = "  ".join([""] + [text for text in board if text])
    return [board] * bool(board) + more


def _entry(text):
    """What a text of a list is about: a menu's label, a point's number."""
    return text.lstrip(">").split(" = ")[0].split(":")[0]
