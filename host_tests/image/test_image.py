"""The image: UF2, where things lie in flash, the notice beside it, the instructions and registers
that are numbers in our code, and what is said where there can be no image.
"""

import re
import shutil
import subprocess

import pytest

from picogammon import LAYOUT, VERSION, self_test
from picogammon.devices import file_system
from picogammon.devices.entropy import RANDOM_BITS
from picogammon.devices.guard import WATCHDOGS
from tools import ROOT
from tools.boards.chips import CHIPS, RP2040, RP2350
from tools.boards.loading import pico_names
from tools.emulator.reference import IMAGE
from tools.image import ImageError, __main__, build, sources, uf2

_MB = 1024 * 1024
_ROOM = 1280 * 1024
_X = uf2.pack(b"x", RP2040)


def test_a_uf2_file_holds_the_image_page_by_page_and_says_in_its_first_block_what_it_is():
    image = bytes(range(256)) * 2 + b"the end"
    file = uf2.pack(image, RP2040)
    assert len(file) == 3 * 512
    chip, pages = uf2.unpack(file)
    assert chip is RP2040
    assert [address for address, _ in pages] == [0x10000000, 0x10000100, 0x10000200]
    assert b"".join(page for _, page in pages) == image.ljust(3 * 256, b"\0")
    assert uf2.about(file) == {"version": "", "device": ""}
    told = uf2.pack(image, RP2040, "1.2.3", "pico, layout 1")
    assert uf2.about(told) == {"version": "1.2.3", "device": "pico, layout 1"}
    assert uf2.unpack(told) == uf2.unpack(file), "no flash gets that"
    assert [told[i + 9] for i in (0, 512)] == [0xA0, 0x20]
    spoilt = bytearray(told)
    spoilt[32 + 256] = 255
    assert uf2.about(bytes(spoilt))["version"] != "1.2.3"


@pytest.mark.parametrize("chip, family", [(RP2040, 0xE48BFF56), (RP2350, 0xE48BFF59)])
def test_a_uf2_block_is_as_the_specification_says(chip, family):
    block = uf2.pack(b"\x01" * 256, chip)
    words = [int.from_bytes(block[i : i + 4], "little") for i in range(0, 32, 4)]
    assert block[:4] == b"UF2\n"
    assert words[1:] == [0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, family]
    assert block[-4:] == bytes.fromhex("306fb10a")


@pytest.mark.parametrize(
    "file, words",
    [
        (b"", "blocks of 512 bytes"),
        (b"UF2\n" * 100, "blocks of 512 bytes"),
        (bytes(512), "no mark"),
        (_X[:28] + b"\x57\xff\x2a\x65" + _X[32:], "another chip"),
        (_X + uf2.pack(b"x", RP2350), "more than one chip"),
    ],
)
def test_what_is_no_uf2_file_for_this_chip_is_refused(file, words):
    with pytest.raises(ValueError, match=words):
        uf2.unpack(file)


_BOARD = "pico 0.1.0 1 Picogammon on Raspberry Pi Pico with RP2040\r\n"


def _made(version="0.2.0", device="pico, layout 1", chip=RP2040, image=b"x"):
    return uf2.pack(image, chip, version, device)


def test_an_image_for_a_board_is_copied_onto_the_drive_of_its_chip():
    assert uf2.drive_for(_made(image=bytes(RP2040.room)), _BOARD) == "RPI-RP2"
    newer = _BOARD.replace("RP2040", "RP2350")
    assert uf2.drive_for(_made(chip=RP2350), newer) == "RP2350"


@pytest.mark.parametrize(
    "file, words",
    [
        (_made(chip=RP2350), "it is for the RP2350, and this board has the RP2040"),
        (_made(device="pico_five, layout 1"), "for the board pico_five, and this one is pico"),
        (_made("0.0.9", "pico, layout 0"), "its version 0.0.9 is older"),
        (_made(image=bytes(RP2040.room + 1)), "it would write over the board's matches"),
        (_made(device=""), "it does not say for which board it is"),
        (_made(image=bytes(257))[:-512], "only a part"),
    ],
)
def test_an_image_that_must_not_go_onto_a_board_is_refused(file, words):
    with pytest.raises(ValueError, match=words):
        uf2.drive_for(file, _BOARD)


def test_a_board_with_its_firmware_in_files_gets_no_image():
    with pytest.raises(ValueError, match="stock MicroPython"):
        uf2.drive_for(_made(), " 0.1.0 1 Raspberry Pi Pico with RP2040\r\n")


def test_there_is_an_image_for_each_board_and_for_each_chip_one_that_stands_in_for_micropythons():
    targets = [build.board(name) for name in pico_names()]
    assert [target.output for target in targets] == [f"picogammon-{name}" for name in pico_names()]
    for name, room, chip in (("pico", _ROOM, RP2040), ("pico2", 2 * _MB, RP2350)):
        assert (build.board(name).room, build.board(name).chip) == (room, chip)
    assert [build.plain(chip).output for chip in CHIPS] == ["rpi_pico", "rpi_pico2"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("pcio", "There is no board 'pcio'."), ("raspberry_pi", "boards/raspberry_pi is not for a")],
)
def test_a_board_that_has_no_image_is_refused(name, said, capsys):
    assert __main__.main([name]) == 1
    assert capsys.readouterr().err.startswith(said)


def test_the_flash_is_laid_out_as_the_image_and_the_tools_agree():
    """A board keeps its match through an upgrade only if this never changes."""
    header = (build.__file__).replace("build.py", "definition/mpconfigboard.h")
    said = " ".join(open(header).read().split())
    base = "#define MICROPY_HW_FLASH_STORAGE_BASE (2 * 1024 * 1024)"
    assert f"{base} #define MICROPY_HW_FLASH_STORAGE_BYTES (1024 * 1024) #else" in said
    assert "#define MICROPY_HW_FLASH_STORAGE_BYTES (768 * 1024) #endif" in said
    places = [[n / _MB for n in (one.room, one.start, one.end, one.flash)] for one in CHIPS]
    assert places == [[1.25, 1.5, 2, 2], [2, 2.25, 3, 4]]
    assert [one.start - one.room for one in CHIPS] == [file_system.RESERVED * 4096] * 2
    for one in CHIPS:
        least = next(size for size in range(16, 32) if 1 << size >= one.end)
        assert file_system.lacking(bytes((0, 0, least)), one.name) == 0
        assert file_system.lacking(bytes((0, 0, least - 1)), one.name) == one.flash // _MB


def _tool(folder, name, script):
    folder.mkdir(exist_ok=True)
    tool = folder / name
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)


def test_an_image_that_runs_into_its_file_system_is_refused(tmp_path, monkeypatch):
    symbols = {
        "__flash_binary_start": 0x10000000,
        "__flash_binary_end": 0x10000000 + _ROOM + 4,
        "__GcHeapStart": 0x20002800,
        "__GcHeapEnd": 0x20040000,
    }
    lines = [f"echo {address:x} T {name}" for name, address in symbols.items()]
    _tool(tmp_path / "bin", "arm-none-eabi-nm", "\n".join(lines))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    with pytest.raises(ImageError, match="too large: 1310724 bytes"):
        build.measure("any.elf", build.board("pico"))
    assert build.measure("any.elf", build.board("pico2")).heap == 0x3D800


def test_a_machine_without_a_debian_mirror_is_told_what_to_do(tmp_path, monkeypatch):
    _tool(tmp_path / "bin", "apt-get", "echo http://mirror.example/ubuntu")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    with pytest.raises(ImageError, match="uses no Debian mirror.\n(?s:.*)MICROPYTHON_SOURCE"):
        sources.fetch(tmp_path / "debian")


def _tree(folder, minor, submodules=True):
    (folder / "py").mkdir(parents=True)
    (folder / "py" / "mpconfig.h").write_text(
        f"#define MICROPY_VERSION_MAJOR 1\n#define MICROPY_VERSION_MINOR {minor}\n"
        "#define MICROPY_VERSION_MICRO 2\n"
    )
    if submodules:
        (folder / "lib" / "pico-sdk").mkdir(parents=True)
        (folder / "lib" / "pico-sdk" / "pico_sdk_init.cmake").touch()
    return folder


def test_a_source_tree_of_ones_own(tmp_path):
    tree = _tree(tmp_path / "new", 26)
    assert sources.check(tree) == tree
    assert sources.version(tree) == (1, 26, 2)
    with pytest.raises(ImageError, match="is MicroPython 1.24.2; 1.25 is needed"):
        sources.check(_tree(tmp_path / "old", 24))
    with pytest.raises(ImageError, match="lacks its submodules. In it: make -C ports/rp2"):
        sources.check(_tree(tmp_path / "bare", 25, submodules=False))
    with pytest.raises(ImageError, match="is not a MicroPython source tree"):
        sources.check(tmp_path)


_MAP = ROOT / "build" / "image" / IMAGE.stem / "firmware.elf.map"
_FLASH = 0x10000000
# Libraries, as folders below MicroPython's lib/ or as archives, and what the notice calls them.
_NAMES = {
    "littlefs": "littlefs",
    "oofatfs": "FatFs",
    "mbedtls": "Mbed TLS",
    "pico-sdk": "Raspberry Pi Pico SDK",
    "tinyusb": "TinyUSB",
    "libm": "msun",
    "libc": "newlib",
    "libg": "newlib",
    "libgcc": "libgcc",
    "crt": "libgcc",
}


def _linked():
    """The libraries of which something lies in flash, as the linker's map has it."""
    assert _MAP.exists(), "there is no image to look at: make uf2"
    _, _, memory = _MAP.read_text().partition("Linker script and memory map")
    found = set()
    for address, size, path in re.findall(r"0x(\w{8,16})\s+0x(\w+)\s+(\S+)$", memory, re.MULTILINE):
        if int(address, 16) < _FLASH or not int(size, 16):
            continue
        library = re.search(r"micropython/lib/([^/]+)/|/(lib\w+)\.a\(|/(crt)\w+\.o$", path)
        if library:
            found.add(next(name for name in library.groups() if name))
    return found


def test_each_library_in_the_image_is_named():
    notice = (ROOT / "NOTICE").read_text()
    linked = _linked()
    assert {"littlefs", "pico-sdk", "tinyusb", "libgcc"} <= linked
    assert [name for name in sorted(linked) if "\n" + _NAMES[name] not in notice] == []
    there = {_NAMES[name] for name in linked}
    assert [name for name in _NAMES.values() if "\n" + name in notice and name not in there] == []


def test_the_image_of_the_reference_board_says_what_it_is_and_lies_beside_the_notice():
    assert IMAGE.exists(), "there is no image to look at: make uf2"
    told = uf2.about(IMAGE.read_bytes())
    assert told == {"version": VERSION, "device": f"pico, layout {LAYOUT}"}
    assert (IMAGE.parent / "NOTICE").read_text() == (ROOT / "NOTICE").read_text()


# What MicroPython's assembler cannot say is a number in the kernels, and beside it what that is.
# binutils, which come with the compiler for the image, say what the numbers really are.
_WITH_NUMBERS = ("features_kernel", "net_kernel")
_KERNELS = sorted((ROOT / "firmware").rglob("*kernel.py"))
_LINE = re.compile(r"^ *data\(2, (0x[0-9A-F]{4})\)  # ([^:]+)(: .*)?$")
_CODE = re.compile(r"^ *[0-9a-f]+:\s+[0-9a-f]{4}\s+(\w+)\s+([^\t@;\n]*)", re.M)


def _told(source):
    """[(number, what the line says that it is)] of a kernel, constants being numbers."""
    constants = dict(re.findall(r"^(_\w+) = const\((\d+)\)", source, re.M))
    found = []
    for line in source.splitlines():
        if line.lstrip().startswith("data("):
            number, said, _ = _LINE.match(line).groups()
            said = re.sub(r"\b_\w+", lambda name: constants[name[0]], said)
            found.append((int(number, 16), said))
    return found


def _decoded(numbers, folder):
    """What each of the numbers is in ARM's assembler, spelt as in the kernels."""
    file = folder / "code.bin"
    file.write_bytes(b"".join(number.to_bytes(2, "little") for number in numbers))
    command = ["arm-none-eabi-objdump", "-D", "-b", "binary", "-m", "arm"]
    command += ["-M", "force-thumb,reg-names-std", str(file)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = []
    for mnemonic, operands in _CODE.findall(listing):
        mnemonic = {"ldmia": "ldm", "stmia": "stm"}.get(mnemonic, mnemonic)
        found.append(f"{mnemonic} {operands.rstrip()}".replace("#", ""))
    return found


@pytest.mark.parametrize("name", _WITH_NUMBERS)
def test_each_number_is_the_instruction_that_is_said_beside_it(name, tmp_path):
    assert [path.stem for path in _KERNELS if "data(" in path.read_text()] == [*_WITH_NUMBERS]
    assert shutil.which("arm-none-eabi-objdump"), "there is no compiler for the chip: make uf2"
    told = _told((ROOT / "firmware/picogammon/engine" / f"{name}.py").read_text())
    assert _decoded([number for number, _ in told], tmp_path) == [said for _, said in told]


_SDK = ROOT / "build/image/debian/micropython/lib/pico-sdk/src"
# What the SDK calls the register of the flash's clock, and the block that it is in.
# Offsets that the devices rely on, the same on both chips.
_OFFSETS = {
    "WATCHDOG_SCRATCH0": 0x0C,
    "PIO_SM0_SHIFTCTRL": 0xD0,
    "PIO_SM0_PINCTRL": 0xDC,
    "SYSINFO_CHIP_ID": 0,
}


@pytest.fixture(scope="module", params=self_test.CHIPS)
def chip(request):
    """(a chip's name, {name: number} of what the SDK's headers define)."""
    folder = _SDK / request.param.lower() / "hardware_regs/include/hardware/regs"
    assert folder.exists(), "there is no source of an image: make uf2"
    text = "".join(path.read_text() for path in sorted(folder.glob("*.h")))
    found = re.findall(r"^#define (\w+) +_u\((0x[0-9a-fA-F]+|\d+)\)", text, re.MULTILINE)
    return request.param, {name: int(number, 0) for name, number in found}


def test_the_registers_are_where_the_sdk_has_them(chip):
    name, defined = chip
    for address, block, register in (
        (WATCHDOGS[name], "WATCHDOG", "WATCHDOG_CTRL"),
        (RANDOM_BITS[name], "ROSC", "ROSC_RANDOMBIT"),
    ):
        assert address == defined[f"{block}_BASE"] + defined[f"{register}_OFFSET"], register


def test_what_lies_beside_them_is_where_the_devices_look_for_it(chip):
    _, defined = chip
    assert {name: defined[f"{name}_OFFSET"] for name in _OFFSETS} == _OFFSETS
    assert (defined["PIO0_BASE"], defined["SYSINFO_BASE"]) == (0x50200000, 0x40000000)
    assert defined["PIO_SM0_SHIFTCTRL_FJOIN_RX_BITS"] == 0x80000000
    assert defined["PIO_SM0_PINCTRL_OUT_COUNT_LSB"] == 20
    assert defined["WATCHDOG_CTRL_ENABLE_BITS"] == 0x40000000
