"""Which class a position is, natively and in plain Python."""

import json

from picogammon.engine import classes
from picogammon.rules import position as positions
from portable import data_lines, native


def _place(**checkers):
    pos = positions.empty()
    for name, count in checkers.items():
        pos[int(name[1:])] = count
    return pos


def test_contact_race_and_the_end():
    assert classes.class_of(positions.start()) == classes.CONTACT
    assert classes.class_of(_place(p6=15, p19=-15)) == classes.RACE
    assert classes.class_of(_place(p19=15, p6=-15)) == classes.CONTACT
    assert classes.class_of(_place(p6=15, p0=-1, p19=-14)) == classes.CONTACT
    assert classes.class_of(_place(p3=-1, p19=-14)) == classes.OVER


@native
def test_the_kernel_is_its_twin():
    assert classes.class_of is not classes.twin
    for line in data_lines("legal_plays.jsonl"):
        pos = positions.of(json.loads(line)["pos"])
        assert classes.class_of(pos) == classes.twin(pos)
        pos = positions.swapped(pos)
        assert classes.class_of(pos) == classes.twin(pos)
