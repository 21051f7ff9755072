"""Checks the promises of picogammon/host.py on a chip's, a computer's or the bench's Host.

It imports nothing that a chip lacks, and can be sent to a chip as it is.
"""

_WRAP = 1 << 30
_PATH = "contract.try"
_OTHER = "contract.other"


def check(host):
    """Raises AssertionError if the host breaks a promise; leaves its files as they were."""
    _time(host)
    _chance(host)
    _files(host)
    _machine(host)
    _the_rest(host)


def _time(host):
    for ticks in (host.ticks_ms, host.ticks_us):
        if ticks is not None:  # as a page's with a seed has no ticks_us
            assert 0 <= ticks() < _WRAP
    assert 0 <= host.passed(host.ticks_ms()) < 1000
    assert host.passed((host.ticks_ms() - 5000) % _WRAP) >= 5000


def _chance(host):
    first, second = host.urandom(32), host.urandom(32)
    assert len(first) == len(second) == 32 and first != second


def _files(host):
    files = host.files
    before = sorted(files.names(""))
    synced = []
    files.written, was = (lambda: synced.append(1)), files.written
    try:
        assert files.size(_PATH) == -1
        for _ in files.prepare(_PATH, (b"ab", b"c")):
            pass
        files.finish(_PATH)
        assert synced == [1]
        assert files.size(_PATH) == 3 and files.read(_PATH, 0, 2) == b"ab"
        assert files.read(_PATH, 1, 9) == b"bc"
        files.write(_OTHER, b"other")
        files.move(_PATH, _OTHER)  # over another file
        assert files.read(_OTHER, 0, 9) == b"abc" and _PATH not in files.names("")
        files.put_aside(_OTHER)
        files.remove(_OTHER + ".bad")
        files.sync()
        assert 0 < files.room() <= 1 << 20 and synced == [1, 1]
        try:
            files.remove(_PATH)
            raise AssertionError("a file that is not there was removed")
        except OSError:
            pass
    finally:
        files.written = was
    assert sorted(files.names("")) == before


def _machine(host):
    machine = host.machine
    for name in ("Pin", "I2C", "PWM", "bitstream", "reset", "soft_reset"):
        if name.endswith("reset") and not host.wired:
            continue  # a computer is not restarted
        assert hasattr(machine, name), name
    assert machine.Pin.IN != machine.Pin.OUT
    if host.watchdog is not None:
        machine.mem32[host.watchdog + 0x10] = 77  # an unused scratch register
        assert machine.mem32[host.watchdog + 0x10] == 77


def _the_rest(host):
    assert isinstance(host.load_data().NAME, str)
    try:
        assert isinstance(host.load_data(True).NAME, str)
    except ImportError:
        pass  # without an image there is none
    if host.port is not None:
        assert host.port.read() == -1, "nobody has sent anything"
    assert host.chip is not None and host.calm in (False, True)
    host.shown(host)
