"""A position in QR's letters: the same as in an XGID, and nothing that a code cannot hold."""

from picogammon.app.display import qr
from picogammon.engine.engine import Thought
from picogammon.rules import position_code
from picogammon.rules.notation import NotationError
from picogammon.rules.position import PositionError
from picogammon.rules.xgid import from_xgid, to_xgid
from portable import raises

_START = "PICOGAMMON:-Q----E-C---TE---R-T----B-:0:0:1:52:0:0:0:7:10"
_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"


def test_it_says_what_an_xgid_says():
    assert position_code.to_code(from_xgid(_XGID)) == _START
    for text in (_START, _START.lower(), " %s\n" % _START, _XGID, _XGID[5:]):
        assert to_xgid(position_code.from_text(text)) == _XGID


def test_each_number_of_checkers_has_a_letter():
    for checkers in range(1, 16):
        for big in (64, 96):
            letters = ["-"] * 26
            letters[3] = chr(big + checkers)
            letters[20] = "a" if big == 64 else "A"
            xgid = "XGID=%s:1:-1:-1:B:3:4:2:0:10" % "".join(letters)
            code = position_code.to_code(from_xgid(xgid))
            assert len(Thought(qr.slices(code)).finish()) == qr.SIZE
            assert to_xgid(position_code.from_text(code)) == xgid


def test_the_longest_fits_into_a_code():
    longest = from_xgid("XGID=" + "aABCD---------------------:20:-1:-1:52:32766:32766:0:32767:20")
    code = position_code.to_code(longest)
    assert len(code) == 72 and len(Thought(qr.slices(code)).finish()) == qr.SIZE


def test_what_is_none_says_why():
    for text, error, reason in (
        ("PICOGAMMON:-Q----E-C", NotationError, "cut off"),
        (_START[:-3], NotationError, "10 fields"),
        (_START.replace("-Q-", "-%-"), NotationError, "'%' is not"),
        (_START.replace("TE", "$E"), PositionError, "15 at most"),
        (_START.replace(":52:", ":57:"), NotationError, "dice"),
        ("PICOGAMMON:", NotationError, "cut off"),
        ("anything", NotationError, "10 fields"),
    ):
        with raises(error, reason):
            position_code.from_text(text)
