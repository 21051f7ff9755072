"""Buttons: what a finger and a bouncing switch do, millisecond by millisecond, as presses."""

from fakes.wires import Switches
from picogammon.devices.buttons import Buttons
from picogammon.ground.presses import LONG, REPEAT, SHORT
from portable import no_allocation

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


def test_a_press_is_one_short():
    finger = Finger()
    finger.play(100)
    assert finger.play("+0", 80, "-0", 200) == [(15, 0, SHORT)]


def test_each_button_has_its_number():
    finger = Finger(long=())
    finger.play(100)
    for button in range(4):
        assert _events(finger.play("+%d" % button, 80, "-%d" % button, 100)) == [(button, SHORT)]


def test_a_bouncing_switch_is_one_press():
    for button in (0, _OK):
        finger = Finger(every=1)
        finger.play(100)
        down, up = "+%d" % button, "-%d" % button
        bounces = []
        for ms in (1, 3, 7, 2, 9, 5):
            bounces += [down, ms, up, ms]
        finger.play(*(bounces + [down]))
        presses = finger.presses + finger.play(120, *([up, 2, down, 9] * 4 + [up, 300]))
        assert _events(presses) == [(button, SHORT)]


def test_bounces_on_letting_go_are_no_second_press():
    for button in (0, _OK):
        for gap in (1, 5, 15, 29):
            finger = Finger(every=1)
            finger.play(100)
            down, up = "+%d" % button, "-%d" % button
            script = [down, 100] + [up, gap, down, 25] * 5 + [up, 300]
            assert _events(finger.play(*script)) == [(button, SHORT)]


def test_a_spark_is_no_press():
    finger = Finger(every=1)
    finger.play(100)
    assert finger.play("+0", 8, "-0", 100, "+2", 9, "-2", 100) == []


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


def test_two_quick_presses_are_two():
    finger = Finger()
    finger.play(100)
    assert _events(finger.play("+1", 50, "-1", 50, "+1", 50, "-1", 50)) == [(1, SHORT)] * 2


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


def test_let_go_just_before_600_ms_is_short():
    finger = Finger(every=1)
    finger.play(100)
    assert _events(finger.play("+2", 595, "-2", 200)) == [(_OK, SHORT)]


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
