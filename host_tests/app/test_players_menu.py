"""The menu of the people: what they did, another name, and deleting."""

from fakes.coach import Coach
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import screens
from picogammon.app.display import view as views
from picogammon.app.display.canvas import WIDTH, Canvas, Display
from picogammon.app.modes import review
from picogammon.app.modes.menu import NameEditor
from picogammon.app.session.people import NONE, Person

GAME = [(3, 1), (4, 2)]


def played(names=("Ann", "Bob"), dice=GAME):
    """A Sitting after a match of these two that is graded, with the menu of players open."""
    made = Sitting(dice, two_people(1, names=names), coach=Coach())
    made.press("OK")
    made.play("24/20")
    made.press("OK")
    made.play("8/4 6/4")
    made.resign()
    made.grade()
    opened(made)
    return made


def opened(made):
    made.press("hold-OK")
    made.choose("Players")


def names(made):
    return [item[0] for item in made.sees.page.items]


def rename(made, letters):
    made.choose("Another name")
    editor = made.navigator.top
    assert isinstance(editor, NameEditor)
    editor.text = letters
    made.press("hold-OK")


def test_another_name_is_taken_at_once_and_one_that_is_there_makes_one_of_two():
    made = played()
    made.press("OK")
    rename(made, "Eve")
    assert names(made) == ["Bob", "Eve"]
    made.press("OK")
    rename(made, "EVE")
    assert made.sees.page.title == "Are Bob and Eve one?"
    made.press("NEXT OK")
    assert names(made) == ["Eve"]
    assert made.session.library.people.of("eve")[0] == 2


def test_a_damaged_table_is_said_and_put_aside():
    made = played()
    made.press("hold-BACK")
    disk = made.session.archive.disk
    disk.files["people.bin"][20] ^= 1
    made.session.library.forget_grader()
    opened(made)
    assert isinstance(made.sees.page, views.MessageView)
    assert "damaged" in made.sees.page.lines[0] and "people.bin.bad" in disk.files
    made.press("OK")
    made.choose("Players")
    assert "name" in made.sees.page.lines[0]


def test_a_full_flash_is_said():
    made = played()
    made.session.archive.disk.full = 10
    made.press("OK")
    made.choose("Delete")
    made.press("NEXT OK")
    assert "could not be saved" in made.sees.page.lines[0]
    made.press("OK")
    assert names(made) == ["Ann", "Bob"]


def person(games, name="Ann"):
    """A Person of these games: (PR in hundredths, decisions) each."""
    found = Person(None, name)
    for pr, decisions in games:
        found.curve += bytes((pr & 255, pr >> 8, decisions))
    return found


def test_the_last_games_are_a_curve():
    games = [(600, 10), (1200, 30), (0, 60)]
    pr = review.curve(person(games))
    assert (pr.title, list(pr.dots), pr.line) == ("PR of Ann", [600, 1200, 0], [600, 1050, 420])
    assert (pr.most, pr.least, pr.count) == ("12.0", "0.0", "3 games")
    assert pr.lines == ["3 games, 0.0 to 12.0, now 4.2"]
    assert review.curve(person(games[:1])) is None
    long = review.curve(person([(1000, 1)] * 10 + [(2000, 1)] * 10))
    assert long.line[9] == 1000 and long.line[14] == 1500 and long.line[19] == 2000


def test_a_curve_is_seen_whole_whatever_was_played_and_whatever_the_name():
    strange = [(NONE - 1, 0), (0, 255)]
    for height in (32, 64, 128):
        for games in (strange, strange * 50, [(500, 20)] * 2):
            for name in ("Al", "W" * 12):
                view = views.View()
                view.display = Display(height)
                view.page = review.curve(person(games, name))
                view.keys = ["<", ">", "OK", "BACK"]
                check(view)
                drawn = Canvas(view.display)
                screens.draw(view, drawn)
                lit = [x for x in range(WIDTH) if _lit(drawn, x)]
                assert lit[-1] >= WIDTH - 2 and len(lit) > 90, (height, name)


def _lit(canvas, x):
    """True if a pixel of that column is lit below the title and above the keys."""
    display = canvas.display
    return any(canvas.get(x, y) for y in range(display.text_top, display.keys_top))
