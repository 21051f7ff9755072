"""OGIDs are written and read, and a position comes out in every format."""

import pytest

from picogammon.rules import match, xgid
from picogammon.rules.errors import RulesError
from picogammon.rules.notation import NotationError
from picogammon.rules.situation import Situation
from reading.replay import replay
from tools.positions import ogid
from tools.positions.__main__ import main
from tools.soak.match_files import some_match

HOST_ONLY = True

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


@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_is_read_again_at_every_moment_of_a_match(seed):
    records = some_match(seed)
    played = replay(iter(records[:1]))
    seen = 0
    for record in records[1:]:
        played.apply(record, True)
        now = played.situation()
        if now.over or now.beavered or played.phase in (match.OPENING, match.RESIGNING):
            continue
        again = ogid.from_ogid(ogid.to_ogid(now))
        for name in ("turn", "dice", "doubled", "cube", "owner", "scores", "length", "crawford"):
            assert getattr(again, name) == getattr(now, name), (name, ogid.to_ogid(now))
        assert list(again.position) == list(now.position)
        seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    ("text", "reason"),
    [
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
    ],
)
def test_what_is_no_position_is_refused_with_a_reason(text, reason):
    with pytest.raises(RulesError, match=reason):
        ogid.from_ogid(text)


def test_a_beaver_has_no_word():
    with pytest.raises(NotationError, match="beaver"):
        ogid.to_ogid(xgid.from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10"))


def test_one_position_comes_out_in_every_format_whichever_came_in(capsys):
    line = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:4:0:7:10"
    assert main([line]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == line and said[1].startswith("OGID=11ccccchhhjjjjj:66666888dddddoo:B1N:52:W:")
    for other in said[1:]:
        assert main([other]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == said[1:]
    for other in ("nonsense", "4HPwATDgc/ABMA"):  # and a Position ID alone
        assert main([other]) == 1 and "an XGID, an OGID" in capsys.readouterr().err
    for too_few_or_many in ([], [line, line]):
        with pytest.raises(SystemExit) as ended:
            main(too_few_or_many)
        assert ended.value.code == 2
