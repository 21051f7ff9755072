"""The logs of matches on a flash whose file system cannot be mounted any more.

littlefs (2.x) keeps a file of more than 512 bytes in blocks of its own. Each but the first begins
with the number of the block before it, and with as many more words as its index can be halved. A
smaller file stands in a directory's block, in one piece. Files that were replaced stand there as
well until they are erased: so the longest log of each serial number counts.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.entries import HEADER, bytes4, entries_in
from picogammon.devices.files import LOG, MATCHES
from picogammon.devices.newest import head_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.devices.files import Files

    Logs = dict[int, bytes]  # by serial number

_NEWEST = b"PGN\x02"
_LOG_HEAD = const(8)
_MOST = const(98304)  # bytes of logs that memory has room for


def look(flash: "Any", logs: "Logs", breathe: "Callable[[], object]") -> None:
    """Adds the logs that can be read, as many of the newest as memory has room for."""
    blocks = flash.ioctl(4, 0)
    buffer = bytearray(flash.ioctl(5, 0))
    newest = []
    for block in range(blocks):
        breathe()
        flash.readblocks(block, buffer)
        data = bytes(buffer)
        at = data.find(HEADER)
        while at >= 0:
            _add(logs, _log(flash, block, data[at:], blocks if not at else 0))
            at = data.find(HEADER, at + 1)
        at = data.find(_NEWEST)
        while at >= 0:
            newest.append(data[at : at + 300])
            at = data.find(_NEWEST, at + 1)
    for data in newest:
        _join(logs, data)


def keep(files: "Files", logs: "Logs", place: str, breathe: "Callable[[], object]") -> None:
    """Writes the logs to the file system at `place`; the newest becomes the running match's.

    Raises OSError.
    """
    place = place.rstrip("/") + "/"
    serials = sorted(logs)
    files.make_folder(place + MATCHES)
    for i in range(len(serials)):
        breathe()
        last = i == len(serials) - 1
        path = place + (LOG if last else "%s/%05d.log" % (MATCHES, i + 1))
        files.write(path, logs[serials[i]])


def _add(logs: "Logs", log: bytes) -> None:
    """Adds a log, unless there is one with its number that is as long.

    If memory is short, the oldest go.
    """
    serial = int.from_bytes(log[4:_LOG_HEAD], "little")
    if len(log) > max(_LOG_HEAD, len(logs.get(serial, b""))):
        logs[serial] = log
    while sum([len(log) for log in logs.values()]) > _MOST:
        logs.pop(min(logs))


def _log(flash: "Any", block: int, data: bytes, blocks: int) -> bytes:
    """The log that `data` begins with, in `block`; it continues in others of so many `blocks`."""
    end, crc = _passed(data, _LOG_HEAD, crc32(data[:_LOG_HEAD]))
    head = bytearray(4)
    index = 1
    while True:
        start = 4 * (len(bin(index)) - len(bin(index).rstrip("0"))) + 4
        best = len(data), crc, block, data
        for other in range(blocks):
            flash.readblocks(other, head, 0)
            if int.from_bytes(head, "little") == block:
                following = bytearray(flash.ioctl(5, 0))
                flash.readblocks(other, following)
                whole = data + following[start:]
                farther, here = _passed(whole, end, crc)
                if farther > best[0]:  # the others were replaced by a longer one
                    best = farther, here, other, whole
        if best[3] is data:
            return data[:end]
        end, crc, block, data = best
        index += 1


def _passed(data: bytes, at: int, crc: int) -> tuple[int, int]:
    """(end of the good records from `at` on, CRC there)."""
    passed = at, crc
    for _, here, end in entries_in(data, at, crc):
        passed = end, here
    return passed


def _join(logs: "Logs", data: bytes) -> None:
    """Appends the newest records, in the file that `data` begins with, to their log."""
    serial, size, crc, start = head_of(data)
    log = logs.get(serial, b"")
    if 0 <= size <= len(log) and log[size - 4 : size] == bytes4(crc):
        end, _ = _passed(data, start, crc)
        _add(logs, log[:size] + data[start:end])
