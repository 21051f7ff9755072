"""Two whole boards far apart, by the lines of their links: over a bad wire, with power cuts."""

from fakes import far_apart
from fakes.far_boards import begun, records
from fakes.sitting import SeededDice
from picogammon.devices.files import BEADS
from picogammon.rules.match import MATCH_OVER


def play(ends, wire):
    for _ in range(3000):
        if all(end.match.phase == MATCH_OVER for end in ends):
            return
        wire.round()
        counts = [end.friend.standing.count for end in ends]
        assert abs(counts[0] - counts[1]) <= 1
    raise AssertionError("it never ends")


def test_whole_boards_play_over_a_bad_wire_with_cuts_and_both_flashes_have_the_same():
    for seed in (1, 2):
        ends = begun(seed)
        wire = far_apart.Wire(ends, SeededDice(seed), 5, far_apart.hurry)
        play(ends, wire)
        assert wire.cuts > 2 and wire.lost > 10, (wire.cuts, wire.lost)
        assert records(ends[0]) == records(ends[1])
        assert ends[0].match.scores == ends[1].match.scores
        for end in ends:
            end.power_on()
            assert end.match.phase == MATCH_OVER


def test_the_seeds_never_leave_the_board():
    (end, _) = begun(3)
    assert end.power.disk.files[BEADS]
    names = [row[0] for row in asked(end, "files")]
    assert BEADS not in names and "match.log" in names, names
    for line in ("get " + BEADS, "put %s 4 0" % BEADS):
        assert asked(end, line)[-1][:2] in (["get", "none"], ["error", "unsupported_feature"]), line


def asked(end, line):
    """The lines that come, in words without the first of `files`."""
    port = end.power.port
    port.gone = bytearray()
    port.coming += list((line + "\n").encode())
    end.run(3000)
    lines = bytes(port.gone).decode().split("\n")[:-1]
    return [row.strip().split(" ")[1 if row.startswith("files") else 0 :] for row in lines]
