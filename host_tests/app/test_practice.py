"""Practice at the board: cards are asked, graded and explained, and the match waits untouched."""

from fakes.coach import ONE, Coach
from fakes.disk import files_on
from fakes.memory import MemoryArchive, MemoryJournal
from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.app.modes.turn import HandMode
from picogammon.app.practice import cards
from picogammon.app.practice.deck import Deck
from picogammon.app.session import prefs
from picogammon.devices.files import CARDS
from picogammon.devices.slots import Slots
from picogammon.engine.engine import Thought
from picogammon.ground.places import DICE
from picogammon.rules import actions
from picogammon.rules.xgid import from_xgid
from reading import records

_OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%s:0:0:0:7:10"
_TO_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:7:10"
_DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"


def card_of(text, played="", name="Anna", loss=5000):
    situation = from_xgid(text)
    action = records.parse(played, situation.position, situation.dice) if played else b""
    return cards.Card(name, cards.question_of(situation), action, b"", loss)


def rolls(count, name="Anna"):
    """Cards of as many rolls of the opening."""
    found = [(high, low) for high in range(2, 7) for low in range(1, high)]
    return [card_of(_OPENING % ("%d%d" % dice), "", name) for dice in found[:count]]


class Learning(Sitting):
    """A Sitting in the middle of a match, with a coach, and cards on its flash."""

    def __init__(self, given=(), coach=None, **more):
        journal = MemoryJournal()
        self.archive = MemoryArchive(journal)
        settings = two_people(3, names=("Anna", "Ben"))
        Sitting.__init__(
            self,
            [(3, 1), (5, 4)],
            settings,
            coach=coach or Coach(),
            journal=journal,
            archive=self.archive,
            **more,
        )
        self.press("OK")
        deck = self.deck()
        for card in given:
            deck.add(card)

    def deck(self):
        deck = Deck(Slots(files_on(self.archive.disk), CARDS, cards.BYTES))
        for _ in deck.open():
            pass
        return deck

    def practise(self, name="My mistakes"):
        self.press("hold-OK")
        self.choose("Practice")
        self.choose(name)
        self.work()
        return self.sees

    def work(self):
        """Lets time pass until nothing is worked at."""
        for _ in range(1000):
            if not self.navigator.top.busy:
                return
            self.wait(10)
        raise AssertionError("it never ends")

    def answers(self, text):
        """Plays as the card on the lights has it, and waits for the verdict."""
        mode = self.navigator.top
        match = mode.session.match
        action = records.parse("play " + text, match.position, match.dice)
        mode.lay(actions.steps_of(action))
        self.press("OK")
        self.wait(500)
        return self.sees


def test_an_empty_deck_says_how_cards_come():
    page = Learning().practise().page
    assert page.title == "Practice" and page.lines[0].startswith("No cards yet. A mistake ")


def test_without_a_coach_it_says_why():
    from fakes.first_play import FirstPlay

    class Unable(FirstPlay):
        trouble = "has no weights"

    sitting = Sitting([(3, 1)], two_people(3), computers=[("expert", Unable())])
    sitting.press("hold-OK")
    sitting.choose("Practice")
    assert (sitting.sees.page.title, sitting.sees.page.lines) == ("No practice", ["has no weights"])
    sitting.press("OK BACK")
    assert sitting.sees.page is None


def test_a_card_is_played_graded_explained_and_kept():
    sitting = Learning([card_of(_OPENING % "31", "play 24/20")])
    before = sitting.match.state()
    view = sitting.practise()
    assert view.page is None and view.names == ["Anna", "Opponent"] and view.length == 7
    assert view.headline.startswith("1/1 Anna: ") and view.dice == (3, 1)
    view = sitting.answers("24/23 13/10")
    assert isinstance(view.page, views.PlaysView) and view.page.title == "Blunder -0.130"
    assert [item[2] for item in view.page.items] == ["better", "played"]
    assert view.keys == ["<", ">", "NEXT", "END"]
    sitting.press("NEXT NEXT")
    assert sitting.sees.page.title.startswith("Why 8/5 6/5") and sitting.sees.page.lines
    card = sitting.deck().card(0)
    assert (card.box, card.asked, card.missed, card.streak) == (0, 1, 1, 0)
    sitting.press("OK")
    assert sitting.sees.page.lines == ["0 of 1 right", "1 of 1 cards due"]
    sitting.press("BACK")
    assert sitting.sees.page is None and sitting.match.state() == before
    assert sitting.sees.names == ["Anna", "Ben"]


def test_a_right_answer_is_explained_beside_what_was_played_then():
    sitting = Learning([card_of(_OPENING % "31", "play 24/20")])
    sitting.practise()
    view = sitting.answers("8/5 6/5")
    assert view.page.title == "Right"
    assert view.page.items == [
        ("8/5 6/5", "+0.100", "better"),
        ("24/20", "+0.000  -0.100", "played"),
    ]
    sitting.press("NEXT NEXT")
    assert sitting.sees.page.title.startswith("Why")
    assert sitting.deck().card(0).box == 1


def test_what_nobody_played_is_asked_as_well():
    sitting = Learning([card_of(_OPENING % "31")])
    sitting.practise()
    assert sitting.answers("8/5 6/5").page.items == [("8/5 6/5", "+0.100", "played")]


def test_five_cards_come_at_a_time_and_then_those_that_are_left():
    sitting = Learning(rolls(7))
    sitting.practise()
    seen = []
    for number in range(1, 6):
        assert sitting.sees.headline.startswith("%d/5 " % number)
        seen.append(sitting.sees.dice)
        while isinstance(sitting.navigator.top, HandMode):
            sitting.press("OK")
        sitting.wait(300)
        sitting.press("OK")
    assert sitting.sees.page.lines[0].split(",")[0].endswith("of 5 right")
    assert sitting.sees.keys == ["", "", "MORE", "BACK"]
    sitting.press("OK")
    assert sitting.sees.headline.startswith("1/5 ") and len(set(seen)) == 5
    sitting.press("hold-BACK")
    deck = sitting.deck()
    assert sorted([card.asked for card in deck]) == [0, 0, 1, 1, 1, 1, 1]
    chosen = Thought(deck.choose("Anna", 7)).finish()
    assert [number for number in chosen if not deck.card(number).asked]


def test_the_streak_counts_over_cards_and_a_mistake_ends_it():
    sitting = Learning([card_of(_OPENING % "31"), card_of(_OPENING % "61")], Coach())
    sitting.practise()
    first = sitting.sees.dice
    best = {(3, 1): "8/5 6/5", (6, 1): "13/7 8/7"}
    assert sitting.answers(best[first]).page.title == "Right"
    sitting.press("OK")
    assert sitting.answers(best[sitting.sees.dice]).page.title == "Right, 2 in a row"
    sitting.press("OK")
    assert sitting.sees.page.lines == ["2 of 2 right, 2 in a row", "0 of 2 cards due"]
    assert sitting.deck().streak("anna") == 2


def test_whose_cards_is_asked_where_there_are_several_learners():
    sitting = Learning(rolls(3) + rolls(2, "Ben"))
    page = sitting.practise().page
    assert page.items == [("Anna", "3 due"), ("Ben", "2 due")]
    sitting.choose("Ben")
    sitting.wait(50)
    assert sitting.sees.headline.startswith("1/2 Ben: ")
    sitting.press("hold-BACK")
    sitting.practise()
    sitting.press("BACK")
    assert sitting.sees.page is None and sitting.sees.names == ["Anna", "Ben"]


def test_to_double_or_to_roll_is_a_card():
    sitting = Learning([card_of(_TO_ROLL, "double")], Coach((0, -9000, ONE)))
    view = sitting.practise()
    assert view.headline == "1/1 Anna: double or roll?" and view.keys[1:3] == ["DOUBLE", "ROLL"]
    sitting.press("NEXT OK")
    sitting.wait(300)
    view = sitting.sees
    assert view.page.title == "Blunder -0.137, right:"
    assert view.page.items[0][0] == "No double, take"
    sitting.press("OK OK")
    sitting.press("OK")
    sitting.wait(300)
    view = sitting.sees
    assert view.page.title == "Right" and view.page.items[view.page.selected][0] == "No double"
    assert sitting.deck().card(0).box == 1


def test_an_answer_to_a_double_is_a_card():
    sitting = Learning([card_of(_DOUBLED)], Coach((0, 2 * ONE, ONE)))
    view = sitting.practise()
    assert view.headline.startswith("1/1 Opponent doubles") and view.decider == 0
    sitting.press("PREV OK")
    sitting.wait(300)
    assert sitting.sees.page.title == "Blunder -1.000, right:"
    sitting.press("BACK")
    assert sitting.sees.page.lines[0] == "0 of 1 right"


def test_who_sits_opposite_practises_from_there():
    sitting = Learning([card_of(_OPENING % "31")])
    sitting.prefer(prefs.SEAT, 1)
    view = sitting.practise()
    assert view.names == ["Opponent", "Anna"] and view.decider == 1


def test_nothing_goes_by_itself_and_places_play_as_well():
    sitting = Learning([card_of(_OPENING % "31")])
    for field in (prefs.ROLLING, prefs.PASSING, prefs.BEARING_OFF, prefs.FORCED_PLAYS):
        sitting.prefer(field, 1)
    sitting.practise()
    sitting.press_places(12)
    assert sitting.sees.headline == "The 12 point is blocked"
    sitting.press_places(5)
    sitting.wait(5000)
    assert sitting.sees.page is None
    sitting.press_places(DICE)
    sitting.wait(300)
    assert sitting.sees.page.title == "Right"
    race = "XGID=-BBBB--------------bbbb---:0:0:1:21:0:0:0:7:10"
    sitting = Learning([card_of(race)])
    for field in (prefs.BEARING_OFF, prefs.FORCED_PLAYS):
        sitting.prefer(field, 1)
    sitting.practise()
    sitting.wait(5000)
    assert sitting.sees.page is None and not sitting.navigator.top.hand.steps


def test_the_menu_and_a_long_back_lead_away_and_the_match_goes_on():
    sitting = Learning(rolls(2))
    log = sitting.log()
    sitting.practise()
    sitting.press("hold-OK")
    assert sitting.sees.page.title.startswith("Picogammon")
    sitting.press("BACK OK")
    sitting.press("hold-BACK")
    assert sitting.sees.names == ["Anna", "Ben"] and sitting.sees.page is None
    sitting.answers("8/5 6/5")
    assert sitting.log() == log + ["play 8/5 6/5"]


def test_a_sitting_ends_after_an_hour_without_a_press():
    sitting = Learning([card_of(_OPENING % "31")])
    sitting.prefer(prefs.SLEEP, 2)  # or the first press would only wake the board
    for number, pause in ((1, 0), (1, 3_500_000), (2, 3_700_000)):
        sitting.now += pause
        sitting.wait(10)
        sitting.practise()
        sitting.answers("8/5 6/5")
        sitting.press("hold-BACK")
        assert sitting.deck().sitting == number, number
    assert sitting.deck().card(0).box == 2


def test_a_full_flash_is_said_and_practice_goes_on():
    sitting = Learning(rolls(2))
    sitting.archive.disk.full = len(sitting.archive.disk.files[CARDS])
    sitting.practise()
    sitting.press("OK " * 4)
    sitting.wait(500)
    assert sitting.sees.page.lines == ["The answer could not be kept. Practice goes on."]
    sitting.press("OK")
    assert sitting.sees.keys[2:] == ["NEXT", "END"]
    assert [card.asked for card in sitting.deck()] == [0, 0]


def test_damaged_cards_are_said_and_left_out():
    sitting = Learning(rolls(3))
    sitting.archive.disk.files[CARDS][50] ^= 1
    assert sitting.practise().page.lines == ["1 damaged card left out."]
    sitting.press("OK")
    assert sitting.sees.headline.startswith("1/2 ")


def test_what_cannot_be_read_is_said():
    sitting = Learning(rolls(3))
    sitting.archive.disk.fault = (sitting.archive.disk.operations, 5, 99)
    assert sitting.practise().page.lines == ["The cards cannot be read."]
    sitting.press("OK")
    assert sitting.sees.page is None


def test_a_card_that_no_match_can_come_to_is_passed_over():
    broken = card_of(_OPENING % "31")
    broken.question = bytes(26) + broken.question[26:]
    sitting = Learning([broken] + rolls(2))
    sitting.practise()
    assert sitting.navigator.top.session.match.settings.names[0] == "Anna"
    sitting = Learning([broken])
    assert sitting.practise().page.lines[0] == "0 of 0 right"


def test_a_review_whose_thought_was_broken_off_begins_anew():
    sitting = Learning([card_of(_OPENING % "31")], Coach(slices=50))
    sitting.play("24/20")
    sitting.resign()
    over = sitting.navigator.base
    sitting.wait(30)
    broken = over.review
    assert broken.thinking
    sitting.practise()
    sitting.answers("8/5 6/5")
    sitting.work()
    sitting.press("hold-BACK")
    assert sitting.navigator.top is over and over.review is not broken
    sitting.wait(5000)
    assert over.review.graded and over.review.sides[0].decisions == 1
