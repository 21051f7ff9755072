"""Which class a position is."""

import json

from picogammon.engine import classes
from picogammon.engine.classes_kernel import class_of
from picogammon.rules import position as positions
from portable import data_lines


def _place(**checkers):
    pos = positions.empty()
    for name, count in checkers.items():
        pos[int(name[1:])] = count
    return pos


def test_contact_race_and_the_end():
    assert class_of(positions.start()) == classes.CONTACT
    assert class_of(_place(p6=15, p19=-15)) == classes.RACE
    assert class_of(_place(p19=15, p6=-15)) == classes.CONTACT
    assert class_of(_place(p6=15, p0=-1, p19=-14)) == classes.CONTACT
    assert class_of(_place(p3=-1, p19=-14)) == classes.OVER


def test_it_is_a_race_when_the_sides_have_passed_each_other():
    for line in data_lines("legal_plays.jsonl"):
        pos = positions.of(json.loads(line)["pos"])
        for seen in (pos, positions.swapped(pos)):
            if positions.contact(seen):
                assert class_of(seen) == classes.CONTACT
            else:
                left = positions.left(seen)
                assert class_of(seen) == (classes.RACE if left else classes.OVER)
