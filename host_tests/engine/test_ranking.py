"""What hints and grades rely on: each play that was made is ranked beside the few best."""

from long_way import thinker_by
from picogammon.engine import numbers, review
from picogammon.engine.engine import Question, Thought
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.match import Match
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import Settings
from reading import records


class PipJudge:
    """Judges by the pips and the blots, as a net would: by what a play leaves."""

    def __init__(self):
        self.by_class = (self.outcome,) * 3

    def outcome(self, pos, out):
        lead = positions.opponent_pips(pos) - positions.pips(pos)
        for point in range(1, 25):
            lead -= 5 if pos[point] == 1 else 0
        out[0] = numbers.ONE // 2 + lead * 150
        for slot in range(1, numbers.SLOTS):
            out[slot] = 2000
        numbers.tidy(out)


def at(*done, **fields):
    match = Match(Settings(**fields))
    match.apply(actions.game(Checkpoint(turn=0)))
    for words in done:
        match.apply(records.parse(words, match.position, match.dice))
    return match


def test_whatever_was_played_is_in_the_list_once_and_costs_the_others_nothing():
    engine = thinker_by(PipJudge())
    others = Plays()
    for dice in ("3-1", "6-5", "4-4", "1-1"):
        match = at("roll " + dice)
        best = Thought(engine.rank(match.situation())).finish()
        assert 2 < len(best) <= others.generate(match.position, *match.dice)
        worths = [play.equity for play in best]
        assert worths == sorted(worths, reverse=True)
        for i in range(0, others.generate(match.position, *match.dice), 7):
            made = bytes(others.steps(i))
            ranked = Thought(engine.rank(match.situation(), made)).finish()
            found = [review.after(match.position, play.steps) for play in ranked]
            assert found.count(review.after(match.position, made)) == 1
            assert [play.equity for play in ranked[: len(best)]] == worths


def test_every_play_gets_a_grade_and_the_best_loses_nothing():
    engine = thinker_by(PipJudge())
    match = at("roll 5-2", length=7)
    others = Plays()
    losses = []
    for i in range(others.generate(match.position, *match.dice)):
        made = actions.play(others.steps(i))
        losses.append(Thought(review.grade(engine, Question(match), made)).finish().loss)
    assert min(losses) == 0 and max(losses) > 1000


def test_nothing_to_play_is_an_empty_list_and_still_has_a_value():
    engine = thinker_by(PipJudge())
    pos = positions.empty()
    pos[25], pos[1] = 1, 14
    for point in range(19, 25):
        pos[point] = -2
    match = Match(Settings())
    match.apply(actions.game(Checkpoint(turn=0, position=pos)))
    match.apply(actions.roll(3, 1))
    assert Thought(engine.rank(match.situation())).finish() == []
    value = Thought(engine.value(match.situation())).finish()
    assert -3 * numbers.ONE < value.cubeful < 3 * numbers.ONE


def test_the_cube_is_graded_by_what_the_engine_itself_would_do():
    engine = thinker_by(PipJudge())
    match = at(length=5)
    question = Question(match)
    own = engine.begin(match).finish()
    done = actions.double() if own else actions.roll(3, 1)
    assert Thought(review.grade(engine, question, done)).finish().loss == 0
    match = at("double", length=5)
    own = engine.begin(match).finish()
    assert Thought(review.grade(engine, Question(match), own)).finish().loss == 0


def test_a_whole_game_can_be_reviewed():
    engine = thinker_by(PipJudge())
    match = at(
        "roll 3-1", "play 8/5 6/5", "roll 6-4", "play 24/18 13/9", "double", "take", length=5
    )
    work = review.Review(engine, match.settings, match.records)
    work.finish()
    assert work.sides[0].decisions >= 2 and work.sides[1].decisions >= 2
    assert work.sides[0].luck < 0 and work.sides[1].luck != 0
