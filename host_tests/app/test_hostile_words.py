"""Hostile lines over the link to a Server without a board: this test runs on every runtime."""

from fakes.disk import Disk, files_on
from fakes.nor_flash import NorFlash
from fakes.sitting import SeededDice, Sitting, two_people
from lines import WRITTEN, XGID, hostile
from picogammon.app.display.canvas import Canvas
from picogammon.app.session.players import computers
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from picogammon.rules.plays import Plays
from picogammon.server import Server


class _Shown:
    name = "none"
    rgb = bytes(72)

    def __init__(self):
        self.canvas = Canvas()


class _Host:
    on_chip = False
    machine = ticks_ms = None

    def __init__(self):
        self.files = files_on(Disk())
        self.ring = Ring(Flash(NorFlash(SECTORS), SECTORS))


def test_each_verb_survives_hostile_arguments():
    sitting = Sitting(SeededDice(1), two_people(3))
    casual = [one for one in computers(Plays()) if one[0] == "casual"]
    server = Server(_Host(), _Shown(), sitting.navigator, casual, "refused")

    def said(line):
        return [reply for reply in server.answers(line, 0) if reply]

    for verb in WRITTEN:
        said("position xgid " + XGID)
        said("dice 3 1")
        for line in hostile(verb) if verb != "hardware" else ():
            answer = said(line)
            assert "error internal" not in str(answer), (line, answer)
    assert sitting.match.settings.length >= 0 and sitting.sees.headline
