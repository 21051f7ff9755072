"""How many files somebody has to open who follows a thing from its one end to the other.

Each ceiling is the number that was counted; it may only be lowered. walks.py says how it is
counted, and `pytest -s` prints the files.
"""

import pytest

from fakes.power import Power
from picogammon.app.display import board_view
from picogammon.app.display.lights import Lights
from picogammon.app.display.view import View
from picogammon.app.session import resume
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.devices.wiring import Wiring
from picogammon.engine import levels
from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.match import Match, replay
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import Settings
from tools.matches import reading, writing
from tools.soak.match_files import some_match
from walks import Walk

_RECORDS = some_match(5)
*_, _END = replay(_RECORDS)


def _told(walk, name):
    entered = list(walk.entered)
    print(f"{name}: {len(entered)} files\n  " + "\n  ".join(entered))
    return len(entered)


@pytest.mark.parametrize("press", ["NEXT", "OK"])
def test_from_a_press_to_its_light(press):
    walk = Walk(
        "firmware",
        first=("board.py", "run_round"),
        turn=("navigator.py", "press"),
        last=("strip.py", "show"),
    )

    def script(power):
        while power.match.phase != matches.TO_PLAY or power.match.turn:
            yield from power.press("OK")
            yield 300
        with walk:
            yield from power.press(press)

    assert Power().run(script) == "off"
    assert walk.done
    assert _told(walk, "press to light") <= 17


@pytest.mark.parametrize("level", ["expert", "master"])
def test_from_the_weights_to_a_play(level):
    match = Match(Settings(length=1))
    match.apply(actions.roll(3, 1))
    with Walk("firmware/picogammon/engine") as walk:
        thought = levels.make(level, Plays()).begin(match)
        while not thought.step():
            pass
    match.apply(thought.answer)
    assert _told(walk, "weights to play") <= 20


def _kept(folder, records):
    """The path of a log that has these records."""
    path = str(folder / "match.log")
    Journal(Files(), path).restart(records)
    return path


def test_from_a_record_to_the_resumed_match(tmp_path):
    path = _kept(tmp_path, _RECORDS)
    with Walk("firmware") as walk:
        match, trouble = resume.take_up(Recent(Files(), path))
    assert trouble is None and match.scores == _END.scores
    assert _told(walk, "record to resumed match") <= 19


def test_from_a_match_file_to_the_lights(tmp_path):
    text = writing.write(_RECORDS).text
    frame = bytearray(3 * 24)
    view = View()
    with Walk("firmware", "tools/matches", "tools/simulator/reading") as walk:
        path = _kept(tmp_path, reading.read(text.encode()).records)
        match, _ = resume.take_up(Recent(Files(), path))
        board_view.show_match(view, match)
        Lights(Wiring(((1, 24),), 1)).paint(view, 0, frame)
    assert match.scores == _END.scores and any(frame)
    assert _told(walk, "match file to lights") <= 31
