"""What the board shows, in words: for people who listen to the page or read it with their fingers.

Functions from the firmware's view (`app/display/view.py`) to texts. A spot is where something lies
on the board: its points are numbered as printed, as whoever sits below counts them. The view's
places are numbered as player 0 counts them, who sits above if the view is turned.
"""

from picogammon.app.display import view as views
from picogammon.app.display.lights import COLOURS
from picogammon.app.display.screens.name import LETTERS
from picogammon.ground.places import BAR_0, BAR_1, OFF_0, OFF_1, opposite
from picogammon.rules.plays import roll_text

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_ARROWS = ("<", ">")
_FORCED = "Forced: "
_PASSING = ("SKIP", "DONE", "GO ON")  # what a button does while a turn is shown that ends by itself
# What a person decides with a button, and no menu: its words on the display.
_DECISIONS = "ROLL|DOUBLE|TAKE|DROP|BEAVER|ACCEPT|REFUSE|UNDO|DONE|GO ON|YES|NO".split("|")
_MARKS = "|can move|cursor|lifted|can land here|lands here|came from here|went here".split("|")
_GRADES = ("", "best", "fine", "doubtful", "a blunder")
BESIDE = {  # place -> its button, what it is called, and whose it is
    BAR_0: ("bar-0", "Bar, %s", 0),
    BAR_1: ("bar-1", "Bar, %s", 1),
    OFF_0: ("off-0", "Off, %s", 0),
    OFF_1: ("off-1", "Off, %s", 1),
}


def said(view):
    """What the OLED says now, as sentences; the newest first, as a listener wants it."""
    if view.asleep:
        return "The display sleeps. %sAny button wakes it." % _to_act(view)
    return _joined((_board(view) if view.page is None else _page(view)) + [_keys(view)])


def side(view, side):
    """What a side has: score, pips, and the checkers by place."""
    sign = -1 if side else 1
    parts = ["score %d" % view.scores[side], "%d pips" % view.pips[side]]
    order = range(1, 25) if side else range(24, 0, -1)
    for place in [BAR_1 if side else BAR_0] + list(order):
        count = sign * view.checkers[place]
        if count > 0:
            beside = place in BESIDE
            there = "the bar" if beside else "point %d" % _turned(view, place)
            parts.append("%d on %s" % (count, there))
    if view.off[side]:
        parts.append("%d off" % view.off[side])
    if view.clocks:
        parts.append("clock " + _clock(view, side))
    return "%s: %s." % (view.names[side], ", ".join(parts))


def places(view):
    """What there is to say of each button on the board: {its name: text}."""
    told = {
        name: _sentence([_name(view, place), _content(view, place)])
        for name, place in _spots(view).items()
    }
    told["dice"] = _sentence(["Dice", _dice(view)])
    told["cube"] = _sentence(["Cube", _cube(view)])
    return told


def table(view):
    """What lies on the board beside its lights, a Table (page/state.js)."""
    cube = None
    if view.cube_on and not view.crawford and view.length != 1:
        offered = view.offered_by is not None
        side = 1 - view.offered_by if offered else view.owner
        place = "below" if side == (1 if view.turned else 0) else "above"
        cube = {
            "value": 2 * view.cube if offered else view.cube,
            "side": side,
            "place": "centre" if side is None else place,
            "offered": offered,
        }
    counts = {name: _count(view, place) for name, place in _spots(view).items()}
    return {
        "dice": [
            [view.dice[i], i if view.dice_side is None else view.dice_side, view.dice_used >> i & 1]
            for i in range(len(view.dice))
        ],
        "isDue": "ROLL" in view.keys,
        "cube": cube,
        "counts": {name: abs(n) for name, n in counts.items() if n},
        "owners": {name: 0 if n > 0 else 1 for name, n in counts.items() if n},
        "colours": [_colour(view, side) for side in (0, 1)],
    }


def controls(view):
    """[[label, button]] of what a person can decide now; none while a page covers the board."""
    if view.asleep or view.page is not None:
        return []
    return [
        [key[0] + key[1:].lower(), button]
        for button, key in enumerate(view.keys)
        if key in _DECISIONS
    ]


def seats(view, played_by):
    """Who sits above the board and who below, a Seat (page/state.js) each. `played_by`: a word for
    who plays each side, or ""."""
    return [
        {
            "name": view.names[side],
            "who": played_by[side],
            "colour": _colour(view, side),
            "score": view.scores[side],
            "length": view.length,
            "pips": view.pips[side],
            "clock": _clock(view, side),
            "acts": view.decider == side,
        }
        for side in ((0, 1) if view.turned else (1, 0))
    ]


def _colour(view, side):
    return list(COLOURS[view.palette][3 * side : 3 * side + 3])


def _turned(view, place):
    """The spot of a place, and the place of a spot."""
    return opposite(place) if view.turned else place


def _spots(view):
    """The place of each spot, by its button's name."""
    spots = {"point-%d" % spot: spot for spot in range(1, 25)}
    for spot, (name, _, _) in BESIDE.items():
        spots[name] = spot
    return {name: _turned(view, spot) for name, spot in spots.items()}


def _sentence(parts):
    return ", ".join([part for part in parts if part])


def _joined(parts):
    return " ".join([part for part in parts if part])


def _clock(view, side):
    """Minutes and seconds left, or ""."""
    return "%d:%02d" % divmod(view.clocks[side], 60) if view.clocks else ""


def _count(view, place):
    """How many checkers stand there: player 0's are positive."""
    if place >= OFF_0:
        return view.off[0] if place == OFF_0 else -view.off[1]
    return view.checkers[place]


def _marked(mark):
    """What a mark means, and how good a landing is."""
    return _sentence([_MARKS[mark & views.MARK], _GRADES[mark >> views.GRADE]])


def _content(view, place):
    """What stands on a place, and what its mark means."""
    count = _count(view, place)
    standing = "%d %s" % (abs(count), view.names[0 if count > 0 else 1]) if count else "empty"
    return _sentence([standing, _marked(view.marks[place])])


def _name(view, place):
    if place in BESIDE:
        return BESIDE[place][1] % view.names[BESIDE[place][2]]
    return "Point %d" % _turned(view, place)


def _to_act(view):
    return "" if view.decider is None else "%s is to act. " % view.names[view.decider]


def _dice(view):
    lying = [
        "%d%s" % (view.dice[i], " played" if view.dice_used >> i & 1 else "")
        for i in range(len(view.dice))
    ]
    if view.dice and view.dice_side is None:
        lying = ["%s %d" % pair for pair in zip(view.names, view.dice)]
    return ", ".join(lying)


def _cube(view):
    if not view.cube_on:
        return "none"
    if view.offered_by is not None:
        return "%d, offered by %s" % (2 * view.cube, view.names[view.offered_by])
    if view.crawford:
        return "not in the Crawford game"
    owner = "in the middle" if view.owner is None else "%s has it" % view.names[view.owner]
    return "%d, %s" % (view.cube, owner)


def _asked(view):
    parts = [stopped(view.headline)]
    if view.offered_by is not None:
        parts.append("Cube: %s." % _cube(view))
    elif view.dice and view.dice_used != (1 << len(view.dice)) - 1:  # there is one to be played
        parts.append("Dice: %s." % _dice(view))
    return parts


def _board(view):
    parts = _asked(view)
    for mark in (views.CURSOR, views.LIFTED, views.LANDING_CURSOR):  # what lies under the cursor
        for place in range(len(view.marks)):
            if view.marks[place] & views.MARK == mark:
                parts.append("%s: %s." % (_name(view, place), _content(view, place)))
    return parts


def _page(view):
    page = view.page
    return _PAGES.get(type(page), _text)(view, page)


def _text(view, page):
    title = getattr(page, "title", "QR code")
    return [stopped(title)] + [stopped(line) for line in page.lines]


def _result(view, page):
    scores = (view.names[0], view.scores[0], view.names[1], view.scores[1])
    return _text(view, page) + ["%s %d, %s %d." % scores]


def _naming(view, page):
    letter = LETTERS[page.letter]
    spoken = "space" if letter == " " else letter
    return ["%s, letter %d." % (spoken, page.cursor + 1), stopped(page.title), stopped(page.text)]


def _menu(view, page):
    lines = ["%s: %s." % item if item[1] else "%s." % item[0] for item in page.items]
    return _chosen(page, lines)


def _plays(view, page):
    return _chosen(page, [_sentence(item) + "." for item in page.items])


def _chosen(page, lines):
    """The chosen one of a page's lines, or all where none is, and the title."""
    at = page.selected
    chosen = lines if at < 0 else [lines[at], "%d of %d." % (at + 1, len(lines))]
    return chosen + [stopped(page.title), stopped(page.note)]


_PAGES = {
    views.MenuView: _menu,
    views.PlaysView: _plays,
    views.NameView: _naming,
    views.ResultView: _result,
}


def stopped(text):
    """The text as a sentence of its own."""
    return text if not text or text[-1] in ".!?:" else text + "."


def _keys(view):
    named = []
    for button, key in zip(_BUTTONS, view.keys):
        if key in _ARROWS:
            named.append(button)
        elif key:
            named.append(button if key.upper() == button else "%s %s" % (button, key.lower()))
    return "Buttons: %s." % ", ".join(named) if named else ""


class News:
    """What a listener is told as it happens: each roll and play once, what is asked, and what a
    press has changed. All else that the display shows is there to be read.
    """

    def __init__(self):
        self._asked = None  # what the board asked for when it last told
        self._last = None  # the headline, or a page's text
        self._heading = None  # of the page that is shown
        self._roll = None  # the dice that were told, and whose they are

    def told(self, board):
        """What is new in the view of a board, which has a `session` and a `navigator`, or ""."""
        view = board.navigator.view
        if view.asleep:
            return self._page(said(view))
        if view.page is not None:
            return self._page(_joined(_page(view)), self._brief(view))
        self._heading = None
        roll = (tuple(view.dice), view.dice_side)
        thrown = bool(view.dice) and roll != self._roll
        if not _waits(board):
            self._asked = None
            return self._shown(view, roll) if thrown else ""
        self._roll = roll
        asked = (view.decider, view.offered_by, view.cube, tuple(view.scores))
        known = asked == self._asked
        if known and view.headline == self._last:
            return ""
        self._asked, self._last = asked, view.headline
        parts = [stopped(view.headline)] if known or thrown else _asked(view)
        if thrown and view.dice_side is not None and not view.dice_used:
            you = board.session.players.only_person == view.dice_side and not board.navigator.played
            parts.insert(0, _rolled("You" if you else view.names[view.dice_side], view) + ".")
        if not known and view.headline.endswith("?"):
            parts.append(_keys(view))
        return _joined(parts)

    def _shown(self, view, roll):
        """The roll and the play of a turn that ends by itself, once the play is shown."""
        name = "" if view.decider is None else view.names[view.decider]
        passes = [key for key in view.keys if key in _PASSING]
        if not name or not passes or not view.headline.startswith((name + ": ", _FORCED)):
            return ""
        self._roll = roll
        play = view.headline[view.headline.index(": ") + 2 :]
        return "%s: %s." % (_rolled(name, view), play)

    def _page(self, text, brief=""):
        if text == self._last:
            return ""
        self._last = text
        self._asked = None  # what lies below is told again
        return brief or text

    def _brief(self, view):
        """Of a menu that was shown already, the chosen line; else ""."""
        page = view.page
        heading = (type(page), getattr(page, "title", ""))
        known = heading == self._heading and isinstance(page, (views.MenuView, views.PlaysView))
        self._heading = heading
        return _joined(_page(view)[:2]) if known else ""


def _rolled(name, view):
    return "%s rolled %s" % (name, roll_text(view.dice[:2], "-"))


def _waits(board):
    """Whether the board waits for a person, or nobody plays but computers, who are listened to."""
    session = board.session
    if not session.players.is_person(0) and not session.players.is_person(1):
        return True
    top = board.navigator.top
    return not top.goes_on and (session.players.person_decides() or top is not board.navigator.base)
