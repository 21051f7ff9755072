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
_CUBE_NOTE = "2-4/7, cube at 2: Bartholomew9"
_MENU = (
    ("Start", ""),
    ("Length", "money"),
    ("Grandmother", "human"),
    ("Blue", "novice"),
    ("Jacoby", "off"),
    ("Beavers", "and raccoons"),
    ("Automatic doubles", "2"),
    ("Take-backs", "free"),
)
_BEST = ("8/5 6/5", "+0.159", "win 55 %")
_SECOND = ("24/23 13/10", "-0.008 (-0.167)", "win 50 %")
_THIRD = ("24/20", "-0.021 (-0.180)", "win 49 %")
_LONG_PLAYS = (
    ("24/22* 21/19* 18/16* 15/13*", "+1.159", "win 100 %"),
    ("bar/22* 13/10*/7/4*", "-0.877 (-2.036)", "win 25 %"),
    ("no play", "-0.877 (-2.036)", "win 5 %"),
)
_GRADED = (_BEST[:2] + ("better",), _SECOND[:2] + ("played",))
_HINT_CUBE = (
    ("No double", "+0.412"),
    ("Redouble, take", "+0.503"),
    ("Redouble, drop", "+1.000"),
    ("Win 68 %, gammon 21 %", ""),
)
_GRADED_CUBE = (
    ("Correct: redouble, drop", ""),
    ("No redouble", "+0.979"),
    ("Redouble, take", "+1.103"),
    ("Redouble, drop", "+1.000"),
)
_REVIEW = (
    ("Bartholomew9's worst", "-0.167"),
    ("Bartholomew9's errors", "12"),
    ("All decisions", "123"),
)
_LEVELS = (
    ("human", ""),
    ("novice", "PR 22.5"),
    ("casual", "PR 12.6"),
    ("club", "PR 5.8"),
    ("expert", "PR 1.7"),
    ("master", "not here"),
)


def _code(text, *lines):
    return views.CodeView(Thought(qr.slices(text)).finish(), lines)


def _text(title, *lines):
    return TextView(title, lines)


def _message(title, *lines):
    return MessageView(title, lines)


def _result(title, *lines):
    return ResultView(title, lines)


def _scene(name, base="start", **fields):
    """Returns a row of the table: the scene is another scene's view with other attributes.

    `keys`: the four labels; `checkers`: "place:count ..."; `marks`: {place: mark}; `page`: what
    makes the page, and its arguments.
    """
    return name, base, fields


_SCENES = (
    _scene(
        "start",
        None,
        checkers="24:2 13:5 8:3 6:5 1:-2 12:-5 17:-3 19:-5",
        decider=0,
        length=7,
        dice=(3, 1),
        dice_side=0,
        headline="Amber: move a checker",
        keys="<|>|move|undo",
    ),
    _scene(
        "choosing",
        marks={
            8: views.CAN_MOVE,
            13: views.CAN_MOVE,
            24: views.CAN_MOVE,
            6: views.CURSOR,
            5: views.LANDING,
            3: views.LANDING_CURSOR,
        },
        headline="Amber: 6/3",
    ),
    _scene("choosing_calm", "choosing", calm=True),
    _scene(
        "lifted",
        dice_used=2,
        marks={8: views.LIFTED, 5: views.LANDING_CURSOR, 7: views.LANDING, 4: views.LANDING},
        keys="<|>|put|back",
        headline="Amber: 8/5",
    ),
    _scene(
        "guide",
        decider=1,
        dice=(),
        marks={12: views.LIFTED, 18: views.LANDING_CURSOR},
        headline="Blue: 13/7",
        keys="<||done|skip",
    ),
    _scene(
        "double_roll",
        decider=1,
        dice_side=1,
        dice=(5, 5, 5, 5),
        dice_used=3,
        cube=4,
        owner=1,
        scores=[3, 12],
        length=17,
        pips=[139, 92],
        checkers="6:4 8:2 5:-1 12:-3 13:4 18:-3 19:-5 20:-2 24:2 25:1 0:-1",
        off=[2, 0],
        marks={19: views.CURSOR, 18: views.CAN_MOVE},
        headline="Blue: move a checker",
    ),
    _scene(
        "to_roll",
        dice=(),
        dice_side=None,
        owner=0,
        cube=2,
        scores=[5, 3],
        keys="|double|roll|",
        headline="Amber to roll",
    ),
    _scene(
        "not_begun",
        decider=None,
        dice=(),
        version="0.1.0",
        headline="Roll to start",
        keys="||roll|",
    ),
    _scene(
        "opening",
        decider=None,
        dice=(6, 2),
        dice_side=None,
        headline="Amber goes first",
        keys="<|>|move|",
        length=0,
    ),
    _scene("crawford", crawford=True, scores=[6, 2], headline="Crawford game"),
    _scene("clock", "choosing", clocks=(831, 840, 0, 7)),
    _scene("clock_owned", "to_roll", clocks=(59, 125, 0, 0)),
    _scene("clock_theirs", "double_roll", cube=2, clocks=(6120, 5999, 1, 0)),
    _scene("clock_crawford", "crawford", clocks=(600, 7, 1, 12)),
    _scene("clock_large", "lifted", owner=1, cube=2, clocks=(0, 300, None, 0), large=True),
    _scene(
        "offered",
        dice=(),
        offered_by=1,
        cube=2,
        owner=1,
        headline="Blue doubles to 4: take?",
        keys="take|drop||beaver",
    ),
    _scene(
        "bearing_off",
        checkers="1:3 2:2 3:1 5:1 24:-2 23:-1 0:-1",
        off=[8, 11],
        pips=[17, 30],
        dice=(6, 2),
        cube=64,
        length=25,
        scores=[24, 19],
        marks={5: views.LIFTED, OFF_0: views.LANDING_CURSOR, 3: views.LANDING},
        headline="Bear off",
    ),
    _scene(
        "other_side_moved",
        decider=1,
        dice_side=1,
        checkers="24:1 13:5 8:3 6:5 25:1 1:-1 12:-5 17:-2 18:-1 19:-5 20:-1",
        marks={1: views.CAME_FROM, 18: views.WENT_TO},
        cube=1024,
        owner=0,
        length=0,
        scores=[132, 88],
        headline="Blue: 24/18 13/11*",
        keys="again|skip|skip|skip",
    ),
    _scene(
        "fifteen",
        checkers="1:15 24:-15",
        dice=(),
        cube_on=False,
        headline="W" * 20,
        keys="WWWWWWW|pick up|confirm|set up",
    ),
    _scene("large_lifted", "lifted", large=True),
    _scene("large_double_roll", "double_roll", large=True),
    _scene("large_bearing_off", "bearing_off", large=True),
    _scene("large_fifteen", "fifteen", large=True),
    _scene("menu_top", page=(MenuView, "New match", _MENU, 0), keys="up|down|change|back"),
    _scene("menu_middle", "menu_top", page=(MenuView, "New match", _MENU, 4)),
    _scene("menu_end", "menu_top", page=(MenuView, "New match", _MENU, 7)),
    _scene("menu_short", "menu_top", page=(MenuView, "Light", _MENU[:3], 1)),
    _scene(
        "message",
        page=(
            _message,
            "Saved match",
            "The end of the file was damaged. It was kept aside; the match goes on from Amber's "
            "roll.",
        ),
        keys="||ok|",
    ),
    _scene(
        "question",
        page=(_message, "Resign", "Give up a gammon?", "Blue gets 4 points."),
        keys="||yes|no",
    ),
    _scene("text", page=(_text, "XGID", _XGID), keys="<|>|OK|back"),
    _scene(
        "name",
        page=(views.NameView, "Name (hold OK when done)", "Grandm", 6, views.LETTERS.index("o")),
        keys="<|>|set|del",
    ),
    _scene(
        "seal",
        page=(
            _code,
            _SEAL,
            "Sealed dice",
            "Write this down:",
            "0123 4567 89AB CDEF",
            "< > whole seal",
        ),
        keys="||OK|BACK",
    ),
    _scene(
        "position_code", "seal", page=(_code, _POSITION, "Position", "Take a photo", "< > text")
    ),
    _scene("no_code", page=(TextView,) + codes.NO_CODE, keys="<|>|OK|BACK"),
    _scene(
        "result",
        page=(_result, "Amber wins a gammon", "4 points (cube 2)"),
        scores=[11, 7],
        length=15,
        keys="review||next|board",
    ),
    _scene(
        "match_over",
        "result",
        page=(_result, "Grandmother wins the match", "3 points", "match to 25"),
        names=["Grandmother", "Bo"],
        scores=[25, 0],
    ),
    _scene("asleep", asleep=True),
    _scene(
        "hint",
        checkers="24:1 23:1 13:4 10:1 8:3 6:5 1:-2 12:-5 17:-3 19:-5",
        marks={24: views.CAME_FROM, 13: views.CAME_FROM, 23: views.WENT_TO, 10: views.WENT_TO},
        page=(PlaysView, "", (_BEST, _SECOND, _THIRD), 1),
        keys="<|>|play|back",
    ),
    _scene("hint_long", "hint", page=(PlaysView, "", _LONG_PLAYS, 0)),
    _scene(
        "hint_cube",
        page=(MenuView, "Hint: Redouble, take", _HINT_CUBE, -1, False),
        keys="||OK|back",
    ),
    _scene(
        "too_good", "hint_cube", page=(MenuView, "Hint: Too good to double", _HINT_CUBE, -1, False)
    ),
    _scene(
        "graded",
        "hint",
        page=(PlaysView, "Blunder -0.167", _GRADED, 1, _CUBE_NOTE),
        keys="<|why|go on|retry",
    ),
    _scene(
        "why",
        "hint",
        page=(_text, "Why 8/5 6/5", "+3.1 % wins", "makes the 5-point", "but leaves 2 more shots"),
        keys="<|>|go on|retry",
    ),
    _scene(
        "graded_cube",
        page=(MenuView, "Doubtful -0.021", _GRADED_CUBE, 1, False, None, _CUBE_NOTE),
        keys="||go on|",
    ),
    _scene(
        "review",
        page=(
            _text,
            "Bartholomew9 in this game",
            "PR 12.4, casual",
            "123 decisions",
            "Equity lost: 3.051",
            "Worst: 0.412 on move 12",
            "Luck: -1.231",
        ),
        keys="<|>|look|back",
    ),
    _scene(
        "review_match",
        page=(
            _text,
            "Bartholomew9 in this match",
            "PR 12.4, casual",
            "1123 decisions",
            "Equity lost: 30.510",
            "9 games",
            "Luck: game 3, 12.3 %..",
        ),
        keys="<|>|OK|back",
    ),
    _scene("review_choice", page=(MenuView, "Look at", _REVIEW, 1), keys="up|down|OK|back"),
    _scene(
        "decision",
        "graded",
        page=(PlaysView, "12. Bartholomew9 31: Blunder", _GRADED, 1, _CUBE_NOTE),
        keys="<|>|why|back",
    ),
    _scene(
        "decision_fine",
        "hint",
        page=(PlaysView, "12. Amber 31: Best", (_BEST[:2] + ("played",),), 0, _CUBE_NOTE),
        keys="<|>||back",
    ),
    _scene(
        "decision_cube",
        page=(MenuView, "12. Amber: Doubtful -0.021", _GRADED_CUBE, 1, False, None, _CUBE_NOTE),
        keys="<|>||back",
    ),
    _scene("levels", page=(MenuView, "Lower PR = stronger", _LEVELS, 4), keys="up|down|OK|back"),
)
_ROWS = {row[0]: row for row in _SCENES}


def _made(name):
    """Returns a new view of a scene."""
    _, base, fields = _ROWS[name]
    view = _made(base) if base else View()
    for field, value in fields.items():
        if field == "marks":
            for place in value:
                view.marks[place] = value[place]
        elif field == "checkers":
            view.checkers = array("b", bytes(26))
            for part in value.split():
                place, count = part.split(":")
                view.checkers[int(place)] = int(count)
        elif field == "keys":
            view.keys = value.split("|")
        elif field == "page":
            view.page = value[0](*value[1:])
        else:
            setattr(view, field, value[:] if isinstance(value, list) else value)
    return view


def start():
    """Returns a view of the start position in a 7-point match; player 0 has rolled 3-1."""
    return _made("start")


# (name, a function that makes the view)
SCENES = tuple([(row[0], lambda name=row[0]: _made(name)) for row in _SCENES])
CODES = ("seal", "position_code")  # a low display has no room for these

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
