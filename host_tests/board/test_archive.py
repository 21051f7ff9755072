"""Earlier matches on a whole board: kept, listed, opened, and what is said of damaged ones."""

from fakes.power import Power, at_board, messages, taps
from fakes.sitting import SeededDice
from picogammon.rules import match


def _another(power):
    """A script's part: a new match in place of one under way."""
    yield from power.press("hold-OK")
    yield from power.choose("New match")
    yield from power.press("OK")
    if power.view.page and power.view.page.title == "End this match?":
        yield from power.press("NEXT OK")
    yield 100


def _played(power):
    """A script: after the first match another one is under way."""
    yield 100
    yield from power.press("OK " * 11)
    yield from _another(power)
    yield from power.press("OK")


def _listed(power):
    """A script: the line of the earlier match."""
    yield 100
    yield from power.press("hold-OK")
    yield from power.choose("Earlier matches")
    yield 500
    power.told = power.view.page.items[-1][0]


@at_board(3)
def test_a_match_under_way_is_kept_and_a_fresh_one_is_not(power):
    yield 100
    archive = power.board.session.archive
    yield from _another(power)
    assert archive.runs() == []
    yield from power.press("OK OK OK")
    run, state = archive.running, power.match.state()
    yield from _another(power)
    assert archive.runs() == [run] and archive.day(run) == "2026-11-22"
    assert power.match.state() != state


def test_a_damaged_match_is_listed_as_such():
    power = Power(3)
    assert power.run(_played) == "off"
    (run,) = power.board.session.archive.runs()
    (sector,) = power.host.ring.sectors(run)
    log = power.board.session.archive.open(run)
    ends = [end for _, end, _ in log.records_from(*log.start)]
    whole = power.flash
    for record, word in ((0, "damaged"), (1, "partly damaged"), (-1, "partly damaged")):
        power.flash = whole.copy()
        for bit in (6, 9):  # of its CRC
            power.flash.flip(sector.number, 8 * ends[record] - bit)
        assert power.run(_listed) == "off" and power.told == word, record
    power.flash = whole
    assert power.run(_listed) == "off" and power.told == "Amber - Blue"


def test_a_match_that_is_lost_is_said_until_somebody_has_seen_it():
    power = Power(3)
    assert power.run(_played) == "off"
    (run,) = power.board.session.archive.runs()
    state = power.match.state()
    for bit in (70, 90):
        power.flash.flip(power.host.ring.sectors(run)[0].number, bit)
    assert power.run(lambda power: iter((500,))) == "off"
    assert messages(power) == [("Saved match", "The flash has lost 4 KB of the matches")]
    assert power.match.state() == state
    assert messages(power) == [] and power.match.state() == state


def _reads(power, errors=0, least=0):
    """What Earlier matches says of the newest one, where so many errors come from the flash after
    `least` operations; a further press on it must not offer to delete it."""

    def script(power):
        yield 100
        power.disk.fault = power.disk.operations + least, 5, errors
        yield from _listed(power)
        yield from power.press("OK")
        assert "Delete" not in power.view.headline, least
        yield 500
        power.disk.fault = None

    assert power.run(script) == "off" and power.crash_log() == ""
    return power.told


def test_a_match_that_cannot_be_read_for_once_is_read_again_and_never_called_damaged():
    power = Power(3)
    power.in_files = True
    assert power.run(_played) == "off"
    sound = _reads(power)
    assert sound == "Amber - Blue"
    for least in range(0, 24, 2):
        assert _reads(power, 1, least) == sound, least
        assert _reads(power, 1 << 30, least) in (sound, "cannot be read"), least
    assert _reads(power) == sound


# The error, and the seed of the fingers: none of these asks a coach, who thinks for long.
_CASES = ((2, 2), (5, 21), (19, 19))


def test_a_dead_file_system_is_said_and_the_board_plays_without():
    for errno, seed in _CASES:
        power = Power(2)
        power.in_files = True
        assert power.run(taps(25)) == "off"
        kept = {path: bytes(data) for path, data in power.disk.files.items()}
        power.disk.fault = 0, errno, 1 << 30
        assert power.run(_without(seed)) == "off", (errno, power.crash_log())
        assert power.disk.files == kept


def _without(seed):
    def script(power):
        yield 100
        yield from power.read()
        assert "The saved match cannot be read" in str(power.told), power.told
        yield from power.press("OK OK OK")
        yield from power.read()
        assert power.match.phase != match.OPENING
        yield from power.press("hold-OK")
        yield from power.choose("Earlier matches")
        yield 5000
        yield from power.press("hold-BACK")
        fingers = SeededDice(seed)
        for _ in range(60):
            names = ("OK", "NEXT", "PREV", "hold-OK", "OK", "NEXT", "hold-BACK")
            yield from power.press(names[fingers.below(7)])

    return script
