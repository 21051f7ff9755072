"""Every state of a match survives a power cut, and no menu or message changes it."""

import states
from fakes.ruler import check
from picogammon.app.display.canvas import USUAL, Display
from picogammon.app.modes.answer import Agree
from picogammon.app.modes.main_menu import MainMenu
from picogammon.app.modes.menu import Ask, NameEditor
from picogammon.app.modes.mode import Confirm, Message, Pages
from picogammon.app.session import prefs
from picogammon.devices.ring import IMPORTED
from picogammon.ground import BACK, LONG
from picogammon.rules import actions, match
from transcript import seen_of

_EVERYTHING = "0123456789aZ ,.\u00e4\u0663"
_DISPLAYS = (USUAL, Display(32), Display(128))
_RUNNING = (match.OPENING, match.TO_PLAY, match.DOUBLED, match.MATCH_OVER)
_BOARD = (
    "checkers each off dice dice_used dice_side version cube owner cube_on offered_by scores "
    "length crawford pips counting names"
).split()
_OVER = (
    MainMenu,
    lambda navigator: Message(navigator, "Title", ["A line"]),
    lambda navigator: Pages(navigator, [("Title", ["A line"])]),
    lambda navigator: NameEditor(navigator, "Name", "Ann", lambda name, now: None),
    lambda navigator: Ask(navigator, "Really?", "Yes", lambda now: None),
    lambda navigator: Agree(navigator, "end this match", lambda now: None),
    lambda navigator: Confirm(navigator, "Really?", "YES", lambda now: None),
)


def seen(sitting):
    """Closes the menus; returns the texts of the view.
    Of the clocks, the result contains only the time banks."""
    sitting.navigator.press(BACK, LONG, sitting.now)
    found = seen_of(sitting.sees)
    found["clock"] = sitting.sees.clocks and sitting.sees.clocks[:2]
    return found


def restarted(cases, *samples):
    """Checks that sampled matches survive power cuts; returns the phases of these matches.
    `cases`: states.Cases. `samples`: two numbers, 1 by default. One match in samples[0] is
    checked; if the environment variable ALL is 1, one match in samples[1]."""
    phases = set()
    for at, (case, state, way) in enumerate(states.reached(cases, *samples)):
        sitting = state.sitting(way, _DISPLAYS[at % len(_DISPLAYS)])
        assert sitting.match.phase == case[2], case
        before = seen(sitting)
        again = states.restarted(sitting)
        assert again.match.state()[:-1] == sitting.match.state()[:-1], case
        after = seen(again)
        assert after == before, (case, [part for part in before if after[part] != before[part]])
        for presses in ("OK", "NEXT OK", "hold-OK", "hold-BACK", "PREV OK"):
            again.press(presses)
            again.wait(300, 100)
            check(again.sees)
        phases.add(case[2])
    return phases


def test_each_phase_with_each_option_and_each_two_options_of_a_match_outlasts_a_power_cut():
    assert restarted(states.Cases(states.OPTIONS), 11) == set(states.PHASES)
    for options in (
        ([("settings", "clock", 1)],),
        ([("prefs", prefs.CHECKERS, 1)], states.PLAYERS),
    ):
        restarted(states.Cases(*options))
    restarted(states.Cases(states.OPTIONS, states.OPTIONS), 3001, 41)


def stays_under_all(name, sitting):
    board = lambda: [str(getattr(sitting.sees, name)) for name in _BOARD]  # noqa: E731
    before = board()
    for opened in _OVER:
        sitting.navigator.open(opened(sitting.navigator))
        assert board() == before, (name, sitting.navigator.top)


def takes_no_letter(sitting):
    for letter in _EVERYTHING:
        sitting.navigator.top.type(letter)
        sitting.navigator.changed = True
    assert sitting.navigator.top.typing == ""


def test_what_is_opened_over_a_board_and_what_is_typed_there_change_nothing():
    for case, state, way in states.reached(states.Cases([states.PLAIN])):
        sitting = state.sitting(way)
        before = sitting.match.state(), len(sitting.navigator.open_modes)
        takes_no_letter(sitting)
        sitting.press("hold-OK")
        for _ in sitting.sees.page.items:
            takes_no_letter(sitting)
            sitting.press("NEXT")
        sitting.press("hold-OK")
        assert (sitting.match.state(), len(sitting.navigator.open_modes)) == before, case
        stays_under_all(case, sitting)


def test_what_is_opened_over_half_a_play_or_playback_leaves_the_board():
    for base in range(len(states.BASES)):
        sitting = states.State(base).sitting((actions.roll(3, 1),))
        sitting.press("OK")
        stays_under_all(base, sitting)
        sitting = states.State(base, ("settings", "names", ("Ann", "Bob"))).sitting()
        sitting.grade_a_game()
        sitting.begin(states.State(base).settings)
        sitting.open_match()
        sitting.press("NEXT NEXT")
        assert sitting.navigator.played
        stays_under_all(base, sitting)


def test_back_from_an_earlier_match_leads_to_the_one_that_is_played_unchanged():
    for i, (case, state, way) in enumerate(states.reached(states.Cases(states.EARLIER))):
        sitting = state.sitting(way)
        if i % 3 == 0:  # as if a backup had brought it
            log = sitting.session.log
            for _ in log.write(list(log.open()), IMPORTED):
                pass
        playing = states.State(0)
        sitting.begin(playing.settings)
        for action in playing.ways()[_RUNNING[i % len(_RUNNING)]]:
            assert sitting.navigator.commit(action, sitting.now), case
        sitting.wait(100)
        flash = sitting.kept[0]
        before, running = list(flash.blocks), sitting.match.state()
        shown = list(sitting.sees.checkers)
        sitting.open_match(0 if sitting.session.fresh else 1)
        assert sitting.navigator.played[0] != sitting.log.run, case
        sitting.press("NEXT NEXT PREV OK BACK")
        while sitting.navigator.open_modes:
            sitting.press("BACK")
        assert list(flash.blocks) == before, case
        assert sitting.match.state() == running
        assert list(sitting.sees.checkers) == shown, case
