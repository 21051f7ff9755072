"""Earlier matches on a whole board: kept, listed, opened, and the oldest thinned out."""

from fakes.power import Power, at_board

_FOLDER = "matches/"


def _kept(power):
    return sorted([path for path in power.disk.files if path.endswith(".log") and _FOLDER in path])


def _another(power):
    """A script's part: a new match in place of one under way."""
    yield from power.press("hold-OK")
    yield from power.choose("New match")
    yield from power.press("OK")
    if power.view.page and power.view.page.title == "End this match?":
        yield from power.press("NEXT OK")


def _played(power):
    yield 100
    yield from power.press("OK OK OK")


@at_board(3)
def test_a_match_under_way_is_kept_and_a_fresh_one_is_not(power):
    yield 100
    yield from _another(power)
    yield 100
    assert _kept(power) == []
    yield from power.press("OK OK OK")
    state = power.match.state()
    yield from _another(power)
    yield 100
    assert _kept(power) == ["matches/00001.log"]
    assert power.match.state() != state


def test_what_holds_no_match_is_listed_as_damaged():
    contents = b"", b"PGJ", b"PGJ\x01", b"PGJ\x02\x01\x00\x00\x00", b"PGJ\x02\x01\x00\x00\x00\x09"
    power = Power(3)
    assert power.run(_played) == "off"
    power.disk.folders.add("matches")
    for i in range(len(contents)):
        power.disk.files["matches/%05d.log" % (i + 1)] = bytearray(contents[i])

    def script(power):
        yield 100
        yield from power.press("hold-OK")
        yield from power.choose("Earlier matches")
        for _ in contents:
            yield 500
            yield from power.press("NEXT")
            assert power.view.page.items[power.view.page.selected][0] == "damaged"
        yield from power.press("OK")
        assert power.view.page.title == "Damaged. Delete it?"

    assert power.run(script) == "off" and power.crash_log() == ""


def test_a_match_of_which_a_part_is_damaged_is_said_to_be():
    power = Power(3)

    def first(power):
        yield from _played(power)
        yield from power.press("OK OK OK OK OK OK OK OK")
        yield from _another(power)
        yield 100

    assert power.run(first) == "off"
    (name,) = _kept(power)
    whole = bytes(power.disk.files[name])

    def second(power):
        yield 100
        yield from power.press("hold-OK")
        yield from power.choose("Earlier matches")
        yield 500
        power.told = power.view.page.items[0]

    for at in range(8, len(whole), 9):
        power.disk.files[name][:] = whole
        power.disk.files[name][at] ^= 0x20
        assert power.run(second) == "off" and "damaged" in power.told[0], at
    power.disk.files[name][:] = whole
    assert power.run(second) == "off" and power.told[0] == "Amber - Blue"


def _listed(power, errors=0, least=0):
    """What Earlier matches says of the newest one, where so many errors come from the flash after
    `least` operations; a further press on it must not offer to delete it."""
    seen = []

    def script(power):
        yield 100
        yield from power.press("hold-OK")
        power.disk.fault = power.disk.operations + least, 5, errors
        yield from power.choose("Earlier matches")
        yield 500
        seen.append(power.view.page.items[0][0])
        yield from power.press("OK")
        assert "Delete" not in power.view.headline, least
        yield 500
        power.disk.fault = None

    assert power.run(script) == "off" and power.crash_log() == ""
    return seen[0]


def test_a_match_that_cannot_be_read_for_once_is_read_again_and_never_called_damaged():
    def first(power):
        yield from _played(power)
        yield from _another(power)
        yield 100

    power = Power(3)
    assert power.run(first) == "off"
    sound = _listed(power)
    assert sound == "Amber - Blue"
    for least in range(0, 12):
        assert _listed(power, 1, least) == sound, least
    for least in range(4, 12):
        assert _listed(power, 1 << 30, least) in (sound, "cannot be read"), least
    assert _listed(power) == sound


def test_too_many_matches_are_thinned_out_while_nobody_presses():
    def script(power):
        yield 100
        yield from power.press("OK")
        assert len(_kept(power)) == 70, "not while somebody plays"
        yield 10000
        assert len(_kept(power)) == 64 and "matches/00070.log" in power.disk.files

    power = Power(3)
    power.disk.folders.add("matches")
    for i in range(70):
        power.disk.files["matches/%05d.log" % (i + 1)] = bytearray()
    assert power.run(script) == "off"
