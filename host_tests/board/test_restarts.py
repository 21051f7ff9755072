"""A whole board whose power is cut in each phase of each match: it starts, and shows the same."""

import states
from fakes.power import Power
from picogammon.app.session import seal
from picogammon.ground.presses import BACK, LONG
from picogammon.rules.position import RulesError
from portable import sample
from transcript import seen_of


def seen(power):
    """All that is to be seen once nothing lies over the match; of a clock the reserves."""
    navigator = power.board.navigator
    navigator.press(BACK, LONG, power.now)
    navigator.refresh()
    found = seen_of(navigator.view)
    found["clock"] = navigator.view.clocks and navigator.view.clocks[:2]
    return found


def begun(state, way):
    """A script: that match has begun, and all of the way is done."""

    def script(power):
        session = power.board.session
        session.players.find_coach = None  # it takes long to find one; the app's tests have it
        navigator = power.board.navigator
        if state.settings.sealed:
            seal.keep(session.dice.seal_store, states.SECRET)
        for field, value in state.prefs:
            session.prefs.change(field, value - session.prefs[field])
            navigator.keep_prefs()
        navigator.begin(power.now, session.library.new_match, state.settings, state.first)
        for action in way:
            assert navigator.commit(action, power.now)
        power.seen = seen(power), power.match.state()[:-1]
        yield 100

    return script


def looked_at(power):
    """A script: somebody looks, and presses."""
    power.board.session.players.find_coach = None
    before, power.seen = power.seen, (seen(power), power.match.state()[:-1])
    for part in before[0]:
        assert power.seen[0][part] == before[0][part], part
    assert power.seen[1] == before[1]
    yield from power.press("OK NEXT OK hold-OK BACK")


def test_each_phase_with_each_option_of_a_match_outlasts_a_power_cut():
    cases = states.Cases(states.OPTIONS)
    for number in sample(cases.numbers, 97, 2):
        base, options, phase = cases.of(number)
        try:
            state = states.State(base, *options)
        except RulesError:
            continue
        ways = state.ways()
        if phase in ways and not any(state.settings.players):
            power = Power(3)
            for script in (begun(state, ways[phase]), looked_at):
                assert power.run(script) == "off", (base, options, phase, power.crash_log())
                power.cut()
            assert power.crash_log() == "", (base, options, phase, power.crash_log())
