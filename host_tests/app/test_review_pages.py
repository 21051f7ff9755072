"""After a game: PR, luck and the worst decision of both, counted while the result is shown."""

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.session.players import Computer


def over(coach, computers=()):
    """A Sitting after a short game: Amber blundered, Blue played well and resigned."""
    sitting = Sitting([(3, 1), (4, 2)], two_people(3), list(computers), coach=coach)
    sitting.press("OK")
    sitting.play("24/20")
    sitting.press("OK")
    sitting.play("8/4 6/4")
    sitting.resign()
    return sitting


def test_a_level_that_judges_itself_has_no_band():
    coach = Coach()
    engines = (("expert", coach), ("master", FirstPlay()))
    sitting = over(coach, [(name, Computer(lambda made=made: made)) for name, made in engines])
    sitting.wait(3000)
    sitting.press("PREV NEXT")
    for player, band in enumerate(("grandmaster", "the judge", "grandmaster")):
        sitting.match.settings.players[1] = player
        sitting.navigator.changed = True
        assert sitting.sees.page.lines[0] == "PR 0.0, " + band


def test_it_shows_that_it_works_however_long_a_decision_takes():
    for slices in (0, 20):
        sitting = over(Coach(slices=slices))
        sitting.press("PREV")
        if slices == 0:
            sitting.wait(1000)
        review = sitting.navigator.top.review
        review.done = False
        review.step = lambda: False
        shown = []
        for _ in range(8):
            sitting.wait(300)
            shown.append(sitting.sees.page.lines[-1])
        assert all(one != other for one, other in zip(shown, shown[1:])), shown
