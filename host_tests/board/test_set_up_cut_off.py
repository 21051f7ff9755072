"""The plug is pulled while a board is set up: at any question, and at any write of what is kept."""

from fakes.builds import Build, along, by_chance
from fakes.maker import Maker, sets_up, starts_right

HOST_ONLY = True

_OTHER = Build(along(range(1, 25)), "RBG", (1, 0, 3, 2), driver="sh1106", address=0x3D)
_KEPT = "board.bin"
_BYTES = 13  # from a cut within a write to the next


def _begun(power, build, goes_on, then=None):
    """How the set-up ended that went on as long as `goes_on(question)`."""
    maker = Maker(power, build)

    def script(power):
        yield from maker.hold(4000)
        while True:
            yield from maker.settle()
            if not goes_on(maker.question()):
                break
            yield from maker.answer()
        if then:
            then(power.disk)
            yield from maker.answer()

    power.pace = 12
    power.switches.down.add(build.pins[0])
    ended = power.run(script)
    power.cut()
    return ended


def _boots_as_it_came(power):
    def look(power):
        yield 500
        assert power.view.page is None and power.board.workshop is None

    assert power.run(look) == "off"


def _kept(power):
    """What is on flash, but how far the log was seen, and what fills a directory's other block."""
    files = power.disk.files
    kept = [name for name in files if not name.startswith("seen/") and not name.endswith("filler")]
    return {name: bytes(files[name]) for name in kept}


def test_at_any_question_nothing_was_kept():
    for number in (2, 11):
        build = by_chance(number)
        power = build.power()
        _boots_as_it_came(power)
        before = _kept(power)
        questions = []
        sets_up(build, build.power(), questions.append)
        for last in range(0, len(questions), 7):
            left = [last]

            def goes_on(question, left=left):
                left[0] -= 1
                return left[0] >= 0

            assert _begun(power, build, goes_on) == "off"
            assert _kept(power) == before, questions[last]
        _boots_as_it_came(power)
        sets_up(build, power)


def test_at_any_write_the_board_is_as_it_was_or_as_it_was_set_up():
    done = set()
    for cut in range(0, 10_000, _BYTES):
        power = _OTHER.power()

        def pull(disk, cut=cut):
            disk.cut = disk.steps + cut

        _begun(power, _OTHER, lambda question: question != "Done", pull)
        cut_off = power.disk.steps >= power.disk.cut
        power.disk.cut = None
        kept = _KEPT in power.disk.files
        done.add(kept)
        if not kept:
            _boots_as_it_came(power)
        else:
            starts_right(power, _OTHER)
        if not cut_off:
            break
    assert kept and done == {False, True}
