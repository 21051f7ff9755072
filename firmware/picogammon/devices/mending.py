"""Mends one damaged byte in a log's header or its first record, the settings of the whole match.

A byte changes a CRC-32 in a way of its own, wherever it stands. So if one byte is wrong, the CRC
says which one, and what it was. The record after it, which continues the CRC, shows that the CRC
itself is sound.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.entries import AROUND, header_with, record_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.journal import Wanted

ENOUGH = const(320)  # bytes of a log's beginning: its header and its first two records
_CRC_BYTES = const(4)
# By the highest four bits of a CRC: what the four bits that went in last made of it (_MADE), and
# which four bits they were (_FOUR).
_MADE = (
    0x00000000,
    0x1DB71064,
    0x26D930AC,
    0x3B6E20C8,
    0x4DB26158,
    0x5005713C,
    0x6B6B51F4,
    0x76DC4190,
    0x86D3D2D4,
    0x9B64C2B0,
    0xA00AE278,
    0xBDBDF21C,
    0xCB61B38C,
    0xD6D6A3E8,
    0xEDB88320,
    0xF00F9344,
)
_FOUR = bytes((0, 1, 3, 2, 6, 7, 5, 4, 13, 12, 14, 15, 11, 10, 8, 9))


def header_of(start: bytes) -> bytes:
    """The header of a log that begins with `start`, with a damaged bit or byte mended.

    One bit anywhere, or one of the first four bytes, may be damaged. b"" if no such header leads to
    a sound first record.
    """
    number = int.from_bytes(start[4:8], "little")
    for flipped in [0] + [1 << bit for bit in range(32)]:
        header = header_with(number ^ flipped)
        at = len(header)
        if len(start) > at and record_of(start, at, crc32(header))[0]:
            return header
    return b""


def first_of(data: bytes, begin: int, wanted: "Wanted") -> tuple[bytes, int, int]:
    """(first record, offset of the next one, CRC that it continues) of the log in `data`.

    `data`: its beginning. `begin`: where its records begin. The record is b"" if more than a byte
    is damaged, or if it is not `wanted`, as in Journal.find.
    """
    kind, least, most = wanted
    for length in range(least, most + 1):
        end = begin + 1 + length
        crc = int.from_bytes(data[end : end + _CRC_BYTES], "little")
        following = end + _CRC_BYTES
        if following < len(data) and record_of(data, following, crc)[0]:
            whole = data[:begin] + bytes((length,)) + data[begin + 1 : end]
            record = _set_right(whole, begin + 1, crc32(whole) ^ crc)
            return (record if record[:1] == bytes((kind,)) else b""), following, crc
    return _with_another_crc(data, begin, wanted)


def _with_another_crc(data: bytes, begin: int, wanted: "Wanted") -> tuple[bytes, int, int]:
    """The result of `first_of` if the record's CRC is damaged, and not the record."""
    kind, least, most = wanted
    if begin >= len(data):  # the log ends there
        return b"", 0, 0
    record = data[begin + 1 : begin + 1 + data[begin]]
    following = begin + AROUND + len(record)
    if least <= len(record) <= most and record[0] == kind and following < len(data):
        crc = crc32(data[: following - _CRC_BYTES])
        if record_of(data, following, crc)[0]:
            return record, following, crc
    return b"", 0, 0


def _set_right(whole: bytes, start: int, difference: int) -> bytes:
    """whole[start:] with the one byte mended that makes this difference to the CRC of `whole`.

    b"" if no single byte does.
    """
    data = bytearray(whole)
    at = len(data)
    while difference and at > 0:
        at -= 1
        for _ in range(2):  # four bits back each time
            high = difference >> 28
            difference = (difference ^ _MADE[high]) << 4 | _FOUR[high]
        if difference < 256:
            data[at] ^= difference
            difference = 0
    return b"" if difference else bytes(data[start:])
