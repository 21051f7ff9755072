"""After a game: PR, luck and the worst decision of both, counted while the result is shown."""

from fakes.coach import ONE, Coach
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
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


def test_prev_opens_a_page_for_each_player():
    sitting = over(Coach())
    assert isinstance(sitting.sees.page, views.ResultView) and sitting.sees.keys[0] == "REVIEW"
    sitting.wait(3000)
    sitting.press("PREV")
    view = sitting.sees
    assert isinstance(view.page, views.TextView) and view.page.title == "Amber in this game"
    assert view.page.lines[:3] == [
        "PR 50.1, beginner",
        "1 decision, 0.100 lost",
        "Worst: 0.100 in move 1",
    ]
    assert view.keys == ["<", ">", "LOOK", "BACK"]
    sitting.press("NEXT")
    view = sitting.sees
    assert view.page.title == "Blue in this game"
    assert view.page.lines[0] == "PR 0.0, grandmaster" and len(view.page.lines) == 3
    assert view.page.lines[2].startswith("Luck: +") or view.page.lines[2].startswith("Luck: -")
    sitting.press("BACK")
    assert isinstance(sitting.sees.page, views.ResultView)


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


def test_the_worst_decision_is_shown_with_the_better_one():
    sitting = over(Coach())
    sitting.wait(3000)
    sitting.press("PREV OK")
    assert sitting.sees.page.items[0] == ("Amber's worst", "-0.100")
    sitting.choose("Amber's worst")
    sitting.wait(1000)
    view = sitting.sees
    assert isinstance(view.page, views.PlaysView) and view.page.title == "1. Amber 31: Blunder"
    assert [item[0] for item in view.page.items] == ["8/5 6/5", "24/20"]
    assert view.checkers[5] == 2 and view.keys == ["", "", "PLAYED", "BACK"]
    sitting.press("OK")
    view = sitting.sees
    assert view.checkers[20] == 1 and view.keys == ["", "", "WHY", "BACK"]
    sitting.press("OK")
    view = sitting.sees
    assert view.page.title == "Why 8/5 6/5" and view.page.lines[0] == "wins 5.0 % more often"
    assert view.checkers[5] == 2 and view.keys == ["", "", "BETTER", "BACK"]
    sitting.press("BACK BACK")
    assert sitting.sees.page.title == "Amber in this game"


def test_a_missed_double_is_shown_with_the_board_as_it_was():
    sitting = Sitting([(3, 1), (4, 2), (6, 5)], two_people(5), coach=Coach((0, ONE // 2, ONE)))
    sitting.press("OK")
    sitting.play("8/5 6/5")
    sitting.press("OK")
    sitting.play("8/4 6/4")
    sitting.resign()
    sitting.wait(3000)
    sitting.press("PREV NEXT OK")
    sitting.choose("Blue's worst")
    sitting.wait(1000)
    view = sitting.sees
    assert view.page.title == "1. Blue: Blunder -0.500"
    assert view.page.items[0] == ("Double, take", "right")
    assert view.page.items[view.page.selected][0] == "No double"
    assert (view.checkers[5], view.checkers[17], view.checkers[21]) == (2, -3, 0)


def test_opened_early_it_says_how_far_it_is_and_goes_on():
    sitting = over(Coach(slices=20))
    sitting.press("PREV")
    assert sitting.sees.page.lines[0] == "Looking at each decision"
    sitting.wait(1000)
    assert sitting.sees.page.lines[-1].rstrip(".").endswith("% counted")
    sitting.wait(9000)
    assert sitting.sees.page.lines[-1].startswith("Luck: ")
    assert "counted" not in sitting.sees.page.lines[-1]


def test_it_opens_before_anything_was_looked_at():
    sitting = Sitting(journal=over(Coach()).journal, coach=Coach())  # switched on again
    sitting.press("PREV")
    assert sitting.sees.page.title == "Amber in this game"


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


def test_next_game_and_board_stay_where_they_are():
    sitting = over(Coach())
    sitting.wait(100)
    sitting.press("OK")
    assert sitting.sees.headline == "Roll to start"


def test_without_a_level_that_knows_there_is_no_review():
    sitting = over(None)
    sitting.wait(100)
    assert sitting.sees.keys == ["REPLAY", "", "NEXT", "BOARD"]
    sitting.press("PREV")
    assert sitting.sees.page is None, "it shows the last play again"
