"""What a board says of itself (firmware/picogammon/hardware.py), asked for, read and compared."""


class HardwareError(Exception):
    """There is no report to be had; the text says why, and what to do."""
