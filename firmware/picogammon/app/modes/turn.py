"""The turn of a person, who rolls or doubles, then builds a play step by step.

A step is the movement of one checker by one die.
"""

from micropython import const

from picogammon import VERSION
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.mode import Confirm, Mode, again_key, show_again
from picogammon.app.session.prefs import BEARING_OFF, FORCED_PLAYS, MENU_FOUND, PASSING, ROLLING
from picogammon.ground import BACK, BAR, NEXT, OK, PREV, capital
from picogammon.rules import actions, match
from picogammon.rules import plays as play_rules
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.modes.mode import Stack
    from picogammon.app.session.session import Session


class Turn(Mode):
    """The mode before a roll: OK rolls, NEXT doubles, PREV replays the opponent's play.

    For a closed-out player, the board rolls by itself after a moment in which the player can
    double. With the preference ROLLING, the board rolls by itself whenever no double is possible.
    """

    def __init__(self, navigator: "Stack") -> None:
        Mode.__init__(self, navigator)
        self.opening = navigator.session.match.phase == match.OPENING
        self.may_double = navigator.session.match.offers_double()
        self.shut_out = not self.opening and shut_out(navigator.session.match.position)

    @property
    def goes_on(self) -> bool:  # type: ignore[override]  # an attribute in Mode
        session = self.session
        if self.shut_out:
            return session.dice.trouble is None
        if self.opening or self.may_double or session.asks_for_dice():
            return False
        return session.prefs.goes_by_itself(ROLLING, session.match.turn)

    def tick(self, now: int) -> None:
        if self.goes_on and self.waited(now):
            self.navigator.roll(now)

    def press(self, button: int, now: int) -> None:
        if button == OK:
            self.navigator.ask_or_roll(now)
        elif button == NEXT and self.may_double:
            self._ask_to_double()
        elif button == PREV:
            show_again(self.navigator, now)

    def _ask_to_double(self) -> None:
        match = self.session.match
        name = match.settings.names[match.turn]
        asked = "double to %d?" % (2 * match.cube)
        question = fitting_line("%s: %s" % (name, asked), capital(asked))
        commit = self.navigator.commit
        double = Confirm(
            self.navigator, question, "DOUBLE", lambda now: commit(actions.double(), now)
        )
        self.navigator.open(double)

    def show(self, view: views.View) -> None:
        if self.session.last_roll:
            views.show_dice(view, *self.session.last_roll)
        if self.opening:
            tie = self.session.last_roll is not None
            view.version = "" if tie else VERSION
            headline = "Tie! Roll again" if tie else "Roll to start"
            view.keys = ["", "", "ROLL", ""]
        else:
            waits = "%s is closed out" if self.shut_out else "%s to roll"
            headline = waits % view.names[self.session.match.turn]
            view.keys = [again_key(self.session), "DOUBLE" if self.may_double else "", "ROLL", ""]
        if not self.session.prefs[MENU_FOUND]:
            headline = fitting_line(headline + ". Hold OK: menu", headline)
        view.headline = headline


class PlayMode(Mode):
    """The mode that builds a play: PREV and NEXT walk over the legal steps, OK makes a step.

    The mode itself makes a step that has no alternative, so that the lights show all of a forced
    play. BACK takes back the last choice and the steps that it forced. OK commits a complete play.
    Some turns end by themselves (`ends_turn`), unless PREV, NEXT or BACK is pressed first.
    """

    goes_on: bool

    def __init__(self, navigator: "Stack") -> None:
        Mode.__init__(self, navigator)
        match = navigator.session.match
        self.side = match.turn
        self.hand = play_rules.Hand(match.position, match.dice)
        count = self.players.plays.generate(match.position, match.dice[0], match.dice[1])
        self.nothing = count == 0
        self.forced = count == 1
        self.chosen: list[int] = []  # the number of steps before each choice
        self.unwanted: int | None = None  # the step that BACK has just taken back
        self.lifted = 0  # the point of the checker that a player drags
        self.landings: list[int] = []  # the points that this checker can reach
        if self.forced:
            self._make_all(self.players.plays.steps(0))
        stuck = self.nothing and shut_out(match.position)
        self.goes_on = stuck or ends_turn(self.session, self.hand, count)
        if not self.forced:
            self.chosen = list(range(len(self.hand.steps)))
        self._look_round()

    def _make_all(self, play_steps: "Sequence[int]") -> None:
        for a_step in play_steps:
            self.hand.make(a_step)

    def _look_round(self) -> None:
        hand = self.hand
        while len(hand.legal()) == 1:
            hand.make(hand.legal()[0])
        self.at = likeliest(hand)

    def lay(self, play_steps: bytes) -> None:
        self.goes_on = False
        self.unwanted = None
        while self.hand.undo() is not None:
            pass
        self.chosen = [] if self.forced else list(range(len(play_steps)))
        self._make_all(play_steps)
        self._look_round()

    def tick(self, now: int) -> None:
        if self.goes_on and self.waited(now):
            self.navigator.commit(actions.play(self.hand.steps), now)

    def press(self, button: int, now: int) -> None:
        if button != OK and not self.nothing:
            self.goes_on = False
        self.lifted = 0
        choices = self.hand.legal()
        if button == BACK:
            self._undo()
        elif button == OK and not choices:
            self.navigator.commit(actions.play(self.hand.steps), now)
        elif button == OK:
            self.choose([choices[self.at]])
        elif choices:
            self.at = (self.at + (1 if button == NEXT else -1)) % len(choices)

    def choose(self, way: "Sequence[int]", apart: bool = False) -> None:
        """Makes the steps in `way`. BACK takes them back together, or one by one if `apart`."""
        self.goes_on = False
        self.unwanted = None
        first = len(self.hand.steps)
        self.chosen += range(first, first + (len(way) if apart else 1))
        self._make_all(way)
        self._look_round()

    def _undo(self) -> None:
        if not self.chosen:
            return
        before = self.chosen.pop()
        while len(self.hand.steps) > before:
            self.unwanted = self.hand.undo()
        self.at = self.hand.legal().index(self.unwanted)

    def show(self, view: views.View) -> None:
        views.show_position(view, self.hand.position, self.side)
        views.show_dice(view, self.session.match.dice, self.side, self.hand.dice)
        if self.hand.complete:
            self._show_complete(view)
        else:
            self.show_walk(view)
        view.keys[3] = "UNDO" if self.chosen else ""
        if self.lifted:
            view.clear_marks()
            view.checkers[views.place_of(self.side, self.lifted)] -= -1 if self.side else 1
            self._mark(view, self.lifted, views.LIFTED)
            for point in self.landings:
                self._mark(view, point, views.LANDING)

    def _mark(self, view: views.View, point: int, mark: int) -> None:
        view.marks[views.place_of(self.side, point)] = mark

    def show_walk(self, view: views.View) -> None:
        choices = self.hand.legal()
        cursor = choices[self.at]
        for a_step in choices:
            self._mark(view, play_rules.source(a_step), views.CAN_MOVE)
        for a_step in choices:
            if play_rules.source(a_step) == play_rules.source(cursor):
                self._mark(view, play_rules.target(a_step), views.LANDING)
        self._mark(view, play_rules.source(cursor), views.CURSOR)
        self._mark(view, play_rules.target(cursor), views.LANDING_CURSOR)
        view.headline = "%s: %s" % (view.names[self.side], play_rules.step_text(cursor))
        many = len(choices) > 1
        view.keys = ["<" if many else "", ">" if many else "", "MOVE", ""]

    def _show_complete(self, view: views.View) -> None:
        name = view.names[self.side]
        if self.nothing:
            view.headline = fitting_line("%s: no legal play" % name, "No legal play")
            view.keys = ["", "", "GO ON", ""]
            return
        before = self.session.match.position
        views.show_played(view, before, self.side, self.hand.steps)
        text = play_rules.format_play(before, self.hand.steps)
        who = "Forced" if self.forced else name
        view.headline = fitting_line("%s: %s" % (who, text), text)
        view.keys = ["", "", "DONE", ""]


def likeliest(hand: play_rules.Hand) -> int:
    """Returns the index in `hand.legal()` of the step that a player most likely wants.

    Returns 0 if no step is legal. The step with the highest score is likeliest: 3 for hitting or
    covering a blot, 1 for bearing off or landing on a made point, 1 for moving a blot, 1 for moving
    the checker that moved last, and -2 for moving a checker of a pair. docs/playing.md says how
    many presses this order saves.
    """
    position = hand.position
    moved = play_rules.target(hand.steps[-1]) if hand.steps else 0
    best = most = 0
    choices = hand.legal()
    for i in range(len(choices)):
        source = play_rules.source(choices[i])
        target = play_rules.target(choices[i])
        there = position[target] if target else 2
        likely = (source == moved) + (position[source] == 1) - 2 * (position[source] == 2)
        if there < 0 or there == 1:
            likely += 3
        elif there:
            likely += 1
        if likely > most or not i:
            best, most = i, likely
    return best


def shut_out(pos: "Sequence[int]") -> bool:
    """True if the player on roll has a checker on the bar that cannot enter with any roll."""
    return pos[BAR] > 0 and max(pos[19:BAR]) < -1


def ends_turn(session: "Session", hand: play_rules.Hand, plays: int) -> bool:
    """True if the preferences let the turn end by itself. `plays`: the number of legal plays.

    If the turn ends because each die bears a checker off, makes these bear-off steps in `hand`.
    """
    field = PASSING if plays == 0 else FORCED_PLAYS if plays == 1 else BEARING_OFF
    goes = session.prefs.goes_by_itself(field, session.match.turn)
    return goes and (field != BEARING_OFF or bears_off(hand))


def bears_off(hand: play_rules.Hand) -> bool:
    """True if, in a race, each die can bear a checker off; if so, makes these steps in `hand`."""
    if positions.contact(hand.position):
        return False
    while not hand.complete:
        off = [a_step for a_step in hand.legal() if play_rules.target(a_step) == 0]
        if not off:
            while hand.undo() is not None:
                pass
            return False
        hand.make(off[0])
    return True
