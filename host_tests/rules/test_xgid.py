"""XGID, both ways. Offered doubles and beavers are examples by hand: gnubg cannot judge them."""

from picogammon.rules import actions, gnu_id, position, xgid
from picogammon.rules.match import RACCOONED, Match
from picogammon.rules.notation import NotationError
from picogammon.rules.position import PositionError
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import raises

_START = "-b----E-C---eE---c-e----B-"
_SKEWED = "-a-B--D-B---cC---c-e----B-"  # the top player has two checkers off
_PARTS = (
    "turn",
    "dice",
    "doubled",
    "beavered",
    "raccooned",
    "cube",
    "owner",
    "scores",
    "length",
    "crawford",
    "jacoby",
    "beavers",
    "cube_on",
    "max_cube",
)

# The fields after the position, and the situation that they say.
_SAID = (
    ("0:0:1:00:0:0:0:0:10", {}),
    ("0:0:1:52:0:0:0:7:10", {"dice": (5, 2), "length": 7}),
    ("0:0:1:25:0:0:0:7:10", {"dice": (2, 5), "length": 7}),
    ("1:1:1:00:2:3:0:7:10", {"cube": 2, "owner": 0, "scores": (2, 3), "length": 7}),
    ("0:1:1:00:2:1:0:5:10", {"owner": 0, "scores": (2, 1), "length": 5}),
    ("0:-1:-1:D:0:0:0:0:10", {"doubled": True, "turn": 1, "owner": 1}),
    ("3:-1:1:66:2:3:0:0:10", {"cube": 8, "owner": 1, "scores": (2, 3), "dice": (6, 6)}),
    ("0:0:1:00:6:3:1:7:10", {"scores": (6, 3), "length": 7, "crawford": True}),
    ("0:0:1:00:6:3:0:7:10", {"scores": (6, 3), "length": 7}),
    ("0:0:1:00:0:0:1:0:10", {"jacoby": True}),
    ("0:0:1:00:0:0:2:0:10", {"beavers": 1}),
    ("0:0:1:00:0:0:3:0:10", {"jacoby": True, "beavers": 1}),
    ("2:0:1:00:0:0:0:0:10", {"cube": 4}),
    ("0:0:-1:00:1:0:0:5:6", {"turn": 1, "scores": (1, 0), "length": 5, "max_cube": 6}),
    ("0:0:1:00:0:0:0:0:0", {"cube_on": False, "max_cube": 0}),
    ("0:0:1:D:2:3:0:7:10", {"doubled": True, "scores": (2, 3), "length": 7}),
    ("0:0:-1:D:0:0:3:0:10", {"doubled": True, "turn": 1, "jacoby": True, "beavers": 1}),
    ("1:-1:-1:D:0:0:0:0:10", {"doubled": True, "turn": 1, "cube": 2, "owner": 1}),
    ("0:0:1:B:0:0:2:0:10", {"doubled": True, "beavered": True, "beavers": 1}),
    (
        "1:1:1:B:0:0:2:0:10",
        {"doubled": True, "beavered": True, "beavers": 1, "cube": 2, "owner": 0},
    ),
)


def test_situations_are_written():
    for fields, parts in _SAID:
        assert xgid.to_xgid(Situation(**parts)) == "XGID=" + _START + ":" + fields


def test_xgids_are_read():
    for fields, parts in _SAID:
        read = xgid.from_xgid("XGID=" + _START + ":" + fields)
        meant = Situation(**parts)
        for part in _PARTS:
            assert getattr(read, part) == getattr(meant, part), (fields, part)
        assert read.position == position.start()


def test_the_bottom_player_is_player_0_and_has_the_capitals():
    read = xgid.from_xgid("XGID=" + _SKEWED + ":0:0:1:00:0:0:0:0:10")
    assert read.position[3] == 2 and read.position[6] == 4 and read.position[19] == -5
    assert position.left(read.position) == 13 and position.opponent_left(read.position) == 12
    assert gnu_id.position_id(read.position) == "4HNwAITxDA6AAQ"


def test_the_position_is_seen_by_whoever_is_on_roll():
    """gnubg printed the same Position ID for the top player's turn."""
    read = xgid.from_xgid("XGID=" + _SKEWED + ":0:0:-1:00:0:0:0:0:10")
    assert read.position[6] == 5 and read.position[22] == -2 and read.position[19] == -4
    assert gnu_id.position_id(read.position) == "jGdwAAz4HBwAAQ"
    assert xgid.to_xgid(read) == "XGID=" + _SKEWED + ":0:0:-1:00:0:0:0:0:10"


def test_bars_are_the_first_and_the_last_letter():
    read = xgid.from_xgid("XGID=b-----D-C---dE---c-e----AA:0:0:1:00:0:0:0:0:10")
    assert read.position[0] == -2 and read.position[25] == 1
    read = xgid.from_xgid("XGID=b-----D-C---dE---c-e----AA:0:0:-1:00:0:0:0:0:10")
    assert read.position[0] == -1 and read.position[25] == 2


def test_the_prefix_may_be_missing():
    fields = _START + ":0:0:1:52:0:0:0:7:10"
    for text in (fields, "  XGID=" + fields + "\r\n", "xgid=" + fields):
        assert xgid.from_xgid(text).dice == (5, 2)


def test_raccoons_are_written_as_beavers():
    assert xgid.from_xgid(xgid.to_xgid(Situation(beavers=2))).beavers == 1


def test_a_raccoon_waits_for_the_one_who_beavered():
    situation = Situation(doubled=True, beavered=True, raccooned=True, beavers=2, turn=1)
    text = xgid.to_xgid(situation)
    assert text == "XGID=" + _START + ":0:0:-1:R:0:0:2:0:10"
    read = xgid.from_xgid(text)
    assert read.doubled and read.beavered and read.raccooned and read.beavers == 2
    match = match_of(read)
    assert (match.phase, match.decider, match.cube) == (RACCOONED, 0, 4)
    assert xgid.to_xgid(match.situation()) == text


def test_a_game_that_is_over_has_no_text():
    match = Match()
    for action in (actions.roll(3, 1), actions.resign(1)):
        match.apply(action)
    xgid.to_xgid(match.situation())
    match.apply(actions.accept())
    with raises(NotationError, "the game is over"):
        xgid.to_xgid(match.situation())


def test_an_offer_has_to_fit_under_the_cubes_limit():
    """What is read is what a match can go on from."""
    for offer, times in (("D", 2), ("B", 4), ("R", 8)):
        for power in range(4):
            text = "%s:%d:%d:1:%s:0:0:2:0:3" % (_START, power, power > 0, offer)
            if times << power <= 8:
                match_of(xgid.from_xgid(text))
            else:
                with raises(NotationError, "above the cube's limit"):
                    xgid.from_xgid(text)


def test_the_flag_of_a_match_is_crawford_alone():
    text = xgid.to_xgid(Situation(length=7, jacoby=True, beavers=1))
    assert text == "XGID=" + _START + ":0:0:1:00:0:0:0:7:10"


def test_a_match_to_one_point_has_no_crawford_game():
    """gnubg, too, drops the flag."""
    text = "XGID=" + _START + ":0:0:1:00:0:0:%d:1:10"
    assert not xgid.from_xgid(text % 1).crawford
    assert xgid.to_xgid(Situation(length=1, crawford=True)) == text % 0


def test_a_game_without_a_cube_has_the_limit_0():
    text = xgid.to_xgid(Situation(cube_on=False))
    assert text == "XGID=" + _START + ":0:0:1:00:0:0:0:0:0"
    assert not xgid.from_xgid(text).cube_on


def test_each_field_is_checked():
    refusals = (
        ("0:0:1:00:0:0:0:0", "10 fields, this has 9"),
        ("0:0:1:00:0:0:0:0:10:", "10 fields, this has 11"),
        ("x:0:1:00:0:0:0:0:10", "XGID cube: a number, not 'x'"),
        (":0:1:00:0:0:0:0:10", "XGID cube: a number, not ''"),
        ("21:0:1:00:0:0:0:0:30", "XGID cube: 0 to 20, not 21"),
        ("-1:0:1:00:0:0:0:0:10", "XGID cube: 0 to 20, not -1"),
        ("0:2:1:00:0:0:0:0:10", "XGID cube's owner: -1 to 1, not 2"),
        ("0:0:0:00:0:0:0:0:10", "XGID turn: 1 or -1, not 0"),
        ("0:0:+1:00:0:0:0:0:10", "XGID turn: a number, not '+1'"),
        ("0:0:1:0:0:0:0:0:10", "XGID dice: 00, two dice, D, B or R, not '0'"),
        ("0:0:1:60:0:0:0:0:10", "XGID dice"),
        ("0:0:1:77:0:0:0:0:10", "XGID dice"),
        ("0:0:1:d:0:0:0:0:10", "XGID dice"),
        ("0:0:1:DB:0:0:2:0:10", "XGID dice"),
        ("0:0:1::0:0:2:0:10", "XGID dice"),
        ("0:0:1:00:-1:0:0:0:10", "XGID score: 0 to 32767, not -1"),
        ("0:0:1:00:0:1e3:0:0:10", "XGID score: a number, not '1e3'"),
        ("0:0:1:00:0:0:4:0:10", "XGID Jacoby and beaver flag: 0 to 3, not 4"),
        ("0:0:1:00:0:0:2:7:10", "XGID Crawford flag: 0 to 1, not 2"),
        ("0:0:1:00:0:0:0:1234567:10", "XGID match length: a number"),
        ("0:0:1:00:0:0:0:0:21", "XGID cube limit: 0 to 20, not 21"),
    )
    for fields, reason in refusals:
        with raises(NotationError, reason):
            xgid.from_xgid("XGID=" + _START + ":" + fields)


def test_what_no_game_comes_to_is_refused():
    refusals = (
        ("0:0:1:00:7:0:0:7:10", "the match is over"),
        ("0:0:1:00:5:3:1:7:10", "neither player is one point short"),
        ("0:0:1:00:6:6:1:7:10", "both players are one point short"),
        ("1:1:1:00:6:3:1:7:10", "the cube is not turned in the Crawford game"),
        ("0:0:1:D:6:3:1:7:10", "without doubling"),
        ("0:0:1:D:0:0:0:1:10", "without doubling"),
        ("0:0:1:D:0:0:0:0:0", "without doubling"),
        ("1:-1:1:D:0:0:0:0:10", "the cube is the other side's"),
        ("6:1:1:D:0:0:0:0:6", "above the cube's limit"),
        ("7:1:1:00:0:0:0:0:6", "the cube shows 128, above its limit 64"),
        ("0:0:1:B:0:0:0:0:10", "no beavers are agreed"),
        ("0:0:1:B:0:0:0:7:10", "no beavers are agreed"),
        ("0:0:1:R:0:0:0:0:10", "no beavers are agreed"),
        ("1:0:1:00:0:0:0:0:0", "a game without a cube"),
        ("0:1:1:00:0:0:0:0:0", "a game without a cube"),
        ("0:1:1:00:6:3:1:7:10", "the cube is not turned in the Crawford game"),
    )
    for fields, reason in refusals:
        with raises(NotationError, reason):
            xgid.from_xgid("XGID=" + _START + ":" + fields)


def test_impossible_positions_are_refused_with_their_own_error():
    rest = ":0:0:1:00:0:0:0:0:10"
    with raises(PositionError, "16 checkers"):
        xgid.from_xgid("XGID=-b----F-C---eE---c-e----B-" + rest)
    with raises(PositionError, "both sides have borne off"):
        xgid.from_xgid("XGID=--------------------------" + rest)
    with raises(NotationError, "'P' is not -, A to O or a to o"):
        xgid.from_xgid("XGID=-b----P-C---eE---c-e----B-" + rest)
    with raises(NotationError, "26 letters, not 25"):
        xgid.from_xgid("XGID=-b----E-C---eE---c-e----B" + rest)
    with raises(NotationError, "the top player's bar"):
        xgid.from_xgid("XGID=A-----E-C---eE---c-e----B-" + rest)
    with raises(NotationError, "the bottom player's bar"):
        xgid.from_xgid("XGID=-b----E-C---eE---c-e----Ba" + rest)
    pos = position.start()
    pos[6] += 1
    with raises(PositionError, "16 checkers"):
        xgid.to_xgid(Situation(position=pos))


def test_situations_that_contradict_themselves_are_not_written():
    refusals = (
        ({"dice": (5, 2), "doubled": True}, "the dice are rolled"),
        ({"dice": (7, 2)}, "a die shows 1 to 6, not 7"),
        (
            {"doubled": True, "beavered": True, "raccooned": True, "beavers": 1},
            "no raccoons are agreed",
        ),
        ({"dice": (1,)}, "a roll is two dice"),
        ({"cube": 3}, "a cube shows 1, 2, 4"),
        ({"turn": 2}, "the turn is 0 or 1"),
        ({"owner": 2}, "the cube's owner"),
        ({"crawford": True}, "no Crawford game"),
        ({"length": 5, "scores": (5, 0)}, "the match is over"),
        ({"length": 40000}, "a match goes to at most"),
        ({"scores": (-1, 0)}, "a score is 0 to"),
    )
    for parts, reason in refusals:
        with raises(NotationError, reason):
            xgid.to_xgid(Situation(**parts))
