"""Views for golden pictures, and for checksums that all runtimes compare."""

from array import array

from picogammon.app.display import qr, screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas, Display
from picogammon.app.display.lights import Lights
from picogammon.app.display.view import MenuView, MessageView, PlaysView, ResultView, TextView, View
from picogammon.app.modes import codes
from picogammon.devices.strip import Wiring
from picogammon.engine.engine import Thought
from picogammon.ground import OFF_0

_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
_POSITION = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:31:0:0:0:3:10"
_SEAL = "SHA256:" + "0123456789ABCDEF" * 4
_LEFT_RIGHT, _UP_DOWN = ("<", ">", "OK", "back"), ("up", "down", "OK", "back")
_CUBE_NOTE = "2-4/7, cube at 2: Bartholomew9"


def _checkers(text):
    """Returns 26 checkers from 'place:count ...'."""
    checkers = array("b", bytes(26))
    for part in text.split():
        place, count = part.split(":")
        checkers[int(place)] = int(count)
    return checkers


def _with(view, marks=None, keys=None, **fields):
    """Returns the view with other attributes; `marks` is {place: mark}."""
    for place in marks or ():
        view.marks[place] = marks[place]
    if keys:
        view.keys = list(keys)
    for name in fields:
        setattr(view, name, fields[name])
    return view


def start(**fields):
    """Returns a view of the start position in a 7-point match; player 0 has rolled 3-1."""
    view = _with(
        View(),
        checkers=_checkers("24:2 13:5 8:3 6:5 1:-2 12:-5 17:-3 19:-5"),
        decider=0,
        length=7,
        dice=(3, 1),
        dice_side=0,
        headline="Amber: move a checker",
        keys=("<", ">", "move", "undo"),
    )
    return _with(view, **fields)


def _choosing():
    marks = dict.fromkeys((8, 13, 24), views.CAN_MOVE)
    marks.update({6: views.CURSOR, 5: views.LANDING, 3: views.LANDING_CURSOR})
    return start(marks=marks, headline="Amber: 6/3")


def _lifted(**fields):
    view = start(
        dice_used=2,
        marks={8: views.LIFTED, 5: views.LANDING_CURSOR, 7: views.LANDING, 4: views.LANDING},
        keys=("<", ">", "put", "back"),
        headline="Amber: 8/5",
    )
    return _with(view, **fields)


def _double_roll(**fields):
    view = start(
        decider=1,
        dice_side=1,
        dice=(5, 5, 5, 5),
        dice_used=3,
        cube=4,
        owner=1,
        scores=[3, 12],
        length=17,
        pips=[139, 92],
        checkers=_checkers("6:4 8:2 5:-1 12:-3 13:4 18:-3 19:-5 20:-2 24:2 25:1 0:-1"),
        off=[2, 0],
        marks={19: views.CURSOR, 18: views.CAN_MOVE},
        headline="Blue: move a checker",
    )
    return _with(view, **fields)


def _to_roll(**fields):
    keys = ("", "double", "roll", "")
    view = start(dice=(), dice_side=None, owner=0, cube=2, scores=[5, 3], keys=keys)
    return _with(view, headline="Amber to roll", **fields)


def _crawford(**fields):
    return start(crawford=True, scores=[6, 2], headline="Crawford game", **fields)


def _bearing_off(**fields):
    return start(
        checkers=_checkers("1:3 2:2 3:1 5:1 24:-2 23:-1 0:-1"),
        off=[8, 11],
        pips=[17, 30],
        dice=(6, 2),
        cube=64,
        length=25,
        scores=[24, 19],
        marks={5: views.LIFTED, OFF_0: views.LANDING_CURSOR, 3: views.LANDING},
        headline="Bear off",
        **fields,
    )


def _fifteen(**fields):
    return start(
        checkers=_checkers("1:15 24:-15"),
        dice=(),
        cube_on=False,
        headline="WWWWWWWWWWWWWWWWWWWW",
        keys=("WWWWWWW", "pick up", "confirm", "set up"),
        **fields,
    )


_BOARDS = (
    ("start", start),
    ("choosing", _choosing),
    ("choosing_calm", lambda: _with(_choosing(), calm=True)),
    ("lifted", _lifted),
    (
        "guide",
        lambda: start(
            decider=1,
            dice=(),
            marks={12: views.LIFTED, 18: views.LANDING_CURSOR},
            headline="Blue: 13/7",
            keys=("<", "", "done", "skip"),
        ),
    ),
    ("double_roll", _double_roll),
    ("to_roll", _to_roll),
    (
        "not_begun",
        lambda: start(
            decider=None,
            dice=(),
            version="0.1.0",
            headline="Roll to start",
            keys=("", "", "roll", ""),
        ),
    ),
    (
        "opening",
        lambda: start(
            decider=None,
            dice=(6, 2),
            dice_side=None,
            headline="Amber goes first",
            keys=("<", ">", "move", ""),
            length=0,
        ),
    ),
    ("crawford", _crawford),
    ("clock", lambda: _with(_choosing(), clocks=(831, 840, 0, 7))),
    ("clock_owned", lambda: _to_roll(clocks=(59, 125, 0, 0))),
    ("clock_theirs", lambda: _double_roll(cube=2, clocks=(6120, 5999, 1, 0))),
    ("clock_crawford", lambda: _crawford(clocks=(600, 7, 1, 12))),
    ("clock_large", lambda: _lifted(owner=1, cube=2, clocks=(0, 300, None, 0), large=True)),
    (
        "offered",
        lambda: start(
            dice=(),
            offered_by=1,
            cube=2,
            owner=1,
            headline="Blue doubles to 4: take?",
            keys=("take", "drop", "", "beaver"),
        ),
    ),
    ("bearing_off", _bearing_off),
    (
        "other_side_moved",
        lambda: start(
            decider=1,
            dice_side=1,
            checkers=_checkers("24:1 13:5 8:3 6:5 25:1 1:-1 12:-5 17:-2 18:-1 19:-5 20:-1"),
            marks={1: views.CAME_FROM, 18: views.WENT_TO},
            cube=1024,
            owner=0,
            length=0,
            scores=[132, 88],
            headline="Blue: 24/18 13/11*",
            keys=("again", "skip", "skip", "skip"),
        ),
    ),
    ("fifteen", _fifteen),
    ("large_lifted", lambda: _lifted(large=True)),
    ("large_double_roll", lambda: _double_roll(large=True)),
    ("large_bearing_off", lambda: _bearing_off(large=True)),
    ("large_fifteen", lambda: _fifteen(large=True)),
)


def _menu(selected, title="New match", count=8):
    items = [
        ("Start", ""),
        ("Length", "money"),
        ("Grandmother", "human"),
        ("Blue", "novice"),
        ("Jacoby", "off"),
        ("Beavers", "and raccoons"),
        ("Automatic doubles", "2"),
        ("Take-backs", "free"),
    ]
    page = MenuView(title, items[:count], selected)
    return start(page=page, keys=("up", "down", "change", "back"))


def _message(title, *lines, keys):
    return start(page=MessageView(title, lines), keys=keys)


def _text(title, *lines, keys=_LEFT_RIGHT):
    return start(page=TextView(title, lines), keys=keys)


def _code(text, *lines):
    page = views.CodeView(Thought(qr.slices(text)).finish(), lines)
    return start(page=page, keys=("", "", "OK", "BACK"))


def _result(title, *lines, **fields):
    keys = ("review", "", "next", "board")
    return start(page=ResultView(title, lines), keys=keys, **fields)


def _name():
    page = views.NameView("Name (hold OK when done)", "Grandm", 6, views.LETTERS.index("o"))
    return start(page=page, keys=("<", ">", "set", "del"))


CODES = ("seal", "position_code")  # a low display has no room for these
_PAGES = (
    ("menu_top", lambda: _menu(0)),
    ("menu_middle", lambda: _menu(4)),
    ("menu_end", lambda: _menu(7)),
    ("menu_short", lambda: _menu(1, "Light", 3)),
    (
        "message",
        lambda: _message(
            "Saved match",
            "The end of the file was damaged. It was kept aside; the match goes on from Amber's "
            "roll.",
            keys=("", "", "ok", ""),
        ),
    ),
    (
        "question",
        lambda: _message(
            "Resign", "Give up a gammon?", "Blue gets 4 points.", keys=("", "", "yes", "no")
        ),
    ),
    ("text", lambda: _text("XGID", _XGID)),
    ("name", _name),
    (
        "seal",
        lambda: _code(
            _SEAL, "Sealed dice", "Write this down:", "0123 4567 89AB CDEF", "< > whole seal"
        ),
    ),
    ("position_code", lambda: _code(_POSITION, "Position", "Take a photo", "< > text")),
    ("no_code", lambda: start(page=TextView(*codes.NO_CODE), keys=("<", ">", "OK", "BACK"))),
    (
        "result",
        lambda: _result("Amber wins a gammon", "4 points (cube 2)", scores=[11, 7], length=15),
    ),
    (
        "match_over",
        lambda: _result(
            "Grandmother wins the match",
            "3 points",
            "match to 25",
            names=["Grandmother", "Bo"],
            scores=[25, 0],
            length=15,
        ),
    ),
    ("asleep", lambda: start(asleep=True)),
)

_BEST = ("8/5 6/5", "+0.159", "win 55 %")
_SECOND = ("24/23 13/10", "-0.008 (-0.167)", "win 50 %")
_THIRD = ("24/20", "-0.021 (-0.180)", "win 49 %")


def _plays(page, *keys):
    """Returns a view with a play on the lights."""
    return start(
        checkers=_checkers("24:1 23:1 13:4 10:1 8:3 6:5 1:-2 12:-5 17:-3 19:-5"),
        marks={24: views.CAME_FROM, 13: views.CAME_FROM, 23: views.WENT_TO, 10: views.WENT_TO},
        page=page,
        keys=keys,
    )


def _hint(items=(_BEST, _SECOND, _THIRD), selected=1):
    return _plays(PlaysView("", items, selected), "<", ">", "play", "back")


def _graded(title, *keys):
    items = [_BEST[:2] + ("better",), _SECOND[:2] + ("played",)]
    return _plays(PlaysView(title, items, 1, _CUBE_NOTE), *keys)


def _why():
    lines = ["+3.1 % wins", "makes the 5-point", "but leaves 2 more shots"]
    return _plays(TextView("Why 8/5 6/5", lines), "<", ">", "go on", "retry")


def _fine():
    items = [_BEST[:2] + ("played",)]
    return _plays(PlaysView("12. Amber 31: Best", items, 0, _CUBE_NOTE), "<", ">", "", "back")


def _hint_cube(title):
    items = [
        ("No double", "+0.412"),
        ("Redouble, take", "+0.503"),
        ("Redouble, drop", "+1.000"),
        ("Win 68 %, gammon 21 %", ""),
    ]
    return start(page=MenuView(title, items, -1, False), keys=("", "", "OK", "back"))


def _graded_cube(title, *keys):
    items = [
        ("Correct: redouble, drop", ""),
        ("No redouble", "+0.979"),
        ("Redouble, take", "+1.103"),
        ("Redouble, drop", "+1.000"),
    ]
    return start(page=MenuView(title, items, 1, False, None, _CUBE_NOTE), keys=keys)


def _review_choice():
    items = [
        ("Bartholomew9's worst", "-0.167"),
        ("Bartholomew9's errors", "12"),
        ("All decisions", "123"),
    ]
    return start(page=MenuView("Look at", items, 1), keys=_UP_DOWN)


def _levels():
    items = [
        ("human", ""),
        ("novice", "PR 22.5"),
        ("casual", "PR 12.6"),
        ("club", "PR 5.8"),
        ("expert", "PR 1.7"),
        ("master", "not here"),
    ]
    return start(page=MenuView("Lower PR = stronger", items, 4), keys=_UP_DOWN)


_LONG_PLAYS = (
    ("24/22* 21/19* 18/16* 15/13*", "+1.159", "win 100 %"),
    ("bar/22* 13/10*/7/4*", "-0.877 (-2.036)", "win 25 %"),
    ("no play", "-0.877 (-2.036)", "win 5 %"),
)
_ADVICE = (
    ("hint", _hint),
    ("hint_long", lambda: _hint(_LONG_PLAYS, 0)),
    ("hint_cube", lambda: _hint_cube("Hint: Redouble, take")),
    ("too_good", lambda: _hint_cube("Hint: Too good to double")),
    ("graded", lambda: _graded("Blunder -0.167", "<", "why", "go on", "retry")),
    ("why", _why),
    ("graded_cube", lambda: _graded_cube("Doubtful -0.021", "", "", "go on", "")),
    (
        "review",
        lambda: _text(
            "Bartholomew9 in this game",
            "PR 12.4, casual",
            "123 decisions",
            "Equity lost: 3.051",
            "Worst: 0.412 on move 12",
            "Luck: -1.231",
            keys=("<", ">", "look", "back"),
        ),
    ),
    (
        "review_match",
        lambda: _text(
            "Bartholomew9 in this match",
            "PR 12.4, casual",
            "1123 decisions",
            "Equity lost: 30.510",
            "9 games",
            "Luck: game 3, 12.3 %..",
        ),
    ),
    ("review_choice", _review_choice),
    ("decision", lambda: _graded("12. Bartholomew9 31: Blunder", "<", ">", "why", "back")),
    ("decision_fine", _fine),
    ("decision_cube", lambda: _graded_cube("12. Amber: Doubtful -0.021", "<", ">", "", "back")),
    ("levels", _levels),
)

SCENES = _BOARDS + _PAGES + _ADVICE

LOW = Display(32)
LOW_SCENES = tuple([scene for scene in SCENES if scene[0] not in CODES])

# The strips of these are golden pictures too, at these moments.
FILMED = (
    "start choosing choosing_calm lifted double_roll bearing_off other_side_moved fifteen asleep "
    "hint"
).split()
MOMENTS = (0, 128, 256, 384, 512, 768)


def boards():
    """Returns (name, wiring) of a small board, and of a snake with three lights per place."""
    snake = (
        (1, 6, "in out"),
        ("bar", 0),
        (7, 12, "in out"),
        (13, 18, "in out"),
        ("bar", 1),
        (19, 24, "in out"),
        ("gap", 2),
        ("off", 1),
        ("off", 0),
    )
    return (("one", Wiring(((1, 24),))), ("three", Wiring(snake, 3)))


def frame(view, wiring, now):
    """Returns the strip's frame for a view."""
    rgb = bytearray(3 * wiring.lights)
    Lights(wiring).paint(view, now, rgb)
    return rgb


def checksum(data):
    """Returns Fletcher's checksum as eight hexadecimal digits."""
    low = high = 0
    for byte in data:
        low = (low + byte) % 65535
        high = (high + low) % 65535
    return "%04x%04x" % (high, low)


def sums():
    """Yields (name, checksum) of each scene's screen, of its low screen, and of its strips at all
    moments."""
    canvas = Canvas()
    low = Canvas(LOW)
    for name, make in SCENES:
        view = make()
        screens.draw(view, canvas)
        yield name, checksum(canvas.buffer)
        if name not in CODES:
            screens.draw(view, low)
            yield name + "/low", checksum(low.buffer)
        for board, wiring in boards():
            total = ""
            for now in MOMENTS:
                total += checksum(frame(view, wiring, now))
            yield name + "/" + board, checksum(bytes(total, "ascii"))
