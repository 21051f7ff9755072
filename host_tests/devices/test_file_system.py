"""The flash's size: what the image cannot use is told apart by the number of its chip."""

from picogammon.devices import file_system

_PICO = "Raspberry Pi Pico with RP2040"
_PICO_2 = "Raspberry Pi Pico2 with RP2350"


def test_a_flash_that_is_smaller_than_the_image_needs_lacks_it():
    for chip, size, needs in (
        (_PICO, 0x13, 2),
        (_PICO, 0x14, 2),
        (_PICO, 0x15, 0),
        (_PICO, 0x18, 0),
        (_PICO_2, 0x15, 4),
        (_PICO_2, 0x16, 0),
    ):
        assert file_system.lacking(bytes((0xEF, 0x40, size)), chip) == needs, (chip, size)


def test_a_number_that_is_no_size_is_let_pass():
    for number in (b"\x1f\x86\x01", b"\xff\xff\xff", b"\x00\x00\x00"):
        for chip in (_PICO, _PICO_2):
            assert file_system.lacking(number, chip) == 0
