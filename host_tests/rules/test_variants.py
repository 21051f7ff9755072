"""The variants: where a game starts, how many checkers a side has, and what that changes."""

from matches import do
from picogammon.rules import actions, gnu_id, xgid
from picogammon.rules import position as positions
from picogammon.rules import settings as agreed
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.log import Refusal
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings, SettingsError
from picogammon.rules.situated import match_of
from picogammon.rules.situation import Situation
from portable import raises
from reading.records import parse_settings
from rulebook import position

_NACKGAMMON, _HYPERGAMMON = 1, 2
# What GNU Backgammon begins with.
_STARTS = ("4HPwATDgc/ABMA", "4Dl4ADbgOXgANg", "AACgAgAAKgAAAA")


def hypergammon(text, **fields):
    """A match of Hypergammon for money, with player 0 to roll in that position."""
    match = Match(Settings(variant=_HYPERGAMMON, **fields))
    match.apply(actions.game(Checkpoint(turn=0, position=position(text))))
    return match


def test_R2_each_variant_starts_where_gnu_backgammon_starts():
    assert len(_STARTS) == len(positions.VARIANTS)
    for variant, expected in enumerate(_STARTS):
        pos = positions.start(variant)
        assert gnu_id.position_id(pos) == expected
        assert positions.left(pos) == positions.opponent_left(pos) == positions.checkers_of(variant)
        assert Match(Settings(variant=variant)).position == pos == positions.swapped(pos)


def test_who_has_borne_off_none_of_three_loses_a_gammon():
    for theirs, points in (("22:-3", 2), ("6:-1 22:-2", 3), ("0:-1 22:-2", 3), ("22:-2", 1)):
        match = hypergammon("1:1 " + theirs, cube_on=False)
        do(match, "roll 2-1", "play 1/off")
        assert match.result.multiple == match.result.points == points, theirs
    match = Match(Settings(cube_on=False))
    match.apply(actions.game(Checkpoint(turn=0, position=position("1:1 22:-3"))))
    do(match, "roll 2-1", "play 1/off")
    assert match.result.multiple == 1, "twelve of fifteen are off"


def test_a_hypergammon_match_goes_on_with_three_checkers_a_side():
    match = hypergammon("1:1 22:-3", jacoby=True)
    do(match, "double", "take", "roll 2-1", "play 1/off")
    assert match.scores == [4, 0]
    match.apply(match.next_game())
    assert match.position == positions.start(_HYPERGAMMON)
    do(match, "roll 3-1", "play 24/20")
    assert match.before(1).position == positions.start(_HYPERGAMMON)


def test_no_side_has_more_checkers_than_the_variant():
    for text in ("24:4 1:-1", "24:1 1:-4"):
        with raises(Refusal, "a side has 3 checkers, not 4"):
            hypergammon(text)


def test_older_records_say_the_same_and_stay_as_they_are():
    for bits, variant, no_hints in (
        (0, 0, 0),
        (4, 1, 0),
        (8, 0, 1),
        (12, 1, 1),
        (16, 2, 0),
        (24, 2, 1),
    ):
        record = bytes((7, 5, 0, 0, 10, bits, 0, 0, 1)) + b"AB"
        settings = agreed.unpack(record)
        assert (settings.variant, settings.no_hints) == (variant, no_hints)
        assert settings.pack() == record
    for words, variant in (("nackgammon=1", 1), ("nackgammon=0", 0), ("variant=2", 2)):
        assert parse_settings(words.split()).variant == variant


def test_a_variant_that_nobody_knows_is_refused():
    with raises(SettingsError, "the variant is 0 to 2, not 3"):
        agreed.unpack(bytes((7, 5, 0, 0, 10, 20, 0, 0, 1)) + b"AB")


def test_a_situation_knows_its_variant_and_its_texts_do_not():
    match = Match(Settings(variant=_HYPERGAMMON))
    do(match, "roll 3-1")
    situation = match.situation()
    assert match_of(situation).settings.variant == _HYPERGAMMON
    text = xgid.to_xgid(situation)
    assert text == "XGID=-aaa------------------AAA-:0:0:1:31:0:0:0:0:10"
    read = xgid.from_xgid(text)
    assert read.position == situation.position and read.variant == positions.BACKGAMMON


def test_a_position_is_played_by_the_variant_of_the_match_if_it_has_no_more_checkers():
    for variant, text, expected in (
        (_HYPERGAMMON, "24:3 1:-2", _HYPERGAMMON),
        (_HYPERGAMMON, "24:4 1:-2", positions.BACKGAMMON),
        (_HYPERGAMMON, "24:3 1:-5", positions.BACKGAMMON),
        (_NACKGAMMON, "24:4 1:-5", _NACKGAMMON),
    ):
        match = match_of(Situation(position=position(text)), Settings(variant=variant))
        assert match.settings.variant == expected
