"""The match equities beyond the published table are those that the tool makes."""

from statistics import NormalDist

from picogammon.engine.met import LONGEST, PUBLISHED, chance
from picogammon.engine.numbers import ONE
from tools.trainer import long_matches

HOST_ONLY = True


def test_the_tables_are_made_by_the_tool():
    before, after = long_matches.tables()
    assert len(after) == LONGEST - PUBLISHED
    assert len(before) == sum(more - 1 for more in range(PUBLISHED + 1, LONGEST + 1))
    for (less, more), worth in before.items():
        assert chance(less, more, False) == worth
    for n, worth in after.items():
        assert chance(n, 1, True) == worth


def test_what_follows_from_the_published_scores_is_what_they_say():
    """The recursion gives back the table itself from 10 points on, to a two-thousandth."""
    for more in range(12, PUBLISHED + 1):
        for less in range(10, more):
            told = long_matches.next_game({}, less, more)
            assert abs(told - chance(less, more, False)) <= 33


def test_a_lead_is_worth_what_a_normal_distribution_says():
    """The score is a walk: its spread over the points still to be played is the same all along."""
    spread = _spread(18, PUBLISHED)
    for less, more in ((24, 32), (33, 40), (41, 50), (50, 64), (60, 64)):
        assert abs(_spread(less, more) / spread - 1) < 0.03, (less, more)


def _spread(less, more):
    """The variance for each point that the two need on average."""
    deviation = (more - less) / NormalDist().inv_cdf(chance(less, more, False) / ONE)
    return deviation**2 / ((less + more) / 2)
