"""The net is the same to the bit on all runtimes: a small one here, the whole one elsewhere.

host_tests/runtimes has the whole one on MicroPython, host_tests/emulator on the chip. Weights with
a right check and a wrong inside are refused in words, or of no harm to a reader.
"""

from array import array
from binascii import crc32
from struct import pack, pack_into

from fakes.small_net import HIDDEN, SmallNet, packed
from picogammon.engine.net import Net
from picogammon.engine.numbers import ONE
from picogammon.engine.weights import ROWS, Weights, WeightsError, net_of
from picogammon.rules import position as positions
from portable import raises
from reference_data import known_positions

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


def test_a_sound_net_is_read():
    hidden, sections = net_of(_with("ESCP", SmallNet().sections["ESCP"]))
    assert hidden == HIDDEN
    assert {name: bytes(sections[name]) for name in sections} == {
        name: data for name, data in SmallNet().sections.items() if name != "NETS"
    }


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
