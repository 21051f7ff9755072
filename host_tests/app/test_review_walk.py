"""A review decision by decision, and the totals of a match."""

from fakes.coach import ONE, Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views

_DICE = [(3, 1), (4, 2), (6, 5), (2, 1)]


def known(slices=2):
    """A coach who finds no roll a close decision."""
    return Coach((0, -ONE, ONE), slices)


def a_game(sitting):
    """Amber blunders, Blue plays well, and Amber, who plays badly again, has lost."""
    sitting.press("OK")
    sitting.play("24/20")
    sitting.press("OK")
    sitting.play("8/4 6/4")
    sitting.press("OK")
    sitting.play("13/7 13/8")
    sitting.resign()


def reviewing(games=1, coach=None, journal=None, **agreed):
    """A Sitting at the review of the last of so many games, all of them alike."""
    settings = two_people(9, **agreed)
    sitting = Sitting(_DICE[:3] * games, settings, coach=coach or known(), journal=journal)
    for game in range(games):
        if game:
            sitting.press("OK")
        a_game(sitting)
    sitting.press("PREV")
    sitting.wait(8000)
    return sitting


def titles(sitting, choice):
    """Walks over what that line of the choice gives, and back to the page."""
    sitting.press("OK")
    sitting.choose(choice)
    found = []
    while True:
        sitting.wait(1000)
        found.append(sitting.sees.page.title)
        if not sitting.sees.keys[1]:
            break
        sitting.press("NEXT")
    sitting.press("BACK BACK")
    return found


def test_every_decision_of_both_is_walked_over_with_its_grade():
    sitting = reviewing()
    every = titles(sitting, "All decisions")
    assert every == ["1. Amber 31: Blunder", "1. Blue 42: Fine", "2. Amber 65: Mistake"]
    assert sitting.sees.page.title == "Amber in this game"


def test_errors_alone_are_the_player_s_own():
    sitting = reviewing()
    errors = titles(sitting, "Amber's errors")
    assert errors == ["1. Amber 31: Blunder", "2. Amber 65: Mistake"]
    sitting.press("NEXT OK")
    assert [item[0] for item in sitting.sees.page.items] == ["All decisions"]


def test_a_fine_play_stands_alone_on_lights_and_oled():
    sitting = reviewing()
    sitting.press("OK")
    sitting.choose("All decisions")
    sitting.press("NEXT")
    sitting.wait(1000)
    view = sitting.sees
    assert [item[0] for item in view.page.items] == ["8/4 6/4"]
    assert view.page.items[0][2] == "played" and view.keys == ["<", ">", "", "BACK"]
    marked = [place for place in range(28) if view.marks[place] == views.WENT_TO]
    assert marked == [21], "Blue's four point"
    sitting.press("PREV")
    sitting.wait(1000)
    assert sitting.sees.page.title.startswith("1. Amber")
    sitting.press("PREV")
    assert sitting.sees.page.title.startswith("1. Amber"), "there is none before"


def test_doubles_and_their_answers_are_decisions():
    sitting = Sitting(_DICE[:2], two_people(5), coach=Coach((0, ONE // 2, ONE)))
    sitting.press("OK")
    sitting.play("8/5 6/5")
    sitting.press("NEXT OK NEXT OK")
    sitting.press("PREV")
    sitting.wait(3000)
    every = titles(sitting, "All decisions")
    assert every == ["1. Amber 31: Fine", "1. Blue: Fine", "2. Amber: Blunder -0.500"]


def test_a_walk_waits_for_the_coach_and_spoils_no_luck():
    sitting = reviewing()
    wanted = sitting.sees.page.lines[-1]
    coach = known(7)
    slow = Sitting(journal=sitting.journal, coach=coach)
    slow.press("PREV")
    while not slow.navigator.top.review.graded or not slow.navigator.top.review.thinking:
        slow.wait(10)
    review = slow.navigator.top.review
    slow.press("OK")
    slow.choose("All decisions")
    slow.wait(500)
    assert slow.sees.page.title == "1. Amber 31: Blunder" and not review.thinking
    slow.press("BACK BACK")
    slow.wait(60_000)
    assert slow.sees.page.lines[-1] == wanted


def test_the_match_s_pr_is_that_of_all_its_games():
    one = reviewing()
    one.press("NEXT NEXT")
    assert one.sees.page.title == "Amber in this game", "a first game is the match"
    sitting = reviewing(3)
    game = sitting.sees.page.lines
    sitting.press("NEXT NEXT")
    assert sitting.sees.page.title == "Amber in this match"
    sitting.wait(60_000)
    lines = sitting.sees.page.lines
    assert lines[0] == game[0], "three games alike"
    assert game[1].startswith("2 decisions") and lines[1].startswith("6 decisions")
    assert lines[2] == "3 games"
    luck = [int(words[len("Luck: ") :].replace(".", "")) for words in (game[-1], lines[-1])]
    assert abs(luck[1] - 3 * luck[0]) <= 2 and luck[0]
    sitting.press("OK")
    assert isinstance(sitting.sees.page, views.ResultView)


def test_the_match_s_totals_are_there_after_the_power_was_cut():
    sitting = reviewing(2)
    sitting.press("PREV")
    sitting.wait(60_000)
    wanted = sitting.sees.page.title, sitting.sees.page.lines
    again = Sitting(journal=sitting.journal, coach=known())
    again.press("PREV PREV")
    again.wait(60_000)
    assert (again.sees.page.title, again.sees.page.lines) == wanted
    assert wanted[0] == "Blue in this match" and wanted[1][2] == "2 games"


def test_the_match_s_totals_are_not_counted_again_when_the_review_is_opened_again():
    sitting = reviewing(2)
    sitting.press("PREV")
    sitting.wait(60_000)
    lines = sitting.sees.page.lines
    asked = list(sitting.session.players.coach.asked)
    sitting.press("BACK PREV PREV")
    assert sitting.sees.page.lines == lines and sitting.session.players.coach.asked == asked


def test_a_first_game_in_which_a_side_holds_the_cube_is_the_match():
    sitting = reviewing(1, holder=1)
    sitting.press("NEXT NEXT")
    assert sitting.sees.page.title == "Amber in this game"


def test_the_match_says_how_far_it_is():
    sitting = reviewing(2, known(40))
    sitting.press("PREV")
    assert sitting.sees.page.lines[0].startswith("Looking at")
    sitting.wait(8000)
    luck = sitting.sees.page.lines[-1].rstrip(".")
    assert luck.startswith("Luck: game 1, ") and luck.endswith("%")
