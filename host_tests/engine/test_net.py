"""The net: its inputs, its outcomes (equal to the bit on all runtimes), and its weights file.

The tests here use a small net; host_tests/runtimes and the emulated chip test the shipped net. A
damaged file is refused with a clear reason. Wrong weights with a correct checksum are also refused,
or do no harm.
"""

from array import array
from binascii import crc32
from struct import pack, pack_into, unpack_from

from picogammon.engine import numbers, weights
from picogammon.engine.handmade import shots
from picogammon.engine.net_twin import features
from picogammon.engine.numbers import ONE
from picogammon.engine.search_kernel import class_of
from picogammon.engine.sight import Net
from picogammon.engine.weights import MOST, ROWS, TooLarge, Weights, WeightsError, net_of
from picogammon.rules import position as positions
from portable import raises
from reference_data import known_positions
from rulebook import position
from small_net import HIDDEN, SmallNet, checked, packed

# Of the outcomes of all known positions.
CHECK = 0xDA23463A


def test_outcomes_are_the_same_everywhere_and_do_not_contradict_themselves():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    check = 0
    for pos in known_positions():
        net.outcome(pos, out)
        check = crc32(bytes(out), check)
        win, gammon, backgammon, lost_gammon, lost_backgammon = out
        assert 0 <= backgammon <= gammon <= win <= ONE
        assert 0 <= lost_backgammon <= lost_gammon <= ONE - win
        assert not gammon or positions.opponent_left(pos) == 15
        assert not lost_gammon or positions.left(pos) == 15
    assert check & 0xFFFFFFFF == CHECK, hex(check)


_CASES = 300
_TABLE = 12  # of seven sections
_TABLE_END = 16 + 12 * 7


def _file(**changed):
    sections = SmallNet().sections
    sections.update(changed)
    return bytearray(packed([(key.encode(), sections[key]) for key in sorted(sections)]))


def _with(name, data):
    return Weights(_file(**{name: data}))


def test_a_net_that_does_not_fit_its_tables_is_refused():
    sections = SmallNet().sections
    for name in sections:
        for wrong in (sections[name] + b"\x00", sections[name][:-1], b""):
            with raises(WeightsError, name):
                net_of(_with(name, wrong))
    for hidden, rows, buckets, words in (
        (0, ROWS, 9, "another net"),
        (HIDDEN + 8, ROWS, 9, "another net"),
        (HIDDEN, ROWS + 1, 9, "another net"),
        (HIDDEN, ROWS, 8, "another net"),
        (2 * HIDDEN, ROWS, 9, "NETW has %d bytes" % (ROWS * HIDDEN)),
        (65520, ROWS, 9, "NETW has %d bytes" % (ROWS * HIDDEN)),
    ):
        with raises(WeightsError, words):
            net_of(_with("NETS", pack("<HHHH", hidden, rows, buckets, 0)))
    for name, at, most, beyond in (
        ("ESCP", 4095, b"\x24", b"\x25"),
        ("NETB", 2, pack("<h", 1023), pack("<h", 1024)),
        ("NETB", 2, pack("<h", -1023), pack("<h", -1024)),
        ("NETP", 510, pack("<H", 32768), pack("<H", 32769)),
    ):
        data = sections[name]
        for change, fits in ((most, True), (beyond, False)):
            changed = _with(name, data[:at] + change + data[at + len(change) :])
            if fits:
                net_of(changed)
            else:
                with raises(WeightsError, "another net"):
                    net_of(changed)


def test_whatever_is_in_the_file_it_is_refused_or_judges():
    some = [pos for i, pos in enumerate(known_positions()) if i % 1000 == 0]
    data = _file()
    out = array("i", [0] * 5)
    state = 12345
    judged = 0
    for case in range(_CASES):
        end = len(data) - 4 if case % 3 else _TABLE_END
        was = []
        for _ in range(1 + case % 4):
            state = state * 1103515245 + 12345 & 0x3FFFFFFF
            at = _TABLE + (state >> 8) % (end - _TABLE)
            was.append((at, data[at]))
            data[at] = state >> 3 & 255
        pack_into("<I", data, len(data) - 4, crc32(memoryview(data)[:-4]) & 0xFFFFFFFF)
        try:
            net = Net(Weights(data))
        except WeightsError:
            net = None
        for pos in some if net else ():
            net.outcome(pos, out)
        judged += net is not None
        for at, value in reversed(was):
            data[at] = value
    assert 0 < judged < _CASES


def test_a_position_is_of_contact_a_race_or_over():
    for text, found in (
        ("6:15 19:-15", numbers.RACE),
        ("19:15 6:-15", numbers.CONTACT),
        ("6:15 0:-1 19:-14", numbers.CONTACT),
        ("3:-1 19:-14", numbers.OVER),
    ):
        assert class_of(position(text)) == found, text
    for pos in known_positions():
        left = numbers.RACE if positions.left(pos) else numbers.OVER
        assert class_of(pos) == (numbers.CONTACT if positions.contact(pos) else left)


_SECTIONS = ((b"ABCD", b"twelve bytes"), (b"EFGH", b"and then some   "))


def test_sections_are_found_by_names_of_any_four_bytes_and_read_in_place():
    odd = ((b"\xff\x80\x00\xc3", b"what is this"), (b"AAAA", bytes(0x41)))
    data = bytearray(packed(odd + _SECTIONS))
    found = Weights(data)
    for name, content in _SECTIONS:
        name = str(name, "ascii")
        assert bytes(found.section(name)) == bytes(found.section(name, len(content))) == content
    for name in ("WXYZ", "A\0\0\0"):  # the second is a number in the table
        with raises(WeightsError, "lack the section"):
            found.section(name)
    for size in (0, 11, 13, 16):
        with raises(WeightsError, "section ABCD has 12 bytes, not %d" % size):
            found.section("ABCD", size)
    data[bytes(data).find(b"twelve")] = ord("T")
    assert bytes(found.section("ABCD")) == b"Twelve bytes"


def test_another_file_another_version_and_none_at_all_are_named():
    for data in (b"", b"PGwt", b"# A text that is long enough."):
        with raises(WeightsError, "not a weights file"):
            Weights(data)
    with raises(WeightsError, "version 7, not %d" % weights.VERSION):
        Weights(packed(_SECTIONS, 7))
    with raises(WeightsError, "missing"):
        weights.read("no/such/weights.bin")


def test_every_spoilt_byte_is_noticed_and_a_file_that_was_cut_off():
    data = bytearray(packed(_SECTIONS))
    large = bytearray(packed(_SECTIONS + ((b"LONG", bytes(33000)),)))
    assert len(list(weights.check(large))) == 2, "it is checked in slices"
    spoilt = [(data, at) for at in range(len(data))]
    spoilt += [(large, at) for at in (0, 20000, len(large) - 1)]
    for content, at in spoilt:
        content[at] ^= 4
        with raises(WeightsError):
            list(weights.check(content))
        content[at] ^= 4
    for size in range(16, len(data)):
        with raises(WeightsError, "damaged"):
            Weights(data[:size])
    assert len(Weights(large, checked=True).section("LONG")) == 33000


def _with_length(data, length):
    """Returns the file `data` with `length` as its second section's length, and a new checksum."""
    return checked(data[:36] + pack("<I", length) + data[40:-4])


def test_a_section_may_reach_up_to_the_check_and_no_farther():
    data = packed(_SECTIONS)
    start = unpack_from("<I", data, 32)[0]
    most = len(data) - 4 - start
    assert len(Weights(_with_length(data, most)).section("EFGH")) == most
    for length in list(range(most + 1, most + 9)) + [0xFFFFFFFF]:
        with raises(WeightsError, "damaged"):
            Weights(_with_length(data, length))
    for start in (45, 46, 47):  # not on a word
        with raises(WeightsError, "damaged"):
            Weights(checked(data[:32] + pack("<I", start) + data[36:-4]))


def test_what_came_with_the_firmware_is_whole_or_too_large():
    try:
        found = weights.load()
    except TooLarge as error:  # with a heap like a Pico's
        assert "image" in str(error)
    else:
        assert len(found.section("ESCP")) == 4096


def test_a_file_that_cannot_be_read_is_told_as_such():
    class Failing:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def read(self, size):
            raise OSError(5)

    weights.open = lambda path, mode: Failing()
    try:
        with raises(WeightsError, "cannot be read"):
            weights.read("weights.bin")
    finally:
        del weights.open


# What the net is shown, and how many rolls hit.


def test_there_is_room_for_the_most_rows():
    all_alone = "25:1 %s 0:-1 %s" % (
        " ".join(["%d:1" % place for place in range(2, 25, 2)]),
        " ".join(["%d:-1" % place for place in range(1, 24, 2)]),
    )
    rows = array("H", bytes(2 * MOST))
    for text in (all_alone, "25:15 0:-15", "24:15 1:-15", "25:14 0:-14"):
        count = features(position(text), rows, bytes(4096)) >> 6
        assert count <= MOST and max(rows[:count]) < ROWS


_BY_DISTANCE = ((1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6))


def _of(rolls, pips):
    """Returns the result of `shots` if `rolls` rolls hit, each at a cost of `pips` pips."""
    return rolls | rolls * pips << 6


_CLOSED = 0b1111110  # points 1 to 6
# A call of `shots`, the number of rolls that hit, the pips that each costs.
_SHOTS = [((1 << 10, 0, 0, 1 << 10 + away), rolls, 15 - away) for away, rolls in _BY_DISTANCE] + [
    ((1 << 18, 0, 0, 1 << 24), 17, 1),  # on the last point
    ((1 << 18, 0, 1 << 24, 1 << 24), 0, 0),  # as if it were shut
    ((1 << 10, 0, 0b1111 << 11, 1 << 15), 11, 10),  # made points in the way: by fives alone
    ((1 << 10, 0, 0, 0), 0, 0),
    # A checker on the bar enters before it hits: any 4, 3-1, 1-1, 2-2, as from a point.
    ((1, 1, 0, 1 << 4), 15, 21),
    ((1 | 1 << 10, 1, _CLOSED, 1 << 12), 0, 0),
    ((1 | 1 << 10, 2, 0, 1 << 12), 0, 0),
]


def test_a_blot_is_hit_by_the_rolls_that_the_books_say():
    """A blot six points away is hit by 17 of 36 rolls. A roll hits the costliest blot it can."""
    for call, rolls, pips in _SHOTS:
        assert shots(*call) == _of(rolls, pips), call
    # Any 5 or 6, and 4-2, 4-1, 3-2, 3-3, 2-2; 15 of them hit the one five away.
    assert shots(1 << 9, 0, 0, 1 << 14 | 1 << 15) == _of(15, 11) + _of(13, 10)
