"""The last matches play back: step by step and back, from game to game, to blunders."""

from fakes.coach import Coach
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.rules import actions, match
from reading.replay import replay


def _resign(sitting):
    sitting.navigator.commit(actions.resign(1), sitting.now)
    sitting.navigator.commit(actions.accept(), sitting.now)


def _kept(coach=None):
    """A Sitting with a match of two games in its archive: 24/20 in the first is a blunder, and one
    play was taken back. A new match has begun."""
    rolls = [(3, 1), (4, 2), (6, 6), (2, 5)]
    sitting = Sitting(rolls, two_people(3, names=["Ann", "Bob"]), coach=coach)
    sitting.press("OK")
    sitting.play("24/20")
    sitting.press("OK")
    sitting.play("8/4 6/4")
    _resign(sitting)
    sitting.navigator.commit(sitting.match.next_game(), sitting.now)
    sitting.press("OK OK")  # equal dice, and then Bob's
    sitting.play("13/8 13/11")
    sitting.navigator.commit(actions.take_back(actions.LAST, 1), sitting.now)
    sitting.play("24/22 13/8")
    sitting.navigator.commit(actions.double(), sitting.now)
    sitting.navigator.commit(actions.take(), sitting.now)
    sitting.begin(two_people(1))
    return sitting


def _open(sitting):
    sitting.press("hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(300)
    sitting.press("OK")
    sitting.wait(300)
    return sitting


def test_play_goes_on_from_there_and_the_dice_that_followed_are_forgotten():
    sitting = _open(_kept())
    sitting.press("NEXT OK")
    sitting.choose("Play on from here")
    assert sitting.sees.headline == "Ann: play on from here?"
    sitting.press("PREV OK")
    assert sitting.sees.headline == "Bob: play on from here?"
    sitting.press("PREV OK")
    assert isinstance(sitting.sees.page, type(None))
    assert (sitting.match.phase, sitting.match.turn) == (match.TO_ROLL, 1)
    assert sitting.match.next_dice() is None
    assert sitting.match.settings.names == ["Ann", "Bob"] and sitting.match.settings.length == 3
    assert sitting.match.turns_back() == 1, "what was played before can be taken back"
    again = replay(iter(sitting.journal.records))
    assert again.state() == sitting.match.state(), "it is kept"


def test_a_match_under_way_is_asked_for_and_then_kept_as_well():
    sitting = _kept()
    sitting.dice.rolls = [(2, 1)]
    sitting.press("OK")
    running = list(sitting.journal.records)
    sitting.press("hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(300)
    assert sitting.sees.page.items[0] == ("This match", "0-0")
    sitting.press("NEXT OK")
    sitting.wait(300)
    sitting.press("OK")
    sitting.choose("Play on from here")
    assert sitting.sees.headline == "Amber: end this match?"
    sitting.press("PREV OK PREV OK PREV OK PREV OK")
    assert sitting.match.settings.length == 3
    assert sitting.session.archive.names()[0] == "00002.log"
    assert list(sitting.journal.kept["00002.log"]) == running


def test_the_running_match_plays_back_and_cannot_be_deleted():
    sitting = _kept()
    sitting.dice.rolls = [(2, 1)]
    sitting.press("OK")
    _open(sitting)
    sitting.press("NEXT")
    assert sitting.sees.headline == "Amber rolls"
    sitting.press("OK")
    assert [label for label, _ in sitting.sees.page.items] == ["Play on from here"]


def test_a_match_is_deleted_after_a_question():
    sitting = _open(_kept())
    sitting.press("OK")
    sitting.choose("Delete")
    assert sitting.sees.headline == "Ann: delete this match?", "they may want to go on with it"
    sitting.press("PREV OK NEXT OK")
    assert sitting.session.archive.names() == ["00001.log"]
    sitting.press("OK")
    sitting.choose("Delete")
    sitting.press("PREV OK PREV OK")
    assert sitting.session.archive.names() == []
    assert sitting.sees.page.items == [("None", "")]


def test_the_cursor_stays_where_it_was_when_a_match_goes_or_at_the_end():
    sitting = _kept()
    for name in ("00002.log", "00003.log", "00004.log"):
        sitting.journal.kept[name] = [bytes((9, 9))]
    del sitting.journal.kept["00001.log"]
    sitting.press("hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(300)
    for presses, left, at in (
        ("NEXT OK NEXT OK", ["00004.log", "00002.log"], 1),
        ("OK NEXT OK", ["00004.log"], 0),
        ("OK NEXT OK", [], 0),
    ):
        sitting.press(presses)
        sitting.wait(300)
        assert sitting.session.archive.names() == left
        assert sitting.sees.page.selected == at
        assert sitting.sees.page.items == [("damaged", "")] * len(left) or [("None", "")]


def test_a_match_that_cannot_be_deleted_stays_in_the_list():
    sitting = _kept()
    sitting.journal.kept["00002.log"] = [bytes((9, 9))]

    def remove(name):
        raise OSError(5)

    sitting.session.archive.remove = remove
    sitting.press("hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(300)
    sitting.press("OK NEXT OK")
    assert sitting.sees.page.title == "Not deleted"
    sitting.press("OK")
    sitting.wait(300)
    assert [label for label, _ in sitting.sees.page.items] == ["damaged", "Ann - Bob"]


def test_a_damaged_match_says_so_and_can_go():
    sitting = _kept()
    sitting.journal.kept["00002.log"] = [bytes((9, 9))]
    sitting.journal.kept["00003.log"] = sitting.journal.kept["00001.log"][:4] + [b"\x03\xff"]
    sitting.press("hold-OK")
    sitting.choose("Earlier matches")
    sitting.wait(600)
    labels = [label for label, _ in sitting.sees.page.items]
    assert labels == ["Ann - Bob", "damaged", "Ann - Bob"], "as far as they make sense"
    sitting.press("NEXT OK NEXT OK")
    assert sitting.session.archive.names() == ["00003.log", "00001.log"]


def test_a_computer_that_was_thinking_begins_again_after_a_search():
    player = Player(Coach())
    sitting = Sitting(SeededDice(3), two_people(3), [("expert", player)], coach=Coach())
    sitting.press("OK")
    sitting.begin(two_people(3))
    sitting.match.settings.players = (1, 1)
    sitting.navigator.commit(actions.roll(3, 1), sitting.now)
    sitting.wait(30)
    assert player.asked == 1
    _open(sitting)
    sitting.press("OK")
    sitting.choose("Next blunder")
    sitting.wait(1000)
    sitting.press("hold-BACK")
    assert player.asked == 2


class Player:
    """A computer that is never done."""

    trouble = None
    comparing = 0

    def __init__(self, engine):
        self.engine = engine
        self.asked = 0

    def ask(self, a_match):
        self.asked += 1

    def think(self):
        return False
