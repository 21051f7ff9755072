"""Both blocks of a directory are written, if not now then later."""

from fakes.disk import Disk, files_on
from picogammon.devices import littlefs


def test_what_the_memory_lacks_for_is_done_later():
    disk = Disk()
    files = files_on(disk)
    folders = littlefs.Twice(files, ("",))
    files.open, opens = _lacks, files.open
    assert not folders.tidy() and not folders.untidy
    files.open = opens
    folders.untidy = True
    steps = 0
    while folders.tidy():
        steps += 1
    assert steps == 17 and disk.files["filler"][0] == 17


def _lacks(*_):
    raise MemoryError
