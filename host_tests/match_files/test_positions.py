"""OGIDs are written and read, and an ID is found in a text that somebody pastes."""

from picogammon.rules import gnu_id, match, position_code, xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.notation import NotationError
from picogammon.rules.situation import Situation
from portable import raises, some
from reading.replay import replay
from tools.matches import deck
from tools.positions import ogid, pasted
from tools.soak.random_matches import some_match

_TOLD = ("turn", "dice", "doubled", "cube", "owner", "scores", "length", "crawford")
_START = "11jjjjjhhhccccc:ooddddd88866666"


# The first two lines are those of ogxmparser's documentation.
def test_a_line_of_the_documentation_is_read():
    found = ogid.from_ogid("11ccccchhhjjjjj:66666888dddddoo:N0N:46:B:IB:0:0:3:0")
    assert list(found.position) == list(Situation().position)
    assert (found.turn, found.dice, found.length, found.cube) == (1, (4, 6), 3, 1)


def test_another_line_with_two_homes_and_a_score():
    found = ogid.from_ogid("OGID=cccccggggg:ddddiiiiii:N0N:63:W:IW:4:3:7:1:15")
    assert (found.turn, found.dice, found.scores, found.length) == (0, (6, 3), [4, 3], 7)
    assert found.position[13] == 5 and found.position[9] == 5, (
        "White counts 12 and 16 from his side"
    )
    assert found.position[12] == -4 and found.position[7] == -6


def test_the_position_alone_will_do():
    found = ogid.from_ogid(_START + ":N0N")
    assert (found.turn, found.dice, found.length) == (0, None, 0)


def test_what_is_written_is_read_again_at_every_moment_of_a_match():
    for seed in some(range(12)):
        records = some_match(seed)
        played = replay(iter(records[:1]))
        seen = 0
        for record in records[1:]:
            played.apply(record, True)
            now = played.situation()
            if now.over or now.beavered or played.phase in (match.OPENING, match.RESIGNING):
                continue
            again = ogid.from_ogid(ogid.to_ogid(now))
            for name in _TOLD:
                assert getattr(again, name) == getattr(now, name), (name, ogid.to_ogid(now))
            assert list(again.position) == list(now.position)
            seen += 1
        assert seen > 20


_WRONG = (
    ("", "3 to 11 fields"),
    (_START, "3 to 11 fields"),
    (_START + ":N0", "cube"),
    (_START + ":X0N", "cube"),
    (_START + ":N0T", "taken or passed"),
    (_START + ":N0N:07:W", "dice"),
    (_START + ":N0N::X", "turn"),
    (_START + ":N0N::W:FW", "the game is over"),
    (_START + ":N0N::W:IW:a:0", "score"),
    (_START + ":N0N::W:IW:0:0:x", "match length"),
    (_START + ":N0N::W:IW:0:0:7:0:10", "10 checkers"),
    (_START.replace("oo", "o1") + ":N0N", "cannot be"),
    (_START.replace("11", "1p") + ":N0N", "cannot be"),
    (_START.replace("oo", "oz") + ":N0N", "cannot be"),
    (_START.replace("oo", "ooo") + ":N0N", "15 checkers, not 16"),
    ("a" * 130 + ":" + "5" * 15 + ":N0N", "15 checkers"),
)


def test_what_is_no_position_is_refused_with_a_reason():
    for text, reason in _WRONG:
        with raises(RulesError, reason):
            ogid.from_ogid(text)


def test_a_beaver_has_no_word():
    with raises(NotationError, "beaver"):
        ogid.to_ogid(xgid.from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10"))


_XGID = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:4:0:7:10"
_AROUND = (
    "%s",
    "  %s\n",
    "%s\n\nX: Mia   O: Tom\nStand: X:2 O:4, bis 7 Punkte\n    1. 2-ply  8/5 6/5   Eq:+0,151\n",
    "Score 2:4, cube 1:1.\nWhat now?\t%s.",
    "Look (%s), please!",
    'He said "%s"; I would not.',
    "<p>%s</p>",
    "\u201e%s\u201c",
)
_TWO_LINES = " GNU Backgammon  Position ID: %s\n                 Match ID   : %s\n"


def test_an_id_is_found_in_whatever_text_is_pasted_with_it():
    situation = xgid.from_xgid(_XGID)
    ids = [_XGID, _XGID.lower()[:5] + _XGID[5:], _XGID[5:]]
    ids += [position_code.to_code(situation), position_code.to_code(situation).lower()]
    ids += [ogid.PREFIX + ogid.to_ogid(situation), ogid.to_ogid(situation)]
    ids.append(gnu_id.gnubg_id(situation))
    for one in ids:
        for around in _AROUND:
            found = pasted.read(around % one)
            assert list(found.position) == list(situation.position), around % one
            assert (found.dice, found.scores, found.cube) == ((5, 2), [2, 4], 2), around % one
    for one in ("https://example.org/board/#" + _XGID, "board: " + _XGID + " and " + ids[-1]):
        assert xgid.to_xgid(pasted.read(one)) == _XGID
    two = _TWO_LINES % tuple(gnu_id.gnubg_id(situation).split(":"))
    for text in (two, "Internationale " + two, two.replace("\n", "\r\n"), two + "O: Tom 12:30:45"):
        assert list(pasted.read(text).position) == list(situation.position)
    start = pasted.read(_TWO_LINES % ("4HPwATDgc/ABMA", "cAkAAAAAAAAE"))
    assert list(start.position) == list(Situation().position) and not start.length


def test_a_text_without_a_sound_id_is_refused_with_what_would_be_one():
    for text in (
        "",
        "nonsense",
        "4HPwATDgc/ABMA",
        "cAkAAAAAAAAE",
        "At 12:30:45 it was 3:4",
        9000 * "a ",
    ):
        with raises(NotationError, "GNU Backgammon's Position ID and Match ID"):
            pasted.read(text)
    for text, reason in (
        (_XGID[:-3], "an XGID has 10 fields, this has 9"),
        ("Here " + _XGID[:-3] + " is it", "an XGID has 10 fields, this has 9"),
        (_XGID[5:-3], "an XGID has 10 fields, this has 9"),
        ("OGID=11:22", "3 to 11 fields"),
        ("a:b:c", "OGID"),
        ("PICOGAMMON:-Q", "cut off"),
        (_TWO_LINES % ("4HPwATDgc/ABMA", "cAkAAAAAAAA/"), "Match ID: bits are set"),
    ):
        with raises(RulesError, reason):
            pasted.read(text)


def test_a_list_of_positions_may_have_text_beside_each_id():
    lines = [around % _XGID for around in _AROUND if "\n" not in around.strip()]
    [question] = deck.questions(_XGID)
    assert deck.questions("# mine\n\n" + "\n".join(lines)) == [question] * len(lines)
