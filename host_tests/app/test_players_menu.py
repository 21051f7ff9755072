"""The menu of the people: what they did, another name, and deleting."""

from fakes.coach import Coach
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.modes.menu import NameEditor

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


def test_each_has_a_line_with_the_pr():
    made = played()
    assert made.sees.page.title == "Players"
    assert made.sees.page.items == [("Ann", "PR 50.1"), ("Bob", "PR 0.0")]


def test_the_pages_say_what_somebody_did():
    made = played()
    made.press("OK OK")
    page = made.sees.page
    assert isinstance(page, views.TextView) and page.title == "Ann"
    assert page.lines == [
        "PR 50.1, beginner",
        "Elo 1490",
        "0 of 1 match won",
        "Points: 0 won, 1 lost",
    ]
    made.press("NEXT NEXT")
    assert made.sees.page.title == "PR of Ann"
    assert made.sees.page.lines[0] == "Opening: 50.1 (1)"


def test_without_names_it_says_how_to_get_a_record():
    made = played(("Amber", "Blue"))
    assert isinstance(made.sees.page, views.MessageView) and "name" in made.sees.page.lines[0]


def test_deleting_is_asked_and_done():
    made = played()
    made.press("OK")
    made.choose("Delete")
    assert made.sees.headline == "Delete Ann's record?"
    made.press("BACK")
    made.choose("Delete")
    made.press("OK")
    assert names(made) == ["Bob"]


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
    assert made.sees.headline == "Are Bob and Eve one?"
    made.press("OK")
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
    made.press("OK")
    assert "could not be saved" in made.sees.page.lines[0]
    made.press("OK")
    assert names(made) == ["Ann", "Bob"]
