"""A log's first record, with a damaged byte set right: what was agreed on for the whole match.

A byte changes a CRC-32 in a way of its own, wherever it stands; so the CRC says which byte it was,
and what it was, where one is wrong. That the CRC itself is sound says the record that goes on from
it.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.journal import AROUND, record_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.journal import Wanted

ENOUGH = const(320)  # bytes of a log's beginning: its header and its first two records
_CRC_BYTES = const(4)
# What four bits make of a CRC, by its highest four bits then; and which four bits they were.
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


def first_of(data: bytes, begin: int, wanted: "Wanted") -> tuple[bytes, int, int]:
    """(the first record in `data`, a log's beginning whose records begin at `begin`; where the
    next one begins; the CRC that it goes on from).

    The record is b"" where more than a byte is damaged, or it is not `wanted`, as for Journal.find.
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
    """The same where the record's CRC is damaged, and not itself."""
    kind, least, most = wanted
    record = data[begin + 1 : begin + 1 + data[begin]]
    following = begin + AROUND + len(record)
    if least <= len(record) <= most and record[0] == kind and following < len(data):
        crc = crc32(data[: following - _CRC_BYTES])
        if record_of(data, following, crc)[0]:
            return record, following, crc
    return b"", 0, 0


def _set_right(whole: bytes, start: int, difference: int) -> bytes:
    """whole[start:] with the one byte changed that makes this difference to the CRC of `whole`.

    b"" where no single byte does.
    """
    data = bytearray(whole)
    at = len(data)
    while difference and at > 0:
        at -= 1
        for _ in range(2):  # four bits back
            high = difference >> 28
            difference = (difference ^ _MADE[high]) << 4 | _FOUR[high]
        if difference < 256:
            data[at] ^= difference
            difference = 0
    return b"" if difference else bytes(data[start:])
