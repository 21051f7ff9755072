"""How the bytes of a log are framed: its header, and each record with its length and its CRC."""

from binascii import crc32
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator

    Entry = tuple[bytes, int]  # (record or its bytes in the file, its CRC)

AROUND = const(5)  # bytes of an entry besides its record
HEADER = b"PGJ\x02"  # of a log; a serial number follows
_CRC_BYTES = const(4)


def bytes4(number: int) -> bytes:
    """A number in four bytes, little-endian."""
    return number.to_bytes(4, "little")


def header_with(serial: int) -> bytes:
    """The header of a log with that serial number."""
    return HEADER + bytes4(serial)


def entry_of(record: bytes, crc: int) -> "Entry":
    """The bytes of a record in the file, and the CRC that the next record continues.

    Raises ValueError unless the record has 1 to 255 bytes.
    """
    length = len(record)
    if not 1 <= length <= 255:
        raise ValueError("a record is 1 to 255 bytes long, not %d" % length)
    head = bytes((length,))
    crc = crc32(record, crc32(head, crc))
    return head + record + bytes4(crc), crc


def record_of(data: bytes, at: int, crc: int) -> "Entry":
    """The record in the entry at data[at:], and the CRC that the next record continues.

    The record is b"" if the entry is damaged.
    """
    length = data[at]
    end = at + 1 + length
    record = data[at + 1 : end]
    crc = crc32(data[at:end], crc)
    if data[end : end + _CRC_BYTES] != bytes4(crc):
        return b"", crc
    return record, crc


def entries_in(data: bytes, at: int, crc: int) -> "Iterator[tuple[bytes, int, int]]":
    """Yields (record, its CRC, where it ends) of the entries from data[at:] on, up to damage.

    The first continues `crc`.
    """
    while at < len(data):
        record, crc = record_of(data, at, crc)
        if not record:
            return
        at += len(record) + AROUND
        yield record, crc, at
