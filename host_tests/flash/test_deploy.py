"""Deploying to a board that runs stock MicroPython: what is copied, kept, and said."""

import contextlib

import pytest

from flash.pretended import PretendedPico
from picogammon import VERSION
from tools.boards.chips import RP2040, RP2350
from tools.flash import FlashError, deploy, payload
from tools.flash.board import Board, Identity, Inventory

KIND = 0x1306
FILES = {
    "main.py": b"# Picogammon starts here\nimport picogammon.main\n",
    "board_config.mpy": b"pins" * 20,
    "picogammon/__init__.mpy": b"M\x06",
    "picogammon/main.mpy": bytes(range(256)) * 9,
    "picogammon/app/modes/navigator.mpy": b"\x04\x03'\"\\\r\n" * 300,
    "picogammon/app/modes/turn.mpy": b"turn" * 700,
}
FOLDERS = {"picogammon/": b"", "picogammon/app/": b"", "picogammon/app/modes/": b""}
SAVED = {
    "match.log": b"\x01the match" * 100,
    "match.log.bad": b"damaged",
    "settings.bin": b"\x01\x02",
    "dice.bin": b"\x03",
    "crash.log": b"Traceback",
    "boot.py": b"pass",
    "lib/mine.py": b"mine = 1",
}


@pytest.fixture
def pico():
    with PretendedPico() as transport:
        transport.put(SAVED)
        yield transport


def _deploy(pico, files=FILES):
    """Returns the lines for the user."""
    pico.serial.__init__()
    said = []
    deploy.deploy(Board(pico), files, KIND, RP2040, 0, said.append)
    return said


def _expect(pico, files=FILES, more=None):
    assert pico.files() == {**FOLDERS, **files, **SAVED, "lib/": b"", **(more or {})}


def test_a_new_board_gets_every_file_and_plays(pico):
    said = _deploy(pico)
    _expect(pico)
    assert said == [
        "Raspberry Pi Pico with RP2040, MicroPython 1.25.0",
        f"Copying 6 files, {sum(map(len, FILES.values()))} bytes",
        f"The board says: Picogammon {VERSION} plays on pico",
    ]
    assert pico.serial.written == b"\r\x02\x04"  # to the prompt, and a soft reset


def test_nothing_is_copied_twice(pico):
    _deploy(pico)
    executed = pico.executed
    said = _deploy(pico)
    assert said[1] == "The board has the newest files already."
    assert pico.executed - executed == 3  # who are you, calm down, what have you
    _expect(pico)


def test_only_what_changed_is_copied_and_main_comes_last(pico):
    _deploy(pico)
    changed = {**FILES, "picogammon/app/modes/navigator.mpy": b"new"}
    said = _deploy(pico, changed)
    assert said[1] == f"Copying 2 files, {3 + len(FILES['main.py'])} bytes"
    _expect(pico, changed)


@pytest.mark.parametrize(
    "there",
    [
        {**FILES, "picogammon/main.mpy": FILES["picogammon/main.mpy"][:-1] + b"?"},
        {f"picogammon/{name}": b"1" for name in ("old/deep/gone.mpy", "old/a.mpy", "app/left.py")},
        {"board_config.py": b"STRIP_PIN = 1"},
    ],
    ids=["damaged", "old files and their folders", "a source that would hide the board's data"],
)
def test_what_is_wrong_on_the_board_is_replaced_or_removed(pico, there):
    pico.put(there)
    _deploy(pico)
    _expect(pico)


def test_a_program_of_the_users_is_kept_under_another_name(pico):
    for number in ("", "2"):
        pico.put({"main.py": b"print('my robot " + number.encode() + b"')\n"})
        said = _deploy(pico)
        kept = f"main_before_picogammon{number}.py"
        assert said[1] == f"The board had another main.py, which is now {kept}."
    more = {
        "main_before_picogammon.py": b"print('my robot ')\n",
        "main_before_picogammon2.py": b"print('my robot 2')\n",
    }
    _expect(pico, more=more)
    assert len(_deploy(pico)) == 3  # the main.py that is there now is ours


def test_a_cable_pulled_at_any_moment_is_repaired_by_running_again():
    """Until all files are right main.py is missing or empty: half of the files start nothing."""
    changed = {**FILES, "picogammon/main.mpy": b"new" * 1000, "picogammon/new.mpy": b"n"}
    changed.pop("picogammon/app/modes/navigator.mpy")
    finished = False
    cut = 0
    while not finished:
        with PretendedPico() as pico:
            pico.put({**SAVED, **FILES})
            pico.cut = cut
            try:
                _deploy(pico, changed)
                finished = True
            except FlashError as problem:
                assert "run make flash again" in str(problem)
            there = pico.files()
            assert SAVED.items() <= there.items()
            old, new = (
                all(there.get(path) == data for path, data in files.items())
                for files in (FILES, changed)
            )
            assert not there.get("main.py") or old or new, f"pulled before {cut}"
            pico.cut = None
            _deploy(pico, changed)
            _expect(pico, changed)
        cut += 1
    assert cut > 15


def test_a_file_system_that_is_too_small_is_said_before_anything_changes():
    with PretendedPico(blocks=16) as pico:
        pico.put({"big.wav": b"\xff" * 24_000, "match.log": b"m"})
        before = pico.files()
        with pytest.raises(FlashError) as problem:
            _deploy(pico, {**FILES, "picogammon/main.mpy": b"x" * 20_000})
        assert "too full" in str(problem.value)
        assert "Nothing was changed." in str(problem.value)
        assert "    big.wav: 24000 bytes\n    match.log: 1 bytes" in str(problem.value)
        assert pico.files() == before


def test_a_file_system_that_is_full_in_the_middle_is_said(pico):
    def fill(line):
        if line.startswith("Copying"):
            with pytest.raises(OSError):
                pico.put({"filler": b"\xff" * 300_000})

    with pytest.raises(FlashError, match="file system is full. Saved files are untouched"):
        deploy.deploy(Board(pico), FILES, KIND, RP2040, 0, fill)
    assert SAVED.items() <= pico.files().items()


@pytest.mark.parametrize(
    "coming, patience, said",
    [
        ("\r\nMPY: soft reboot\r\nImportError: no app\r\n>>> ", 1000, "It says:\n.*Error: no app"),
        ("", 0, "It says nothing"),
    ],
)
def test_a_board_that_does_not_start_is_told_with_what_it_says(pico, coming, patience, said):
    pico.serial.__init__()
    pico.serial.coming = coming
    with pytest.raises(FlashError, match=f"(?s)does not start. {said}"):
        deploy.deploy(Board(pico), FILES, KIND, RP2040, patience, print)


_PICO_2 = "Raspberry Pi Pico2 with RP2350"
_M33 = 7 << 10  # MicroPython's ARMV7EMSP, by which an RP2350 goes


@pytest.mark.parametrize(
    "chip, changes, words",
    [
        (RP2040, {}, None),
        (RP2040, {"version": (1, 26, 1)}, None),
        (RP2040, {"version": (2, 0, 0)}, None),
        (RP2040, {"name": "circuitpython"}, "runs circuitpython, not MicroPython"),
        (RP2040, {"version": (1, 24, 1)}, "MicroPython 1.24.1 is too old"),
        (RP2040, {"machine": _PICO_2}, "a board of boards/ that has a Raspberry"),
        (RP2040, {"machine": _PICO_2 + "-RISCV"}, "this firmware is for the RP2040."),
        (RP2040, {"machine": "Raspberry Pi Pico W with RP2040"}, "the Pico W, whose radio takes"),
        (RP2040, {"machine": "Picogammon on Raspberry Pi Pico with RP2040"}, "own image"),
        (RP2040, {"mpy": 0x1206}, "files of kind 0x1206; the compiler here makes 0x1306"),
        (RP2350, {"machine": _PICO_2, "mpy": KIND & 0x3FF | _M33}, None),
        (
            RP2350,
            {"machine": "Raspberry Pi Pico 2 W with RP2350", "mpy": KIND & 0x3FF | _M33},
            None,
        ),
        (RP2350, {"machine": _PICO_2, "mpy": KIND & 0xFF | _M33}, "files of kind 0x1c06"),
        (RP2350, {"machine": _PICO_2, "mpy": KIND & 0x3FF | 11 << 10}, "files of kind 0x2f06"),
        (RP2350, {"machine": _PICO_2 + "-RISCV"}, "this firmware is for the RP2350."),
        (RP2350, {}, "this firmware is for the RP2350.\nName"),
        (RP2350, {"machine": "Picogammon on " + _PICO_2}, "onto the drive RP2350"),
        (RP2350, {"version": (1, 24, 0)}, "for the Raspberry Pi Pico 2 (RPI_PICO2) on it"),
    ],
)
def test_a_board_takes_what_is_made_for_it_and_nothing_else(chip, changes, words):
    about = {"name": "micropython", "version": (1, 25, 0), "mpy": KIND}
    board = Identity(**{**about, "machine": "Raspberry Pi Pico with RP2040", **changes})
    said = deploy.objection(board, KIND, chip)
    assert said is None if words is None else words in said


def test_a_refused_board_is_left_as_it_is(pico):
    before = pico.files()
    with pytest.raises(FlashError, match="kind 0x1306; the compiler here makes 0x9906"):
        deploy.deploy(Board(pico), FILES, 0x9906, RP2040, 0, print)
    assert pico.files() == before


def test_space_that_replaced_files_free_counts():
    data = {"picogammon/main.mpy": b"x" * 8192}
    found = {"picogammon/": (0, ""), "picogammon/main.mpy": (4000, "old"), "mine": (9, "")}
    for free, fits in ((0, False), (4096, True)):
        inventory = Inventory(found, 4096, free, "")
        with contextlib.nullcontext() if fits else pytest.raises(FlashError):
            deploy.check_space(deploy.make_plan(data, inventory), data, inventory)


def test_the_firmware_as_it_is_deployed():
    files = payload.collect("pico")
    assert {"main.py", "board_config.mpy", "picogammon/main.mpy"} <= files.keys()
    assert all(path.startswith("picogammon/") for path in files if "/" in path)
    assert files["main.py"].decode().startswith(payload.MARK)
    compile(files["main.py"], "main.py", "exec")
    kind = payload.kind()
    assert kind == KIND, "as MicroPython 1.25 and newer have on a Pico"
    compiled = [data for path, data in files.items() if path.endswith(".mpy")]
    assert len(compiled) == len(files) - 2
    assert len(files["picogammon/engine/weights.bin"]) == 16  # the rest would not fit anyway
    assert all(data[0] == ord("M") and data[1] == kind & 0xFF for data in compiled)


def test_a_pico_2_draws_its_screens_by_native_code_which_the_pico_has_no_memory_for():
    path = "picogammon/app/display/pixels_kernel.mpy"
    pico, pico2 = (payload.collect(name) for name in ("pico", "pico2"))
    assert {name for name in pico if pico[name] != pico2[name]} == {path, "board_config.mpy"}
    assert pico2[path][2] >> 2 == KIND >> 10 and pico[path][2] >> 2 == 0
