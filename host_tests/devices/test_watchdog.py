"""The watchdog is stopped for the prompt, whatever comes meanwhile; a number outlives its bite."""

from picogammon.devices.guard import Guard
from picogammon.devices.registers import WATCHDOG, address
from picogammon.devices.watchdog import Scratch, Watchdog

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
