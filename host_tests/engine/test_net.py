"""The file of weights, whole or refused in clear words; and the net in it, the same to the bit on
all runtimes: a small one here, the whole one in host_tests/runtimes and on the emulated chip.

Weights with a right check and a wrong inside are refused in words, or of no harm to a reader.
"""

from array import array
from binascii import crc32
from struct import pack, pack_into, unpack_from

from fakes.small_net import HIDDEN, SmallNet, checked, packed
from picogammon.engine import classes, weights
from picogammon.engine.classes_kernel import class_of
from picogammon.engine.net import Net
from picogammon.engine.numbers import ONE
from picogammon.engine.weights import ROWS, TooLarge, Weights, WeightsError, net_of
from picogammon.rules import position as positions
from portable import raises
from reference_data import known_positions
from rulebook import position

# Of the outcomes of all known positions.
CHECK = 0xDA23463A


def test_outcomes_are_the_same_everywhere():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    check = 0
    for pos in known_positions():
        net.outcome(pos, out)
        check = crc32(bytes(out), check)
    assert check & 0xFFFFFFFF == CHECK, hex(check)


def test_an_outcome_does_not_contradict_itself():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    for pos in known_positions():
        net.outcome(pos, out)
        win, gammon, backgammon, lost_gammon, lost_backgammon = out
        assert 0 <= backgammon <= gammon <= win <= ONE
        assert 0 <= lost_backgammon <= lost_gammon <= ONE - win
        assert not gammon or positions.opponent_left(pos) == 15
        assert not lost_gammon or positions.left(pos) == 15


def test_the_order_of_the_questions_is_of_no_importance():
    net = Net(SmallNet())
    out = array("i", [0] * 5)
    some = [pos for i, pos in enumerate(known_positions()) if i % 200 == 0]

    def outcomes(order):
        found = {}
        for i in order:
            net.outcome(some[i], out)
            found[i] = list(out)
        return found

    forward = list(range(len(some)))
    assert outcomes(forward) == outcomes(list(reversed(forward)))


_CASES = 300
_TABLE = 12  # of seven sections
_TABLE_END = 16 + 12 * 7


def _with(name, data):
    """The small net's file with another section, read."""
    sections = SmallNet().sections
    sections[name] = data
    return Weights(packed([(key.encode(), sections[key]) for key in sorted(sections)]))


def test_a_section_that_is_a_byte_longer_or_shorter_or_empty_is_refused():
    for name, data in SmallNet().sections.items():
        for wrong in (data + b"\x00", data[:-1], data[:64], b""):
            if len(wrong) != len(data):
                with raises(WeightsError, name):
                    net_of(_with(name, wrong))


def test_another_net_is_refused():
    for hidden, rows, buckets in (
        (0, ROWS, 9),
        (HIDDEN + 8, ROWS, 9),
        (HIDDEN, ROWS + 1, 9),
        (HIDDEN, ROWS - 1, 9),
        (HIDDEN, ROWS, 8),
        (HIDDEN, ROWS, 10),
    ):
        with raises(WeightsError, "another net"):
            net_of(_with("NETS", pack("<HHHH", hidden, rows, buckets, 0)))


def test_more_hidden_nodes_than_there_are_weights_are_refused():
    for hidden in (2 * HIDDEN, 256, 65520):
        with raises(WeightsError, "NETW has %d bytes" % (ROWS * HIDDEN)):
            net_of(_with("NETS", pack("<HHHH", hidden, ROWS, 9, 0)))


def _changed(name, at, change):
    data = SmallNet().sections[name]
    return _with(name, data[:at] + change + data[at + len(change) :])


def test_escapes_biases_and_chances_that_lead_beyond_their_tables_are_refused():
    for at in (0, 4095):
        net_of(_changed("ESCP", at, b"\x24"))
        with raises(WeightsError, "another net"):
            net_of(_changed("ESCP", at, b"\x25"))
    for bias in (1023, -1023):
        net_of(_changed("NETB", 2, pack("<h", bias)))
        with raises(WeightsError, "another net"):
            net_of(_changed("NETB", 2, pack("<h", bias + (1 if bias > 0 else -1))))
    net_of(_changed("NETP", 510, pack("<H", 32768)))
    with raises(WeightsError, "another net"):
        net_of(_changed("NETP", 510, pack("<H", 32769)))


def test_whatever_is_in_the_file_it_is_refused_or_judges():
    some = [pos for i, pos in enumerate(known_positions()) if i % 1000 == 0]
    sections = SmallNet().sections
    data = bytearray(packed([(key.encode(), sections[key]) for key in sorted(sections)]))
    del sections
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
        judged += _judges(data, some, out)
        for at, value in reversed(was):
            data[at] = value
    assert 0 < judged < _CASES


def _judges(data, some, out):
    """1 where the file's net judges these positions, 0 where it is refused."""
    try:
        net = Net(Weights(data))
    except WeightsError:
        return 0
    for pos in some:
        net.outcome(pos, out)
    return 1


def test_a_position_is_of_contact_a_race_or_over():
    for text, found in (
        ("6:15 19:-15", classes.RACE),
        ("19:15 6:-15", classes.CONTACT),
        ("6:15 0:-1 19:-14", classes.CONTACT),
        ("3:-1 19:-14", classes.OVER),
    ):
        assert class_of(position(text)) == found, text
    for pos in known_positions():
        left = classes.RACE if positions.left(pos) else classes.OVER
        assert class_of(pos) == (classes.CONTACT if positions.contact(pos) else left)


_SECTIONS = ((b"ABCD", b"twelve bytes"), (b"EFGH", b"and then some   "))


def test_sections_are_found_by_names_of_any_four_bytes():
    odd = ((b"\xff\x80\x00\xc3", b"what is this"), (b"AAAA", bytes(0x41)))
    found = Weights(packed(odd + _SECTIONS))
    for name, data in _SECTIONS:
        name = str(name, "ascii")
        assert bytes(found.section(name)) == bytes(found.section(name, len(data))) == data
    for name in ("WXYZ", "A\0\0\0"):  # the second is a number in the table
        with raises(WeightsError, "lack the section"):
            found.section(name)
    for size in (0, 11, 13, 16):
        with raises(WeightsError, "section ABCD has 12 bytes, not %d" % size):
            found.section("ABCD", size)


def test_another_file_another_version_and_none_at_all_are_named():
    for data in (b"", b"PGwt", b"# A text that is long enough."):
        with raises(WeightsError, "no file of weights"):
            Weights(data)
    with raises(WeightsError, "version 7, not %d" % weights.VERSION):
        Weights(packed(_SECTIONS, 7))
    with raises(WeightsError, "missing"):
        weights.read("no/such/weights.bin")


def test_sections_are_read_in_place():
    data = bytearray(packed(_SECTIONS))
    section = Weights(data).section("ABCD")
    data[bytes(data).find(b"twelve")] = ord("T")
    assert bytes(section) == b"Twelve bytes"


def test_every_spoilt_byte_is_noticed():
    data = packed(_SECTIONS)
    for i in range(len(data)):
        spoilt = bytearray(data)
        spoilt[i] ^= 4
        with raises(WeightsError):
            Weights(spoilt)


def test_a_large_file_is_checked_in_slices_and_a_spoilt_byte_in_any_is_noticed():
    data = bytearray(packed(_SECTIONS + ((b"LONG", bytes(33000)),)))
    assert len(list(weights.check(data))) == 2
    for at in (0, 20000, len(data) - 1):
        data[at] ^= 1
        with raises(WeightsError):
            list(weights.check(data))
        data[at] ^= 1
    assert len(Weights(data, checked=True).section("LONG")) == 33000


def test_a_file_that_was_cut_off_is_damaged():
    data = packed(_SECTIONS)
    for size in range(16, len(data)):
        with raises(WeightsError, "damaged"):
            Weights(data[:size])


def _with_length(data, length):
    """The file with another length of its second section, and the check that fits."""
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
