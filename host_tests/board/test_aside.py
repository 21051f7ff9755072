"""A match that is put aside and gone on with, on a flash: whenever the power goes, it is there."""

from fakes.disk import Disk, PlugPulled, files_on
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.session import recording
from picogammon.devices.archive import Archive
from picogammon.devices.littlefs import Witness
from picogammon.devices.recent import Recent
from picogammon.rules import match

_LOG = "match.log"


def _boot(disk, settings=None):
    log = Recent(files_on(disk), _LOG, None, Witness(files_on(disk), "seen"))
    return Sitting(
        SeededDice(5), settings, journal=log, archive=Archive(files_on(disk), "matches", _LOG)
    )


def _last(sitting):
    """Opens the match that was kept last, and goes to its end."""
    sitting.press("hold-BACK hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(300)
    if sitting.sees.page.items[0][0] == "This match":
        sitting.press("NEXT")
    sitting.press("OK")
    sitting.wait(300)
    assert sitting.sees.page is None and sitting.sees.keys[2] == "MORE"
    for _ in range(20):
        sitting.press("NEXT")
        sitting.wait(50)


def _put_aside(sitting):
    sitting.press("hold-BACK hold-OK")
    sitting.choose("New match")
    sitting.choose("Start")
    sitting.press("BACK OK")


def _go_on(sitting):
    _last(sitting)
    sitting.press("OK")
    sitting.choose("Play on from here")
    sitting.press("PREV OK PREV OK")


def _pulled(disk, script):
    try:
        script(_boot(disk))
    except PlugPulled:
        pass
    disk.cut = None


def _matches(disk):
    """The states of the running match and of those that are kept."""
    sitting = _boot(disk)
    found = [sitting.match.state()]
    for name in sitting.session.archive.names():
        reading = recording.last_game(sitting.session.archive.open(name))
        try:
            while True:
                next(reading)
        except StopIteration as end:
            found.append(end.value.state())
    return found


def _played():
    """(disk, the state of a match of two games that is under way)."""
    disk = Disk()
    sitting = _boot(disk, two_people(3))
    while sitting.match.phase != match.TO_PLAY:
        sitting.press("OK")
    sitting.resign()
    while sitting.match.phase != match.TO_PLAY:
        sitting.press("OK")
    sitting.journal.close()
    return disk, sitting.match.state()


def test_it_goes_on_as_it_stood_with_the_games_before():
    disk, state = _played()
    sitting = _boot(disk)
    records = list(sitting.journal.again())
    _put_aside(sitting)
    assert sitting.session.fresh and len(sitting.session.archive.names()) == 1
    _go_on(sitting)
    assert sitting.match.state() == state and sitting.session.archive.names() == []
    assert list(sitting.journal.again()) == records
    assert _matches(disk) == [state]


def test_a_cut_at_any_moment_loses_it_not():
    disk, state = _played()
    for script in (_put_aside, _go_on):
        whole = disk.copy()
        _pulled(whole, script)
        for cut in range(0, whole.steps, 7):
            again = disk.copy()
            again.cut = cut
            _pulled(again, script)
            assert state in _matches(again), (script, cut)
        disk = whole
        disk.steps = 0
        assert state in _matches(disk)


def test_a_flash_error_at_any_moment_loses_it_not():
    disk, state = _played()
    for script in (_put_aside, _go_on):
        whole = disk.copy()
        _pulled(whole, script)
        for number in range(0, whole.operations, 3):
            again = disk.copy()
            again.fault = number, 5
            sitting = _boot(again)
            if sitting.match.state() != state and script == _put_aside:
                continue  # it could not even be read: other tests' business
            try:
                script(sitting)
            except (AssertionError, AttributeError, IndexError):
                pass  # it was said, and the script did not look
            again.fault = None
            assert state in _matches(again), (script, number)
        disk = whole
