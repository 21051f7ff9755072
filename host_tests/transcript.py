"""Transcripts: text files that say what people do at a board, and what it then shows.

A file of `host_tests/transcripts` has sections:

    == The opening is one press
    length=1 dice=31 show=keys,dice
    > OK
      Amber goes first  [<|>|MOVE|]  dice 3 1

The line below the title says what the board is given (`_board`), and which parts of its view count
(`_look`). A line that begins with `> ` is what somebody does (`_do`). The indented lines below say
what this changed; those before the first step, what is not as on a board that waits for its first
roll. All other lines are comments. `match_files/sections.py`,
`board_transcript.py` and `rules_transcript.py` say what sections about match files, whole boards
and rules have instead.
"""

import gc

from fakes.coach import Coach, Ponderer
from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.ruler import check as check_size
from fakes.sitting import Sitting
from picogammon import VERSION, ground
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Display
from picogammon.app.modes import point_buttons
from picogammon.app.session import prefs
from picogammon.app.session.players import Computer
from picogammon.engine.engine import WeightsError
from picogammon.engine.levels import levels
from picogammon.engine.numbers import ONE
from picogammon.rules import position, settings
from picogammon.rules.actions import record_text
from reading import records

_MARKS = ("", "+", "^", "!", "o", "O", "<", ">")  # NO_MARK .. WENT_TO
_LOOKS = ("asleep", "calm", "large", "wooden", "turned", "home_left")
_OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:%s:%s:0:0:0:7:10"
_TUNES = {getattr(ground, name): name[5:] for name in dir(ground) if name.startswith("TUNE_")}
_TUNES[ground.NO_TUNE] = "NONE"
# What a record need not say.
_USUAL = ["%s=%d" % (field.name, field.default) for field in settings.FIELDS]
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


# Readers of other sections, by the first word of these; loaded where they are needed: some need
# much memory, or what is not there on every runtime.
_READERS = (
    ("match_files.sections", "read change report write id cli"),
    ("rules_transcript", "match hand texts"),
    ("board_transcript", "board wirings"),
    ("walk", "walk"),
)


def run(lines):
    """Does what a section says, at each of its heights; returns its lines with what the first of
    them shows now."""
    lines = [line for line in lines if not line.startswith("  ")]
    kind = lines[1].split()[0]
    for reader, kinds in _READERS:
        if kind in kinds.split():
            return __import__(reader, None, None, ("run",)).run(lines)
    given = options(lines[1])
    if "ubgi" in given:
        return _talk(lines, given)
    first, *others = [int(word) for word in given.pop("heights", "64").split(",")]
    for height in others:
        _run(lines, dict(given), Display(height))
        gc.collect()
    return _run(lines, given, Display(first))


def options(line):
    """{name: value} of the words name=value in a line."""
    return dict([word.split("=", 1) for word in line.split() if "=" in word])


def answered(lines, do, nothing=("(no change)",)):
    """A section's lines, each step with the lines below it that `do(step)` returns or `nothing`."""
    found = lines[:2]
    for line in lines[2:]:
        found.append(line)
        if line.startswith("> "):
            found += ["  " + shown for shown in do(line[2:]) or nothing]
    return found


def _talk(lines, given):
    """A conversation over UBGI: each line of a program, and below it what answers. With ubgi=LEVEL
    the level itself answers, with coach= one that knows; show=heard: each situation it judged."""
    from picogammon.app.ubgi.protocol import Ubgi  # memory, where nobody talks so
    from picogammon.rules import notation

    heard = []

    class Hearing(Coach):
        def rank(self, situation, also=None):
            no_rule = situation.length and not situation.crawford_rule
            heard.append(
                notation.to_xgid(situation) + ", without the Crawford rule" * bool(no_rule)
            )
            return Coach.rank(self, situation, also)

    def do(step):
        del heard[:]
        replies = [reply.replace(VERSION, "VERSION") for reply in ubgi.line(step)]
        found = [reply or "(an empty line)" for reply in replies]
        return found + ["heard " + text for text in heard if "show" in given]

    coach = Hearing(_cube(given["coach"])) if "coach" in given else None
    ubgi = Ubgi(given["ubgi"], *[lambda level, plays: coach] * bool(coach))
    return answered(lines, do, ())


def _cube(text):
    return [int(float(word) * ONE) for word in text.split(",") if word]


def _cards(text):
    """The cards of Anna@31@24/20,Ben@D: learner, dice of an opening position (-00: the other side
    is on turn; D: he was doubled) or an XGID, and what was played."""
    from picogammon.app.practice import cards  # memory, where nobody practises
    from picogammon.rules.notation import from_xgid

    found = []
    for card in text.split(","):
        name, asked, *played = card.split("@")
        if "=" not in asked:
            turn = "-1" if asked[0] == "-" else "1"
            asked = _OPENING % (turn, asked.lstrip("-"))
        situation = from_xgid(asked)
        action = b""
        if played:
            text = played[0] if played[0].isalpha() else "play " + played[0]
            action = records.parse(text.replace("_", " "), situation.position, situation.dice)
        found.append(cards.Card(name, cards.question_of(situation), action, b"", 5000))
    return found


def _deck(board):
    from picogammon.app.practice import cards
    from picogammon.app.practice.cards import Deck

    deck = Deck(board.session.archive.cards(cards.BYTES))
    for _ in deck.open():
        pass
    return deck


def _run(lines, given, display):
    parts = [part for part in given.pop("show", "").split(",") if part]
    parts = ["headline"] + ["page"] * ("lines" not in parts) + parts
    now = _look(_board({}, display), parts)
    board = _board(given, display)

    def do(step=""):
        nonlocal board, now
        try:
            for word in words_of(step):
                board = _do(board, word, given)
                _fits(board)
            before, now = now, _look(board, parts)
        except AssertionError as problem:
            raise AssertionError("%s\n> %s\n%s" % (lines[0], step, problem)) from None
        return changes(before, now)

    return lines[:2] + ["  " + line for line in do()] + answered(lines, do)[2:]


def _damaged():
    raise WeightsError("its weights are damaged")


def _board(given, display, before=None):
    """A Sitting, and the same board again if it was there `before`.

    dice=31,66; coach=0,0.5,1: what it finds of every cube, and slices=9: how long it takes;
    ponder=30: one looks two rolls ahead in so many slices, with 30,2 ranks so many plays, and finds
    every double right; level=1: there is one, which plays its first play, level=all: one of each
    name; lacks=expert: this level cannot play here; seals=1: dice can be sealed; cards=Anna@31:
    what she practises (`_cards`); new=1: nobody has found the menu yet. All other words are
    settings, as in the log; without, there is no match yet.
    """
    given, more = dict(given), {"display": display, "dice_store": MemoryStore()}
    rolls = given.pop("dice", "").split(",")
    dice = [(int(roll[0]), int(roll[1])) for roll in rolls if roll]
    slices = int(given.pop("slices", 2))
    coach = _cube(given.pop("coach", ""))
    if coach:
        more["coach"] = Coach(coach, slices)
    if "ponder" in given:
        slices, _, only = given.pop("ponder").partition(",")
        more["ponderer"] = Ponderer(int(slices), int(only or 3))
        more["ponderer"].cube = _cube("0,0.01,1")
    level = given.pop("level", None)
    if level:
        names = levels() if level == "all" else ["first"]
        more["computers"] = [(name, FirstPlay()) for name in names]
    if "lacks" in given:
        more.setdefault("computers", []).append((given.pop("lacks"), Computer(_damaged)))
    if given.pop("new", None):
        more["store"] = MemoryStore()
    if given.pop("seals", None):
        more["seal_store"] = before.seal_store if before else MemoryStore()
    if before:
        more["log"], more["store"] = before.log, before.store
        more["dice_store"] = before.dice_store
        more["archive"] = before.session.archive
    cards = given.pop("cards", None)
    board = Sitting(dice, **more)
    for card in _cards(cards) if cards and not before else ():
        _deck(board).add(card)
    if given and not before:
        board.begin(records.parse_settings(["%s=%s" % pair for pair in given.items()]))
    board.known = list(board.log.records)
    board.seal_store = more.get("seal_store")
    board.dice_store, board.answers = more["dice_store"], []
    board.asked = more["coach"].asked if coach else []
    board.ponderer = more.get("ponderer")
    return board


def words_of(text):
    """The words of a step; a "line of a menu", an {action} and a (line from the link) are one
    each."""
    found = []
    while text:
        end = {'"': '"', "{": "}", "(": ")"}.get(text[0], " ")
        word, _, rest = text[1:].partition(end)
        found.append(text[0] + word)
        text = rest.lstrip()
    return found


def _do(board, word, given):
    """Does what one word of a step says; returns the board, which may be another then.

    `OK`, `hold-OK`, `NEXT*3`: buttons. `6`, `DICE`, `BAR_0`: places. `24/21`: a walk there.
    `24>21`: a checker is dragged. `type:31`: these keys, of a keyboard. `:Eve`: a name instead of
    the one that is edited.
    "Resign": a line of the menu; `row0`: a touch of the first row in sight. `3s`, `500ms`: time.
    `TUTOR=1`: a preference. {double}: an action of the log; {settings length=3}: another match.
    (set field 5 1): a line from the link. `grade`: games that are over. `settle`: until
    somebody has to act. `full`: the flash is. `room`: matches have room again. `restart`: the power
    was cut.
    """
    if word[0] == '"':
        board.choose(word[1:])
    elif word[0] == "{":
        _commit(board, word[1:])
    elif word.startswith("type:"):
        for letter in word[5:]:
            board.navigator.top.type(letter)
            board.navigator.changed = True
    elif word[0] == ":":
        board.navigator.top.text = word[1:]
    elif word[0] == "(":
        from picogammon import remote  # memory, where no PC is at the link

        said = remote.set_lines(board.navigator, word[1:].split(), board.now)
        board.answers += [line for line in said if line]
    elif word == "room":
        board.log.full = False
    elif word == "full":
        board.log.full = True
        board.session.archive.disk.full = 0
    elif word == "restart":
        return _board(given, board.navigator.view.display, board)
    elif word in ("grade", "settle"):
        getattr(board, word)()
    elif word.endswith("ms"):
        board.wait(int(word[:-2]))
    elif word.endswith("s"):
        board.wait(1000 * int(word[:-1]), 100)
    elif ">" in word:
        board.navigator.acted(board.now)
        point_buttons.drag(board.navigator.top, *[int(place) for place in word.split(">")])
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
            if word.isdigit() or word in ("DICE", "CUBE") or word[:4] in ("BAR_", "OFF_"):
                board.press_places(int(word) if word.isdigit() else getattr(ground, word))
            elif word.startswith("row"):
                _touch(board, int(word[3:]))
            else:
                board.press(word)
            _fits(board)
    return board


def _touch(board, row):
    if isinstance(board.sees.page, views.MenuView):
        line = _first_row(board.sees) + row
        if line < len(board.sees.page.items):
            board.navigator.press(line, ground.LINE, board.now)
            board.wait(10)


def action_of(text, match):
    """The action that a text says; its position is of points with checkers, as 6:2,24:-2."""
    told, _, points = text.partition("position=")
    if points:
        counts = dict([point.split(":") for point in points.split(",")])
        text = told + "position=" + ",".join([counts.get(str(point), "0") for point in range(26)])
    return records.parse(text, match.position, match.dice)


def _commit(board, text):
    if text.startswith("settings "):
        board.begin(records.parse_settings(text.split()[1:]))
    else:
        board.navigator.commit(action_of(text, board.match), board.now)
    board.known = list(board.log.records)


def _fits(board):
    view = board.sees
    if not view.asleep:
        check_size(view)
    return view


def _look(board, parts):
    """[(part, its texts)] of what is to be seen, and of what the log has since the last look."""
    seen = seen_of(_fits(board))
    seen["asked"] = ["%d" % len(board.asked)]
    seen["pondered"] = _pondered(board.ponderer)
    seen["tune"] = [_TUNES[board.navigator.take_tune()]]
    seen["busy"] = ["%s" % board.navigator.top.busy]
    seen["typing"] = board.navigator.top.typing.split()
    seen["told"] = board.told[-1:]
    seen["deck"] = ["%s %d: box %d, missed %d of %d" % one for one in _kept(board, parts)]
    seen["log"], seen["link"] = [], board.answers
    if not set(parts) <= set(seen):
        from browser import device  # not there where no page is tested

        seen.update(device.told(board))
    board.answers = []
    known, board.known = board.known, list(board.log.records)
    while known and known != board.known[: len(known)]:
        known.pop()
    for record in board.known[len(known) :] if "log" in parts else ():
        seen["log"] += _record(record_text(record))
    return [(part, seen[part]) for part in parts + ["link"]]


def seen_of(view):
    """{part: its texts} of a View."""
    dice = ["%d%s" % (die, "-" * (view.dice_used >> i & 1)) for i, die in enumerate(view.dice)]
    return {
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
    }


def _pondered(ponderer):
    if ponderer is None:
        return []
    return ["%d" % ponderer.begun] + ["hurried"] * bool(ponderer.hurried)


def _kept(board, parts):
    deck = _deck(board) if "deck" in parts else ()
    found = [(one.name, one.number, one.box, one.missed, one.asked) for one in deck]
    return sorted(found)


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
        first = _first_row(view)
        rows = rows[first : first + view.display.menu_rows]
    title = getattr(page, "title", "").replace(VERSION, "VERSION") + ":"
    note = getattr(page, "note", "")
    rows = ["(%s)" % note] * bool(note) + rows
    return [title] + rows + list(getattr(page, "lines", [getattr(page, "text", "")]))


def _first_row(view):
    """The first line in sight of the menu that is open."""
    page = view.page
    return views.first_row(page.selected, len(page.items), view.display.menu_rows, page.first)


def _record(text):
    """[The text of a record], without what is usual and without empty points; [] of a note."""
    words = [word for word in text.split() if word not in _USUAL]
    if words[-1].startswith("position="):
        counts = enumerate(words.pop()[9:].split(","))
        words.append(",".join(["%d:%s" % pair for pair in counts if pair[1] != "0"]))
    return [] if words[0] == "note" else [" ".join(words)]


def changes(before, now):
    """Lines of what changed: for the board, the page and the log; of a list with the same entries
    those that did."""
    board, more = [], []
    for (_, was), (part, seen) in zip(before, now):
        if part in ("log", "link", "files", "kept", "said", "heard"):
            if seen:
                more.append("%s %s" % (part, "; ".join(seen)))
        elif was != seen:
            if [_entry(text) for text in was] == [_entry(text) for text in seen]:
                pairs = zip(was, seen)
                seen = [text for old, text in pairs if text not in (old, old.lstrip(">"))]
            if part in ("page", "lines"):
                more.append("page " + " / ".join([text for text in seen if text]))
            elif part in ("headline", "keys"):
                board += seen
            else:
                board.append(" ".join([part] + (seen or ["none"])))
    board = "  ".join([text for text in board if text])
    return [board] * bool(board) + more


def _entry(text):
    """What a text of a list is about: a menu's label, a point's number."""
    return text.lstrip(">").split(" = ")[0].split(":")[0]
