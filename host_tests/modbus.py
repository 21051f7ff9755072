"""What a scanner of serial ports sends that looks for Modbus devices."""


def frames():
    """Yields the requests (bytes) of functions 1 to 4 to units 1 to 3, each for what is first."""
    for unit in (1, 2, 3):
        for function in (1, 2, 3, 4):
            yield _closed(bytes((unit, function, 0, 0, 0, 1)))


def _closed(frame):
    """The frame with its CRC."""
    crc = 0xFFFF
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xA001 if crc & 1 else 0)
    return frame + bytes((crc & 255, crc >> 8))
