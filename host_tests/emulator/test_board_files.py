"""A board's files over its link, on the emulated chip: beside a long match, and without a reset."""

import re

import pytest

from browser.cable import Copied
from picogammon.app.session.players import FAR
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.rules import actions, settings
from tools.bench import memory, stock
from tools.emulator import Emulator
from tools.emulator.port import EmulatedPort
from tools.emulator.reference import BOARD
from tools.emulator.twins import records
from tools.matches import fetching, places

_SLICE_MS = 5
_MOST_MS = 60_000
_TOLD = re.compile(r"^(\w+ (end|on|none)\b.*|error .*)\r\n\Z", re.MULTILINE)
_PATIENCE_S = 300
_PLAYS = "plays on pico\r\n"


class _Cable:
    """What tools.ubgi.port.Port is, for an emulated board."""

    def __init__(self, board):
        self._board = board

    def ask(self, line):
        self._board.received()
        self._board.send(line + b"\n")
        said = ""
        for _ in range(0, _MOST_MS, _SLICE_MS):
            self._board.run(_SLICE_MS)
            said += self._board.received().decode()
            if _TOLD.search(said):
                rows = said.split("\r\n")
                return iter([row for row in rows if row and not row.startswith("info string ")])
        raise AssertionError(f"no answer to {line}: {said[-200:]}")

    def close(self):
        pass


def _against_a_pc(records):
    """The same match of a person and an engine on a PC, which isn't there."""
    agreed = settings.unpack(records[0][1:]).copy(players=(0, FAR))
    return [actions.settings(agreed), *records[1:]]


def test_a_long_match_is_backed_up_and_another_restored_beside_it(image, tmp_path):
    path = tmp_path / "match.log"
    Journal(Files(), str(path)).restart(memory.long_game(memory.RECORDS - 1))
    theirs, _, _ = fetching.backup(Copied({"match.log": path.read_bytes()}))
    with Emulator(BOARD) as board:
        board.boot(uf2=image)
        board.start_up()
        memory.resumed(board, _against_a_pc(memory.long_game(memory.RECORDS)))
        began = board.now
        with places.OnLink(_Cable(board), print) as place:
            ours = fetching.running(place)
            content, _, _ = fetching.backup(place)
        assert ours == records(board.flash()) and len(ours) == memory.RECORDS
        assert fetching.unpack(content)["match.log"]
        print(f"backup: {board.now - began:.0f} ms")
        began = board.now
        with places.OnLink(_Cable(board), print) as place:
            plan = fetching.restore(place, theirs)
            print(f"restore: {board.now - began:.0f} ms")
        assert plan.notes == ["The match that the board played is among its earlier matches now"]
        assert board.run(_MOST_MS, output=_PLAYS), board.received()
        assert board.resets == 0, "the cable was not lost"
        board.run(3000)
        with places.OnLink(_Cable(board), print) as place:
            assert fetching.running(place)[:-1] == memory.long_game(memory.RECORDS - 1)
            assert fetching.archived(place, 1)[0] == ours
        print(memory.told(board))


@pytest.mark.long
def test_a_board_without_memory_beside_its_match_restores_at_its_prompt(tmp_path, capsys):
    path = tmp_path / "match.log"
    Journal(Files(), str(path)).restart(memory.long_game(100))
    theirs, _, _ = fetching.backup(Copied({"match.log": path.read_bytes()}))
    with Emulator(BOARD) as board:
        flash = stock.flashed(board)
    with EmulatedPort(flash) as port:
        with places.OnLink(port.url, print, _PATIENCE_S) as place:
            assert fetching.restore(place, theirs).notes == []
            assert fetching.running(place)[:-1] == memory.long_game(100)
        assert port.emulator.resets == 0
    assert "The board starts anew with it." in capsys.readouterr().out
