"""A board whose flash cannot be mounted asks, and erases nothing without a person's yes."""

from fakes.power import Power
from picogammon.app.display.view import MessageView
from picogammon.rules import match


class _Unmounted:
    """In place of the file_system that the image's _boot.py has used."""

    def __init__(self, error=None, newer=False):
        self.missing = True
        self.newer = newer
        self.erased = 0
        self.error = error

    def erase_own(self, breathe):
        breathe()
        if self.error:
            raise self.error
        self.erased += 1


def _run(script, fake):
    power = Power(3)
    power.disk.fault = 0, 19, 1 << 30
    power.file_system = fake
    return power, power.run(script)


def _lit(power):
    """(how many lights are red alone, how many are white)."""
    rgb = power.rgb
    lights = [tuple(rgb[i : i + 3]) for i in range(0, len(rgb), 3)]
    red = [light for light in lights if sum(light) == max(light) > 0]
    return len(red), len([light for light in lights if min(light) > 0])


def _hold(power, button, ms):
    power.switches.down.add(button)
    yield ms
    power.switches.down.discard(button)
    yield 100


def test_it_asks_on_lights_and_over_usb_and_plays_where_ok_is_pressed():
    fake = _Unmounted()

    def script(power):
        yield 100
        red, white = _lit(power)
        assert red > 5 and not white
        assert b"Flash unreadable" in power.port.gone and b"BACK 5 s" in power.port.gone
        yield from power.press("NEXT PREV OK")
        yield 100
        assert isinstance(power.view.page, MessageView)
        yield from power.read()
        yield from power.press("OK OK")
        yield from power.read()
        assert power.match.phase != match.OPENING

    power, ended = _run(script, fake)
    assert ended == "off" and not fake.erased and not power.disk.files


def test_only_a_button_held_for_five_seconds_erases():
    fake = _Unmounted()

    def script(power):
        yield 100
        for button, ms in ((3, 60), (3, 700), (3, 4500), (2, 0), (0, 6000), (1, 6000)):
            if ms:
                yield from _hold(power, button, ms)
            assert not fake.erased and _lit(power)[1] == 0
        for _ in range(12):
            yield from _hold(power, 3, 1000)
        assert not fake.erased
        power.switches.down.add(3)
        yield 3000
        red, white = _lit(power)
        assert white > 5 and red > 1 and not fake.erased
        yield 3000
        raise AssertionError("it was held for long enough")

    power, ended = _run(script, fake)
    assert ended == "reset" and fake.erased == 1


def test_what_cannot_be_erased_is_said():
    def script(power):
        yield 100
        yield from _hold(power, 3, 6000)

    power, ended = _run(script, _Unmounted(OSError(5)))
    assert ended == "reset"
    assert b"cannot be erased" in power.port.gone


def test_what_newer_firmware_laid_out_is_told_and_cannot_be_erased():
    fake = _Unmounted(newer=True)

    def script(power):
        yield 100
        assert b"Use newer firmware" in power.port.gone and b"BACK 5 s" not in power.port.gone
        yield from _hold(power, 3, 7000)
        assert not fake.erased and _lit(power)[1] == 0
        yield from power.press("OK")
        yield from power.read()
        yield from power.press("OK OK")
        yield from power.read()
        assert power.match.phase != match.OPENING

    power, ended = _run(script, fake)
    assert ended == "off" and not fake.erased and not power.disk.files
