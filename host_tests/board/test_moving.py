"""A board that finds an older flash layout's files shows that it moves them, and goes on."""

from fakes.power import Power, messages

_KEPT = "700 KB are kept: too much to move."


class _Older:
    """In place of the file_system that the image's _boot.py has used: `files` are to be moved."""

    newer = False

    def __init__(self, power, files=0, kept="", fails=False):
        self.old = True
        self.missing = False
        self.kept = ""
        self._power = power
        self._files = files
        self._kept = kept
        self._fails = fails
        self.seen = []

    def move_own(self, breathe, told):
        power = self._power
        for done in range(self._files):
            breathe()
            told(done, self._files)
            white = [light for light in zip(*[iter(power.rgb)] * 3) if min(light) > 0]
            self.seen.append(
                (power.alarm.view.page.lines[0], len(white), bytes(power.display.memory))
            )
        self.missing = self._fails
        self.kept = self._kept
        return not (self._kept or self._fails)


def _run(power, **what):
    power.file_system = older = _Older(power, **what)

    def script(power):
        yield 5000

    return power.run(script), older


def test_it_says_not_to_unplug_it_and_how_far_it_is_and_starts_anew():
    power = Power(3)
    ended, older = _run(power, files=12)
    assert ended == "reset" and b"Moving files\r\nDo not unplug." in power.port.gone
    assert [lines for lines, _, _ in older.seen][5] == "5 of 12. Do not unplug."
    white = [count for _, count, _ in older.seen]
    assert white == sorted(white) and white[0] == 0 and white[-1] > 5
    assert len({picture for _, _, picture in older.seen}) == 12
    power.file_system = None
    assert messages(power) == [] and not power.crash_log()


def test_nothing_is_lost_where_no_device_works():
    power = Power(3)
    power.bus.display = None
    ended, older = _run(power, files=2)
    assert ended == "reset" and len(older.seen) == 2


def test_what_cannot_be_moved_is_said_and_the_board_plays_on():
    power = Power(3)
    power.file_system = _Older(power, kept=_KEPT)
    told = messages(power)
    assert told[0] == ("Files not moved", _KEPT)
    assert b"Files are not moved: " + _KEPT.encode() in power.port.gone
    assert power.board is not None


def test_a_flash_that_fails_in_the_middle_is_asked_about():
    power = Power(3)
    ended, _ = _run(power, files=3, fails=True)
    assert ended == "off" and power.alarm.view.page.title == "Flash unreadable"
    assert b"Nothing is erased" in power.port.gone and not power.crash_log()
