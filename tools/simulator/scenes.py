"""Views for golden pictures, and for checksums that all runtimes compare."""

from array import array

import advice_scenes
import page_scenes
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import Canvas, Display
from picogammon.app.display.lights import Lights
from picogammon.app.display.view import View
from picogammon.devices.strip import Wiring
from picogammon.ground import OFF_0

_START = array(
    "b", (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
)


def _places(text):
    """Returns 26 checkers from 'place:count ...'."""
    checkers = array("b", bytes(26))
    for part in text.split():
        place, count = part.split(":")
        checkers[int(place)] = int(count)
    return checkers


def start():
    """Returns a view of the start position in a 7-point match; player 0 has rolled 3-1."""
    view = View()
    view.checkers = array("b", _START)
    view.decider = 0
    view.length = 7
    view.dice = (3, 1)
    view.dice_side = 0
    view.headline = "Amber: move a checker"
    view.keys = ["<", ">", "move", "undo"]
    return view


def _choosing():
    view = start()
    for point in (8, 13, 24):
        view.marks[point] = views.CAN_MOVE
    view.marks[6] = views.CURSOR
    view.marks[5] = views.LANDING
    view.marks[3] = views.LANDING_CURSOR
    view.headline = "Amber: 6/3"
    return view


def _choosing_calm():
    view = _choosing()
    view.calm = True
    return view


def _lifted():
    view = start()
    view.dice_used = 2
    view.marks[8] = views.LIFTED
    view.marks[5] = views.LANDING_CURSOR
    view.marks[7] = views.LANDING
    view.marks[4] = views.LANDING
    view.keys = ["<", ">", "put", "back"]
    view.headline = "Amber: 8/5"
    return view


def _guide():
    view = start()
    view.decider = 1
    view.dice = ()
    view.marks[12] = views.LIFTED
    view.marks[18] = views.LANDING_CURSOR
    view.headline = "Blue: 13/7"
    view.keys = ["<", "", "done", "skip"]
    return view


def _double_roll():
    view = start()
    view.decider = view.dice_side = 1
    view.dice = (5, 5, 5, 5)
    view.dice_used = 3
    view.cube = 4
    view.owner = 1
    view.scores = [3, 12]
    view.length = 17
    view.pips = [139, 92]
    view.checkers = _places("6:4 8:2 5:-1 12:-3 13:4 18:-3 19:-5 20:-2 24:2 25:1 0:-1")
    view.off = [2, 0]
    view.marks[19] = views.CURSOR
    view.marks[18] = views.CAN_MOVE
    view.headline = "Blue: move a checker"
    return view


def _to_roll():
    view = start()
    view.dice = ()
    view.dice_side = None
    view.owner = 0
    view.cube = 2
    view.scores = [5, 3]
    view.headline = "Amber to roll"
    view.keys = ["", "double", "roll", ""]
    return view


def _opening():
    view = start()
    view.decider = None
    view.dice = (6, 2)
    view.dice_side = None
    view.headline = "Amber goes first"
    view.keys = ["<", ">", "move", ""]
    view.length = 0
    return view


def _not_begun():
    view = start()
    view.decider = None
    view.dice = ()
    view.version = "0.1.0"
    view.headline = "Roll to start"
    view.keys = ["", "", "roll", ""]
    return view


def _crawford():
    view = start()
    view.crawford = True
    view.scores = [6, 2]
    view.headline = "Crawford game"
    return view


def _offered():
    view = start()
    view.dice = ()
    view.decider = 0
    view.offered_by = 1
    view.cube = 2
    view.owner = 1
    view.headline = "Blue doubles to 4: take?"
    view.keys = ["take", "drop", "", "beaver"]
    return view


def _bearing_off():
    view = start()
    view.checkers = _places("1:3 2:2 3:1 5:1 24:-2 23:-1 0:-1")
    view.off = [8, 11]
    view.pips = [17, 30]
    view.dice = (6, 2)
    view.cube = 64
    view.length = 25
    view.scores = [24, 19]
    view.marks[5] = views.LIFTED
    view.marks[OFF_0] = views.LANDING_CURSOR
    view.marks[3] = views.LANDING
    view.headline = "Bear off"
    return view


def _other_side_moved():
    view = start()
    view.decider = view.dice_side = 1
    view.checkers = _places("24:1 13:5 8:3 6:5 25:1 1:-1 12:-5 17:-2 18:-1 19:-5 20:-1")
    view.marks[1] = views.CAME_FROM
    view.marks[18] = views.WENT_TO
    view.cube = 1024
    view.owner = 0
    view.length = 0
    view.scores = [132, 88]
    view.headline = "Blue: 24/18 13/11*"
    view.keys = ["again", "skip", "skip", "skip"]
    return view


def _fifteen():
    view = start()
    view.checkers = _places("1:15 24:-15")
    view.dice = ()
    view.cube_on = False
    view.headline = "WWWWWWWWWWWWWWWWWWWW"
    view.keys = ["WWWWWWW", "pick up", "confirm", "set up"]
    return view


def _clocked(view, owner, *clocks):
    """Adds a clock and the cube to a view."""
    view.owner = owner
    view.cube = 1 if owner is None else 2
    view.clocks = clocks
    return view


def _large(make):
    """Returns the view that `make` returns, in large type."""
    view = make()
    view.large = True
    return view


def _asleep(view):
    view.asleep = True
    return view


_BOARDS = (
    ("start", start),
    ("choosing", _choosing),
    ("choosing_calm", _choosing_calm),
    ("lifted", _lifted),
    ("guide", _guide),
    ("double_roll", _double_roll),
    ("to_roll", _to_roll),
    ("not_begun", _not_begun),
    ("opening", _opening),
    ("crawford", _crawford),
    ("clock", lambda: _clocked(_choosing(), None, 831, 840, 0, 7)),
    ("clock_owned", lambda: _clocked(_to_roll(), 0, 59, 125, 0, 0)),
    ("clock_theirs", lambda: _clocked(_double_roll(), 1, 6120, 5999, 1, 0)),
    ("clock_crawford", lambda: _clocked(_crawford(), None, 600, 7, 1, 12)),
    ("clock_large", lambda: _clocked(_large(_lifted), 1, 0, 300, None, 0)),
    ("offered", _offered),
    ("bearing_off", _bearing_off),
    ("other_side_moved", _other_side_moved),
    ("fifteen", _fifteen),
    ("large_lifted", lambda: _large(_lifted)),
    ("large_double_roll", lambda: _large(_double_roll)),
    ("large_bearing_off", lambda: _large(_bearing_off)),
    ("large_fifteen", lambda: _large(_fifteen)),
)


def _filled(scenes):
    """Returns the scenes with functions that need no view: each gets a `start` to fill."""
    return tuple((name, lambda fill=fill: fill(start())) for name, fill in scenes)


SCENES = _BOARDS + _filled(page_scenes.SCENES + (("asleep", _asleep),) + advice_scenes.SCENES)

LOW = Display(32)
LOW_SCENES = tuple([scene for scene in SCENES if scene[0] not in page_scenes.CODES])

# The strips of these are golden pictures too, at these moments.
FILMED = (
    "start",
    "choosing",
    "choosing_calm",
    "lifted",
    "double_roll",
    "bearing_off",
    "other_side_moved",
    "fifteen",
    "asleep",
    "hint",
)
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
        if name not in page_scenes.CODES:
            screens.draw(view, low)
            yield name + "/low", checksum(low.buffer)
        for board, wiring in boards():
            total = ""
            for now in MOMENTS:
                total += checksum(frame(view, wiring, now))
            yield name + "/" + board, checksum(bytes(total, "ascii"))
