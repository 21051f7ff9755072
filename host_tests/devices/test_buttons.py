"""Buttons: touches with bouncing contacts become presses, whether the board polls or is busy.

test_contacts.py tests contacts that move at random.
"""

from contacts import Bench
from picogammon.ground import LONG, REPEAT, SHORT
from portable import no_allocation

_WRAP = 1 << 30
_PREV, _NEXT, _OK, _BACK = range(4)
_TOUCHED = (_NEXT, _OK)  # without a long meaning, and with one

# Buttons that are looked at every few ms.


def _looked_at(start=0, every=5):
    bench = Bench(start, listens=False)
    assert bench.rounds(120 // every, every) == []
    return bench


def _timed(bench, ms):
    """Polls each ms for `ms` ms; returns (ms since the start, button, event) of each press."""
    return [(i + 1,) + press for i in range(ms) for press in bench.rounds(1, 1)]


def test_a_press_is_told_when_the_button_goes_down_or_with_a_long_meaning_when_it_is_let_go():
    for button in range(4):
        bench = _looked_at(every=1)
        bench.push(button, 0, 390)
        ((when, *press),) = _timed(bench, 590)
        assert press == [button, SHORT]
        assert 0 <= when - (390 if button == _OK else 0) <= 12


def test_held_a_button_gives_a_long_press_or_repeats():
    bench = _looked_at(every=1)
    bench.push(_OK, 0, 3000)
    ((when, *press),) = _timed(bench, 3200)
    assert 600 <= when <= 602 and press == [_OK, LONG]
    bench.push(_NEXT, 0, 1010)
    first, *repeats = _timed(bench, 1510)
    assert first[2] == SHORT and [event for _, _, event in repeats] == [REPEAT] * 5
    assert 400 <= repeats[0][0] <= 402
    for one, other in zip(repeats, repeats[1:]):
        assert 150 <= other[0] - one[0] <= 151


def test_held_since_power_on_is_ignored_and_named_but_not_if_pressed_later():
    bench = Bench(listens=False)
    bench.pins[_NEXT].level = bench.pins[_OK].level = 0
    bench.switch_on(False)
    assert bench.rounds(1000, 5) == [] and bench.buttons.stuck == (_NEXT, _OK)
    bench.push(_PREV, 0, 50)
    assert bench.rounds(20, 5) == [(_PREV, SHORT)]
    bench.pins[_NEXT].level = 1
    assert bench.rounds(40, 5) == [] and bench.buttons.stuck == (_OK,)
    bench.push(_NEXT, 0, 50)
    assert bench.rounds(20, 5) == [(_NEXT, SHORT)]
    bench.push(_NEXT, 0, 20_000)
    bench.rounds(2000, 5)
    assert bench.buttons.stuck == (_OK,)


def test_it_is_so_in_a_slow_loop_and_where_the_clock_wraps():
    for before in range(0, 1200, 90):
        for button, held, presses in (
            (_OK, 700, [(_OK, LONG)]),
            (_OK, 100, [(_OK, SHORT)]),
            (_PREV, 600, [(_PREV, SHORT), (_PREV, REPEAT), (_PREV, REPEAT)]),
        ):
            bench = _looked_at(_WRAP - 120 - before)
            bench.push(button, 0, held)
            assert bench.rounds(180, 5) == presses
    bench = _looked_at(every=40)
    for button in (_PREV, _OK):
        bench.push(button, 0, 120)
        assert bench.rounds(7, 40) == [(button, SHORT)]
    bench.pins[_OK].level = 0  # first seen after a long round, it is not yet held
    bench.now += 5000
    presses = bench.rounds(2, 40)
    bench.pins[_OK].level = 1
    assert presses + bench.rounds(3, 40) == [(_OK, SHORT)]


# Buttons that interrupt. A push: (button, ms from now, ms closed).


def _heard(pushes, *rounds, **how):
    """Returns the presses that `pushes` cause.
    `rounds`: (number of rounds, ms of each round), or ("erase", ms of a flash erase)."""
    bench = Bench(**how)
    for push in pushes:
        bench.push(*push)
    return _told(bench, rounds)


def _told(bench, rounds):
    found = []
    for count, ms in rounds:
        if count == "erase":
            bench.busy(ms, True)
            found += bench.scan()
        else:
            found += bench.rounds(count, ms)
    return found


def test_taps_in_rounds_of_any_length_count_once_each_and_in_their_order():
    for start in range(_WRAP - 200, _WRAP + 1, 7):
        assert _heard(((_NEXT, 10, 60),), (2, 150), start=start) == [(_NEXT, SHORT)]
    for length in (5, 30, 60, 150, 400):
        pushes = [(_NEXT, 7 + 75 * i, 40) for i in range(5)]
        assert _heard(pushes, (600 // length, length)) == [(_NEXT, SHORT)] * 5, length
    pushes = ((_NEXT, 20, 60), (_PREV, 130, 60), (_BACK, 210, 60))
    presses = _heard(pushes, (1, 400), (10, 10))
    assert presses == [(_NEXT, SHORT), (_PREV, SHORT), (_BACK, SHORT)]


def test_ten_ms_closed_are_a_press_and_thirty_open_end_it():
    for button in _TOUCHED:
        for length in (1, 3, 5, 20):
            for after in range(length):
                for closed, presses in ((9, 0), (10, 1)):
                    found = _heard(((button, after, closed),), (60 // length, length))
                    assert found == [(button, SHORT)] * presses
                for opened, presses in ((29, 1), (30, 2)):
                    pushes = (button, after, 50), (button, after + 50 + opened, 50)
                    found = _heard(pushes, (240 // length, length))
                    assert found == [(button, SHORT)] * presses


def test_a_hold_in_rounds_of_any_length_is_long_soon_after_600_ms_or_repeats():
    for length in (5, 44, 45, 60, 150):
        for held, event in ((599, SHORT), (600, LONG)):
            assert _heard(((_OK, 0, held),), (1500 // length, length)) == [(_OK, event)], length
        rounds = (600 + 2 * length) // length, length
        assert _heard(((_OK, 0, 5000),), rounds) == [(_OK, LONG)], length
    assert _heard(((_OK, 50, 800),), (1, 1000), (10, 10)) == [(_OK, LONG)]
    presses = _heard(((_NEXT, 50, 690),), (1, 400), (50, 10))
    assert presses == [(_NEXT, SHORT)] + [(_NEXT, REPEAT)] * 2


def test_a_spark_is_no_press_however_late_its_end_is_noted_but_within_an_erase():
    for erase, length, begins in ((40, 1, 20), (40, 5, 20), (45, 5, 20), (45, 9, 20), (20, 8, 10)):
        for after in range(0, 120):
            presses = _heard(((_NEXT, after, length),), (begins // 5, 5), ("erase", erase), (30, 5))
            outside = after + length <= begins or after > begins + erase
            most = 0 if outside or erase < 45 else 1
            assert presses in ([], [(_NEXT, SHORT)] * most), (erase, length, after)


def test_a_button_rests_when_nobody_has_touched_it_for_so_long():
    bench = Bench()
    bench.rounds(10, 5)
    assert not bench.buttons.idle_for(bench.now, 2000)
    bench.rounds(400, 5)
    assert bench.buttons.idle_for(bench.now, 2000)
    bench.push(_NEXT, 3, 60)
    bench.busy(10)
    assert not bench.buttons.idle_for(bench.now, 2000), "an edge waits"
    bench.rounds(8, 5)
    assert not bench.buttons.idle_for(bench.now, 0), "it is held"
    bench.rounds(395, 5)
    assert not bench.buttons.idle_for(bench.now, 2000)
    bench.rounds(12, 5)
    assert bench.buttons.idle_for(bench.now, 2000)


def test_sparks_are_counted_and_touch_nothing():
    for length in (5, 40, 80):  # of a round
        bench = Bench()
        bench.rounds(400, 5)
        buttons = bench.buttons
        noted = buttons.noted
        for i in range(0, 2000, 20):
            bench.move(_NEXT, i, None)  # too short for its interrupt to see it closed
        bench.busy(length)
        assert length > 40 or buttons.noted == noted, "no thought is cut short"
        bench.scan()
        for i in range(0, 2000, 100):
            bench.push(_OK, i + 1, 2)  # long enough for that
        for _ in range(2400 // length):
            assert bench.rounds(1, length) == []
            assert buttons.idle_for(bench.now, 2000) and buttons.settled
        assert list(buttons.sparks) == [0, 100, 20, 0]
        bench.push(_OK, 0, 80)
        assert bench.rounds(30, 5) == [(_OK, SHORT)]
        assert list(buttons.sparks) == [0, 100, 20, 0], "a press is no spark"
        assert not buttons.idle_for(bench.now, 2000)


def test_a_button_whose_interrupt_is_off_or_missed_is_heard_of_all_the_same():
    for button in _TOUCHED:  # an exception turns an interrupt off: it is armed again
        bench = Bench()
        bench.rounds(10, 5)
        bench.pins[button].edges = 0
        bench.rounds(601, 5)
        bench.push(button, 20, 60)
        assert _told(bench, ((1, 150), (10, 10))) == [(button, SHORT)]
    bench = Bench()
    bench.rounds(4, 5)
    bench.pins[_NEXT].level = 0
    assert bench.rounds(10, 5) == [(_NEXT, SHORT)]
    bench.pins[_NEXT].level = 1
    bench.rounds(20, 5)
    bench.push(_NEXT, 0, 60)
    assert bench.rounds(40, 5) == [(_NEXT, SHORT)]


def test_a_tap_whose_end_is_heard_of_late_is_no_hold():
    """A busy browser reports edges late, but with their true times."""
    for tick in range(100, 2000, 4):
        for button in _TOUCHED:
            bench = Bench()
            bench.rounds(4, 5)
            bench.pins[button].move(0)
            closed = bench.now
            presses = bench.rounds(tick % 3, 5)  # heard of at once, or a little later
            bench.now = closed + tick
            presses += bench.scan()
            bench.now = closed + 90  # that is what is noted, when it is heard of
            bench.pins[button].move(1)
            bench.now = closed + tick + 1
            assert presses + bench.rounds(20, 5) == [(button, SHORT)], tick


# More levels than there is room for.


def test_a_tap_that_bounces_however_often_is_one_press():
    for bounces in (1, 20, 31, 32, 33, 63, 64, 65, 200):
        for button in _TOUCHED:
            bench = Bench()
            bench.chatter(button, 5, bounces)
            bench.push(button, 6, 90)
            bench.chatter(button, 97, bounces)
            assert _told(bench, ((1, 140), (60, 5))) == [(button, SHORT)], bounces
            bench.push(button, 0, 90)
            assert bench.rounds(40, 5) == [(button, SHORT)], bounces


def test_a_button_that_bounces_without_end_hides_no_tap_of_another():
    noise = [(_PREV, 2 * i, 1) for i in range(250)]
    for other in _TOUCHED:
        for after in range(5, 200, 7):
            presses = _heard(noise + [(other, after, 60)], (1, 300), (60, 5))
            assert presses == [(other, SHORT)], after


def test_nothing_is_held_after_more_than_there_is_room_for():
    """If a pin changes more often than the board has room to note, a release can be missed."""
    for held in _TOUCHED:
        bench = Bench()
        bench.push(held, 0, 100)
        presses = bench.rounds(20, 5)
        for i in range(1, 30):
            for button in (held, _PREV, _BACK):
                bench.push(button, 25 * i, 10)
        bench.push(held, 750, 1800)
        presses += _told(bench, ((1, 800), (300, 5)))
        assert [press for press in presses if press[0] == held] == [(held, SHORT)]
        bench.rounds(300, 5)
        bench.push(held, 0, 90)
        assert bench.rounds(40, 5) == [(held, SHORT)]
    undecided = [(_OK, 0, 60), (_OK, 2740, 1800)] + [(_OK, 80 * i + 20, 40) for i in range(1, 34)]
    assert _heard(undecided, (4, 5), (1, 2800), (400, 5)) == [(_OK, SHORT)] * 32


def test_scans_and_interrupts_allocate_nothing():
    bench = Bench()
    pin = bench.pins[_NEXT]
    handler = pin.handler
    scan = bench.buttons.scan
    with no_allocation():
        for _ in range(40):
            handler(pin)
        scan(0)
        scan(5)
        scan(4000)  # looks after the interrupts as well
