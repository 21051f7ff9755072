"""What hints, the tutor, a game's review and the choice of a level look like: more of `scenes`."""

from picogammon.app.display import view as views


def _hint(view):
    """Bottom: three plays, the second on the lights."""
    view.screen = views.PLAYS
    view.title = ""
    view.items = [
        ("8/5 6/5", "+0.159", "wins 55 %"),
        ("13/10 24/23", "-0.008  -0.167", "wins 50 %"),
        ("24/20", "-0.021  -0.180", "wins 49 %"),
    ]
    view.selected = 1
    view.checkers[24], view.checkers[23], view.checkers[13], view.checkers[10] = 1, 1, 4, 1
    for place in (24, 13):
        view.marks[place] = views.CAME_FROM
    for place in (23, 10):
        view.marks[place] = views.WENT_TO
    view.keys = ["<", ">", "lay", "back"]
    return view


def _hint_long(view):
    _hint(view)
    view.items[0] = ("24/22* 21/19* 18/16* 15/13*", "+1.159", "wins 100 %")
    view.items[1] = ("bar/22* 13/10*/7/4*", "-0.877  -2.036", "wins 25 %")
    view.items[2] = ("no play", "-0.877  -2.036", "wins 5 %")
    view.selected = 0
    return view


def _hint_cube(view):
    view.screen = views.MENU
    view.title = "Hint: Redouble, take"
    view.items = [
        ("No double", "+0.412"),
        ("Redouble, take", "+0.503"),
        ("Redouble, drop", "+1.000"),
        ("Wins, gammons", "68 %, 21 %"),
    ]
    view.selected = -1
    view.keys = ["", "", "OK", "back"]
    return view


def _too_good(view):
    _hint_cube(view)
    view.title = "Hint: Too good to double"
    return view


def _graded(view):
    _hint(view)
    view.title = "Blunder -0.167"
    view.items = [
        ("8/5 6/5", "+0.159", "better"),
        ("13/10 24/23", "-0.008  -0.167", "played"),
    ]
    view.keys = ["<", ">", "go on", "retry"]
    return view


def _graded_cube(view):
    view.screen = views.MENU
    view.title = "Doubtful -0.021, right:"
    view.items = [
        ("Redouble, drop", ""),
        ("No double", "+0.979"),
        ("Redouble, take", "+1.103"),
        ("Redouble, drop", "+1.000"),
    ]
    view.selected = 1
    view.keys = ["", "", "go on", ""]
    return view


def _review(view):
    view.screen = views.TEXT
    view.title = "Bartholomew9 in this game"
    view.lines = [
        "PR 12.4, advanced",
        "123 decisions, 3.051 lost",
        "Worst: 0.412 in row 12",
        "Luck: -1.231",
    ]
    view.keys = ["<", ">", "worst", "back"]
    return view


def _levels(view):
    view.screen = views.MENU
    view.title = "Level: mEq lost, class"
    view.items = [
        ("person", ""),
        ("novice", "45.0 beginner"),
        ("casual", "27.0 intermediate"),
        ("club", "12.0 expert"),
        ("expert", "4.5 world champion"),
        ("master", "not here"),
    ]
    view.selected = 4
    view.keys = ["up", "down", "OK", "back"]
    return view


SCENES = (
    ("hint", _hint),
    ("hint_long", _hint_long),
    ("hint_cube", _hint_cube),
    ("too_good", _too_good),
    ("graded", _graded),
    ("graded_cube", _graded_cube),
    ("review", _review),
    ("levels", _levels),
)
