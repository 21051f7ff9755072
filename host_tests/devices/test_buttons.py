"""Buttons: a finger and a bouncing switch become presses, while the board looks or is busy."""

from fakes.contacts import Bench
from fakes.wires import Switches
from picogammon.devices.buttons import Buttons
from picogammon.ground import LONG, REPEAT, SHORT
from portable import no_allocation, some

_WRAP = 1 << 30
_OK = 2


class Finger:
    """Plays a script of levels against Buttons on a fake clock, scanning every `every` ms."""

    def __init__(self, long=(_OK,), every=5, start=0):
        self.switches = Switches()
        self.buttons = Buttons(self.switches.read, 4, long)
        self.now = start
        self.every = every
        self.presses = []  # (ms since the last script began, button, event)

    def run(self, ms):
        """Let `ms` pass."""
        for _ in range(ms // self.every):
            self.now = (self.now + self.every) % _WRAP
            self.passed += self.every
            press = self.buttons.scan(self.now)
            if press >= 0:
                self.presses.append((self.passed, press >> 2, press & 3))

    def play(self, *script):
        """`script`: ms to pass, "+0" to close switch 0, "-0" to open it. Returns the presses."""
        self.presses = []
        self.passed = 0
        for what in script:
            if isinstance(what, str):
                button = int(what[1:])
                (self.switches.down.add if what[0] == "+" else self.switches.down.discard)(button)
            else:
                self.run(what)
        return self.presses


def _events(presses):
    return [(button, event) for _, button, event in presses]


def test_each_button_has_its_number():
    finger = Finger(long=())
    finger.play(100)
    for button in range(4):
        assert _events(finger.play("+%d" % button, 80, "-%d" % button, 100)) == [(button, SHORT)]


def test_ten_ms_closed_are_a_press_and_thirty_open_end_it():
    for button in (0, _OK):
        down, up = "+%d" % button, "-%d" % button
        for closed, presses in ((10, 0), (11, 1)):  # looked at each ms, from one look to the last
            finger = Finger(every=1)
            finger.play(100)
            assert _events(finger.play(down, closed, up, 100)) == [(button, SHORT)] * presses
        for opened, presses in ((30, 1), (31, 2)):
            finger = Finger(every=1)
            finger.play(100)
            assert (
                _events(finger.play(down, 50, up, opened, down, 50, up, 100))
                == [(button, SHORT)] * presses
            )


def test_a_finger_that_is_first_seen_after_a_long_round_is_no_hold_at_once():
    finger = Finger()
    finger.play(100)
    finger.switches.down.add(_OK)
    finger.now += 5000
    assert finger.play(60, "-2", 100) == [(75, _OK, SHORT)]


def test_without_a_long_meaning_the_answer_comes_on_the_way_down():
    finger = Finger(every=1)
    finger.play(100)
    presses = finger.play("+3", 60)
    assert len(presses) == 1 and presses[0][0] <= 12


def test_with_a_long_meaning_the_short_comes_on_letting_go():
    finger = Finger(every=1)
    finger.play(100)
    assert finger.play("+2", 400) == []
    presses = finger.play("-2", 200)
    assert _events(presses) == [(_OK, SHORT)]
    assert presses[0][0] <= 12


def test_long_after_600_ms_and_nothing_on_letting_go():
    finger = Finger(every=1)
    finger.play(100)
    presses = finger.play("+2", 3000, "-2", 200)
    assert _events(presses) == [(_OK, LONG)]
    assert 600 <= presses[0][0] <= 602


def test_repeats_after_400_ms_every_150():
    finger = Finger(every=1)
    finger.play(100)
    presses = finger.play("+1", 1010, "-1", 500)
    assert _events(presses) == [(1, SHORT)] + [(1, REPEAT)] * 5
    times = [ms for ms, _, _ in presses[1:]]
    assert 400 <= times[0] <= 402
    assert all(150 <= b - a <= 151 for a, b in zip(times, times[1:]))


def test_two_buttons_at_once_are_both_heard():
    finger = Finger()
    finger.play(100)
    assert sorted(_events(finger.play("+0", "+1", 100, "-0", "-1", 100))) == [(0, 0), (1, 0)]


def test_held_since_power_on_is_ignored_and_named():
    finger = Finger()
    finger.switches.down.update((1, _OK))
    assert finger.play(5000) == []
    assert finger.buttons.stuck == (1, _OK)
    assert _events(finger.play("+0", 50, "-0", 50)) == [(0, SHORT)]
    assert finger.play("-1", 200) == []
    assert finger.buttons.stuck == (_OK,)
    assert _events(finger.play("+1", 50, "-1", 50)) == [(1, SHORT)]


def test_pressed_after_the_start_is_not_stuck():
    finger = Finger()
    finger.play(20)
    finger.play("+1", 10_000)
    assert finger.buttons.stuck == ()


def test_the_clock_wraps():
    for before in range(0, 1200, 90):
        finger = Finger(every=5, start=_WRAP - 100 - before)
        finger.play(100)
        assert _events(finger.play("+2", 700, "-2", 100)) == [(_OK, LONG)]
        assert _events(finger.play("+2", 100, "-2", 100)) == [(_OK, SHORT)]
        finger = Finger(every=5, start=_WRAP - 100 - before)
        finger.play(100)
        presses = finger.play("+0", 600, "-0", 100)
        assert _events(presses) == [(0, SHORT), (0, REPEAT), (0, REPEAT)]


def test_a_slow_loop_loses_no_press():
    finger = Finger(every=40)
    finger.play(120)
    for button, length in ((0, 120), (_OK, 120)):
        presses = finger.play("+%d" % button, length, "-%d" % button, 160)
        assert _events(presses) == [(button, SHORT)]


def test_scanning_allocates_nothing():
    buttons = Buttons(lambda i: 1, 4, (_OK,))
    buttons.scan(0)
    with no_allocation():
        buttons.scan(5)
        buttons.scan(100)
    bench = Bench()
    with no_allocation():
        bench.buttons.scan(4000)  # looks after the interrupts as well


_NEXT = 1
_ERASE = 45


def test_a_tap_in_a_long_round_is_one_press():
    for length in (20, 60, 100, 150, 300):
        for after in some(range(0, length, 3)):
            for button in (_NEXT, _OK):
                bench = Bench()
                bench.push(button, after, 60)
                assert bench.rounds(4, length) + bench.rounds(10, 10) == [(button, SHORT)]


def test_it_is_so_where_the_clock_wraps():
    for start in range((1 << 30) - 200, (1 << 30) + 1, 7):
        bench = Bench(start)
        bench.push(_NEXT, 10, 60)
        assert bench.rounds(2, 150) == [(_NEXT, SHORT)]


def test_taps_in_one_long_round_are_as_many_presses():
    bench = Bench()
    for i in range(3):
        bench.push(_NEXT, 20 + 160 * i, 60)
    assert bench.rounds(1, 500) + bench.rounds(10, 10) == [(_NEXT, SHORT)] * 3


def test_what_was_pressed_first_comes_first():
    bench = Bench()
    bench.push(_NEXT, 20, 60)
    bench.push(0, 130, 60)
    bench.push(3, 210, 60)
    presses = bench.rounds(1, 400) + bench.rounds(10, 10)
    assert presses == [(_NEXT, SHORT), (0, SHORT), (3, SHORT)]


def test_a_tap_is_not_lost_in_an_erase_that_outlasts_it_nor_made_two():
    for button in (_NEXT, _OK):
        for erase in (45, 60, 150, 400):
            for after in some(range(0, 500, 7)):
                for length in (20, 40, 60, 100, 250):
                    bench = Bench()
                    bench.push(button, after, length)
                    presses = bench.rounds(4, 5)
                    bench.busy(erase, True)
                    presses += bench.scan() + bench.rounds(150, 5)
                    assert presses == [(button, SHORT)], (erase, after, length)


def test_without_a_push_an_erase_makes_none():
    for erase in (45, 400):
        bench = Bench()
        bench.push(_NEXT, 0, 100)
        presses = bench.rounds(60, 5)
        bench.busy(erase, True)
        assert presses + bench.scan() + bench.rounds(30, 5) == [(_NEXT, SHORT)]


def test_a_button_let_go_in_a_long_erase_is_no_second_press_and_no_hold():
    for after in range(0, 450, 7):
        bench = Bench()
        bench.push(_OK, 0, 20 + after)
        bench.push(_OK, 23 + after, 40)  # its contact bounces
        presses = bench.rounds(4, 5)
        bench.busy(400, True)
        presses += bench.scan() + bench.rounds(150, 5)
        assert presses == [(_OK, SHORT)], after


def test_a_push_that_bounces_where_a_long_erase_begins_neither_repeats_nor_is_a_hold():
    for button, held in ((_NEXT, 90), (_OK, 300)):
        for after in range(1, 10):
            bench = Bench()
            bench.push(button, 0, held)
            bench.push(button, held + after, 3)
            presses = bench.rounds(held + 1, 1)
            bench.busy(400, True)
            assert presses + bench.scan() + bench.rounds(60, 5) == [(button, SHORT)], after


def test_taps_75_ms_apart_in_rounds_without_an_erase_stay_apart():
    for length in (5, 30, 60, 150, 400):
        bench = Bench()
        for i in range(5):
            bench.push(_NEXT, 7 + 75 * i, 40)
        assert bench.rounds(600 // length, length) == [(_NEXT, SHORT)] * 5, length


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
    for length in (5, 80):  # a round, and a long one
        bench = Bench()
        bench.rounds(400, 5)
        buttons = bench.buttons
        for i in range(0, 2000, 20):
            bench.spark(_NEXT, i)  # too short for its interrupt to see it closed
        for i in range(0, 2000, 100):
            bench.push(_OK, i + 1, 2)  # long enough for that
        for _ in range(2000 // length):
            assert bench.rounds(1, length) == []
            assert buttons.idle_for(bench.now, 2000)
            assert buttons.settled
        assert list(buttons.sparks) == [0, 100, 20, 0]
        bench.push(_OK, 0, 80)
        assert bench.rounds(30, 5) == [(_OK, SHORT)]
        assert list(buttons.sparks) == [0, 100, 20, 0], "a press is no spark"
        assert not buttons.idle_for(bench.now, 2000)


def test_sparks_in_rounds_without_an_erase_cut_no_thought_short():
    bench = Bench()
    bench.rounds(400, 5)
    noted = bench.buttons.noted
    bench.spark(_NEXT, 5)
    bench.busy(40)
    assert bench.buttons.noted == noted and bench.buttons.settled


def test_an_interrupt_that_an_exception_has_disabled_is_armed_again():
    for button in (_NEXT, _OK):
        bench = Bench()
        bench.rounds(10, 5)
        bench.pins[button].edges = 0
        bench.rounds(601, 5)
        bench.push(button, 20, 60)
        assert bench.rounds(1, 150) + bench.rounds(10, 10) == [(button, SHORT)]


def test_a_spark_is_no_press_however_late_its_end_is_noted_but_within_an_erase():
    for erase in (40, _ERASE):
        for length in (1, 5, 9):
            for after in range(0, 120):
                bench = Bench()
                bench.push(_NEXT, after, length)
                presses = bench.rounds(4, 5)
                began = bench.now
                bench.busy(erase, True)
                outside = after + length <= began or after > bench.now
                presses += bench.scan() + bench.rounds(30, 5)
                most = 0 if outside or erase < _ERASE else 1
                assert presses in ([], [(_NEXT, SHORT)] * most), (erase, length, after)


def test_a_contact_that_breaks_for_a_moment_is_still_held():
    for after in range(0, 120):
        bench = Bench()
        bench.push(_NEXT, 0, 200 + after)
        bench.push(_NEXT, 203 + after, 150)
        presses = bench.rounds(40 + after // 5, 5)
        bench.busy(_ERASE, True)
        presses += bench.scan() + bench.rounds(30, 5)
        assert [event for _, event in presses].count(SHORT) == 1, (after, presses)


def test_a_long_press_in_a_long_round_is_long():
    bench = Bench()
    bench.push(_OK, 50, 800)
    assert bench.rounds(1, 1000) + bench.rounds(10, 10) == [(_OK, LONG)]


def test_ten_ms_closed_are_a_press_and_nine_are_none():
    for button in (_NEXT, _OK):
        for length in (3, 5, 20):
            for after in range(length):
                bench = Bench()
                bench.push(button, after, 10)
                assert bench.rounds(60 // length, length) == [(button, SHORT)]
                bench = Bench()
                bench.push(button, after, 9)
                assert bench.rounds(60 // length, length) == []


def test_thirty_ms_open_end_a_press_and_twenty_nine_do_not():
    for button in (_NEXT, _OK):
        for length in (3, 5, 20):
            for after in range(length):
                bench = Bench()
                bench.push(button, after, 50)
                bench.push(button, after + 80, 50)
                assert bench.rounds(240 // length, length) == [(button, SHORT)] * 2
                bench = Bench()
                bench.push(button, after, 50)
                bench.push(button, after + 79, 50)
                assert bench.rounds(240 // length, length) == [(button, SHORT)]


def test_a_hold_in_rounds_of_any_length_is_long_soon_after_600_ms():
    for length in (5, 44, 45, 60, 150):
        for held in (599, 600):
            bench = Bench()
            bench.push(_OK, 0, held)
            presses = bench.rounds(1500 // length, length)
            assert presses == [(_OK, LONG if held == 600 else SHORT)], (length, held)
        bench = Bench()
        bench.push(_OK, 0, 5000)
        assert bench.rounds((600 + 2 * length) // length, length) == [(_OK, LONG)], length


def test_a_tap_whose_end_is_heard_of_late_is_no_hold():
    """As in a browser that is busy: its edges say when they were, but come after the late tick."""
    for tick in range(100, 2000, 4):
        for button in (_NEXT, _OK):
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


def test_a_button_that_bounces_without_end_hides_no_tap_of_another():
    for other in (_NEXT, _OK):
        for after in range(5, 200, 7):
            bench = Bench()
            for i in range(250):
                bench.push(0, 2 * i, 1)
            bench.push(other, after, 60)
            assert bench.rounds(1, 300) + bench.rounds(60, 5) == [(other, SHORT)], after


def test_a_tap_that_bounces_however_often_is_one_press():
    for bounces in (1, 20, 31, 32, 33, 63, 64, 65, 200):
        for button in (_NEXT, _OK):
            bench = Bench()
            bench.chatter(button, 5, bounces)
            bench.push(button, 6, 90)
            bench.chatter(button, 97, bounces)
            assert bench.rounds(1, 140) + bench.rounds(60, 5) == [(button, SHORT)], bounces
            bench.push(button, 0, 90)
            assert bench.rounds(40, 5) == [(button, SHORT)], bounces


def test_nothing_is_held_after_more_than_there_is_room_for():
    for held in (_NEXT, _OK):
        bench = Bench()
        bench.push(held, 0, 100)
        presses = bench.rounds(20, 5)
        for i in range(1, 30):
            for button in (held, 0, 3):
                bench.push(button, 25 * i, 10)
        bench.push(held, 750, 1800)
        presses += bench.rounds(1, 800) + bench.rounds(300, 5)
        presses = [press for press in presses if press[0] == held]
        assert presses == [(held, SHORT)], "what was lost may have ended the press"
        bench.rounds(300, 5)
        bench.push(held, 0, 90)
        assert bench.rounds(40, 5) == [(held, SHORT)]


def test_a_button_let_go_in_the_noise_of_another_is_not_held():
    bench = Bench()
    bench.push(_OK, 0, 90)
    for i in range(40):
        bench.push(0, 2 * i, 1)
    assert bench.rounds(1, 120) + bench.rounds(200, 5) == [(_OK, SHORT)]
    bench.push(_OK, 0, 90)
    assert bench.rounds(40, 5) == [(_OK, SHORT)]


def test_a_button_held_through_a_long_round_repeats():
    bench = Bench()
    bench.push(_NEXT, 50, 690)
    presses = bench.rounds(1, 400) + bench.rounds(50, 10)
    assert presses[0] == (_NEXT, SHORT) and presses[1:] == [(_NEXT, REPEAT)] * 2


def test_interrupts_and_scans_allocate_nothing():
    bench = Bench()
    pin = bench.pins[_NEXT]
    handler = pin.handler
    scan = bench.buttons.scan
    with no_allocation():
        for _ in range(40):
            handler(pin)
        scan(0)


def test_a_contact_that_moves_without_an_interrupt_is_heard_of_all_the_same():
    bench = Bench()
    bench.rounds(4, 5)
    bench.pins[_NEXT].level = 0
    assert bench.rounds(10, 5) == [(_NEXT, SHORT)]
    bench.pins[_NEXT].level = 1
    bench.rounds(20, 5)
    bench.push(_NEXT, 0, 60)
    assert bench.rounds(40, 5) == [(_NEXT, SHORT)]


def test_a_push_that_is_undecided_when_there_is_no_room_counts():
    bench = Bench()
    bench.push(_OK, 0, 60)
    bench.rounds(4, 5)
    for i in range(1, 34):
        bench.push(_OK, 80 * i, 40)
    bench.push(_OK, 2720, 1800)
    presses = bench.rounds(1, 2800) + bench.rounds(400, 5)
    assert presses == [(_OK, SHORT)] * 32, "the last may have been let go in between"


def test_a_write_of_twenty_ms_may_have_erased():
    for after in range(0, 30):
        bench = Bench()
        bench.push(_NEXT, after, 8)
        presses = bench.rounds(2, 5)
        bench.busy(20, True)
        assert presses + bench.scan() + bench.rounds(30, 5) == [], after
