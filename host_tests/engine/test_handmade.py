"""A level made by hand plays sensibly and legally, answers everything, and plays whole games."""

from picogammon.engine.engine import Question
from picogammon.engine.handmade import contact_value, race_value
from picogammon.engine.levels import UnknownLevel, levels, make
from picogammon.rules import actions, records_text, steps
from picogammon.rules import position as positions
from picogammon.rules.match import (
    BEAVERED,
    GAME_OVER,
    MATCH_OVER,
    OPENING,
    RESIGNING,
    TAKING_BACK,
    Match,
)
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import ASK, Settings
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import raises
from rulebook import position

_PLAYS = Plays()


def _answer(situation):
    return make("casual", _PLAYS).begin(match_of(situation)).finish()


def test_opening_points_are_made():
    for first, second, point in ((3, 1, 5), (4, 2, 4), (6, 1, 7)):
        answer = _answer(Situation(dice=(first, second)))
        pos = positions.start()
        for a_step in actions.steps_of(answer):
            steps.make(pos, a_step)
        assert pos[point] == 2, records_text.text(answer)


def test_a_roll_that_cannot_be_played_is_passed():
    pos = position("25:1 24:-2 23:-2 22:-2 21:-2 20:-2 19:-2 6:5")
    assert _answer(Situation(position=pos, dice=(5, 4))) == actions.play([])


def test_it_thinks_in_slices_of_few_plays():
    """So that presses are answered meanwhile: one slice for four of the plays, and the search."""
    thought = make("casual", _PLAYS).begin(match_of(Situation(dice=(2, 1))))
    slices = 1
    while not thought.step():
        assert thought.answer is None
        slices += 1
    count = Plays().generate(positions.start(), 2, 1)
    assert slices == (count + 3) // 4 + 1
    assert thought.step()
    assert actions.kind_of(thought.answer) == actions.PLAY


def test_the_question_has_no_way_to_the_dice_or_the_history():
    match = Match()
    match.apply(actions.roll(3, 1))
    question = Question(match)
    for name in ("next_dice", "records", "_rolls", "_line"):
        assert not hasattr(question, name)
        assert not hasattr(question.situation, name)
    question.situation.position[6] = 0
    assert match.position[6] == 5


def test_a_made_point_is_worth_more_than_blots_and_a_safe_race_more_than_waste():
    made = position("6:2 5:2 8:2 13:5 12:-5 1:-2")
    split = position("6:3 5:1 8:1 7:1 13:5 12:-5 1:-2")
    assert contact_value(made) > contact_value(split)
    assert race_value(position("6:2 24:-1")) < race_value(position("5:1 24:-1"))


def test_doubles_and_answers_follow_the_pip_count_in_a_race():
    even = position("1:2 2:2 3:2 4:2 5:3 6:4 19:-4 20:-3 21:-2 22:-2 23:-2 24:-2")
    assert _answer(Situation(position=even)) is None
    assert _answer(Situation(position=even, doubled=True)) == actions.take()
    ahead = position("1:3 2:3 3:3 4:3 5:3 18:-3 19:-3 20:-3 21:-3 22:-2 24:-1")
    assert _answer(Situation(position=ahead)) == actions.double()
    assert _answer(Situation(position=ahead, doubled=True)) == actions.drop()


def test_a_dead_cube_is_not_turned_and_after_the_crawford_game_the_trailer_doubles():
    """R26."""
    assert _answer(Situation(length=5, scores=(0, 4))) == actions.double()
    ahead = position("6:5 5:5 4:5 0:-2 19:-5")
    assert _answer(Situation(position=ahead, length=5, scores=(4, 0))) is None


def test_a_bad_double_is_beavered_where_that_is_agreed():
    """R28."""
    bad = position("25:2 6:2 13:5 24:-2 23:-2 22:-2 21:-2 20:-2 8:-3")
    situation = Situation(position=bad, doubled=True, beavers=1)
    assert _answer(situation) == actions.beaver()
    situation.beavers = 0
    assert _answer(situation) == actions.take()
    situation = Situation(position=bad, doubled=True, beavers=1, beavered=True)
    match = match_of(situation)
    assert match.phase == BEAVERED
    answer = make("casual", _PLAYS).begin(match).finish()
    assert answer in (actions.take(), actions.drop())


def test_resignations_are_accepted_unless_a_gammon_is_likely():
    """R30."""
    engine = make("casual", _PLAYS)
    for text, offered, answer in (
        ("6:5 13:5 24:-2 1:-2 12:-5", actions.SINGLE, actions.accept()),
        ("13:8 12:7 24:-1", actions.SINGLE, actions.refuse()),
        ("13:8 12:7 24:-1", actions.GAMMON, actions.accept()),
        ("24:15 23:-1", actions.GAMMON, actions.refuse()),
        ("24:15 23:-1", actions.BACKGAMMON, actions.accept()),
    ):
        match = match_of(Situation(position=position(text)))
        match.apply(actions.resign(offered))
        assert match.phase == RESIGNING
        assert engine.begin(match).finish() == answer, (text, offered)


def test_a_single_game_is_enough_where_it_wins_the_match_or_gammons_do_not_count():
    """R26, R27."""
    pos = position("13:8 12:7 24:-1")
    for situation in (
        Situation(position=pos, length=3, scores=(0, 2)),
        Situation(position=pos, jacoby=True),
    ):
        match = match_of(situation)
        match.apply(actions.resign(actions.SINGLE))
        assert make("casual", _PLAYS).begin(match).finish() == actions.accept()


def test_a_take_back_is_granted():
    match = Match(Settings(take_back=ASK))
    match.apply(actions.roll(3, 1))
    engine = make("casual", _PLAYS)
    match.apply(engine.begin(match).finish())
    match.apply(actions.take_back(1))
    assert match.phase == TAKING_BACK
    assert engine.begin(match).finish() == actions.accept()


def test_an_unknown_level_is_named_with_those_there_are():
    assert "novice" in levels()
    with raises(UnknownLevel, "there is no level 'wizard': there is novice"):
        make("wizard")


class _Dice:
    """A small generator of the same rolls on every runtime."""

    def __init__(self, seed):
        self._state = seed

    def die(self):
        self._state = (self._state * 1103 + 12345) % 1000003
        return self._state // 7 % 6 + 1


def _play_on(match, engine, dice, most=2000):
    """Plays until the game is over; counts what was answered, by kind."""
    answers = {}
    while match.phase not in (GAME_OVER, MATCH_OVER):
        action = None if match.phase == OPENING else engine.begin(match).finish()
        if action is None:
            action = actions.roll(dice.die(), dice.die())
        match.apply(action)
        kind = actions.kind_of(action)
        answers[kind] = answers.get(kind, 0) + 1
        most -= 1
        assert most, "the game does not end"
    return answers


def test_games_to_one_point_are_played_to_their_end():
    engine = make("casual")
    winners = set()
    for seed in range(6):
        match = Match(Settings(length=1))
        answers = _play_on(match, engine, _Dice(seed))
        assert match.phase == MATCH_OVER
        assert actions.DOUBLE not in answers
        winners.add(match.result.winner)
    assert winners == {0, 1}


def test_a_match_with_the_cube_is_played_to_its_end():
    engine = make("casual")
    match = Match(Settings(length=5))
    dice = _Dice(7)
    while True:
        _play_on(match, engine, dice)
        if match.phase == MATCH_OVER:
            break
        match.apply(match.next_game())
    assert max(match.scores) >= 5


def test_money_games_with_beavers_see_doubles_taken_and_dropped():
    engine = make("casual")
    match = Match(Settings(jacoby=True, beavers=2, automatic=1))
    dice = _Dice(11)
    seen = {}
    for _ in range(8):
        answers = _play_on(match, engine, dice)
        for kind in answers:
            seen[kind] = seen.get(kind, 0) + answers[kind]
        match.apply(match.next_game())
    assert seen[actions.DOUBLE] == seen[actions.TAKE] + seen[actions.DROP]
    assert seen[actions.TAKE] and seen[actions.DROP]
