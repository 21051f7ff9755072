"""BACK from a match that is played back leads to the match that is played, as it was."""

import states
from picogammon.devices.ring import IMPORTED
from picogammon.rules import match as matches
from picogammon.rules.actions import kind_of
from portable import some

_OPTIONS = (
    (),
    (("settings", "clock", 2),),
    (("settings", "sealed", 1),),
    (("settings", "variant", 2),),
    (("settings", "players", (0, 1)),),
    (("scores", "", (1, 2)),),
)
_RUNNING = (matches.OPENING, matches.TO_PLAY, matches.DOUBLED, matches.MATCH_OVER)


def kinds():
    """[(base, options, phase)] of the matches that can be opened, in each phase of a match."""
    found = []
    for base in range(len(states.BASES)):
        for options in _OPTIONS:
            try:
                ways = states.State(base, *options).ways()
            except matches.RulesError:
                continue
            found += [(base, options, phase) for phase in sorted(ways) if ways[phase]]
    return found


def playing(kind):
    """A Sitting at which a match of that kind is played."""
    base, options, phase = kind
    state = states.State(base, *options)
    return state.sitting(state.ways()[phase])


def _with_earlier(kind, phase, brought):
    """A Sitting that plays a match in that phase, and has one of that kind; `brought`: it came from
    a backup."""
    sitting = playing(kind)
    if brought:
        log = sitting.session.log
        records = list(log.open())
        for _ in log.write(records, IMPORTED):
            pass
    running = states.State(0)
    sitting.begin(running.settings)
    for action in running.ways()[phase]:
        assert sitting.navigator.commit(action, sitting.now), kind_of(action)
    sitting.wait(100)
    return sitting


def test_back_leads_to_the_match_that_is_played_unchanged():
    for i, kind in enumerate(some(kinds())):
        sitting = _with_earlier(kind, _RUNNING[i % len(_RUNNING)], i % 3 == 0)
        flash = sitting.kept[0]
        before, running = list(flash.blocks), sitting.match.state()
        shown = list(sitting.sees.checkers)
        sitting.press("hold-OK")
        sitting.choose("Earlier matches")
        sitting.wait(500)
        if not sitting.session.fresh:
            sitting.press("NEXT")
        sitting.press("OK")
        sitting.wait(500)
        assert sitting.navigator.played[0] != sitting.log.run, kind
        sitting.press("NEXT NEXT PREV OK BACK")
        while sitting.navigator.open_modes:
            sitting.press("BACK")
        assert list(flash.blocks) == before, kind
        assert sitting.match.state() == running
        assert list(sitting.sees.checkers) == shown, kind
