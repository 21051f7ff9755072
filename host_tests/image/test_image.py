"""The image: UF2, what it uses, the notice beside it, and what is said when there can be none."""

import re

import pytest

from picogammon import LAYOUT, VERSION
from picogammon.devices import file_system
from tools import runtimes
from tools.boards.chips import CHIPS, RP2040, RP2350
from tools.boards.loading import BoardError, names, pico_names
from tools.emulator.reference import IMAGE
from tools.image import ImageError, __main__, build, sources, toolchain, uf2, usage

_MB = 1024 * 1024
_ROOM = 1280 * 1024
_X = uf2.pack(b"x", RP2040)


def test_a_uf2_file_holds_the_image_page_by_page():
    image = bytes(range(256)) * 2 + b"the end"
    file = uf2.pack(image, RP2040)
    assert len(file) == 3 * 512
    chip, pages = uf2.unpack(file)
    assert chip is RP2040
    assert [address for address, _ in pages] == [0x10000000, 0x10000100, 0x10000200]
    assert b"".join(page for _, page in pages) == image.ljust(3 * 256, b"\0")


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


def test_the_image_of_the_reference_board():
    target = build.board("pico")
    assert target.output == "picogammon-pico"
    assert (target.room, target.chip) == (_ROOM, RP2040)


def test_the_image_for_a_pico_2_and_what_stands_in_for_micropythons_own():
    assert (build.board("pico2").room, build.board("pico2").chip) == (2 * _MB, RP2350)
    outputs = [build.plain(chip).output for chip in CHIPS]
    assert outputs == ["rpi_pico", "rpi_pico2"]


def test_the_flash_is_laid_out_as_the_image_and_the_tools_agree():
    """A board keeps its match through an upgrade only if this never changes."""
    header = (build.__file__).replace("build.py", "definition/mpconfigboard.h")
    said = " ".join(open(header).read().split())
    base = "#define MICROPY_HW_FLASH_STORAGE_BASE (2 * 1024 * 1024)"
    assert f"{base} #define MICROPY_HW_FLASH_STORAGE_BYTES (1024 * 1024) #else" in said
    assert "#define MICROPY_HW_FLASH_STORAGE_BYTES (768 * 1024) #endif" in said
    places = [[n / _MB for n in (one.room, one.start, one.end, one.flash)] for one in CHIPS]
    assert places == [[1.25, 1.5, 2, 2], [2, 2.25, 3, 4]]
    assert file_system.LAYOUT == LAYOUT
    assert [one.start - one.room for one in CHIPS] == [file_system.RESERVED * 4096] * 2


@pytest.mark.parametrize("name", pico_names())
def test_every_board_has_an_image_of_its_own(name):
    assert build.board(name).output == f"picogammon-{name}"


def test_an_unknown_board_is_told_which_there_are():
    with pytest.raises(BoardError, match="There are: " + ", ".join(names())):
        build.board("pcio")


def test_a_board_for_another_computer_has_no_image():
    with pytest.raises(BoardError, match="boards/raspberry_pi is not for a Pico: .* make play"):
        build.board("raspberry_pi")


def test_the_command_says_it_and_fails(capsys):
    assert __main__.main(["pcio"]) == 1
    assert capsys.readouterr().err.startswith("There is no board 'pcio'.")


def test_use_of_flash_and_ram_in_words():
    used = usage.Usage(300 * 1024, 240 * 1024, build.board("pico"))
    assert str(used) == (
        "flash  300 KB of 1280 KB used (23 %)\nRAM    24 KB of 264 KB used, heap 240 KB"
    )


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
        usage.measure("any.elf", build.board("pico"))
    assert usage.measure("any.elf", build.board("pico2")).heap == 0x3D800


def test_a_compiler_without_its_library_lacks_it(tmp_path, monkeypatch):
    for name in ("cmake", "make"):
        _tool(tmp_path, name, "exit 1")
    _tool(tmp_path, "gcc", "echo crt1.o")
    _tool(tmp_path, "arm-none-eabi-gcc", 'echo "/usr/lib/${3#*=}"')
    monkeypatch.setenv("PATH", str(tmp_path))
    assert toolchain.missing() == ["libc6-dev"]


def test_without_apt_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImageError) as problem:
        toolchain.install()
    said = str(problem.value)
    assert said.startswith("There is no apt-get here.")
    assert "make uf2 MICROPYTHON_SOURCE=" in said
    assert said.endswith("put MicroPython's own image for the board on it, then: make flash")


def test_a_machine_without_a_debian_mirror_is_told_the_same(tmp_path, monkeypatch):
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
    with pytest.raises(ImageError, match="is no MicroPython source tree"):
        sources.check(tmp_path)


_MAP = runtimes.ROOT / "build" / "image" / IMAGE.stem / "firmware.elf.map"
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
    notice = (runtimes.ROOT / "NOTICE").read_text()
    linked = _linked()
    assert {"littlefs", "pico-sdk", "tinyusb", "libgcc"} <= linked
    assert [name for name in sorted(linked) if "\n" + _NAMES[name] not in notice] == []
    there = {_NAMES[name] for name in linked}
    assert [name for name in _NAMES.values() if "\n" + name in notice and name not in there] == []


def test_it_lies_beside_the_image():
    assert (IMAGE.parent / "NOTICE").read_text() == (runtimes.ROOT / "NOTICE").read_text()


def test_an_image_says_which_version_it_is_and_for_which_board_and_no_flash_gets_that():
    image = b"\x01" * 300
    file = uf2.pack(image, RP2040, "1.2.3", "pico, layout 1")
    assert uf2.about(file) == {"version": "1.2.3", "device": "pico, layout 1"}
    assert uf2.unpack(file) == uf2.unpack(uf2.pack(image, RP2040))
    assert [file[i + 9] for i in (0, 512)] == [0xA0, 0x20], "the first block alone says so"
    assert uf2.about(uf2.pack(image, RP2040)) == {"version": "", "device": ""}
    spoilt = bytearray(file)
    spoilt[32 + 256] = 255
    assert uf2.about(bytes(spoilt))["version"] != "1.2.3"


def test_the_image_of_the_reference_board_says_what_it_is():
    assert IMAGE.exists(), "there is no image to look at: make uf2"
    told = uf2.about(IMAGE.read_bytes())
    assert told == {"version": VERSION, "device": f"pico, layout {LAYOUT}"}
