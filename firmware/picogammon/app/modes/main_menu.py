"""The menu behind a long OK, and the short menus that it opens.

What a line opens is imported when it is chosen: a board that has its firmware in RAM cannot hold
everything from the start.
"""

from micropython import const

from picogammon import VERSION
from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.answer import TakeBack, agree
from picogammon.app.modes.menu import Ask, Choice, Item, Menu
from picogammon.app.modes.mode import Message, Pages
from picogammon.app.session.prefs import TUTOR, find
from picogammon.rules import actions, match
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Then
    from picogammon.app.session.session import Session

_RESIGNATIONS = ("Single game", "Gammon", "Backgammon")


class MainMenu(Menu):
    """Everything that is not the next move.

    Only what can be done now is listed: first what belongs to this moment, then matches, positions
    and dice, and last people's preferences. The first line is always the same, and asks nothing: a
    long OK and a blind press do no harm.
    """

    title = "Picogammon " + VERSION
    menu = True

    def items(self) -> list[Item]:
        a_match = self.session.match
        lines = [Item("Pips and score", self._pips)]
        if self._knows() and _can_hint(self.session):
            lines.append(Item("Hint", self._hint))
        prefs = self.session.prefs
        if self._knows() and a_match.helped():
            label, _ = find(TUTOR)
            tutor = Item(label, None, lambda: prefs.text(TUTOR), self._tutor, switch=True)
            lines.append(tutor)
        if self.session.turns_back():
            lines.append(Item("Take back", self._take_back))
        if self._resignations():
            lines.append(Item("Resign", self._resign))
        if a_match.settings.clock and a_match.settings.length:
            lines.append(Item("Stop the clock", self._stop_clock))
        lines.append(Item("This match", self._match))
        lines.append(Item("New match", self._new_match))
        kept = self.session.kept()
        if kept:
            lines.append(Item("Earlier matches", self._matches, value=lambda: str(kept)))
        if self.players.find_coach is not None:
            lines.append(Item("Practice", self._practice))
            lines.append(Item("Players", self._people))
        lines.append(Item("Position", self._position))
        if self.session.dice.sealed is not None:
            lines.append(Item("Sealed dice", self._sealed))
        elif _can_set_up(self.session):
            lines.append(Item("Set up position", self._set_up))
        lines.append(Item("Dice statistics", self._dice_statistics))
        lines.append(Item("Automatic moves", self._by_itself))
        if self.session.can_enter_dice():
            lines.append(Item("Enter real dice", self._dice))
        lines.append(Item("Dice and checkers", self._real))
        lines.append(Item("Preferences", self._prefs))
        if self.navigator.measure:
            lines.append(Item("Measure hardware", self._measure))
        if self.navigator.workshop:
            lines.append(Item("Hardware set-up", self._board))
        return lines

    def _knows(self) -> bool:
        """True if there are hints and a tutor, even if they do not work now."""
        return self.players.find_coach is not None

    def _hint(self, now: int) -> None:
        why = self.players.no_coach
        if why:
            self.navigator.open(Message(self.navigator, "No hint", [why]))
            return
        self.navigator.close_all(now)
        from picogammon.app.modes.hint import Hint

        self.navigator.open(Hint(self.navigator))

    def _tutor(self, by: int) -> None:
        from picogammon.app.modes.board_menu import coached

        coached(self.navigator, TUTOR).change(by)

    def _take_back(self, now: int) -> None:
        self.navigator.open(TakeBack(self.navigator, now))

    def _pips(self, now: int) -> None:
        self.navigator.open(Pages(self.navigator, [pips_page(self.session.match)]))

    def _resignations(self) -> list[int]:
        """The resignations that can be offered.

        A gammon is left out while Jacoby makes it a single game, and so is what was refused in this
        turn.
        """
        a_match = self.session.match
        if a_match.phase not in (match.TO_ROLL, match.TO_PLAY) or not self.players.person_decides():
            return []
        return [
            multiple
            for multiple in (actions.SINGLE, actions.GAMMON, actions.BACKGAMMON)
            if a_match.settings.counted(multiple, a_match.owner) == multiple
            and not self.session.refused >> multiple & 1
        ]

    def _resign(self, now: int) -> None:
        lines = [Item(_RESIGNATIONS[n - 1], self._offer(n)) for n in self._resignations()]
        self.navigator.open(Choice(self.navigator, "Resign", lines))

    def _offer(self, multiple: int) -> "Then":
        def offer(now: int) -> None:
            self.navigator.commit(actions.resign(multiple), now)

        question = "Resign a %s?" % _RESIGNATIONS[multiple - 1].lower()
        return lambda now: self.navigator.open(Ask(self.navigator, question, "Resign", offer))

    def _dice(self, now: int) -> None:
        """Enters real dice. In a match in which the board rolls, both sides have to agree."""
        from picogammon.app.modes.real import DiceEntry

        self.navigator.close_all(now)

        def enter(now: int) -> None:
            self.navigator.open(DiceEntry(self.navigator))

        session = self.session
        ours = session.asks_for_dice() or session.match.can_correct_dice()
        if ours or not session.under_way:
            enter(now)
        else:
            agree(self.navigator, "real dice", enter, now)

    def _dice_statistics(self, now: int) -> None:
        from picogammon.app.advice import wording

        names = self.session.match.settings.names
        pages = wording.dice_pages(self.session.dice.box, names)
        self.navigator.open(Pages(self.navigator, pages))

    def _sealed(self, now: int) -> None:
        from picogammon.app.modes.codes import SealPages

        self.navigator.open(SealPages(self.navigator))

    def _position(self, now: int) -> None:
        from picogammon.app.modes.codes import position_pages

        self.navigator.open(position_pages(self.navigator))

    def _set_up(self, now: int) -> None:
        from picogammon.app.modes.set_up import SetUp

        self.navigator.close_all(now)
        self.navigator.open(SetUp(self.navigator))

    def _match(self, now: int) -> None:
        from picogammon.app.modes.new_match import MatchMenu

        self.navigator.open(MatchMenu(self.navigator))

    def _stop_clock(self, now: int) -> None:
        stopped = Message(self.navigator, "Clock", ["Clock paused.", "OK: resume."])
        stopped.stops_clock = True
        self.navigator.close_all(now)
        agree(self.navigator, "stop the clock", lambda then: self.navigator.open(stopped), now)

    def _prefs(self, now: int) -> None:
        from picogammon.app.modes.board_menu import PrefsMenu

        self.navigator.open(PrefsMenu(self.navigator))

    def _real(self, now: int) -> None:
        from picogammon.app.modes.board_menu import RealMenu

        self.navigator.open(RealMenu(self.navigator))

    def _by_itself(self, now: int) -> None:
        from picogammon.app.modes.board_menu import ByItselfMenu

        self.navigator.open(ByItselfMenu(self.navigator))

    def _matches(self, now: int) -> None:
        from picogammon.app.modes.playback import MatchesMenu

        try:
            self.navigator.open(MatchesMenu(self.navigator))
        except OSError as error:
            lines = ["They cannot be read (%s)." % error]
            self.navigator.open(Message(self.navigator, "Earlier matches", lines))

    def _practice(self, now: int) -> None:
        from picogammon.app.modes import practice_sets

        practice_sets.begin(self.navigator, now)

    def _people(self, now: int) -> None:
        from picogammon.app.modes.review import players_mode

        self.navigator.open(players_mode(self.navigator))

    def _measure(self, now: int) -> None:
        from picogammon.app.modes.board_menu import Hardware

        self.navigator.open(Hardware(self.navigator, now))

    def _board(self, now: int) -> None:
        from picogammon.app.modes.board_menu import board_menu

        self.navigator.open(board_menu(self.navigator))

    def _new_match(self, now: int) -> None:
        from picogammon.app.modes.new_match import NewMatch

        self.navigator.open(NewMatch(self.navigator))


def _can_set_up(session: "Session") -> bool:
    """True if a position can be set up in the running match."""
    return session.dice.sealed is None and session.match.phase != match.TAKING_BACK


def _can_hint(session: "Session") -> bool:
    """True if a person now has to decide something that a hint can help with."""
    a_match = session.match
    if not session.players.person_decides() or a_match.settings.no_hints:
        return False
    if a_match.phase == match.TO_ROLL:
        return a_match.offers_double()
    return a_match.phase in (match.TO_PLAY, match.DOUBLED, match.BEAVERED, match.RACCOONED)


def pips_page(a_match: match.Match) -> tuple[str, list[str]]:
    """(title, lines): both pip counts, the lead, and the score."""
    side = a_match.turn or 0
    pips = [0, 0]
    pips[side] = positions.pips(a_match.position)
    pips[1 - side] = positions.opponent_pips(a_match.position)
    names = a_match.settings.names
    length = a_match.settings.length
    lines = ["%s: %d pip%s" % (names[i], pips[i], "" if pips[i] == 1 else "s") for i in (0, 1)]
    if pips[0] == pips[1]:
        lines.append("Even race.")
    else:
        leader = 0 if pips[0] < pips[1] else 1
        leads = "%s leads by %d" % (names[leader], abs(pips[0] - pips[1]))
        lines.append(fitting_one(leads + ".", leads))
    what = "Match to %d" % length if length else "Money session"
    first, second = a_match.settings.shown(a_match.scores)
    lines.append("%s: %d-%d" % (what, first, second))
    if a_match.crawford:
        lines.append("Crawford game")
    return "Pips and score", lines
