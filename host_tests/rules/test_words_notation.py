"""What people read when a position, a match or a play as text is refused, to the letter."""

from picogammon.rules import gnu_id, position, xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.situation import Situation
from reading import plays
from rulebook import position as at
from rules.test_gnu_id import gnu_id_of, money_match_id

_START = "XGID=-b----E-C---eE---c-e----B-:"


def _said(call, *args):
    try:
        call(*args)
    except RulesError as error:
        return str(error)
    raise AssertionError("nothing was refused: %s" % (args,))


def test_a_situation_that_no_game_comes_to():
    refusals = (
        ({"turn": 2}, "the turn is 0 or 1, not 2"),
        ({"owner": 2}, "the cube's owner is 0, 1 or None, not 2"),
        ({"cube": 3}, "a cube shows 1, 2, 4, ... not 3"),
        ({"cube": 1 << 21}, "a cube shows 1, 2, 4, ... not 2097152"),
        ({"dice": (7, 2)}, "a die shows 1 to 6, not 7"),
        ({"dice": (2, 0)}, "a die shows 1 to 6, not 0"),
        ({"dice": (1,)}, "a roll is two dice, not 1"),
        (
            {"dice": (2, 1), "doubled": True},
            "a double has been offered, but the dice are rolled",
        ),
        ({"length": 32768}, "a match goes to at most 32767 points, not 32768"),
        ({"length": -1}, "a match goes to at most 32767 points, not -1"),
        ({"scores": (32768, 0)}, "a score is 0 to 32767, not 32768"),
        ({"scores": (0, -1)}, "a score is 0 to 32767, not -1"),
        ({"length": 5, "scores": (0, 5)}, "the match is over: 5 points of 5"),
        (
            {"cube": 128, "owner": 0, "max_cube": 6},
            "the cube shows 128, above its limit 64",
        ),
        ({"crawford": True}, "a money session has no Crawford game"),
        (
            {"length": 5, "crawford": True},
            "not the Crawford game: neither player is one point short",
        ),
        (
            {"length": 5, "crawford": True, "scores": (4, 4)},
            "not the Crawford game: both players are one point short",
        ),
        (
            {"length": 5, "crawford": True, "scores": (4, 1), "cube": 2, "owner": 1},
            "the cube is not turned in the Crawford game",
        ),
        (
            {"length": 1, "doubled": True},
            "a double has been offered in a game without doubling",
        ),
        (
            {"doubled": True, "cube": 2, "owner": 1},
            "a double has been offered, but the cube is the other side's",
        ),
        (
            {"doubled": True, "cube": 64, "owner": 0, "max_cube": 6},
            "a double has been offered above the cube's limit",
        ),
        (
            {"doubled": True, "beavered": True},
            "a beaver, but no beavers are agreed",
        ),
    )
    for parts, words in refusals:
        assert _said(xgid.to_xgid, Situation(**parts)) == words


def test_an_xgid_that_is_refused():
    refusals = (
        ("0", "an XGID has 10 fields, this has 2"),
        ("x:0:1:00:0:0:0:0:10", "XGID cube: a number, not 'x'"),
        ("-:0:1:00:0:0:0:0:10", "XGID cube: a number, not '-'"),
        ("21:0:1:00:0:0:0:0:10", "XGID cube: 0 to 20, not 21"),
        ("0:-2:1:00:0:0:0:0:10", "XGID cube's owner: -1 to 1, not -2"),
        ("0:0:0:00:0:0:0:0:10", "XGID turn: 1 or -1, not 0"),
        ("0:0:2:00:0:0:0:0:10", "XGID turn: -1 to 1, not 2"),
        ("0:0:1:70:0:0:0:0:10", "XGID dice: 00, two dice, D, B or R, not '70'"),
        ("0:0:1:00:32768:0:0:0:10", "XGID score: 0 to 32767, not 32768"),
        ("0:0:1:00:0:0:0:32768:10", "XGID match length: 0 to 32767, not 32768"),
        ("0:0:1:00:0:0:2:5:10", "XGID Crawford flag: 0 to 1, not 2"),
        ("0:0:1:00:0:0:4:0:10", "XGID Jacoby and beaver flag: 0 to 3, not 4"),
        ("0:0:1:00:0:0:0:0:21", "XGID cube limit: 0 to 20, not 21"),
    )
    for fields, words in refusals:
        assert _said(xgid.from_xgid, _START + fields) == words
    rest = ":0:0:1:00:0:0:0:0:10"
    letters = (
        ("-" * 25, "XGID position: 26 letters, not 25"),
        ("@" + "-" * 25, "XGID position: '@' is not -, A to O or a to o"),
        ("`" + "-" * 25, "XGID position: '`' is not -, A to O or a to o"),
        ("-p" + "-" * 24, "XGID position: 'p' is not -, A to O or a to o"),
        ("A" + "-" * 25, "XGID position: the first letter is the top player's bar"),
        ("-" * 25 + "a", "XGID position: the last letter is the bottom player's bar"),
    )
    for place, words in letters:
        assert _said(xgid.from_xgid, place + rest) == words


def test_fifteen_checkers_on_a_point_are_o():
    line = "XGID=------O------------------o:0:0:1:00:0:0:0:0:10".replace("---o", "-o--")
    read = xgid.from_xgid(line)
    assert read.position[6] == 15 and min(read.position) == -15
    assert xgid.to_xgid(read) == line


def test_the_largest_numbers_of_an_xgid_are_read():
    read = xgid.from_xgid(_START + "20:1:1:00:32766:0:0:32767:20")
    assert (read.cube, read.scores, read.length) == (1 << 20, [32766, 0], 32767)
    assert xgid.from_xgid(_START + "0:0:1:00:32767:0:0:0:10").scores == [32767, 0]


def test_a_gnu_id_that_is_refused():
    encode = gnu_id_of
    refusals = (
        (gnu_id.from_position_id, "A", "a Position ID has 14 letters, this has 1"),
        (gnu_id.from_match_id, "A", "a Match ID has 12 letters, this has 1"),
        (
            gnu_id.from_position_id,
            "4HPwATDgc/AB A",
            "Position ID: ' ' is not one of its letters",
        ),
        (
            gnu_id.from_position_id,
            "4HPwATDgc/ABMB",
            "Position ID: the last letter cannot be 'B'",
        ),
        (
            gnu_id.from_position_id,
            "/////////////w",
            "Position ID: more than 15 checkers in one place",
        ),
        (
            gnu_id.from_position_id,
            encode(b"\x01\x00\x00\x00\x00\x00\x02\x00\x00\x00"),
            "Position ID: both sides have checkers on the 24 point",
        ),
        (
            gnu_id.from_position_id,
            encode(b"\x01\x00\x00\x00\x00\x00\x00\x00\x00\x80"),
            "Position ID: there are checkers behind the last point",
        ),
        (
            gnu_id.from_gnubg_id,
            "a:b:c",
            "a GNU ID is a Position ID, a colon and a Match ID",
        ),
    )
    for read, text, words in refusals:
        assert _said(read, text) == words


def test_bits_that_no_match_has():
    refusals = (
        ({8: 0}, "no game has begun"),
        ({8: 0, 9: 1}, "the game is over"),
        ({9: 1}, "the game was resigned"),
        ({8: 0, 10: 1}, "a double was dropped"),
        ({10: 1}, "there is no game state 5"),
        ({13: 1}, "a resignation is on offer and has to be answered first"),
        ({14: 1}, "a resignation is on offer and has to be answered first"),
        ({4: 0}, "nobody owns the cube, nor is it in the middle"),
        ({6: 1}, "the player to decide does not fit the one on roll"),
        ({15: 1}, "the dice are 1 and 0"),
        ({18: 1}, "the dice are 0 and 1"),
        ({67: 1}, "bits are set behind the last field"),
        ({71: 1}, "bits are set behind the last field"),
    )
    for bits, words in refusals:
        assert _said(gnu_id.from_match_id, money_match_id(bits)) == "Match ID: " + words


def test_the_largest_numbers_of_a_match_id_come_back():
    for parts in (
        {"length": 32767, "scores": (32766, 1)},
        {"scores": (1, 32767)},
        {"cube": 32768, "owner": 1, "max_cube": 20},
        {"cube": 1024, "owner": 0},
        {"dice": (6, 6), "turn": 1},
    ):
        meant = Situation(**parts)
        read = gnu_id.from_match_id(gnu_id.match_id(meant))
        for part in ("length", "scores", "cube", "owner", "dice", "turn"):
            assert getattr(read, part) == getattr(meant, part), parts
        assert read.cube <= 1 << read.max_cube


def test_the_limit_of_a_cube_is_the_usual_one_where_that_suffices():
    for cube, limit in ((1, 10), (512, 10), (1024, 15), (2048, 15)):
        owner = None if cube == 1 else 0
        text = gnu_id.match_id(Situation(cube=cube, owner=owner, max_cube=20))
        assert gnu_id.from_match_id(text).max_cube == limit


def test_a_play_that_is_refused():
    start = position.start()
    unread = (
        ("8/5 x/3", "'x' is no point"),
        ("26/25", "'26' is no point"),
        ("100/9", "'100' is no point"),
        ("/5", "a / without a point before it"),
        ("8/", "a / without a point after it"),
        ("8*/5", "a * without a point that was moved to"),
        ("8/off*", "a * without a point that was moved to"),
        ("8/5**", "a * without a point that was moved to"),
        ("(2)", "a count without a move before it"),
        ("8(2)", "a count without a move before it"),
        ("8/5(5)", "a count is (1) to (4)"),
        ("8/5(2", "a count is (1) to (4)"),
        ("8", "8 goes nowhere"),
        ("bar", "bar goes nowhere"),
        ("5/8", "5/8 does not move forward"),
        ("5/5", "5/5 does not move forward"),
        ("8/5 8/5 8/5 8/5 8/5", "more than four steps"),
        (",", "there is no move in ','"),
    )
    for text, words in unread:
        assert _said(plays.parse_play, text, start, 3, 1) == "not understood: " + words
    illegal = (
        ("8/4", "6/3", "8/4 does not fit the dice 6-3"),
        ("24/18 24/14", "6/4", "24/14 does not fit the dice 6-4"),
        ("8/5", "3/1", "24/23 can still be played"),
        ("8/5* 6/5", "3/1", "nothing is hit on the 5 point"),
        ("24/19 8/5", "5/3", "24/19: the 19 point is blocked"),
    )
    for text, roll, words in illegal:
        first, second = int(roll[0]), int(roll[2])
        said = _said(plays.parse_play, text, start, first, second)
        assert said == "not legal: " + words, said
    passed = _said(plays.parse_play, "no play", start, 3, 1)
    assert passed == "there is a legal play, beginning with 24/21"


def test_every_way_to_say_that_nothing_can_be_played():
    shut = at("25:1 24:-2 23:-2 22:-2 21:-2 20:-2 19:-2")
    for text in (
        "",
        "no play",
        "pass",
        "cannot move",
        "can't move",
        "dance",
        "dances",
        "(No  Play)",
        "Dances.",
    ):
        assert plays.parse_play(text, shut, 3, 1) == []
    assert _said(plays.parse_play, "dancing", shut, 3, 1) == (
        "not understood: 'dancing' is no point"
    )
