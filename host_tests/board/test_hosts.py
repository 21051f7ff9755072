"""Each host keeps the contract of Host, and finds board_config, first on flash, then built-in."""

import sys

import pytest

from fakes.bench import Bench
from fakes.host_contract import check
from fakes.power import Power
from picogammon import board_data
from picogammon.devices import file_system
from picogammon.devices.files import Files
from picogammon.devices.nor import SectorFiles
from picogammon.host import Host

HOST_ONLY = True


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A fixture: a function that writes board_config.py in two places, and returns a Host.
    `flash`, `own`: the code of the file on flash and of the built-in file; None for no file."""

    def write(flash=None, own=None):
        for name, code in (("flash", flash), ("own", own)):
            (tmp_path / name).mkdir()
            if code is not None:
                (tmp_path / name / "board_config.py").write_text(code)
        host = Host(None, Files())
        host.own_path = [str(tmp_path / "own")]
        return host

    monkeypatch.setattr(sys, "path", [str(tmp_path / "flash"), str(tmp_path / "own")])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.delitem(sys.modules, "board_config", raising=False)  # of a test before
    yield write
    sys.modules.pop("board_config", None)


def _named(host, data):
    return data.NAME


@pytest.mark.parametrize(
    "flash, name, trouble",
    (
        ("NAME = 'flash'", "flash", None),
        (None, "own", None),
        ("NAME = (", "own", "SyntaxError: "),
        ("NAME = nonsense", "own", "NameError: "),
        ("TITLE = 1", "own", "AttributeError: "),
        ("raise OSError(5)", "own", "OSError: 5"),
    ),
)
def test_the_data_are_the_flashs_or_where_these_fail_the_images_own(places, flash, name, trouble):
    host = places(flash=flash, own="NAME = 'own'")
    before = list(sys.path)
    found, said = board_data.first_of(host, _named)
    assert found == name and host.load_data(own=True).NAME == "own" and sys.path == before
    if trouble is None:
        assert said is None
    else:
        assert said.startswith("board_config.py: " + trouble)


def test_where_there_is_no_other_the_first_fault_is_raised(places):
    host = places(flash="NAME = nonsense")
    with pytest.raises(NameError, match="nonsense"):
        board_data.first_of(host, _named)


def test_too_little_memory_is_no_fault_of_the_data(places):
    host = places(flash="raise MemoryError", own="NAME = 'own'")
    with pytest.raises(MemoryError):
        board_data.first_of(host, _named)


def test_too_little_memory_for_what_was_set_up_is_told_and_does_without(
    places, tmp_path, monkeypatch
):
    host = places(own="NAME = 'own'")
    monkeypatch.chdir(tmp_path)
    board_data.keep(host.files, {"LIGHTS_PER_POINT": 1 << 40})

    def make(host, data):
        if hasattr(data, "LIGHTS_PER_POINT"):
            raise MemoryError("too many lights")
        return data.NAME

    name, trouble = board_data.first_of(host, make)
    assert name == "own" and trouble == "The set-up: MemoryError: too many lights"


def _bench():
    power = Power(4)
    power.shown = lambda shows: None
    return Bench(power), power


def test_the_bench_keeps_the_contract():
    host, power = _bench()
    check(host)
    assert power.disk.synced == 2


def test_what_was_waited_for_has_passed_and_what_runs_leaves():
    host, power = _bench()
    power.pass_time = lambda ms: setattr(power, "now", power.now + ms)
    seen = []

    async def work():
        began = host.ticks_ms()
        await host.pause(250)
        seen.append(host.passed(began))

    try:
        host.run(work(), lambda: seen.append("left"))
    except KeyboardInterrupt:
        pass
    assert seen[0] >= 250 and seen[1:] == ["left"]


def test_a_runtimes_own_files_keep_the_contract_beside_others():
    """Only the files are real; the rest of the host is the simulated Bench."""
    host, _ = _bench()
    host.files = Files()
    check(host)


def test_a_host_that_is_no_chip_keeps_matches_in_files_even_if_the_images_module_is_loaded():
    host = Host(None, Files())
    assert file_system.__name__ in sys.modules and host.file_system is None
    assert isinstance(host.ring.flash, SectorFiles)
