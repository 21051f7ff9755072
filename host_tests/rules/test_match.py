"""A match's situations, settings and notes; transcripts/rules_match.txt tests whole games."""

from matches import after, do, match_at
from picogammon.rules import actions, notation
from picogammon.rules import position as positions
from picogammon.rules import settings as agreed
from picogammon.rules.actions import Refusal
from picogammon.rules.match import RESIGNING, Match, match_of
from picogammon.rules.settings import OFF, Settings, SettingsError
from picogammon.rules.situation import Checkpoint, Situation, SituationError
from portable import raises
from rulebook import position as at

_NACKGAMMON, _HYPERGAMMON = 1, 2


def test_a_resigning_player_is_still_where_he_was():
    match = match_at({8: 3, 19: -4}, dice=(2, 1))
    do(match, "resign single")
    assert match.phase == RESIGNING
    assert match.situation().dice == (2, 1)


def test_names_and_players_of_given_settings_stay():
    mine = Settings(length=9, names=["Ann", "Bob"], players=[1, 2], take_back=OFF)
    match = match_of(Situation(length=5, scores=(1, 1)), mine)
    assert match.settings.names == ["Ann", "Bob"]
    assert (match.settings.players, match.settings.take_back) == ([1, 2], OFF)
    assert match.settings.length == 5


def test_a_crawford_game_needs_the_rule_and_more_than_one_point():
    plain = Settings(length=5, crawford=False)
    match = match_of(Situation(length=5, scores=(4, 0), crawford=True), plain)
    assert match.crawford and match.settings.crawford
    match = match_of(Situation(length=1, crawford=True))
    assert not match.crawford and not match.can_double()


def test_a_matchs_situation_has_no_money_rules():
    moment = Match(Settings(length=5, jacoby=True, beavers=2)).situation()
    assert (moment.jacoby, moment.beavers) == (False, 0)
    moment = Match(Settings(jacoby=True, beavers=2)).situation()
    assert (moment.jacoby, moment.beavers) == (True, 2)


def test_R26_a_situation_says_whether_there_is_a_crawford_game():
    for rule in (True, False):
        match = Match(Settings(length=5, crawford=rule))
        match.apply(actions.game(Checkpoint((4, 0), rule)))
        situation = match.situation()
        assert (situation.crawford, situation.crawford_rule) == (rule, rule)


def test_impossible_situations_are_refused():
    for moment, reason in (
        (Situation(length=99), "match length"),
        (Situation(length=5, scores=(5, 0)), "the match is over: score 5 of 5"),
        (Situation(owner=1, cube=2, doubled=True), "the opponent owns the cube"),
    ):
        with raises(Refusal, reason):
            match_of(moment)


def test_somebody_owns_a_cube_of_one_only_by_a_handicap():
    for owner in (0, 1):
        moment = Situation(length=5, owner=owner)
        for told in (moment, notation.from_gnubg_id(notation.gnubg_id(moment))):
            match = match_of(told)
            assert (match.settings.holder, match.cube, match.owner) == (owner + 1, 1, owner)
        match = match_of(Situation(length=5, cube=2, owner=owner))
        assert (match.settings.holder, match.cube, match.owner) == (0, 2, owner)


def test_without_hints_there_is_no_help_until_the_game_is_over():
    for no_hints in (False, True):
        match = match_of(Situation(position=at("1:2 24:-1"), length=3), Settings(no_hints=no_hints))
        assert match.helped() == (not no_hints)
        do(match, "roll 2-1", "play 1/off 1/off")
        assert match.helped()


def test_a_situation_knows_its_variant_and_its_texts_do_not():
    match = Match(Settings(variant=_HYPERGAMMON))
    do(match, "roll 3-1")
    situation = match.situation()
    assert match_of(situation).settings.variant == _HYPERGAMMON
    text = notation.to_xgid(situation)
    assert text == "XGID=-aaa------------------AAA-:0:0:1:31:0:0:0:0:10"
    read = notation.from_xgid(text)
    assert read.position == situation.position and read.variant == positions.BACKGAMMON


def test_a_position_is_played_by_the_variant_of_the_match_if_it_has_no_more_checkers():
    for variant, text, expected in (
        (_HYPERGAMMON, "24:3 1:-2", _HYPERGAMMON),
        (_HYPERGAMMON, "24:4 1:-2", positions.BACKGAMMON),
        (_HYPERGAMMON, "24:3 1:-5", positions.BACKGAMMON),
        (_NACKGAMMON, "24:4 1:-5", _NACKGAMMON),
    ):
        match = match_of(Situation(position=at(text)), Settings(variant=variant))
        assert match.settings.variant == expected


def test_the_opening_dice_are_known_as_such_until_they_are_played():
    match = after("roll 2-2")
    assert not match.opened_with_dice()
    do(match, "roll 3-1 by hand")
    assert match.opened_with_dice()
    do(match, "resign single", "refuse")
    assert match.opened_with_dice()
    do(match, "play 8/5 6/5", "roll 3-1 by hand")
    assert not match.opened_with_dice()
    match.apply(actions.game(Checkpoint(turn=1)))
    do(match, "roll 3-1 by hand")
    assert not match.opened_with_dice()


def test_a_note_changes_nothing_but_what_it_says():
    match = Match()
    before = match.state()
    for body in (b"\x00\xff", b""):
        match.apply(actions.note(actions.CLOCK, body))
        assert match.notes == {actions.CLOCK: body}
        assert match.state()[:-1] == before[:-1] and match.state() != before


def test_only_code_can_ask_for_such_settings():
    """No text can have these wrong settings; transcripts/rules_texts.txt tests wrong texts."""
    for wrong, reason in (
        ({"length": -1}, "the match length must be 0 to 64, not -1"),
        ({"beavers": True}, "beavers must be 0 to 2, not True"),  # no int to MicroPython
        ({"players": [True, 0]}, "a player is 0 to 255, not True"),
        ({"players": (0,)}, "a match has two players"),
        ({"names": ["Ann"]}, "a match has two players"),
        ({"names": [7, "Bob"]}, "a player needs a name"),
        ({"names": ("A\n", "B")}, "plain letters, digits and signs"),
    ):
        with raises(SettingsError, reason):
            Settings(**wrong)
        with raises(SettingsError, reason):
            Settings().copy(**wrong)
    with raises(SettingsError, "there is no setting called speed"):
        Settings().copy(speed=1)
    body = Settings(names=["Ann", "Bob"]).pack()
    for end in range(len(body) - 3):
        with raises(SettingsError):
            agreed.unpack_settings(body[:end])


def test_only_code_can_ask_for_such_a_game():
    for wrong, reason in (
        ({"scores": (-1, 0)}, "a score is 0 to 16777215, not -1"),
        ({"turn": 2}, "there is no player 2"),
        ({"owner": 5}, "there is no player 5"),
    ):
        with raises(SituationError, reason):
            Checkpoint(**wrong)
    with raises(actions.ActionError, "at most 4 steps, not 5"):
        actions.play([9] * 5)
    for no_record in (b"", "double", None):
        with raises(actions.ActionError, "an action is bytes, at least one"):
            actions.check(no_record)
