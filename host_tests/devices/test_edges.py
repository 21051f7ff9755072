"""Presses while the board is busy with other things: noted by interrupts, none lost, none made."""

from fakes.contacts import Bench
from picogammon.ground.presses import LONG, REPEAT, SHORT
from portable import no_allocation, some

_NEXT = 1
_OK = 2
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


def test_a_tap_is_not_lost_while_flash_is_erased():
    for after in range(0, 100):
        bench = Bench()
        bench.push(_NEXT, after, 60)
        presses = bench.rounds(4, 5)
        bench.busy(_ERASE, True)
        presses += bench.scan()
        assert presses + bench.rounds(30, 5) == [(_NEXT, SHORT)], after


def test_a_press_is_not_lost_in_a_round_of_several_erases():
    for after in range(0, 200):
        bench = Bench()
        bench.push(_NEXT, after, 100)
        presses = bench.rounds(4, 5)
        for _ in range(3):
            bench.busy(_ERASE, True)
            bench.busy(1)
        presses += bench.scan()
        assert presses + bench.rounds(40, 5) == [(_NEXT, SHORT)], after


def test_a_tap_is_not_lost_in_an_erase_that_outlasts_it_nor_made_two():
    for button in (_NEXT, _OK):
        for erase in (60, 150, 400):
            for after in some(range(0, 500, 7)):
                for length in (60, 100, 250):
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
    assert not bench.buttons.untouched(bench.now, 2000)
    bench.rounds(400, 5)
    assert bench.buttons.untouched(bench.now, 2000)
    bench.push(_NEXT, 3, 60)
    bench.busy(10)
    assert not bench.buttons.untouched(bench.now, 2000), "an edge waits"
    bench.rounds(8, 5)
    assert not bench.buttons.untouched(bench.now, 0), "it is held"
    bench.rounds(395, 5)
    assert not bench.buttons.untouched(bench.now, 2000)
    bench.rounds(12, 5)
    assert bench.buttons.untouched(bench.now, 2000)


def test_a_spark_is_no_press_however_late_its_end_is_noted():
    for length in (1, 5, 9):
        for after in range(0, 120):
            bench = Bench()
            bench.push(_NEXT, after, length)
            presses = bench.rounds(4, 5)
            bench.busy(_ERASE, True)
            presses += bench.scan()
            assert presses + bench.rounds(30, 5) == [], (length, after)


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


def test_what_lasted_waits_with_its_times_and_bounces_take_no_room():
    bench = Bench()
    edges = bench.edges
    start = bench.now
    for at, level in ((20, 0), (22, 1), (25, 0), (34, 1), (43, 0), (53, 1), (63, 0)):
        bench.now = start + at
        bench.pins[_NEXT].move(level)
    waiting = []
    while edges.oldest() == _NEXT:
        waiting.append((edges.was(_NEXT), edges.began(_NEXT), edges.ended(_NEXT)))
        edges.forget(_NEXT)
    times = [(was, began - start, ended - start) for was, began, ended in waiting]
    assert times == [(1, 0, 20), (0, 43, 53), (1, 53, 63)] and edges.oldest() == -1
    assert (edges.value[_NEXT], edges.since[_NEXT]) == (0, start + 63)


def test_each_button_has_room_for_sixteen_and_says_when_it_had_none():
    bench = Bench()
    edges = bench.edges
    for i in range(17):
        bench.now += 10
        for button in (_NEXT, _OK):
            if button == _OK or i < 16:
                bench.pins[button].move(i & 1)
    assert (edges.lost[_NEXT], edges.lost[_OK]) == (0, 1)
    buttons = []
    times = []
    while edges.oldest() >= 0:
        button = edges.oldest()
        buttons.append(button)
        times.append(edges.ended(button))
        edges.forget(button)
    assert times == sorted(times) and len(times) == 32 and buttons.count(_OK) == 16


def test_nothing_is_held_after_more_than_there_is_room_for():
    for held in (_NEXT, _OK):
        bench = Bench()
        bench.push(held, 0, 100)
        presses = bench.rounds(20, 5)
        for i in range(1, 30):
            bench.push(held, 25 * i, 10)
        bench.push(held, 750, 1800)
        presses += bench.rounds(1, 800) + bench.rounds(300, 5)
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


def test_bounces_between_rounds_are_one_press():
    bench = Bench()
    for at in (0, 2, 3, 5):
        bench.push(_NEXT, at, 1)
    bench.push(_NEXT, 7, 80)
    for at in (88, 91, 93):
        bench.push(_NEXT, at, 1)
    assert bench.rounds(20, 10) == [(_NEXT, SHORT)]


def test_a_contact_that_never_rests_does_not_stop_the_others():
    bench = Bench()
    for i in range(200):
        bench.push(0, i, 0)
    bench.push(_NEXT, 100, 150)
    assert bench.rounds(1, 220) + bench.rounds(20, 10) == [(_NEXT, SHORT)]


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
    bench.rounds(20, 5)
    for i in range(9):
        bench.push(_OK, 80 * i, 40)
    bench.push(_OK, 720, 1800)
    presses = bench.rounds(1, 800) + bench.rounds(400, 5)
    assert presses == [(_OK, SHORT)] * 8, "the last may have been let go in between"


def test_a_write_of_twenty_ms_may_have_erased():
    for after in range(0, 30):
        bench = Bench()
        bench.push(_NEXT, after, 8)
        presses = bench.rounds(2, 5)
        bench.busy(20, True)
        assert presses + bench.scan() + bench.rounds(30, 5) == [], after
