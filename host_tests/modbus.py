"""Bytes that a scanner of serial ports sends as it looks for Modbus devices."""


def frames():
    """Yields requests (bytes) to units 1 to 3 by functions 1 to 4, each for register 0 and for
    register 0x0D01, which has the bytes of CR and Ctrl-A."""
    for unit in (1, 2, 3):
        for function in (1, 2, 3, 4):
            for high, low in ((0, 0), (13, 1)):
                yield _closed(bytes((unit, function, high, low, 0, 1)))


def _closed(frame):
    """The frame with its CRC."""
    crc = 0xFFFF
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return frame + bytes((crc & 255, crc >> 8))
