"""The power is cut in each phase of each match that there can be: the board starts, shows the
same, and goes on.
"""

import states
from fakes.ruler import check
from picogammon.app.session import prefs
from picogammon.ground import BACK, LONG
from picogammon.rules.position import RulesError
from portable import sample
from transcript import seen_of


def seen(sitting):
    """All that is to be seen of a match, once nothing lies over it; of a clock the reserves."""
    sitting.navigator.press(BACK, LONG, sitting.now)
    found = seen_of(sitting.sees)
    found["clock"] = sitting.sees.clocks and sitting.sees.clocks[:2]
    return found


def restart(base, options, phase, way):
    name = base, options, phase
    sitting = states.State(base, *options).sitting(way)
    assert sitting.match.phase == phase, name
    before = seen(sitting)
    again = states.restarted(sitting)
    check(again.sees)
    assert again.match.state()[:-1] == sitting.match.state()[:-1], name
    after = seen(again)
    for part in before:
        assert after[part] == before[part], (name, part, before[part], after[part])
    for presses in ("OK", "NEXT OK", "hold-OK", "hold-BACK", "PREV OK"):
        again.press(presses)
        again.wait(300, 100)
        check(again.sees)


class Ways:
    """The ways of the State that was asked for last: preferences change no way."""

    def __init__(self):
        self._key = self._ways = None

    def of(self, base, options):
        key = base, [option for option in options if option[0] != "prefs"]
        if key != self._key:
            self._key = key
            try:
                self._ways = states.State(*((base,) + tuple(key[1]))).ways()
            except RulesError:
                self._ways = {}
        return self._ways


def go_through(cases, every=1, long=1):
    """Restarts in a sample of these Cases, where there is such a match; the phases reached."""
    ways = Ways()
    reached = set()
    for number in sample(cases.numbers, every, long):
        base, options, phase = cases.of(number)
        found = ways.of(base, options)
        if phase in found:
            restart(base, options, phase, found[phase])
            reached.add(phase)
    return reached


def test_each_phase_with_each_option_of_a_match_outlasts_a_power_cut():
    assert go_through(states.Cases(states.OPTIONS), 11) == set(states.PHASES)


def test_each_phase_by_the_clock_outlasts_a_power_cut():
    go_through(states.Cases([("settings", "clock", 1)]))


def test_each_phase_with_a_referee_and_whoever_plays_outlasts_a_power_cut():
    go_through(states.Cases([("prefs", prefs.CHECKERS, 1)], states.PLAYERS))


def test_each_phase_with_each_two_options_outlasts_a_power_cut():
    go_through(states.Cases(states.OPTIONS, states.OPTIONS), 3001, 41)
