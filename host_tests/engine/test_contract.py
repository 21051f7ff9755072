"""Every level, and every fake that stands for one, keeps the contract of engine.Engine."""

from fakes.coach import Coach, NoLook
from picogammon.engine import levels
from picogammon.engine.chooser import Chooser
from picogammon.engine.engine import ASKED, Question, Thought, Unknowing
from picogammon.engine.evaluator import Erring
from picogammon.engine.exact import Exact
from picogammon.engine.numbers import ONE, SLOTS, WIN, blank
from picogammon.engine.review import after
from picogammon.engine.thinker import Thinker
from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.movegen import Plays
from picogammon.rules.phases import RESIGNING, TAKING_BACK, TO_PLAY, TO_ROLL
from picogammon.rules.settings import ASK, Settings
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import raises

_PLAYS = Plays()
_COACH = Coach(plays=_PLAYS)


class _Judge:
    """Judges by the first place where there is a checker."""

    def outcome(self, pos, out):
        for slot in range(SLOTS):
            out[slot] = 0
        place = 0
        while not pos[place]:
            place += 1
        out[WIN] = ONE // 2 + 1000 * place


def _engines():
    exact = Exact(_Judge())
    yield "coach", _COACH
    yield "net", Thinker(exact, _PLAYS, NoLook(_Judge()), 3, ONE)
    yield "erring", Thinker(Erring(exact, 3000), _PLAYS, NoLook(_Judge()))
    for name in levels.levels():
        # The shipped net takes seconds for a look ahead in plain Python.
        yield name, levels.make(name, _PLAYS, _Judged, lambda judge, plays: NoLook(judge))


class _Judged(_Judge):
    """A Judge whose race knows that no race is short."""

    def __init__(self):
        self.race = self

    def left(self, pos):
        return (1 << 20,)


def _asked():
    """A Match in each phase in which somebody is asked, one after the other."""
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


def test_every_level_is_one_of_two_engines_with_other_data():
    for name, engine in _engines():
        kind = Thinker if engine.knows else Chooser
        assert type(engine) is kind or engine is _COACH, name


def test_every_phase_in_which_somebody_is_asked_is_here():
    phases = [match.phase for match in _asked()]
    for phase in ASKED + (TO_PLAY, RESIGNING, TAKING_BACK):
        assert phase in phases, phase


def test_each_answers_every_question_by_what_is_legal():
    for name, engine in _engines():
        for match in _asked():
            phase = match.phase
            action = engine.begin(match).finish()
            if action is None:
                assert phase == TO_ROLL, (name, phase)
            else:
                match.apply(action)  # raises where it is not legal


def test_each_answers_the_same_when_asked_again():
    for name, engine in _engines():
        for match in _asked():
            first = engine.begin(match).finish()
            assert engine.begin(match).finish() == first, (name, match.phase)


def test_a_thought_leaves_the_match_alone_and_can_be_abandoned():
    for name, engine in _engines():
        for match in _asked():
            before = list(match.records()), bytes(match.position)
            engine.begin(match).step()
            assert (list(match.records()), bytes(match.position)) == before, name
        match = match_of(Situation(dice=(6, 4)))
        engine.begin(match).step()
        match.apply(engine.begin(match).finish())


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
            assert judged[after(situation.position, best.steps)] == max(judged.values()), name
            assert max(judged.values()) == best.equity, name


def test_who_does_not_know_says_so():
    for engine in [engine for _, engine in _engines()]:
        if engine.knows:
            continue
        match = match_of(Situation(dice=(4, 2)))
        with raises(Unknowing, "cannot tell"):
            engine.rank(match.situation())
        with raises(Unknowing, "cannot tell"):
            engine.weigh(Question(match))
        with raises(Unknowing, "cannot tell"):
            engine.value(match.situation())
