"""A hint: the three best plays on the OLED and the lights, or the cube's equities."""

from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import TUTOR
from picogammon.engine.engine import EngineError


def labels(sitting):
    return [label for label, _ in sitting.sees.page.items]


def test_without_a_level_that_knows_there_is_no_hint_and_the_menu_says_why():
    sitting = Sitting([(3, 1)], two_people(3))
    sitting.press("OK hold-OK")
    assert "Hint" not in labels(sitting) and "Tutor" not in labels(sitting)

    def fail():
        raise EngineError("no weights")

    sitting = Sitting([(3, 1)], two_people(3), [("master", Computer(fail))])
    sitting.press("OK OK OK hold-OK")
    sitting.choose("Hint")
    assert isinstance(sitting.sees.page, views.MessageView)
    assert sitting.sees.page.lines == ["no weights"]
    sitting.press("OK")
    sitting.choose("Tutor")
    assert sitting.sees.page.title == "No coach" and sitting.sees.page.lines == ["no weights"]
    assert not sitting.session.prefs[TUTOR]
