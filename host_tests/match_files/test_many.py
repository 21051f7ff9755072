"""Many match files: through GNU Backgammon and back, and spoilt ones."""

import pytest

from match_files.kept import Kept
from picogammon.rules import actions, steps
from tools.matches import reading, writing
from tools.soak import match_files
from tools.soak.match_files import judged, through_gnubg, told

HOST_ONLY = True
_OPENING = ("roll 3-1", "play 8/5 6/5")


def test_gnu_backgammon_keeps_every_action():
    """`make soak` does this with 200 matches and sessions."""
    count = judged(range(100, 108))
    assert count["matches"] == 8 and count["games"] > 15 and count["actions"] > 1200


@pytest.mark.parametrize("length,notes", [(0, 0), (64, 1)])
def test_gnu_backgammon_keeps_the_highest_cube_of_a_session_and_not_of_a_match(length, notes):
    kept = Kept(length=length, max_cube=7).do(*_OPENING)
    while kept.match.cube < 128:
        kept.do("double", "take", "roll 2-1")
        hand = steps.Hand(kept.match.position, kept.match.dice)
        while hand.legal():
            hand.make(hand.legal()[-1])
        kept.do(actions.play(hand.steps))
    written = writing.write(kept.records)
    assert kept.match.cube == 128 and len(written.notes) == notes
    assert told(reading.read(written.text).records) == told(kept.records)
    if not notes:
        files, _ = through_gnubg([written.text])
        assert [told(reading.read(file).records) for file in files] == [told(kept.records)]


def test_spoilt_files_are_matches_or_errors():
    """`make soak` reads 100,000."""
    said = match_files.spoilt(1000, seed=3)
    assert 300 < said["refused"] < 700
