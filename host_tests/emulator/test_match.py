"""The board on the emulated chip does what the same code does on CPython: a match, the engine's
numbers, and what the image does otherwise than MicroPython, names and memory.
"""

import ast
import os
import random
import subprocess
import sys
import zlib
from array import array
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from fakes.memory import MemoryLog
from picogammon.app.modes.answer import AnswerDouble
from picogammon.app.modes.turn import PlayMode
from picogammon.engine import levels, weights
from picogammon.engine.race import Race
from picogammon.rules import actions, match, notation, position
from picogammon.rules.match import replay
from picogammon.rules.plays import Plays
from reference_data import known_positions
from tools import runtimes
from tools.emulator.files import files
from tools.emulator.port import EmulatedPort
from tools.emulator.twins import Twin, flash_with, records
from tools.fast_engine.net import BulkNet
from tools.strength import reference

HOST_ONLY = True
_SEED = 3
_SOAK = int(os.environ.get("SOAK") or 0)
_MATCHES = _SOAK or 1
_FAR = 30  # pips
_MOST_PRESSES = 1500
_KB = 1024


def _choice(chance, twin):
    """The next press of somebody who plays without much thought."""
    top = twin.navigator.top
    if isinstance(top, AnswerDouble):
        return chance.choice(("PREV", "NEXT"))
    if isinstance(top, PlayMode) and not top.hand.complete and chance.random() < 0.3:
        return chance.choice(("PREV", "NEXT", "BACK"))
    return "OK"


def _look_into_the_menu(chance, twins):
    for name in ("hold-OK", *["NEXT"] * chance.randrange(9), "hold-BACK"):
        twins.press(name)


def _late(records, chance):
    """The records of a match that begins so and is nearly over, with player 0 to roll."""
    *_, played = replay(records)
    engine = levels.make("casual")
    kept = list(records)
    while not (
        played.phase == match.TO_ROLL
        and played.turn == 0
        and min(position.pips(played.position), position.opponent_pips(played.position)) < _FAR
    ):
        if played.phase == match.TO_PLAY:
            action = engine.begin(played).finish()
        else:
            action = actions.roll(*chance.sample(range(1, 7), 2))
        played.apply(action)
        kept.append(action)
    return kept


@pytest.mark.parametrize("seed", range(_SEED, _SEED + _MATCHES))
def test_a_whole_match_by_pressing_buttons(twins, seed):
    """The power goes once in the middle. A soak plays all of it, a test run its last turns."""
    chance = random.Random(seed)
    twins.agree()
    begun = twins.twin.log.records
    if not _SOAK:
        begun = _late(begun, chance)
        flash = flash_with(twins.board.flash(), begun)
        twins.twin = Twin(twins.board, MemoryLog(begun))
        twins.boot(flash=flash)
        twins.agree()
    twins.quicken()
    cut = False
    for _ in range(_MOST_PRESSES):
        twin = twins.twin
        if twin.match.phase == match.MATCH_OVER:
            break
        played = len(twin.log.records) - len(begun)
        if not cut and isinstance(twin.navigator.top, PlayMode) and played > 5:
            cut = True
            twins.boot(seed=seed + 4)
            assert twins.board.run(1000, picture=twins.twin.oled()), "it resumes within a second"
            twins.agree()
            continue
        if chance.random() < 0.02:
            _look_into_the_menu(chance, twins)
        twins.press(_choice(chance, twin))
    assert cut and twins.twin.match.phase == match.MATCH_OVER
    flash = twins.board.flash()
    assert records(flash) == twins.twin.log.records
    assert twins.board.resets == 0 and "crash.log" not in files(flash)


_LINES = b"""\
ubgi
XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
plays XGID=-b----E-C---eE---c-e----B-:0:0:1:11:0:0:0:0:10
nonsense
position gnubgid 4HPwATDgc/ABMA
dice 3 1
setturn x
go role chequer
quit
"""


def _answers(on):
    command = [sys.executable, "-m", "tools.ubgi", "--on", on]
    done = subprocess.run(
        command, input=_LINES, capture_output=True, cwd=runtimes.ROOT, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().splitlines()


def test_the_board_answers_the_engine_interface_as_the_host_does(image):
    with EmulatedPort() as port:
        assert _answers(port.url) == _answers("host")


_AFTER_PLAYS = 200
_EVERY_KNOWN = 38  # of the 3,800 known positions
_NET_GUEST = """
import binascii, gc, micropython
from array import array
from picogammon.engine import weights
from picogammon.engine.sight import Net

def free():
    gc.collect()
    return gc.mem_free()

before = free()
found = weights.load()
for_weights = before - free()
net = Net(found)
in_all = before - free()
out = array("i", [0] * 5)

def outcome(text):
    pos = array("b", binascii.unhexlify(text))
    micropython.heap_lock()
    net.outcome(pos, out)
    micropython.heap_unlock()
    return list(out)
"""


def _after_plays():
    """The positions after all plays of some rolls, in the order in which the engine asks."""
    plays = Plays()
    for pos, dice in zip(list(known_positions())[::200], ((3, 1), (6, 4), (5, 2), (2, 2)) * 5):
        for number in range(plays.generate(pos, *dice)):
            made = position.empty()
            plays.result(number, pos, made)
            yield list(made)


def test_outcomes_on_the_chip(board):
    """The net judges as on a PC, and allocates nothing."""
    board.bare()
    board.exec(_NET_GUEST)
    known = [list(pos) for pos in known_positions()]
    some = np.array([*islice(_after_plays(), _AFTER_PLAYS), *known[::_EVERY_KNOWN]], np.int8)
    assert len(some) == 300
    right = BulkNet(weights.load()).outcomes(some)
    for pos, wanted in zip(some, right.tolist()):
        said = board.exec(f"print(outcome({pos.tobytes().hex()!r}))")
        assert ast.literal_eval(said) == wanted, pos
    for_weights, in_all = ast.literal_eval(board.exec("print((for_weights, in_all))"))
    assert for_weights < _KB, "the weights are not read in place"
    assert in_all < 36 * _KB  # 24 of them copies of rows, 4 of a bucket's weights


_CHECKS_GUEST = """
from binascii import crc32
from picogammon_weights import DATA

view = memoryview(DATA)
print([crc32(view[:n]) for n in (0, 1, 3, 4, 4097, len(view))])
print(crc32(view[4097:], crc32(view[:4097])))
"""


def test_the_images_own_crc32_is_everyones(board):
    alone, continued = map(ast.literal_eval, board.exec(_CHECKS_GUEST).splitlines())
    data = Path(weights.__file__).with_name("weights.bin").read_bytes()
    assert alone == [zlib.crc32(data[:n]) for n in (0, 1, 3, 4, 4097, len(data))]
    assert continued == alone[-1]


_EVERY_RACE = 16
_RACE_GUEST = """
import binascii
from array import array
from picogammon.engine import weights
from picogammon.engine.race import Race

race = Race(weights.load())

def outcomes(text):
    found = []
    raw = binascii.unhexlify(text)
    for at in range(0, len(raw), 26):
        out = array("i", bytes(20))
        race.outcome(array("b", raw[at : at + 26]), out)
        found.append(list(out))
    return found
"""


def _races():
    """What plays of races and of bear-offs lead to."""
    found = []
    for fact in reference.lines("plays_2ply.jsonl"):
        if fact["cat"] in ("race", "bearoff"):
            found += [notation.from_position_id(posid) for posid, *_ in fact["moves"]]
    return found[::_EVERY_RACE]


@pytest.mark.long
def test_races_on_the_chip(board):
    board.exec(_RACE_GUEST)
    race = Race(weights.load())
    positions = _races()
    assert len(positions) > 150
    for at in range(0, len(positions), 10):
        some = positions[at : at + 10]
        text = b"".join(pos.tobytes() for pos in some).hex()
        answers = ast.literal_eval(board.exec(f"print(outcomes({text!r}))"))
        for pos, answer in zip(some, answers, strict=True):
            out = array("i", bytes(20))
            race.outcome(pos, out)
            assert answer == list(out), pos


# Small and large objects come and go, as a generator of numbers says; each keeps what it holds.
_MEMORY = """
import gc
def churn(rounds, slots, most):
    kept = [None] * slots
    number = 1
    for _ in range(rounds):
        number = (number * 1103515245 + 12345) & 0x3FFFFFFF
        slot = (number >> 8) % slots
        size = 1 + (number >> 14) % most
        old = kept[slot]
        if old is not None:
            assert old == bytes((slot,)) * len(old)
            if size & 1:
                old.extend(bytes((slot,)) * (size >> 2))
                continue
            del old
        kept[slot] = bytearray(bytes((slot,)) * size)
    for slot in range(slots):
        assert kept[slot] is None or kept[slot] == bytes((slot,)) * len(kept[slot])
def largest():
    gc.collect()
    size = gc.mem_free()
    while True:
        try:
            return len(bytearray(size))
        except MemoryError:
            size -= 2048
before = largest()
churn(800, 60, 300)
gc.collect()
gc.disable()
churn(60, 20, 100)
gc.enable()
print(before - largest())
"""
# Classes with few and with many attributes, of which some are deleted, hidden or inherited.
_NAMES = """
from collections import OrderedDict
def seen(count):
    names = ["n%d" % i for i in range(count)]
    one = type("One", (), {name: -1 for name in names})
    two = type("Two", (one,), {})()
    ordered = OrderedDict()
    plain = {}
    for i in range(count):
        assert getattr(two, names[i]) == -1
        setattr(two, names[i], i)
        ordered[names[i]] = plain[names[i]] = i
    for i in range(0, count, 3):
        delattr(two, names[i])
        del ordered[names[i]], plain[names[i]]
    for i in range(count):
        gone = i % 3 == 0
        assert getattr(two, names[i]) == (-1 if gone else i)
        assert (names[i] in ordered, names[i] in plain) == (not gone, not gone)
        assert gone or ordered[names[i]] == plain[names[i]] == i
        assert not hasattr(two, "m%d" % i)
    assert list(ordered) == [name for name in names if name in plain]
    for name in names:
        setattr(two, name, name)
        plain[name] = ordered[name] = name
    assert all(getattr(two, name) == plain[name] == ordered[name] == name for name in names)
    return count
print([seen(count) for count in (1, 2, 5, 32, 33, 70)])
"""


def test_memory_is_found_where_it_is_free_and_nowhere_else(board):
    lost = int(board.exec(_MEMORY))
    assert lost <= 2048  # no finer than it is measured


def test_names_are_found_where_they_are(board):
    assert board.exec(_NAMES).strip() == "[1, 2, 5, 32, 33, 70]"
