"""How many presses a new match takes, and what it begins with."""

from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.modes.new_match import NewMatch
from picogammon.engine import levels
from picogammon.rules import actions
from picogammon.rules.match import OPENING, TO_PLAY
from picogammon.rules.settings import MONEY, Settings

_MOST_FIRST = 13
_MOST_AGAIN = 6
_EXPERT = 1 + list(levels.levels()).index("expert")


def fresh_board(store=None, **more):
    """A Sitting at a board that is switched on, for the first time without a `store`."""
    players = [(name, FirstPlay()) for name in levels.levels()]
    store = MemoryStore() if store is None else store
    return Sitting(SeededDice(3), computers=players, coach=FirstPlay(), store=store, **more)


class Counted:
    """Presses at a Sitting; `presses` counts them."""

    def __init__(self, sitting):
        self.sitting = sitting
        self.presses = 0

    def press(self, names):
        self.sitting.press(names)
        self.presses += len(names.split())

    def choose(self, label):
        """Walks down to a line and presses OK."""
        for _ in range(30):
            page = self.sitting.sees.page
            if page.items[page.selected][0] == label:
                self.press("OK")
                return
            self.press("NEXT")
        raise AssertionError("no line '%s' in %s" % (label, page.items))


def is_new(sitting, length, level):
    """Whether a match to that length against that level has begun."""
    settings = sitting.match.settings
    players = settings.players
    return (
        sitting.session.fresh
        and not sitting.navigator.open_modes
        and ((settings.length, list(players)) == (length, [0, level]))
    )


def to_expert(sitting):
    """Begins a match to 5 against expert, at a board where none was begun; the Counted."""
    fingers = Counted(sitting)
    fingers.press("hold-OK")
    fingers.choose("New match")
    page = sitting.sees.page
    assert ("Length", "5 pt") in page.items
    fingers.choose("Blue")
    page = sitting.sees.page
    assert page.items[page.selected][0] == "expert"
    fingers.press("OK hold-OK")
    return fingers


def test_a_match_to_five_against_expert_takes_few_presses_on_a_fresh_board():
    sitting = fresh_board()
    fingers = to_expert(sitting)
    assert is_new(sitting, 5, _EXPERT)
    assert fingers.presses <= _MOST_FIRST


def test_what_was_chosen_last_takes_fewer_again_at_once_or_when_the_match_is_over():
    sitting = fresh_board()
    to_expert(sitting)
    begun = sitting.match
    fingers = Counted(sitting)
    fingers.press("hold-OK")
    fingers.choose("New match")
    fingers.press("hold-OK")
    assert is_new(sitting, 5, _EXPERT) and sitting.match is not begun
    assert fingers.presses <= _MOST_AGAIN
    while not sitting.session.is_over:
        if sitting.match.result:
            action = sitting.match.next_game()
        elif sitting.match.phase == OPENING:
            action = actions.roll(6, 1)
        else:
            action = actions.resign(3) if sitting.match.phase == TO_PLAY else actions.accept()
        assert sitting.navigator.commit(action, sitting.now)
    again = Counted(sitting)
    again.press("OK hold-OK")
    assert is_new(sitting, 5, _EXPERT) and again.presses <= _MOST_AGAIN


def test_the_power_may_go_between_two_matches():
    store = MemoryStore()
    sitting = fresh_board(store)
    to_expert(sitting)
    again = fresh_board(store, log=sitting.log)
    again.press("hold-OK")
    again.choose("New match")
    assert ("Blue", "expert") in again.sees.page.items
    again.press("hold-OK")
    assert is_new(again, 5, _EXPERT)


def test_a_match_to_one_point_that_was_chosen_is_chosen_again():
    sitting = fresh_board()
    menu = NewMatch(sitting.navigator)
    sitting.navigator.open(menu)
    menu.draft.length = 1
    sitting.press("hold-OK")
    assert is_new(sitting, 1, 1)
    assert NewMatch(sitting.navigator).draft.length == 1


def test_a_long_ok_ends_no_match_under_way_by_itself():
    for settings in (Settings(players=(0, 1)), two_people(3)):
        sitting = fresh_board()
        sitting.begin(settings)
        while sitting.session.fresh:
            sitting.press("OK")
        running = sitting.match
        sitting.navigator.open(NewMatch(sitting.navigator))
        sitting.press("hold-OK OK OK")
        assert sitting.match is running


def test_money_has_jacoby_until_somebody_switches_it_off():
    sitting = fresh_board()
    for length, jacoby in ((5, False), (MONEY, True), (5, False), (MONEY, True)):
        menu = NewMatch(sitting.navigator)
        menu.draft.length = length
        menu.refresh()
        sitting.navigator.open(menu)
        sitting.press("hold-OK")
        assert sitting.match.settings.jacoby is jacoby
    menu = NewMatch(sitting.navigator)
    menu.draft.jacoby = False
    sitting.navigator.open(menu)
    sitting.press("hold-OK")
    assert not NewMatch(sitting.navigator).draft.jacoby
    assert not Settings().jacoby and not Settings(length=5).jacoby
