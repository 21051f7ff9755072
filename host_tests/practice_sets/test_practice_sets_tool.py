"""The table of practice sets: what it says comes back, the coach finds every answer, kinds fit."""

import ast

import pytest

from picogammon.app.practice import sets
from picogammon.engine.engine import Question
from picogammon.engine.review import MISTAKE
from picogammon.rules import position as positions
from picogammon.rules import xgid
from picogammon.rules.match import TO_PLAY
from picogammon.rules.position import BAR
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from tools.practice_sets import __main__ as tool
from tools.practice_sets import drawing, judging, kinds, table
from tools.strength import quick

_POSITIONS = (sets.BEAR_OFF, sets.BLITZ, sets.PRIME, sets.HOLDING, sets.ACE_POINT, sets.BACK)


@pytest.fixture(scope="module")
def found():
    return sets.Sets()


def every(found):
    return [(of, i) for of, count in enumerate(found.counts) for i in range(count)]


def test_every_record_comes_back(found):
    records = [
        [table.record_of(found.situation(of, i)) for i in range(count)]
        for of, count in enumerate(found.counts)
    ]
    module = {}
    for line in ast.parse(table.written(records)).body[1:]:
        module[line.targets[0].id] = ast.literal_eval(line.value)
    assert module["COUNTS"] == tuple(found.counts)
    assert module["DATA"] == b"".join(record for of in records for record in of)
    assert table.PATH.read_text() == table.written(records)
    assert len(module["DATA"]) < 10_000


def test_no_set_asks_the_same_twice(found):
    for of, count in enumerate(found.counts):
        asked = {table.record_of(found.situation(of, i))[:11] for i in range(count)}
        assert len(asked) == count, sets.NAMES[of]


def test_the_coach_finds_every_answer_and_no_other_is_nearly_as_good(found):
    """Else its grade would contradict the set: after a change of the weights, make it anew."""
    coach = quick.make("expert")
    for of, i in every(found):
        question = Question(match_of(found.situation(of, i)))
        if question.phase == TO_PLAY:
            worth = [one.equity for one in judging.thought(coach.rank(question.situation))]
            least = MISTAKE
        else:
            cube = judging.thought(coach.weigh(question))
            worth = sorted((worth for _, worth in cube.options(question.phase)), reverse=True)
            least = judging.CLEAR_CUBE
        assert worth[0] - worth[1] >= least, (sets.NAMES[of], i)


def test_half_of_the_doubles_are_taken_and_half_of_what_is_too_good_is(found):
    coach = quick.make("expert")
    told = {}
    for of in (sets.RACING_CUBES, sets.TAKES, sets.TOO_GOOD):
        for i in range(found.counts[of]):
            question = Question(match_of(found.situation(of, i)))
            cube = judging.thought(coach.weigh(question))
            answer = cube.best(question.phase)[0]
            told.setdefault(of, []).append(answer)
    for of, answers in told.items():
        ways = {answers.count(one) for one in answers}
        assert max(ways) <= min(ways) + 1, sets.NAMES[of]
        assert len(set(answers)) == (4 if of == sets.RACING_CUBES else 2)


def test_positions_are_of_the_kind_that_they_are_asked_as(found):
    for of in _POSITIONS:
        for i in range(found.counts[of]):
            assert kinds.of(found.situation(of, i).position) == of
    for i in range(found.counts[sets.RACING_CUBES]):
        assert not positions.contact(found.situation(sets.RACING_CUBES, i).position)


@pytest.mark.parametrize(
    "text, kind",
    [
        ("-b----E-C---eE---c-e----B-", None),
        ("-b-AcCDCB--B-----c-bcaa---", sets.BACK),
        ("-bCCD-----b-----b-cbbb----", sets.ACE_POINT),
        ("--A-AA----------------acb-", sets.BEAR_OFF),
        ("a--BBaC-B---cD--ad-e----B-", sets.BLITZ),
        ("-aBBBBCA--A-b-b----cBcbb--", sets.PRIME),
        ("--BBAbCBB-Ba------Aac-bcc-", sets.HOLDING),
        ("-b----E-C---eE--ac-d----B-", None),
        ("--A--A--A-------------bbc-", None),
    ],
)
def test_what_a_position_is_an_example_of(text, kind):
    pos = xgid.from_xgid(f"{text}:0:0:1:00:0:0:0:0:10").position
    assert kinds.of(pos) == kind
    if kind not in (None, sets.BEAR_OFF):
        assert kinds.of(positions.swapped(pos)) is not None


def test_shots_are_counted_as_people_count_them():
    pos = positions.empty()
    pos[6], pos[8], pos[BAR - 24] = 14, 1, -15
    assert kinds.shots_left(pos) == 6  # 6-1, 5-2, 4-3
    assert kinds.shots_left(positions.start()) == 0


def test_a_game_follows_from_its_number():
    engine = quick.make("casual")

    def told(number):
        return [(list(pos), roll) for pos, roll in drawing.game(number, 1, engine)]

    assert told(3) == told(3) != told(8)
    first = next(iter(told(1)))
    assert kinds.of(first[0]) == sets.BACK


class _Judges:
    """Finds each play clear, of one kind after another, and no cube."""

    def __init__(self):
        self.asked = []
        self.expert = self.grandmaster = quick.make("casual")

    def play(self, pos, roll, opening=False):
        of = sets.OPENINGS if opening else len(self.asked) % len(sets.NAMES)
        self.asked.append(roll)
        return of, Situation(position=pos, dice=roll)

    def double(self, situation, wanted):
        return None


def test_it_fills_the_sets_goes_on_where_it_was_and_writes_the_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tool, "FOLDER", tmp_path)
    monkeypatch.setattr(table, "PATH", tmp_path / "sets_table.py")
    monkeypatch.setattr(tool, "Judges", _Judges)
    assert tool.main(["--each", "3"]) == 0
    said = capsys.readouterr().out
    assert "Blitz            3" in said and "SHA-256" in said
    text = (tmp_path / "sets_table.py").read_text()
    assert "COUNTS = (3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)" in text
    again = tool.Found(3, 1)
    again.load()
    assert again.full and again.game
    monkeypatch.setattr(tool, "Judges", lambda: None)  # nothing is left to judge
    assert tool.main(["--each", "3"]) == 0
    assert (tmp_path / "sets_table.py").read_text() == text
