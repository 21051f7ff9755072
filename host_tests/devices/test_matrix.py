"""A matrix with a button for each place, without diodes: each press counts once, for its button."""

from fakes.circuit import Circuit
from fakes.wires import Crossings
from picogammon.devices import matrix
from picogammon.ground import CUBE, PLACE, button_of, event_of
from portable import no_allocation


class Bench:
    """Fingers on a button matrix that is scanned every 5 ms by a chip with open-drain rows."""

    def __init__(self, start=0, held=(), ms=50):
        self.wires = Crossings(matrix.ROWS, matrix.COLUMNS)
        self.now = start
        self.close(*held)
        self.heard = []
        self.chip = Circuit()
        self.chip.lines = dict(enumerate(self.wires.rows + self.wires.columns))
        numbers = range(matrix.ROWS + matrix.COLUMNS)
        self.matrix = matrix.Matrix(self.chip, numbers[: matrix.ROWS], numbers[matrix.ROWS :])
        self.wait(ms)

    def wait(self, ms):
        for _ in range(0, ms, 5):
            self.now += 5
            press = self.matrix.scan(self.now & (1 << 30) - 1)
            if press >= 0:
                assert event_of(press) == PLACE
                self.heard.append(button_of(press))

    def close(self, *places):
        indices = [list(matrix.BUTTONS).index(place) for place in places]
        self.wires.down = {divmod(i, matrix.COLUMNS) for i in indices}

    def tap(self, place, ms=60):
        self.close(place)
        self.wait(ms)
        self.close()
        self.wait(60)


def test_every_place_has_a_button_of_its_own():
    assert sorted(matrix.BUTTONS) == list(range(CUBE + 1))
    bench = Bench()
    for place in range(CUBE + 1):
        bench.tap(place)
    assert bench.heard == list(range(CUBE + 1))


def test_a_press_counts_once_however_long_it_lasts_and_when_time_wraps_and_at_once():
    bench = Bench((1 << 30) - 500)
    bench.tap(6, 3000)
    bench.tap(6)
    assert bench.heard == [6, 6]
    bench = Bench(ms=5)  # right after the start
    bench.tap(6)
    assert bench.heard == [6]


def test_a_press_is_told_10_ms_after_it_began_and_a_spark_is_none():
    bench = Bench()
    bench.close(8)
    bench.wait(10)
    assert bench.heard == []
    bench.wait(5)
    assert bench.heard == [8]
    bench.close()
    bench.wait(50)
    bench.tap(13, 5)
    assert bench.heard == [8]


def test_a_tap_that_one_look_finds_after_a_long_round_counts():
    bench = Bench()
    bench.close(13)
    bench.now += 45
    bench.wait(5)
    bench.close()
    bench.now += 45
    bench.wait(100)
    assert bench.heard == [13]


def test_a_switch_that_bounces_is_one_press():
    bench = Bench()
    for closed in (1, 0, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0):
        bench.close(*([24] if closed else []))
        bench.wait(5)
    bench.close()
    bench.wait(100)
    assert bench.heard == [24]


def test_of_several_at_once_none_counts_until_one_is_left():
    bench = Bench()
    bench.close(1, 2, 7)  # and 8 looks closed as well
    bench.wait(100)
    assert bench.heard == []
    bench.close(2)
    bench.wait(50)
    assert bench.heard == [2]


def test_what_was_held_at_power_on_is_ignored_until_it_is_let_go():
    bench = Bench(held=(5,), ms=1000)
    assert bench.heard == []
    bench.close()
    bench.wait(50)
    bench.tap(5)
    assert bench.heard == [5]


def test_rest_is_where_no_button_has_moved_and_one_that_is_stuck_does_not():
    bench = Bench(ms=1000)
    assert not bench.matrix.idle_for(bench.now, 2000)
    bench.wait(1010)
    assert bench.matrix.idle_for(bench.now, 2000)
    bench.close(3)
    bench.wait(5)
    assert not bench.matrix.idle_for(bench.now, 2000)
    bench.wait(2000)
    assert bench.matrix.idle_for(bench.now, 2000)


def test_a_scan_looks_little_and_allocates_nothing():
    bench = Bench()
    bench.wires.looks = 0
    bench.wait(5)
    assert bench.wires.looks == matrix.COLUMNS
    bench.wires.look = lambda column: column != 5 and Crossings.look(bench.wires, column)
    bench.wires.looks = 0
    bench.wait(5)
    assert bench.wires.looks < 200, "a column is joined to ground"
    bench.wires.column = lambda column: column != 3  # the fake's own way makes sets
    scan = bench.matrix.scan
    scan(5)
    with no_allocation():
        scan(10)


def test_columns_are_pulled_up():
    chip = Bench().chip
    for number in range(matrix.ROWS, matrix.ROWS + matrix.COLUMNS):
        assert chip.pulls[number] == chip.Pin.PULL_UP
