"""A hang or a crash restarts the board: the watchdog, the count of crashes, and their log."""

from fakes.circuit import Circuit, Memory
from fakes.disk import Disk, files_on
from picogammon import VERSION
from picogammon.devices.guard import WATCHDOGS, Guard

_PATH = "crash.log"
_WRAP = 1 << 30
_CONTROL = WATCHDOGS["RP2040"]
_SCRATCH = _CONTROL + 12
_LIT = 20_000  # ms: a long match was read first


def _guard(chip, disk=None, counts=False):
    return Guard(chip, _CONTROL, files_on(disk or Disk()), counts)


def _count(chip):
    return (chip.mem32[_SCRATCH] & 0x3FFF) >> 1


def _noted(disk, text):
    told = _guard(Circuit(), disk).note(ValueError(text), 0)
    return ("Picogammon %s. After 0 s:\n%s\n" % (VERSION, told)).encode()


def test_a_log_that_is_full_keeps_whole_entries_only_and_is_synced():
    disk = Disk()
    noted = []
    for i in range(30):
        noted.append(_noted(disk, "crash %d" % i + "x" * 300))
        assert len(disk.files[_PATH]) <= 4096 and disk.synced == i + 1
    kept = bytes(disk.files[_PATH])
    count = kept.count(("Picogammon %s. " % VERSION).encode())
    assert count > 10 and kept == b"".join(noted[-count:])
    entry = _noted(Disk(), "y" * 1000)
    for letters in range(4000 - len(entry), 4100 - len(entry)):
        before = b"x" * letters + b"\n\n"
        disk = Disk({_PATH: before})
        _noted(disk, "y" * 1000)
        both = before + entry
        assert disk.files[_PATH] == (both if len(both) <= 4096 else entry), letters
    disk = Disk({_PATH: b"an entry that does not end " * 150})
    _noted(disk, "y" * 1000)
    assert disk.files[_PATH] == entry


def test_the_third_crash_in_a_row_is_one_too_many_and_a_minute_without_one_ends_the_row():
    chip = Circuit()
    for count in range(3):
        guard = _guard(chip)
        assert guard.begin(0), count
        guard.failed(ValueError("x"), 59_999)
    guard = _guard(chip)
    assert not guard.begin(0)
    guard.forget()
    assert guard.begin(0)
    for ms, again, left in ((59_999, 2, 1), (60_000, 1, 0)):
        chip = Circuit()
        for crashed_at in (5, ms):  # though nobody has said that it went well
            guard = _guard(chip)
            guard.begin(0)
            guard.failed(ValueError("x"), crashed_at)
        assert _count(chip) == again, ms
        for start in (0, _WRAP - 30_000):
            chip = Circuit()
            guard = _guard(chip)
            guard.begin(start)
            guard.failed(ValueError("x"), start + 5 & _WRAP - 1)
            assert _count(chip) == 1
            guard = _guard(chip)
            guard.begin(start)
            guard.feed(start + ms & _WRAP - 1)
            assert _count(chip) == left, ms


def _starts(count, disk, ms):
    """Starts `count` times, and cuts the power `ms` ms after the lights go on.
    Returns a list: for each start, True if its lights were dim."""
    found = []
    for _ in range(count):
        guard = _guard(Circuit(), disk, counts=True)
        assert guard.begin(0)
        assert guard.follow_start(_LIT, True, True)
        assert not guard.follow_start(_LIT + ms, True, True)
        found.append(guard.weak)
    return found


def test_after_two_starts_that_the_power_cuts_short_the_lights_are_dim_until_one_lasts():
    disk = Disk()
    assert _starts(4, disk, 4_999) == [False, False, True, True]
    assert _starts(4, disk, 5_000) == [True, False, False, False]


def test_a_start_that_ends_in_any_other_way_is_not_counted():
    crash = lambda guard: guard.failed(ValueError("x"), 5)  # noqa: E731
    hang = lambda guard: None  # noqa: E731 - the watchdog keeps the registers
    for end in (Guard.forget, Guard.leave, crash, hang):
        disk, chip = Disk(), Circuit()
        for _ in range(3):
            guard = _guard(chip if end is hang else Circuit(), disk, counts=True)
            guard.begin(0)
            assert guard.follow_start(_LIT, True, True)
            end(guard)
            assert not guard.weak, end


def _of(letters):
    try:
        raise ValueError("x" * letters + "!")
    except ValueError as error:
        return _guard(Circuit()).note(error, 0)


def test_a_short_one_is_whole_and_of_a_long_one_the_beginning_and_the_end_are_kept():
    text = _of(10)
    assert text.startswith("Traceback") and text.endswith("ValueError: " + "x" * 10 + "!\n")
    around = len(_of(0))
    text = _of(1300 - around)
    assert len(text) == 1300 and "[...]" not in text
    for letters in (1301 - around, 5000):
        text = _of(letters)
        assert text[300:307] == "\n[...]\n" and len(text) == 300 + 7 + 1000
        assert text.startswith("Traceback") and text.endswith("xx!\n")


def test_the_watchdog_bites_in_time_and_leaving_clears_its_enable_bit_and_no_other():
    chip = Circuit()
    chip.mem32[_CONTROL] = 0xC7FFFFFF
    guard = _guard(chip)
    assert chip.timeout == 5000 < 8388, "the chip can wait no longer"
    guard.leave()
    assert chip.mem32[_CONTROL] == 0x87FFFFFF and _count(chip) == 0


def test_a_board_without_a_watchdog_or_whose_registers_are_out_of_reach_starts_all_the_same():
    class Closed:
        WDT = Circuit().WDT

    class Bare:
        pass

    for machine, where in ((Closed(), _CONTROL), (Bare(), None), (Circuit(), None)):
        guard = Guard(machine, where, files_on(Disk()))
        assert guard.begin(0)
        guard.feed(1)
        guard.leave()


def test_noise_in_the_register_is_no_count():
    chip = Circuit()
    chip.mem32[_SCRATCH] = 0x9ABCDEF0
    disk = Disk()
    assert _guard(chip, disk).begin(0)
    assert _count(chip) == 0 and not disk.files


class _Interrupted(Memory):
    comes = False

    def __setitem__(self, address, value):
        if self.comes:
            self.comes = False
            raise KeyboardInterrupt
        Memory.__setitem__(self, address, value)


def test_a_second_ctrl_c_while_leaving_does_not_leave_the_watchdog_on():
    chip = Circuit()
    chip.mem32 = _Interrupted()
    guard = _guard(chip)
    assert guard.begin(0) and chip.watched
    chip.mem32.comes = True
    guard.leave()
    assert not chip.watched
    assert _guard(chip).begin(0)
