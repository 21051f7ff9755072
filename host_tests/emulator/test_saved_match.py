"""The match on a board with the image becomes a file over USB, and the board plays on."""

from emulator import serial_port
from tools.emulator.twins import BUTTONS, records
from tools.matches import reading
from tools.soak.match_files import told

_PRESSES = 12


def test_the_match_on_the_board_becomes_a_file(board, tmp_path):
    for _ in range(_PRESSES):
        board.press(BUTTONS["OK"])
        board.run(300)
    kept = records(board.flash())
    assert len(kept) > 3, "something was rolled and played"
    path = tmp_path / "match.mat"
    done = serial_port.run(board, "tools.matches", "save", str(path), "--patience", "300")
    assert done.returncode == 0, done.stdout
    assert f"{path}: 1 game\n" in done.stdout and " plays on pico\n" in done.stdout
    assert told(reading.read(path.read_bytes()).records) == told(kept)
    assert records(board.flash()) == kept
