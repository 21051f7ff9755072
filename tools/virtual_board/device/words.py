"""The firmware's view (`app/display/view.py`) in words, for screen readers.

The board's spots have the printed numbers, as the player below counts. The view's places have the
numbers of player 0, who sits above if the view is turned.
"""

import re
from array import array

from picogammon.app.display import view as views
from picogammon.app.display.lights import COLOURS
from picogammon.app.modes.turn import PlayMode
from picogammon.ground import BACK, BAR_0, BAR_1, OFF_0, OFF_1, OK, PREV, opposite
from picogammon.rules import actions
from picogammon.rules.match import DOUBLED, Match
from picogammon.rules.plays import format_play, make, roll_text

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_ARROWS = ("<", ">")
# What is pressed on the drawn board itself, or belongs to the display alone.
_ELSEWHERE = "|MOVE|SKIP|REPLAY|CHANGE|BOARD|RESULT|UP|DOWN|SET|DEL".split("|")
LINES = 4  # the first number of a control that stands for a line
_MANY_LINES = 3  # of a menu: they lie where the dice would
_MOST_LINES = 6  # of a menu that is asked on the drawn board
_MARKS = "|can move|cursor|lifted|can land here|lands here|came from here|went here".split("|")
_GRADES = ("", "best", "fine", "an error", "a blunder")
_AIMED = views.LANDING_CURSOR
_CUBE = {  # what was done, with the cube's value
    actions.DOUBLE: "doubled to %d",
    actions.TAKE: "took the cube at %d",
    actions.DROP: "dropped the cube at %d",
    actions.BEAVER: "beavered: cube at %d",
    actions.RACCOON: "raccooned: cube at %d",
}
BESIDE = {  # place -> its button, what it is called, and whose it is
    BAR_0: ("bar-0", "Bar, %s", 0),
    BAR_1: ("bar-1", "Bar, %s", 1),
    OFF_0: ("off-0", "Off, %s", 0),
    OFF_1: ("off-1", "Off, %s", 1),
}


def said(view):
    """Returns the OLED's text as sentences, the newest first."""
    if view.asleep:
        act = "" if view.decider is None else "%s is to act. " % view.names[view.decider]
        return "The display sleeps. %sAny button wakes it." % act
    shown = _board(view) if view.page is None else _page(view)
    return _signed(_joined(shown + [_keys(view)]))


def side(view, side):
    """Returns a side's score, pips and checkers by place."""
    sign = -1 if side else 1
    parts = ["score %d" % view.scores[side]]
    if not view.counting:
        parts.append("%d pips" % view.pips[side])
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
    """Returns the text of each button on the board: {name: text}."""
    told = {
        name: _sentence([_name(view, place), _content(view, place)])
        for name, place in _spots(view).items()
    }
    told["dice"] = _sentence(["Dice", _dice(view)])
    told["cube"] = _sentence(["Cube", _cube(view)])
    return told


def table(view):
    """Returns a Table (page/state.js): dice, cube and counts on the board."""
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
    lines = [number for _, number in controls(view) if number >= LINES]
    dice = () if len(lines) >= _MANY_LINES else view.dice
    return {
        "dice": [
            [dice[i], i if view.dice_side is None else view.dice_side, view.dice_used >> i & 1]
            for i in range(len(dice))
        ],
        "isDue": "ROLL" in view.keys,
        "cube": cube,
        "counts": {name: abs(n) for name, n in counts.items() if n},
        "owners": {name: 0 if n > 0 else 1 for name, n in counts.items() if n},
        "colours": [_colour(view, side) for side in (0, 1)],
    }


def controls(view):
    """Returns [[label, number]] of the decisions on the drawn board.

    `number`: a button's, or from LINES on a line of a short menu. Only the display has long menus.
    """
    page = view.page
    if view.asleep:
        return []
    if isinstance(page, views.NameView):
        return [["Done", OK], ["Delete" if page.text else "Back", BACK]]
    if isinstance(page, views.MenuView) and page.walked:
        items = page.items
        chosen = view.keys[:3] == ["UP", "DOWN", "OK"]
        if len(items) > _MOST_LINES or any(value for _, value in items) and not chosen:
            return []  # to change a setting is the display's, too
        found = [[_signed(text), LINES + line] for line, text in enumerate(_lines(page))]
        return found if ["No", LINES] in found else found + [["Back", BACK]]
    keys = pressed(view)
    left = _ELSEWHERE + list(_ARROWS) * ("MOVE" in keys or "CHANGE" in keys)
    return [
        [_signed(key if key == "OK" else key[:1] + key[1:].lower()), button]
        for button, key in enumerate(keys)
        if key not in left and key not in keys[:button]
    ]


def pressed(view):
    """Returns the buttons' labels; arrows below a QR code, whose text explains < and >."""
    leafed = isinstance(view.page, views.CodeView)
    return list(_ARROWS) + view.keys[2:] if leafed else view.keys


def question(view, refused):
    """Returns the text above the controls: the question, the page over the board, or a refusal."""
    page = view.page
    if page is None:
        asks = refused or view.headline[-1:] == "?" or view.offered_by is not None
        asks = asks or "BACK" in view.keys or "GO ON" in view.keys
        text = view.headline if asks else "Your play?" if "END" in view.keys else ""
        return "" if view.asleep else text
    if not controls(view):
        return ""
    if isinstance(page, views.NameView):
        return "%s\n%s" % (page.title.split(" (")[0], page.text or "\u2026")
    lines = [] if getattr(page, "walked", False) else _lines(page)
    if isinstance(page, views.PlaysView):
        lines = [lines[page.selected]]
    return _signed("\n".join([line for line in [getattr(page, "title", "")] + lines if line]))


def seats(view, played_by):
    """Returns the upper and the lower Seat (page/state.js). `played_by`: each side's "you", level
    or ""."""
    return [
        {
            "name": view.names[side],
            "who": played_by[side],
            "colour": _colour(view, side),
            "score": view.scores[side],
            "length": view.length,
            "pips": None if view.counting else view.pips[side],
            "clock": _clock(view, side),
            "acts": view.decider == side,
        }
        for side in ((0, 1) if view.turned else (1, 0))
    ]


def _colour(view, side):
    return list(COLOURS[view.palette][3 * side : 3 * side + 3])


def _turned(view, place):
    """Returns the spot of a place, or the place of a spot."""
    return opposite(place) if view.turned else place


def _spots(view):
    """Returns {a spot's button: its place}."""
    spots = {"point-%d" % spot: spot for spot in range(1, 25)}
    for spot, (name, _, _) in BESIDE.items():
        spots[name] = spot
    return {name: _turned(view, spot) for name, spot in spots.items()}


def _signed(text):
    """Returns the text with minus signs, which the display lacks."""
    return re.sub(r"(^|[ (])-(\d)", "\\1\u2212\\2", text)


def _sentence(parts):
    return ", ".join([part for part in parts if part])


def _joined(parts):
    return " ".join([part for part in parts if part])


def _clock(view, side):
    """Returns the minutes and seconds left, or ""."""
    return "%d:%02d" % divmod(view.clocks[side], 60) if view.clocks else ""


def _count(view, place):
    """Returns a place's number of checkers; player 0's are positive."""
    if place >= OFF_0:
        return view.off[0] if place == OFF_0 else -view.off[1]
    return view.checkers[place]


def _content(view, place):
    """Returns a place's checkers, the meaning of its mark, and a landing's grade."""
    count = _count(view, place)
    standing = "%d" % abs(count) if count else "empty"
    if count and place not in BESIDE:  # whose name has that already
        standing += " " + view.names[0 if count > 0 else 1]
    mark = view.marks[place]
    return _sentence([standing, _MARKS[mark & views.MARK], _GRADES[mark >> views.GRADE]])


def _name(view, place):
    if place in BESIDE:
        return BESIDE[place][1] % view.names[BESIDE[place][2]]
    return "Point %d" % _turned(view, place)


def _dice(view):
    if view.dice_side is None:
        return ", ".join(["%s %d" % pair for pair in zip(view.names, view.dice)])
    lying = [[], []]  # those to play, those played
    for i in range(len(view.dice)):
        lying[view.dice_used >> i & 1].append(str(view.dice[i]))
    left, used = [", ".join(dice) for dice in lying]
    return "; ".join([dice for dice in (left, used and used + " played") if dice])


def _cube(view):
    if not view.cube_on:
        return "none"
    if view.offered_by is not None:
        return "%d, offered by %s" % (2 * view.cube, view.names[view.offered_by])
    if view.crawford:
        return "not in the Crawford game"
    owner = "in the middle" if view.owner is None else "%s has it" % view.names[view.owner]
    return "%d, %s" % (view.cube, owner)


def _lying(view):
    """Returns the text of an offered cube, or of dice that are not played yet."""
    if view.offered_by is not None:
        return "Cube: %s." % _cube(view)
    is_due = view.dice and view.dice_used != (1 << len(view.dice)) - 1
    return "Dice: %s." % _dice(view) if is_due else ""


def _board(view):
    parts = [stopped(view.headline), _lying(view)]
    for mark in (views.CURSOR, views.LIFTED, views.LANDING_CURSOR):  # what lies under the cursor
        for place in range(len(view.marks)):
            if view.marks[place] & views.MARK == mark:
                parts.append("%s: %s." % (_name(view, place), _content(view, place)))
    return parts


def _lines(page):
    """Returns the texts of a page below its title."""
    if isinstance(page, views.PlaysView):
        return [_sentence(item) for item in page.items]
    if isinstance(page, views.MenuView):
        return ["%s: %s" % item if item[1] else item[0] for item in page.items]
    return list(page.lines)


def _page(view):
    page = view.page
    title = stopped(getattr(page, "title", "QR code"))
    if isinstance(page, views.NameView):
        letter = views.LETTERS[page.letter].replace(" ", "space")
        return ["%s, letter %d." % (letter, page.cursor + 1), title, stopped(page.text)]
    lines = [stopped(line) for line in _lines(page)]
    if isinstance(page, views.ResultView):
        lines = [line[:1].upper() + line[1:] for line in lines]
        scores = (view.names[0], view.scores[0], view.names[1], view.scores[1])
        lines.append("%s %d, %s %d." % scores)
    walked = getattr(page, "walked", isinstance(page, views.PlaysView))
    if walked:
        lines = [lines[page.selected], "%d of %d." % (page.selected + 1, len(lines))]
    menu = walked and isinstance(page, views.MenuView)  # its title is known from before
    return (lines + [title] if menu else [title] + lines) + [stopped(getattr(page, "note", ""))]


def stopped(text):
    """Returns the text with a full stop, if it needs one."""
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
    """The announcements to screen readers: each roll, play and cube action once, as in the match's
    records; questions; and the changes by a press."""

    def __init__(self):
        self._match = None
        self._records = []  # of the running game, as far as announced
        self._asked = None  # the question that was last announced
        self._last = None  # its text, or a page's
        self._heading = None  # of the page that is shown, or of the die that is entered
        self._refusals = 0
        self._is_new = False  # something was done since the last question
        self._mode = None  # the PlayMode that was announced last
        self._steps = []  # its steps then

    def told(self, board):
        """Returns the news of a board with a `session` and a `navigator`, or ""."""
        done = self._done(board.session, board.navigator.top.goes_on)
        self._is_new = self._is_new or bool(done)
        state = self._state(board.navigator, board.session.players)
        return _signed(_joined(done + [state]))

    def _done(self, session, goes_on):
        """Returns a sentence for each new action."""
        match = session.match
        records = list(match.records())
        if match is not self._match:  # earlier actions are not new
            self._match, self._records = match, records
        known = self._records
        waits = match.dice and goes_on and not match.opened_with_dice()
        if waits and records != known[: len(records)]:
            records.pop()  # announced with its play, which comes by itself
        self._records = records
        return [] if known == records else _deeds(session, records, known)

    def _state(self, navigator, players):
        """Returns the question, if it is new."""
        view = navigator.view
        is_refused = navigator.refusals != self._refusals
        self._refusals = navigator.refusals
        if view.asleep:
            return self._page("asleep", said(view))
        if view.page is not None:
            return self._page(_joined(_page(view)), self._brief(view))
        if navigator.refused:
            self._last = None
            return stopped(view.headline) if is_refused else ""
        top = navigator.top
        if top.goes_on or top is navigator.base and not players.person_decides():
            self._asked = None
            return ""
        is_hand = isinstance(top, PlayMode)
        if top.busy and not is_hand and top is not navigator.base:  # shows the view below it
            return ""
        is_new, self._is_new = self._is_new, False
        heading, self._heading = self._heading, None
        played = navigator.played is not None
        asked = (played, view.decider, view.offered_by, view.cube, tuple(view.scores))
        known = asked == self._asked
        headline = view.headline
        for answered in (" takes. ", " accepts. "):  # announced as an action
            headline = headline.split(answered)[-1]
        made, text = "", stopped(headline)
        if is_hand:
            made, text = self._made(top), _offered(top, view)
        elif hasattr(top, "dice"):  # somebody enters them
            self._heading = view.headline
            text = "%s: %d?" % (view.headline, top.dice[top.at])
        elif is_new and view.offered_by is not None and top is navigator.base:
            text = view.keys[PREV][:1] + view.keys[PREV][1:].lower() + "?"
        if known and not made and not is_new and text == self._last:
            return ""
        self._asked, self._last = asked, text
        if known:
            again = heading and heading == self._heading
            return text[len(heading) + 2 :] if again else _joined([made, text])
        lying = "" if is_new or self._heading else _lying(view)
        is_asked = text.endswith("?") and not is_hand and not self._heading
        return _joined([made, lying, text, _keys(view) if is_asked else ""])

    def _made(self, mode):
        """Returns the new steps, unless `_offered` has them all."""
        before = len(self._steps) if mode is self._mode else 0
        self._mode, self._steps = mode, list(mode.hand.steps)
        if len(self._steps) < before:
            return "Undone."
        if len(self._steps) == before or mode.hand.complete:
            return ""
        return "%s%s." % ("" if mode.chosen else "Forced: ", _steps(mode, before))

    def _page(self, text, brief=""):
        if text == self._last:
            return ""
        self._last = text
        self._asked, self._is_new = None, False  # the question below is announced again
        return brief or text

    def _brief(self, view):
        """Returns the chosen line of a menu that was shown already, or ""."""
        page = view.page
        heading = (type(page), getattr(page, "title", ""))
        known = heading == self._heading and isinstance(page, (views.MenuView, views.PlaysView))
        self._heading = heading
        first = isinstance(page, views.PlaysView)  # after the title
        return _joined(_page(view)[first : first + 2]) if known else ""


def _offered(mode, view):
    """Returns the effect of OK in a PlayMode as a question, unlike an announced move."""
    hand = mode.hand
    if mode.nothing:
        return "No legal play. Go on?"
    if hand.complete:
        return ("Forced: %s. Done?" if mode.forced else "Play %s?") % _steps(mode)
    grades = [mark >> views.GRADE for mark in view.marks if mark & views.MARK == _AIMED]
    grade = _GRADES[grades[0]] if grades else ""
    step = _steps(mode, len(hand.steps), [hand.legal()[mode.at]])
    return "Move %s?" % _sentence([step, grade])


def _steps(mode, first=0, more=()):
    """Returns the steps of a PlayMode from the `first` on, and then `more`, as a play."""
    position, steps = array("b", mode.session.match.position), list(mode.hand.steps) + list(more)
    for step in steps[:first]:
        make(position, step)
    return format_play(position, steps[first:])


def _deeds(session, records, known):
    """Returns a sentence for each action that is not `known`; one for a new roll with its play."""
    alone = session.players.only_person
    past = Match(session.match.settings)
    names = past.settings.names
    told, rolled, is_new = [], "", False
    for at in range(len(records)):
        record, turn, decider = records[at], past.turn, past.decider
        is_new = is_new or records[: at + 1] != known[: at + 1]
        kind = actions.kind_of(record)
        who = "You" if decider == alone else names[decider or 0]
        if is_new and kind == actions.PLAY:
            play = actions.steps_of(record) and format_play(past.position, actions.steps_of(record))
            if rolled:
                told.append("%s: %s." % (rolled, play or "no legal play"))
            else:
                told.append("%s played %s." % (who, play) if play else "%s could not move." % who)
            rolled = ""
        phase = past.phase
        past.apply(record, True)
        if is_new and kind == actions.TAKE and phase != DOUBLED:
            told.append("%s accepted: cube at %d." % (who, past.cube))
        elif is_new and kind in _CUBE:
            value = past.cube if kind == actions.TAKE else 2 * past.cube
            told.append("%s %s." % (who, _CUBE[kind] % value))
        if is_new and kind == actions.ROLL:
            dice = actions.dice_of(record)
            if turn is not None:
                rolled = "%s rolled %s" % (who, roll_text(dice, "-"))
                continue
            told.append("Opening roll: %s %d, %s %d." % (names[0], dice[0], names[1], dice[1]))
            if past.turn is not None:
                first = "You go" if past.turn == alone else names[past.turn] + " goes"
                told.append(first + " first.")
    return told + [rolled + "."] * bool(rolled)
