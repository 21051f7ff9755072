"""Resigning: a player offers only a certain loss, and accepts only offers that cost no equity."""

from picogammon.engine.numbers import ONE
from picogammon.engine.resigning import accepts, offer
from picogammon.rules.situation import Situation
from rulebook import position


def _outcome(*percent):
    return [n * ONE // 100 for n in percent]


def _offers(text, **rest):
    return offer(Situation(position=position(text), **rest))


_FAR = "13:5 12:10 24:-1"
_OFFERS = (
    ("1:9 24:-2", 1),  # three rolls at least, and one at most
    ("1:4 24:-2", 0),  # any double wins
    ("1:5 24:-2", 1),
    ("1:5 24:-2 21:-1", 0),  # three rolls at most: doubles twice win
    ("1:9 24:-4", 1),
    ("2:5 1:5 24:-3 22:-1", 0),  # three rolls of 2-1
    ("6:5 5:4 24:-2 23:-2", 0),  # three as well
    ("1:9 25:1 24:-5", 0),  # contact
    (_FAR, 2),  # a gammon that cannot be saved
    ("6:14 7:1 24:-2", 0),  # a six and another bear one off
    ("1:14 24:-2", 1),
    ("23:15 24:-1", 3),  # nobody gets out
    ("13:14 22:1 24:-1", 0),  # 2-1 does not get out
    ("13:14 19:1 24:-1", 2),  # any roll does
    ("13:14 18:1 24:-1", 2),
)


def test_as_much_is_offered_as_is_certainly_lost():
    assert offer(Situation()) == 0
    for text, points in _OFFERS:
        assert _offers(text) == points, text


def test_a_single_game_is_offered_where_more_would_count_nothing():
    """A gammon adds nothing if a single game wins the match, or while Jacoby applies (rule R27)."""
    for text, fields, points in (
        (_FAR, {"length": 3, "scores": (0, 2)}, 1),
        (_FAR, {"length": 3, "scores": (0, 1)}, 2),
        (_FAR, {"jacoby": True}, 1),
        (_FAR, {"jacoby": True, "cube": 2, "owner": 0}, 2),
        ("23:15 24:-1", {"length": 5, "scores": (0, 3)}, 2),
    ):
        assert _offers(text, **fields) == points, fields


def test_an_offer_is_accepted_unless_playing_on_is_worth_more():
    """Rule R30. The outcomes are those of the player who resigns."""
    likely = _outcome(1, 0, 0, 60, 0)
    lost = _outcome(0, 0, 0, 100, 60)
    borne_off = position("6:3 24:-2")
    for fields, offered, outcome, wanted in (
        ({}, 1, _outcome(40, 5, 0, 10, 0), True),
        ({}, 1, _outcome(15, 0, 0, 10, 0), True),
        ({}, 1, likely, False),
        ({}, 2, likely, True),
        ({}, 2, lost, False),
        ({}, 3, lost, True),
        ({"jacoby": True}, 1, likely, True),  # a gammon counts nothing
        ({"jacoby": True, "cube": 2, "owner": 1}, 1, likely, False),
        ({"length": 3, "scores": (0, 2)}, 1, likely, True),
        ({"length": 3, "scores": (0, 0)}, 1, likely, False),
        ({"position": borne_off}, 1, likely, True),  # or cannot be
    ):
        assert accepts(Situation(**fields), offered, outcome) == wanted, (fields, offered)
