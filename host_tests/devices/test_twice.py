"""Both blocks of a directory are written, if not now then later."""

from fakes.disk import Disk, in_place_of
from picogammon.devices import littlefs


def test_what_the_memory_lacks_for_is_done_later():
    disk = Disk()
    with in_place_of(disk, littlefs):
        folders = littlefs.Twice(("",))
        opens = littlefs.open
        littlefs.open = _lacks
        assert not folders.tidy() and not folders.untidy
        littlefs.open = opens
        folders.untidy = True
        steps = 0
        while folders.tidy():
            steps += 1
    assert steps == 17 and disk.files["filler"][0] == 17


def _lacks(*_):
    raise MemoryError
