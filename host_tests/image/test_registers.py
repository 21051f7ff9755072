"""The chips' registers are where Raspberry Pi's SDK has them, with which images are made."""

import re

import pytest

from picogammon.devices import registers
from tools import ROOT

HOST_ONLY = True
_SDK = ROOT / "build/image/debian/micropython/lib/pico-sdk/src"
# What we call it, what the SDK calls the block that it is in, and the register.
_NAMES = (
    (registers.WATCHDOG, "WATCHDOG", "WATCHDOG_CTRL"),
    (registers.RANDOM_BIT, "ROSC", "ROSC_RANDOMBIT"),
    (registers.CACHE, "XIP_CTRL", "XIP_CTRL"),
    (registers.FREQUENCIES, "CLOCKS", "CLOCKS_FC0_REF_KHZ"),
)
_FLASH_CLOCKS = {"RP2040": ("XIP_SSI", "SSI_BAUDR"), "RP2350": ("XIP_QMI", "QMI_M0_TIMING")}
# Offsets that the devices rely on, the same on both chips.
_OFFSETS = {
    "WATCHDOG_SCRATCH0": 0x0C,
    "XIP_CTR_HIT": 12,
    "XIP_CTR_ACC": 16,
    "PIO_SM0_SHIFTCTRL": 0xD0,
    "PIO_SM0_PINCTRL": 0xDC,
    "SYSINFO_CHIP_ID": 0,
}


@pytest.fixture(scope="module", params=_FLASH_CLOCKS)
def chip(request):
    """(a chip's name, {name: number} of what the SDK's headers define)."""
    folder = _SDK / request.param.lower() / "hardware_regs/include/hardware/regs"
    assert folder.exists(), "there is no source of an image: make uf2"
    text = "".join(path.read_text() for path in sorted(folder.glob("*.h")))
    found = re.findall(r"^#define (\w+) +_u\((0x[0-9a-fA-F]+|\d+)\)", text, re.MULTILINE)
    return request.param, {name: int(number, 0) for name, number in found}


def test_the_registers_are_where_the_sdk_has_them(chip):
    name, defined = chip
    for which, block, register in (
        *_NAMES,
        (registers.FLASH_CLOCK, *_FLASH_CLOCKS[name]),
    ):
        wanted = defined[f"{block}_BASE"] + defined[f"{register}_OFFSET"]
        assert registers.address(f"Any Pico with {name}", which) == wanted, register


def test_what_lies_beside_them_is_where_the_devices_look_for_it(chip):
    _, defined = chip
    assert {name: defined[f"{name}_OFFSET"] for name in _OFFSETS} == _OFFSETS
    counter = defined["CLOCKS_FC0_REF_KHZ_OFFSET"]
    for register, offset in (("MAX_KHZ", 8), ("INTERVAL", 16), ("SRC", 20), ("RESULT", 28)):
        assert defined[f"CLOCKS_FC0_{register}_OFFSET"] - counter == offset
    assert defined["CLOCKS_FC0_SRC_VALUE_ROSC_CLKSRC"] == 3
    assert (defined["PIO0_BASE"], defined["SYSINFO_BASE"]) == (0x50200000, 0x40000000)
    assert defined["PIO_SM0_SHIFTCTRL_FJOIN_RX_BITS"] == 0x80000000
    assert defined["PIO_SM0_PINCTRL_OUT_COUNT_LSB"] == 20
    assert defined["WATCHDOG_CTRL_ENABLE_BITS"] == 0x40000000


def test_a_chip_that_is_not_known_has_no_addresses():
    assert registers.address("linux", registers.RANDOM_BIT) is None
