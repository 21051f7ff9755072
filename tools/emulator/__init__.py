"""A Picogammon board without the board: the firmware's image on an emulated RP2040."""

from tools.emulator.emulator import Emulator, EmulatorError

__all__ = ("Emulator", "EmulatorError")
