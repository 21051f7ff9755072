"""The journal on the product's file system, littlefs, on a flash whose power is cut.

The power goes at each erase and program operation in turn; bits flip; Ctrl-C comes.
"""

import gc
import vfs

from devices.logs import Alone
from fakes.nor_flash import NorFlash
from picogammon.devices.files import Files
from picogammon.devices.littlefs import Witness
from picogammon.devices.recent import Recent
from picogammon.devices.store import Store

_BLOCKS = 8
_SIZES = {"readsize": 256, "progsize": 256, "lookahead": 32}
_MOUNT = "/flash"
_LOG = "/flash/match.log"
_SETTINGS = "/flash/settings.bin"
_SEEN = "/flash/seen"
_FLIPS_EVERY = 61  # bits, in what is in use of the flash


class _Flash(NorFlash):
    """Its power goes at operation number `cut`: `after_cut` is what it held at that moment.

    What runs goes on, as if on another flash, so that it can close its files.
    """

    def __init__(self, blocks=_BLOCKS):
        NorFlash.__init__(self, blocks)
        self.on_change = self._pull
        self.cut = None
        self.after_cut = None
        self.at_cut = None
        self.watched = None  # copied to `at_cut` when the power goes

    def _pull(self, block, torn):
        if self.operations == self.cut:
            self.after_cut = list(self.blocks)
            self.after_cut[block] = torn
            self.at_cut = list(self.watched)


class mounted:
    """`with mounted(flash):` its files are under /flash."""

    def __init__(self, flash):
        self.flash = flash

    def __enter__(self):
        vfs.mount(vfs.VfsLfs2(self.flash, **_SIZES), _MOUNT)

    def __exit__(self, kind, error, trace):
        vfs.umount(_MOUNT)


def _formatted():
    flash = _Flash()
    vfs.VfsLfs2.mkfs(flash, **_SIZES)
    flash.forget()
    return flash


def _recent(files=None):
    return Recent(files or Files(), _LOG, None, Witness(Files(), _SEEN))


def _plain():
    return Alone(Files(), _LOG)


def _play(flash, make):
    """Appends and restarts. flash.watched: what the log may say, before and after the commit."""
    now = flash.watched = [[], []]
    with mounted(flash):
        log = make()
        list(log.open())
        for game in range(2):
            for i in range(12):
                record = bytes((game, i)) * (1 + i * 13 % 60)
                now[1] = now[0] + [record]
                log.append(record)
                now[0] = now[1]
                if i % 5 == 4 and make is _recent:
                    while log.tidy():
                        pass
            now[1] = [b"checkpoint", bytes((game,)) * 100]
            log.restart(now[1])
            now[0] = now[1]
        log.close()


def test_a_power_cut_at_any_flash_operation_leaves_the_log_before_or_after():
    for make in (_plain, _recent):
        _cut_everywhere(make)


def _cut_everywhere(make):
    flash = _formatted()
    _play(flash, make)
    operations = flash.operations
    assert operations > 26
    for cut in range(operations):
        flash = _formatted()
        flash.cut = cut
        _play(flash, make)
        with mounted(_Flash(flash.after_cut)):
            log = make()
            records = list(log.open())
            assert log.damage is None
            assert records in flash.at_cut, (cut, records, flash.at_cut)
            log.append(b"and on")
            assert list(log.open()) == records + [b"and on"]
            log.close()


def test_a_power_cut_leaves_the_old_or_the_new_settings():
    old, new = b"old" * 30, b"new" * 40
    flash = _formatted()
    found = []
    while True:
        flash = _formatted()
        with mounted(flash):
            Store(Files(), _SETTINGS).save(old)
        flash.watched = ()
        flash.cut = flash.operations + len(found)
        with mounted(flash):
            Store(Files(), _SETTINGS).save(new)
        if flash.after_cut is None:
            break
        with mounted(_Flash(flash.after_cut)):
            settings = Store(Files(), _SETTINGS)
            found.append(settings.load())
            assert settings.damage is None
    assert len(found) > 2 and set(found) <= {old, new}
    assert found == sorted(found, reverse=True)


def _kept():
    """(a flash with a log, and all that it holds): some records have moved, some have not."""
    flash = _formatted()
    records = [b"settings", b"checkpoint"] + [bytes((3, i)) * (1 + i % 4) for i in range(40)]
    with mounted(flash):
        log = _recent()
        log.restart(records[:2])
        for record in records[2:]:
            log.append(record)
            while log.tidy():
                pass
        log.close()
    return flash, records


def test_no_single_flipped_bit_loses_anything_in_silence():
    flash, records = _kept()
    lost = 0
    for block in range(_BLOCKS):
        used = len(bytes(flash.blocks[block]).rstrip(b"\xff"))
        for bit in range(block % 7, used * 8, _FLIPS_EVERY):
            blocks = [bytearray(content) for content in flash.blocks]
            blocks[block][bit >> 3] ^= 1 << (bit & 7)
            with mounted(_Flash(blocks)):
                log = _recent()
                found = list(log.open())
                assert found == records[: len(found)]
                assert found == records or log.damage, (block, bit)
                lost += found != records
                log.close()
    assert lost > 5, "or the flips were not where anything is"


class _Interrupted:
    """A file that Ctrl-C keeps from being flushed."""

    def __init__(self, file):
        self.write = file.write
        self.close = file.close

    def flush(self):
        raise KeyboardInterrupt


def test_ctrl_c_between_writing_and_flushing_harms_nothing_that_comes_after():
    for count in range(1, 30, 3):
        flash = _formatted()
        records = [b"settings", b"checkpoint"] + [bytes((3, i)) for i in range(count)]
        with mounted(flash):
            files = Files()
            log = _recent(files)
            log.restart(records[:2])
            for record in records[2:]:
                log.append(record)
            log.close()
            files.open = lambda path, mode: _Interrupted(open(path, mode))
            try:
                log.append(b"under way")
                raise AssertionError("Ctrl-C did not come")
            except KeyboardInterrupt:
                pass
            again = _recent()
            found = list(again.open())
            assert found in (records, records + [b"under way"])
            again.append(b"played on")
            del log
            gc.collect()  # what was left open is closed by now
            again.close()
            assert list(_recent().open()) == found + [b"played on"]
