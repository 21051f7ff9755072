"""What hints, the tutor, a game's review and the choice of a level look like: more of `scenes`."""

from picogammon.app.display import view as views


def _hint(view):
    """Bottom: three plays, the second on the lights."""
    items = [
        ("8/5 6/5", "+0.159", "win 55 %"),
        ("24/23 13/10", "-0.008 (-0.167)", "win 50 %"),
        ("24/20", "-0.021 (-0.180)", "win 49 %"),
    ]
    view.page = views.PlaysView("", items, 1)
    view.checkers[24], view.checkers[23], view.checkers[13], view.checkers[10] = 1, 1, 4, 1
    for place in (24, 13):
        view.marks[place] = views.CAME_FROM
    for place in (23, 10):
        view.marks[place] = views.WENT_TO
    view.keys = ["<", ">", "play", "back"]
    return view


def _hint_long(view):
    _hint(view)
    view.page.items[0] = ("24/22* 21/19* 18/16* 15/13*", "+1.159", "win 100 %")
    view.page.items[1] = ("bar/22* 13/10*/7/4*", "-0.877 (-2.036)", "win 25 %")
    view.page.items[2] = ("no play", "-0.877 (-2.036)", "win 5 %")
    view.page.selected = 0
    return view


def _hint_cube(view):
    items = [
        ("No double", "+0.412"),
        ("Redouble, take", "+0.503"),
        ("Redouble, drop", "+1.000"),
        ("Win 68 %, gammon 21 %", ""),
    ]
    view.page = views.MenuView("Hint: Redouble, take", items, -1, False)
    view.keys = ["", "", "OK", "back"]
    return view


def _too_good(view):
    _hint_cube(view)
    view.page.title = "Hint: Too good to double"
    return view


def _graded(view):
    _hint(view)
    view.page.title = "Blunder -0.167"
    view.page.note = "2-4/7, cube at 2: Bartholomew9"
    view.page.items = [
        ("8/5 6/5", "+0.159", "better"),
        ("24/23 13/10", "-0.008 (-0.167)", "played"),
    ]
    view.keys = ["<", "why", "go on", "retry"]
    return view


def _why(view):
    _graded(view)
    lines = ["+3.1 % wins", "makes the 5-point", "but leaves 2 more shots"]
    view.page = views.TextView("Why 8/5 6/5", lines)
    view.keys = ["<", ">", "go on", "retry"]
    return view


def _graded_cube(view):
    items = [
        ("Correct: redouble, drop", ""),
        ("No redouble", "+0.979"),
        ("Redouble, take", "+1.103"),
        ("Redouble, drop", "+1.000"),
    ]
    note = "2-4/7, cube at 2: Bartholomew9"
    view.page = views.MenuView("Doubtful -0.021", items, 1, False, None, note)
    view.keys = ["", "", "go on", ""]
    return view


def _review(view):
    lines = [
        "PR 12.4, casual",
        "123 decisions",
        "Equity lost: 3.051",
        "Worst: 0.412 on move 12",
        "Luck: -1.231",
    ]
    view.page = views.TextView("Bartholomew9 in this game", lines)
    view.keys = ["<", ">", "look", "back"]
    return view


def _review_match(view):
    lines = ["PR 12.4, casual", "1123 decisions", "Equity lost: 30.510", "9 games"]
    lines.append("Luck: game 3, 12.3 %..")
    view.page = views.TextView("Bartholomew9 in this match", lines)
    view.keys = ["<", ">", "OK", "back"]
    return view


def _review_choice(view):
    items = [("Bartholomew9's worst", "-0.167"), ("Bartholomew9's errors", "12")]
    view.page = views.MenuView("Look at", items + [("All decisions", "123")], 1)
    view.keys = ["up", "down", "OK", "back"]
    return view


def _decision(view):
    _graded(view)
    view.page.title = "12. Bartholomew9 31: Blunder"
    view.keys = ["<", ">", "why", "back"]
    return view


def _decision_fine(view):
    _graded(view)
    view.page.title = "12. Amber 31: Best"
    view.page.items = [("8/5 6/5", "+0.159", "played")]
    view.page.selected = 0
    view.keys = ["<", ">", "", "back"]
    return view


def _decision_cube(view):
    _graded_cube(view)
    view.page.title = "12. Amber: Doubtful -0.021"
    view.keys = ["<", ">", "", "back"]
    return view


def _levels(view):
    items = [
        ("human", ""),
        ("novice", "PR 22.5"),
        ("casual", "PR 12.6"),
        ("club", "PR 5.8"),
        ("expert", "PR 1.7"),
        ("master", "not here"),
    ]
    view.page = views.MenuView("Lower PR = stronger", items, 4)
    view.keys = ["up", "down", "OK", "back"]
    return view


SCENES = (
    ("hint", _hint),
    ("hint_long", _hint_long),
    ("hint_cube", _hint_cube),
    ("too_good", _too_good),
    ("graded", _graded),
    ("why", _why),
    ("graded_cube", _graded_cube),
    ("review", _review),
    ("review_match", _review_match),
    ("review_choice", _review_choice),
    ("decision", _decision),
    ("decision_fine", _decision_fine),
    ("decision_cube", _decision_cube),
    ("levels", _levels),
)
