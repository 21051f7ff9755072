"""Names of chips, and the statistics of bits whose statistics are known."""

from picogammon.devices import gauges
from picogammon.devices.gauges import longest_run


class Machine:
    """A chip with these registers."""

    def __init__(self, words, rom):
        self.mem8 = {0x13: rom}
        self.mem32 = words


_PICO = "Picogammon on Raspberry Pi Pico with RP2040"
_PICO2 = "Raspberry Pi Pico2 with RP2350"


def test_chips_by_name_and_revision():
    for words, rom, name, text in (
        ({0x40000000: 0x20002927}, 3, _PICO, "RP2040, revision B2, boot ROM 3"),
        ({0x40000000: 0x20004927}, 2, _PICO2, "RP2350, revision A2, boot ROM 2"),
        ({0x40000000: 0x90002927}, 3, _PICO, "RP2040, revision number 9, boot ROM 3"),
        ({0x40000000: 0x10002927}, 1, _PICO, "RP2040, revision B0 or B1, boot ROM 1"),
        ({}, 0, "linux", "unknown chip"),
    ):
        assert gauges.chip_text(Machine(words, rom), name) == text


def test_the_longest_run_of_equal_bits():
    bits = bytearray([0, 1] * 512)
    assert longest_run(bits) == 1
    bits[500:530] = b"\x01" * 30
    assert longest_run(bits) == 31
    assert longest_run(bytearray(1024)) == longest_run(bytearray(b"\x01" * 1024)) == 1024
