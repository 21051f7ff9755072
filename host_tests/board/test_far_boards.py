"""Two whole boards far apart, by the lines of their links: over a bad wire, with power cuts."""

from fakes import far_apart
from fakes.far_boards import begun, records
from fakes.far_line import SlowLine
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


_MINUTE_MS = 60000
_A_MINUTE = 180  # messages of a page, at most, while two people play as fast as they can
_A_QUIET_MINUTE = 25


def test_a_match_goes_on_over_a_slow_line_and_no_page_floods_it():
    # How late a message is in ms, and up to how much later; one of how many is lost; for how long,
    # and how many records both then have.
    for ms, jitter, bad, minutes, least in (
        (300, 0, 0, 1, 60),
        (300, 300, 8, 1, 50),
        (3000, 0, 0, 3, 40),
        (3000, 3000, 8, 3, 30),
    ):
        case = (ms, jitter, bad)
        ends = begun(1)
        line = SlowLine(ends, ms, jitter, bad)
        heads = set()
        for _ in range(minutes):
            sent = line.sent[:]
            for _ in range(12):
                line.pass_time(_MINUTE_MS // 12)
                heads.update(headlines(ends))
            for side in (0, 1):
                assert line.sent[side] - sent[side] < _A_MINUTE, case
        counts = [end.friend.standing.count for end in ends]
        assert min(counts) >= least and abs(counts[0] - counts[1]) <= 1, (case, counts)
        assert {"Waiting for Anna", "Waiting for Bert"} <= heads, case
        assert not any("silent" in head or "No line" in head for head in heads), case
        assert not bad or (line.lost > 5 and line.overtook > 5), case


def test_a_page_says_little_while_nobody_acts():
    for ms in (300, 3000):
        ends = begun(2)
        line = SlowLine(ends, ms)
        line.pass_time(_MINUTE_MS)
        line.pass_time(_MINUTE_MS // 4, play=False)  # what is under way comes
        sent = line.sent[:]
        line.pass_time(_MINUTE_MS, play=False)
        for side in (0, 1):
            assert line.sent[side] - sent[side] < _A_QUIET_MINUTE, (ms, side)


def test_a_dead_line_is_said_and_the_match_goes_on_when_it_lives_again():
    ends = begun(3)
    line = SlowLine(ends, 300, 300)
    line.pass_time(_MINUTE_MS // 2)
    counts = [end.friend.standing.count for end in ends]
    line.cut = True
    line.pass_time(_MINUTE_MS // 2)
    heads = headlines(ends)
    assert any("board is silent" in head for head in heads), heads
    sent = line.sent[:]
    line.pass_time(_MINUTE_MS)
    for side in (0, 1):
        assert line.sent[side] - sent[side] < _A_QUIET_MINUTE
        assert ends[side].friend.standing.count <= counts[side] + 2
    line.cut = False
    line.pass_time(_MINUTE_MS // 2)
    assert not any("silent" in head for head in headlines(ends))
    for side in (0, 1):
        assert ends[side].friend.standing.count > counts[side] + 10


def headlines(ends):
    """What both boards' displays say first."""
    return [end.power.view.headline for end in ends]
