"""A hang or a crash restarts the board: the watchdog, the count of crashes, and their log."""

from fakes.disk import Disk, files_on
from picogammon.devices.crashes import Crashes, CrashLog, traceback_of
from picogammon.devices.guard import Guard
from picogammon.devices.registers import WATCHDOG, address
from picogammon.devices.watchdog import Scratch, Watchdog

_PATH = "crash.log"
_WRAP = 1 << 30


class _Scratch:
    """A watchdog.Scratch: a number that outlives a restart."""

    def __init__(self):
        self.number = 0

    def load(self):
        return self.number

    def save(self, number):
        self.number = number


def test_a_log_that_is_full_keeps_whole_entries_only_and_is_synced():
    disk = Disk()
    log = CrashLog(files_on(disk), _PATH)
    for i in range(30):
        log.add("crash %d\n" % i + "x" * 300 + "\n")
        assert len(disk.files[_PATH]) <= 4096 and disk.synced == i + 1
    entries = bytes(disk.files[_PATH]).split(b"\n\n")
    assert entries.pop() == b""
    wanted = [b"crash %d\n" % i + b"x" * 300 for i in range(30 - len(entries), 30)]
    assert entries == wanted and len(entries) >= 12


def test_the_log_is_never_larger_and_an_entry_without_room_goes_whole():
    for letters in range(2000, 2100):
        disk = Disk()
        log = CrashLog(files_on(disk), _PATH)
        log.add("x" * letters + "\n")
        log.add("y" * 2000 + "\n")
        both = b"x" * letters + b"\n\n" + b"y" * 2000 + b"\n\n"
        kept = both if len(both) <= 4096 else both[-2002:]
        assert disk.files[_PATH] == kept, letters


def test_of_an_entry_that_leaves_no_room_nothing_stays_when_the_next_one_comes():
    disk = Disk({_PATH: b"an entry that does not end " * 150})
    CrashLog(files_on(disk), _PATH).add("y" * 1000 + "\n")
    assert disk.files[_PATH] == b"y" * 1000 + b"\n\n"


def test_a_crash_after_a_minute_is_the_first_though_nobody_has_said_that_it_went_well():
    for ms, count in ((59_999, 2), (60_000, 1)):
        scratch = _Scratch()
        for crashed_at in (5, ms):
            board = Crashes(scratch, CrashLog(files_on(Disk()), _PATH), "1")
            board.begin(0)
            board.caught(ValueError("x"), crashed_at)
        assert scratch.number >> 1 == count, ms


def test_a_minute_without_a_crash_begins_the_count_anew():
    for start in (0, _WRAP - 30_000):
        for ms, left in ((59_999, 1), (60_000, 0)):
            scratch = _Scratch()
            files = files_on(Disk())
            board = Crashes(scratch, CrashLog(files, _PATH), "1")
            board.begin(start)
            board.caught(ValueError("x"), start + 5 & _WRAP - 1)
            assert scratch.number >> 1 == 1
            board = Crashes(scratch, CrashLog(files, _PATH), "1")
            board.begin(start)
            board.settle(start + ms & _WRAP - 1)
            assert scratch.number >> 1 == left, ms


def test_the_third_crash_in_a_row_is_one_too_many():
    scratch = _Scratch()
    for count in range(3):
        files = files_on(Disk())
        board = Crashes(scratch, CrashLog(files, _PATH), "1")
        board.begin(0)
        assert not board.too_many, count
        board.caught(ValueError("x"), 59_999)
    assert board.too_many
    board.forget()
    assert not board.too_many


def _of(letters):
    try:
        raise ValueError("x" * letters + "!")
    except ValueError as error:
        return traceback_of(error)


def test_a_short_one_is_whole():
    text = _of(10)
    assert text.startswith("Traceback") and text.endswith("ValueError: " + "x" * 10 + "!\n")
    around = len(_of(0))
    assert len(_of(1300 - around)) == 1300
    assert "[...]" not in _of(1300 - around)


def test_of_a_long_one_the_beginning_and_the_end_are_kept():
    around = len(_of(0))
    for letters in (1301 - around, 5000):
        text = _of(letters)
        assert text[300:307] == "\n[...]\n" and len(text) == 300 + 7 + 1000
        assert text.startswith("Traceback") and text.endswith("xx!\n")


_CONTROL = 0x40058000
_NOISE = 0x9ABCDEF0


class Registers:
    """machine.mem32 as a dict; `then` is called once, before a write."""

    def __init__(self, words=None):
        self.words = {} if words is None else words
        self.then = None

    def __getitem__(self, address):
        return self.words.get(address, 0)

    def __setitem__(self, address, value):
        then, self.then = self.then, None
        if then:
            then()
        self.words[address] = value


class Dog:
    """machine.WDT, recording."""

    started = None

    def __init__(self, id=0, timeout=5000):
        Dog.started = timeout
        self.fed = 0

    def feed(self):
        self.fed += 1


class Machine:
    """The module `machine`, as far as a guard looks at it."""

    WDT = Dog

    def __init__(self, registers):
        self.mem32 = registers


class NoLog:
    def add(self, text):
        raise AssertionError(text)


def test_the_registers_are_those_of_the_chip():
    assert address("Raspberry Pi Pico with RP2040", WATCHDOG) == _CONTROL
    assert address("Raspberry Pi Pico 2 with RP2350", WATCHDOG) == 0x400D8000
    assert address("linux", WATCHDOG) is None and address("", WATCHDOG) is None


def test_it_bites_within_what_the_chip_can_wait():
    Watchdog(Dog)
    assert Dog.started == 5000 < 8388


def test_stopping_clears_the_enable_bit_and_no_other():
    registers = Registers({_CONTROL: 0xC7FFFFFF})
    assert Watchdog(Dog, registers, _CONTROL).stop()
    assert registers.words == {_CONTROL: 0x87FFFFFF}


def test_a_board_without_a_watchdog_needs_no_stop_and_one_without_registers_cannot():
    assert Watchdog(None).stop()
    assert not Watchdog(Dog).stop()


def test_a_board_whose_registers_are_out_of_reach_starts_all_the_same():
    class Closed:
        WDT = Dog

    guard = Guard(Closed(), _CONTROL, NoLog(), "1")
    assert guard.begin(0)
    guard.leave()
    assert not Watchdog(Dog, None, _CONTROL).stop()


def test_the_number_outlives_a_reset_and_noise_is_none():
    registers = Registers()
    for number in (0, 1, 7, 16383):
        Scratch(registers, _CONTROL).save(number)
        assert Scratch(registers, _CONTROL).load() == number
        assert list(registers.words) == [0x4005800C]
    registers.words[0x4005800C] = _NOISE
    assert Scratch(registers, _CONTROL).load() == 0
    scratch = Scratch()
    scratch.save(5)
    assert scratch.load() == 5 and Scratch().load() == 0


def test_a_second_ctrl_c_while_leaving_does_not_leave_the_watchdog_on():
    registers = Registers({_CONTROL: 0x40000000})
    guard = Guard(Machine(registers), _CONTROL, NoLog(), "1")
    assert guard.begin(0)

    def interrupt():
        raise KeyboardInterrupt

    registers.then = interrupt
    guard.leave()
    assert registers.words[_CONTROL] == 0
    assert Guard(Machine(registers), _CONTROL, NoLog(), "1").begin(0)
