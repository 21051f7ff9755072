"""A whole board: a match that another one follows is kept, whenever the power goes."""

from fakes.power import Power

_FOLDER = "matches/"


def _kept(power):
    return sorted([path for path in power.disk.files if path.startswith(_FOLDER)])


def _another(power):
    """A script's part: a new match in place of one under way."""
    yield from power.press("hold-OK")
    yield from power.choose("New match")
    yield from power.press("OK")
    if power.view.headline == "End this match?":
        yield from power.press("OK")


def _played(power):
    yield 100
    yield from power.press("OK OK OK")


def test_a_match_under_way_is_kept_and_a_fresh_one_is_not():
    def script(power):
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

    assert Power(3).run(script) == "off"


def test_it_can_be_opened_after_the_next_start_and_the_running_match_stays():
    def first(power):
        yield from _played(power)
        yield from _another(power)
        yield 100

    def second(power):
        yield 100
        state = power.match.state()
        yield from power.press("hold-OK")
        yield from power.choose("Earlier matches")
        assert power.view.page.title == "Earlier matches"
        yield 500
        assert power.view.page.items[0][0] == "Amber - Blue"
        yield from power.press("OK")
        yield 500
        assert power.view.headline == "Game 1: 0-0"
        yield from power.press("NEXT")
        assert power.view.headline != "Game 1: 0-0"
        yield from power.press("hold-BACK")
        assert power.match.state() == state

    power = Power(3)
    assert power.run(first) == "off"
    power.cut()
    assert power.run(second) == "off"


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
