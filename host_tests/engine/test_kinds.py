"""Which kind a position is, natively and in plain Python."""

import json

from picogammon.engine import kinds
from picogammon.rules import position as positions
from portable import data_lines, native


def _place(**checkers):
    pos = positions.empty()
    for name, count in checkers.items():
        pos[int(name[1:])] = count
    return pos


def test_contact_race_and_the_end():
    assert kinds.kind(positions.start()) == kinds.CONTACT
    assert kinds.kind(_place(p6=15, p19=-15)) == kinds.RACE
    assert kinds.kind(_place(p19=15, p6=-15)) == kinds.CONTACT
    assert kinds.kind(_place(p6=15, p0=-1, p19=-14)) == kinds.CONTACT
    assert kinds.kind(_place(p3=-1, p19=-14)) == kinds.OVER


@native
def test_the_kernel_is_its_twin():
    assert kinds.kind is not kinds.twin
    for line in data_lines("legal_plays.jsonl"):
        pos = positions.of(json.loads(line)["pos"])
        assert kinds.kind(pos) == kinds.twin(pos)
        pos = positions.swapped(pos)
        assert kinds.kind(pos) == kinds.twin(pos)
