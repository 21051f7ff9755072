"""How many presses a new match takes, and what it begins with."""

from fakes.first_play import FirstPlay
from fakes.memory import MemoryStore
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.modes.new_match import NewMatch
from picogammon.engine import levels
from picogammon.rules import actions
from picogammon.rules.match import OPENING, TO_PLAY
from picogammon.rules.settings import MONEY, Settings

_TO_NEW_MATCH = "hold-OK NEXT NEXT NEXT OK"
_EXPERT = 1 + list(levels.levels()).index("expert")


def fresh_board(store=None, **more):
    """A Sitting at a board that is switched on, for the first time without a `store`."""
    players = [(name, FirstPlay()) for name in levels.levels()]
    store = MemoryStore() if store is None else store
    return Sitting(SeededDice(3), computers=players, coach=FirstPlay(), store=store, **more)


def is_new(sitting, length, level):
    """True if a match to that length against that level has begun."""
    settings = sitting.match.settings
    begun = sitting.session.fresh and not sitting.navigator.open_modes
    return begun and (settings.length, list(settings.players)) == (length, [0, level])


def test_a_new_match_takes_few_presses_and_fewer_again_whenever_the_next_one_begins():
    store = MemoryStore()
    sitting = fresh_board(store)
    sitting.press(_TO_NEW_MATCH)
    assert ("Length", "5 pt") in sitting.sees.page.items
    sitting.press("NEXT NEXT NEXT OK")
    page = sitting.sees.page
    assert page.items[page.selected][0] == "expert"
    sitting.press("OK hold-OK")
    assert is_new(sitting, 5, _EXPERT)
    begun = sitting.match
    for again in (sitting, fresh_board(store, log=sitting.log)):  # at once; after a power cut
        again.press(_TO_NEW_MATCH + " hold-OK")
        assert is_new(again, 5, _EXPERT) and again.match is not begun
    while not sitting.session.is_over:
        if sitting.match.result:
            action = sitting.match.next_game()
        elif sitting.match.phase == OPENING:
            action = actions.roll(6, 1)
        else:
            action = actions.resign(3) if sitting.match.phase == TO_PLAY else actions.accept()
        assert sitting.navigator.commit(action, sitting.now)
    sitting.press("OK hold-OK")
    assert is_new(sitting, 5, _EXPERT)


def begin(sitting, **choices):
    """Begins a match with these settings, chosen in the menu."""
    menu = NewMatch(sitting.navigator)
    for name in choices:
        setattr(menu.draft, name, choices[name])
    menu.refresh()
    sitting.navigator.open(menu)
    sitting.press("hold-OK")


def test_a_match_to_one_point_that_was_chosen_is_chosen_again():
    sitting = fresh_board()
    begin(sitting, length=1)
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
        begin(sitting, length=length)
        assert sitting.match.settings.jacoby is jacoby
    begin(sitting, jacoby=False)
    assert not NewMatch(sitting.navigator).draft.jacoby
    assert not Settings().jacoby and not Settings(length=5).jacoby
