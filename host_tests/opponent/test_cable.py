"""The cable of a board that is a program: a program plugs in, talks, and pulls it out."""

import serial

from tools.virtual_board.cable import Cable

HOST_ONLY = True


class Chip:
    """A board: it answers each byte by the same in capitals."""

    def __init__(self):
        self.came = b""

    def send(self, data):
        self.came += data

    def received(self):
        out, self.came = self.came.upper(), b""
        return out


def test_bytes_go_both_ways_while_a_program_is_there_and_the_next_may_plug_in():
    chip = Chip()
    cable = Cable()
    try:
        cable.carry_in(chip)
        assert not cable.carry_out(chip), "nobody has plugged in: what the board says is the page's"
        for _ in range(2):
            with serial.serial_for_url(cable.url, timeout=10) as port:
                port.write(b"hello\n")
                while chip.came != b"hello\n":
                    cable.carry_in(chip)
                assert cable.carry_out(chip)
                assert port.read(6) == b"HELLO\n"
            while cable.carry_out(chip):
                cable.carry_in(chip)
    finally:
        cable.close()
