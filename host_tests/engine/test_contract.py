"""Every level, and every fake of a level, keeps the contract of engine.Engine. The levels
without the net, which estimate no equities, are tested by their decisions.
"""

from fakes.coach import Coach, NoLook
from long_way import thinker_by
from picogammon.engine import levels
from picogammon.engine.engine import ASKED, Question, Thought, Unknowing
from picogammon.engine.numbers import ONE, SLOTS, WIN, blank
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import (
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
    Match,
    match_of,
)
from picogammon.rules.plays import Plays, after_steps
from picogammon.rules.settings import ASK, Settings
from picogammon.rules.situation import Situation
from portable import raises
from rulebook import position

_PLAYS = Plays()
_COACH = Coach(plays=_PLAYS)


class _Judge:
    """A fake judge that sees only the lowest occupied place; also a fake Race, always long."""

    def __init__(self):
        self.race = self

    def left(self, pos):
        return (1 << 20,)

    def outcome(self, pos, out):
        for slot in range(SLOTS):
            out[slot] = 0
        place = 0
        while not pos[place]:
            place += 1
        out[WIN] = ONE // 2 + 1000 * place


def _engines():
    judge = _Judge()
    yield "coach", _COACH
    yield "net", thinker_by(judge, 3, 0, _PLAYS, NoLook(judge), 0, ONE)
    yield "erring", thinker_by(judge, 0, 3000, _PLAYS, NoLook(judge))
    for name in levels.levels():
        # The shipped net takes seconds for a look ahead in plain Python.
        yield name, levels.make(name, _PLAYS, _Judge, lambda judge, plays: NoLook(judge))


def _asked():
    """Yields a Match in each phase that needs a decision."""
    yield match_of(Situation(dice=(3, 1)))
    yield match_of(Situation())
    yield match_of(Situation(length=7, scores=(6, 3), crawford=True))
    yield match_of(Situation(doubled=True))
    yield match_of(Situation(doubled=True, beavers=1))
    yield match_of(Situation(doubled=True, beavers=1, beavered=True))
    yield match_of(Situation(doubled=True, beavers=2, beavered=True, raccooned=True))
    match = match_of(Situation())
    match.apply(actions.resign(1))
    yield match
    match = Match(Settings(take_back=ASK))
    match.apply(actions.roll(3, 1))
    _PLAYS.generate(match.position, 3, 1)
    match.apply(actions.play(_PLAYS.steps(0)))
    match.apply(actions.take_back(1))
    yield match


def test_each_answers_every_question_by_what_is_legal_and_the_same_when_asked_again():
    for name, engine in _engines():
        phases = []
        for match in _asked():
            phase = match.phase
            phases.append(phase)
            before = list(match.records()), bytes(match.position)
            engine.begin(match).step()  # and no more: this thought is abandoned
            action = engine.begin(match).finish()
            assert engine.begin(match).finish() == action, (name, phase)
            assert (list(match.records()), bytes(match.position)) == before, name
            if action is None:
                assert phase == TO_ROLL, (name, phase)
            else:
                assert phase != TAKING_BACK or action == actions.accept(), name
                match.apply(action)  # raises where it is not legal
        for phase in ASKED + (TO_PLAY, RESIGNING, TAKING_BACK):
            assert phase in phases, phase


def test_who_knows_ranks_weighs_and_values():
    for name, engine in _engines():
        if not engine.knows:
            continue
        situation = Situation(dice=(4, 2))
        ranked = Thought(engine.rank(situation)).finish()
        equities = [one.equity for one in ranked]
        assert len(ranked) > 1 and equities == sorted(equities, reverse=True), name
        assert Thought(engine.choose(situation)).finish() == ranked[0].steps, name
        value = Thought(engine.value(situation)).finish()
        assert value.cubeful == ranked[0].equity, name
        for one in (ranked[0], value, Thought(engine.value(Situation())).finish()):
            assert len(one.outcome) == len(blank()), name
        for match in _asked():
            if match.phase in ASKED and (match.can_double() or match.phase != TO_ROLL):
                weighed = Thought(engine.weigh(Question(match))).finish()
                assert weighed.best(match.phase)[0] == engine.begin(match).finish(), name


def test_who_knows_judges_each_play_whoever_else_generates_meanwhile():
    for name, engine in _engines():
        if not engine.knows:
            continue
        situation = Situation(dice=(4, 2))
        judged = {}

        def take(position, worth, judged=judged):
            judged[bytes(position)] = worth

        thought = Thought(engine.judge_each(situation, take))
        while not thought.step():
            _PLAYS.generate(situation.position, 6, 6)
        _PLAYS.generate(situation.position, 4, 2)
        assert len(judged) == _PLAYS.count, name
        best = Thought(engine.rank(situation)).finish()[0]
        if name not in ("net", "master", "grandmaster"):  # they look ahead
            assert judged[bytes(after_steps(situation.position, best.steps))] == max(
                judged.values()
            ), name
            assert max(judged.values()) == best.equity, name


def test_who_does_not_know_says_so():
    match = match_of(Situation(dice=(4, 2)))
    for engine in [engine for _, engine in _engines() if not engine.knows]:
        for ask, what in (
            (engine.rank, match.situation()),
            (engine.weigh, Question(match)),
            (engine.value, match.situation()),
        ):
            with raises(Unknowing, "this level cannot"):
                ask(what)


def test_the_question_has_no_way_to_the_dice_or_the_history():
    match = Match()
    match.apply(actions.roll(3, 1))
    question = Question(match)
    for name in ("match", "next_dice", "records"):
        assert not hasattr(question, name) and not hasattr(question.situation, name)
    question.situation.position[6] = 0
    assert match.position[6] == 5


def test_an_unknown_level_is_named_with_those_there_are():
    with raises(levels.UnknownLevel, "there is no level 'wizard'. Levels: novice"):
        levels.make("wizard")


def _answer(match):
    return levels.make("casual", _PLAYS).begin(match).finish()


def test_it_thinks_in_slices_of_few_plays():
    """The first slice generates the plays; each later slice judges at most four plays."""
    thought = levels.make("casual", _PLAYS).begin(match_of(Situation(dice=(2, 1))))
    slices = 1
    while not thought.step():
        assert thought.answer is None
        slices += 1
    count = Plays().generate(positions.start(), 2, 1)
    assert slices == (count + 3) // 4 + 1
    assert thought.step()
    assert actions.kind_of(thought.answer) == actions.PLAY


def test_the_cube_follows_the_pip_count_the_score_and_what_is_agreed():
    even = position("1:2 2:2 3:2 4:2 5:3 6:4 19:-4 20:-3 21:-2 22:-2 23:-2 24:-2")
    ahead = position("1:3 2:3 3:3 4:3 5:3 18:-3 19:-3 20:-3 21:-3 22:-2 24:-1")
    far = position("6:5 5:5 4:5 0:-2 19:-5")
    bad = position("25:2 6:2 13:5 24:-2 23:-2 22:-2 21:-2 20:-2 8:-3")
    shut_out = position("25:1 24:-2 23:-2 22:-2 21:-2 20:-2 19:-2 6:5")
    for moment, answer in (
        ({"position": even}, None),
        ({"position": even, "doubled": True}, actions.take()),
        ({"position": ahead}, actions.double()),
        ({"position": ahead, "doubled": True}, actions.drop()),
        ({"length": 5, "scores": (0, 4)}, actions.double()),  # R26: after the Crawford game
        ({"position": far, "length": 5, "scores": (4, 0)}, None),  # a dead cube
        ({"position": bad, "doubled": True, "beavers": 1}, actions.beaver()),  # R28
        ({"position": bad, "doubled": True}, actions.take()),
        ({"position": shut_out, "dice": (5, 4)}, actions.play([])),
        ({"position": position("9:1 4:-2"), "dice": (3, 2)}, actions.play([9 << 3 | 3])),
    ):
        assert _answer(match_of(Situation(**moment))) == answer, moment


def test_resignations_are_accepted_unless_a_gammon_is_likely_and_counts():
    """Rule R30. A single game is accepted if it wins the match, or if gammons do not count."""
    far = "13:8 12:7 24:-1"
    for text, offered, answer, fields in (
        ("6:5 13:5 24:-2 1:-2 12:-5", actions.SINGLE, actions.accept(), {}),
        (far, actions.SINGLE, actions.refuse(), {}),
        (far, actions.GAMMON, actions.accept(), {}),
        ("24:15 23:-1", actions.GAMMON, actions.refuse(), {}),
        ("24:15 23:-1", actions.BACKGAMMON, actions.accept(), {}),
        (far, actions.SINGLE, actions.accept(), {"length": 3, "scores": (0, 2)}),
        (far, actions.SINGLE, actions.accept(), {"jacoby": True}),
    ):
        match = match_of(Situation(position=position(text), **fields))
        match.apply(actions.resign(offered))
        assert _answer(match) == answer, (text, offered, fields)
