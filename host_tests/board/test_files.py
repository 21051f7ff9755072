"""A PC at the link lists, reads and sends a board's matches and files."""

from binascii import a2b_base64, b2a_base64, crc32

from devices.rings import as_file
from fakes.power import Power, at_board, taps
from fakes.sitting import two_people
from picogammon.devices.match_log import MatchLog
from picogammon.devices.ring import Ring
from picogammon.devices.transfer import KEPT, image
from picogammon.rules import actions
from picogammon.rules.settings import Settings
from reading.image import Image

_PIECE = 114  # bytes in a line


def _ask(power, *words):
    """Sends the line `words`; `yield from` returns the words of each line of the answer."""
    yield from power.ask(" ".join([str(word) for word in words]).encode())
    return [line.split(" ") for line in power.answer.decode().split("\r\n") if line]


def _get(power, *words):
    """Sends the line `words` to read a match or a file; returns its bytes, or None if missing."""
    rows = yield from _ask(power, *words)
    if rows[0][1] == "none":
        return None
    data = b"".join([a2b_base64(row[2]) for row in rows[:-1]])
    assert rows[-1] == [words[0], "end", str(len(data)), str(crc32(data))]
    return data


def _put(power, data, *words):
    """Sends `words` with the size and the CRC of `data`, then `data`; returns the last answer."""
    at = 2 if words[0] == "put" else 1
    rows = yield from _ask(power, *words[:at], len(data), crc32(data), *words[at:])
    for start in range(0, len(data), _PIECE):
        if rows[0][0] != "error":
            piece = b2a_base64(data[start : start + _PIECE]).decode().strip()
            rows = yield from _ask(power, "data", piece)
    return rows


def _played(presses, seed=1):
    power = Power(seed)
    assert power.run(taps(presses)) == "off"
    return power, b"".join(image(power.host.ring, power.board.log.run))


def _records(content):
    return list(MatchLog(Ring(Image(bytearray(content)))).open())


def _held(power):
    ring = power.host.ring
    found = []
    for run in [ring.running()] + [run for run in ring.runs() if run != ring.running()]:
        log = MatchLog(ring, run)
        found.append(list(log.open()))
        assert log.damage is None
    return found


_OTHER = _played(14, 5)[1]


def test_matches_are_listed_read_and_sent_and_what_is_no_match_is_not_kept():
    power, running = _played(9)

    def script(power):
        yield 500
        assert _records((yield from _get(power, "match", "running"))) == _records(running)
        assert (yield from _put(power, _OTHER, "send", "2026-02-03")) == [["data", "end"]]
        rows = yield from _ask(power, "matches")
        assert [row[2:] for row in rows[:-1]] == [["sent", "2026-02-03"], ["running", "2026-11-22"]]
        assert rows[-1] == ["matches", "end", "2", "64"]
        sent = yield from _get(power, "match", rows[0][1])
        assert _records(sent) == _records(_OTHER)
        for torn in (sent[:-1], b"PGJ" * 40, sent[36:]):
            rows = yield from _put(power, torn, "send", "-")
            assert rows[0][:2] == ["error", "unsupported_feature"], rows
        assert (yield from _put(power, as_file(lost), "send", "-")) == [["data", "end"]]

    lost = _records(_OTHER) + [actions.resign(2), actions.accept()]
    assert power.run(script) == "off"
    sent = lost + [actions.score((0, 2))]  # for the list of matches
    assert _held(power) == [_records(running), sent, _records(_OTHER)]


@at_board(3)
def test_each_file_that_may_come_takes_its_place_once_it_is_whole_and_sound(power):
    yield 500
    for path in KEPT:
        data = (path * 8).encode()
        line = b2a_base64(data).decode().strip()
        for size, crc in ((len(data), 1), (len(data) - 1, crc32(data))):
            yield from _ask(power, "put", path, size, crc)
            rows = yield from _ask(power, "data", line)
            assert rows[0][0] == "error" and "damaged:" in rows[0], path
            assert path not in power.disk.files and "coming.new" not in power.disk.files
        assert (yield from _put(power, data, "put", path)) == [["data", "end"]]
        assert power.disk.files[path] == data


def test_what_a_power_cut_leaves_of_a_file_is_removed_at_the_next_start():
    whole = b"cards"
    left = {"coming.new": b"1" * 9999, "people.bin": b"2", "people.bin.new": b"3"}
    left.update({"sets.bin.new": b"4", "cards.bin.new": whole, "board_config.py.new": b"5"})
    power = Power(3)
    power.disk.files.update(left)
    assert power.run(taps(0)) == "off"
    names = [name for name in power.disk.files if name.endswith(".new")]
    assert sorted(names) == ["board_config.py.new", "cards.bin.new"], "nobody else's, nothing whole"
    power.disk.files["cards.bin"] = whole
    assert power.run(taps(0)) == "off"
    assert "cards.bin.new" not in power.disk.files and power.disk.files["cards.bin"] == whole


@at_board(3)
def test_no_press_is_lost_while_a_match_comes(power):
    records = _records(_OTHER) + 300 * [actions.settings(two_people(3))]
    sent = as_file(records)
    yield 500
    yield from _ask(power, "send", len(sent), crc32(sent), "-")
    for at in range(0, len(sent), _PIECE):
        power.port.coming += list(b"data " + b2a_base64(sent[at : at + _PIECE]).strip() + b"\n")
    while not power.match.dice:
        yield from power.press("OK")
    assert power.port.coming, "the match still came"
    yield 5000
    assert _held(power)[1:] == [records]


_PEOPLE = Settings(length=5, players=(0, 0), names=("Amy", "Bob"))


def _sectors(count, settings=None):
    notes = [actions.note(actions.CLOCK, bytes(98))] * (32 * count - 1)
    return [actions.settings(settings or Settings())] + notes


@at_board(3)
def test_a_match_of_two_people_that_was_put_aside_makes_room_for_none_that_comes(power):
    yield 500
    ring, log = power.host.ring, power.board.log
    log.restart(_sectors(20, _PEOPLE))
    asides = [log.run]
    log.restart(_sectors(5))
    log.restart(_sectors(19, _PEOPLE))
    asides.append(log.run)
    log.restart(_sectors(5), over=False)
    log.restart(_sectors(10), over=True)
    sent = as_file(_sectors(6))  # the room that one of each has that is over, or of one person
    for _ in range(4):
        yield from _put(power, sent, "send", "-")
        yield 3000
        assert [run for run in ring.runs() if run in asides] == asides[::-1]
    (row,) = yield from _ask(power, "send", 20 << 12, 1, "-")
    answer = " ".join(row)
    assert answer.endswith("no room for it: first delete Amy - Bob 2026-11-22 at the board")
    ring.drop(asides[0])
    assert (yield from _ask(power, "send", 20 << 12, 1, "-")) == [["send", "on"]]


@at_board(3)
def test_worn_sectors_are_no_room_for_a_match_that_comes(power):
    yield 500
    ring, log = power.host.ring, power.board.log
    log.restart(_sectors(20, _PEOPLE))
    log.restart(_sectors(5))
    for number in range(30, 64):
        ring.give_up(number)
    (row,) = yield from _ask(power, "send", 6 << 12, 1, "-")
    assert "first delete Amy - Bob" in " ".join(row)


@at_board(3)
def test_what_does_not_fit_is_refused(power):
    yield 500
    power.disk.full = 65536
    (row,) = yield from _ask(power, "put", "cards.bin", 60000, 1)
    assert row[:2] == ["error", "unsupported_feature"] and "room" in row
    yield from _ask(power, "put", "cards.bin", 5000, 1)
    power.disk.full = 0
    (row,) = yield from _ask(power, "data", "AAAA")
    assert row[:2] == ["error", "unsupported_feature"] and "room" in row
    (row,) = yield from _ask(power, "send", (56 << 12) + 1, 1, "-")
    assert row[:2] == ["error", "unsupported_feature"] and "room" in row
    assert (yield from _ask(power, "send", 56 << 12, 1, "-")) == [["send", "on"]]
    note = actions.note(actions.CLOCK, bytes(98))
    while power.board.log.room > 48:  # eight sectors
        power.board.session.keep_note(note)
    (row,) = yield from _ask(power, "send", (54 << 12) + 1, 1, "-")
    assert row[:2] == ["error", "unsupported_feature"] and "room" in row
    assert (yield from _ask(power, "send", 54 << 12, 1, "-")) == [["send", "on"]]
    yield from power.press("OK")
