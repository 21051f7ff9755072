"""How the board's dice have fallen, beside what is expected, with a word on how likely that is."""

from fakes.memory import MemoryStore
from fakes.sitting import Sitting, two_people
from picogammon.app.advice import dice_statistics
from picogammon.app.session.dice_box import DiceBox


def box_of(*rolls):
    """A DiceBox that has seen (first, second, side, how often)."""
    box = DiceBox(None)
    for first, second, side, times in rolls:
        for _ in range(times):
            box.note((first, second), side)
    return box


def test_the_words_change_at_the_critical_values():
    # chi-squared of 600 dice with one face d too many and another d too few is 2 d d / 100
    for off, word in (
        (0, "as usual"),
        (21, "as usual"),
        (22, "not often: 1 in 10"),
        (28, "seldom: 1 in 100"),
    ):
        assert dice_statistics.word_of_faces([100 + off, 100 - off] + [100] * 4) == word
    assert dice_statistics.word_of_faces([100 + 33, 100 - 33] + [100] * 4) == "rare: 1 in 1000"
    # 600 rolls with d doubles too many: d d 36 / 3000
    for off, word in (
        (15, "as usual"),
        (16, "not often: 1 in 10"),
        (24, "seldom: 1 in 100"),
        (31, "rare: 1 in 1000"),
    ):
        assert dice_statistics.word_of_doubles(600, 100 + off) == word
        assert dice_statistics.word_of_doubles(600, 100 - off) == word


def test_few_dice_say_nothing():
    assert dice_statistics.word_of_faces([29, 0, 0, 0, 0, 0]) == "too few to say"
    assert dice_statistics.word_of_faces([30, 0, 0, 0, 0, 0]) == "rare: 1 in 1000"
    assert dice_statistics.word_of_doubles(29, 29) == "too few to say"


def test_each_side_and_both_have_a_page():
    box = box_of((1, 2, 0, 20), (3, 3, 0, 5), (4, 5, 1, 15), (6, 1, None, 3))
    told = dice_statistics.pages(box, ["Ann", "Bob"])
    titles = [kind + name for name in ("Ann", "Bob", "both") for kind in ("Dice: ", "Doubles: ")]
    assert [title for title, _ in told] == titles
    assert told[0][1] == [
        "1: 20  2: 20  3: 10",
        "4: 0  5: 0  6: 3",
        "expected: 8.8 each",
        "rare: 1 in 1000",
    ]
    assert told[1][1] == ["25 rolls", "doubles: 5", "expected: 4.2", "too few to say"]
    assert told[4][1][0] == "1: 23  2: 20  3: 10"
    assert told[5][1] == ["40 rolls", "doubles: 5", "expected: 6.7", "as usual"]


def test_a_new_board_has_no_dice_to_tell_of():
    told = dice_statistics.pages(box_of(), ["Ann", "Bob"])
    assert told[0][1][2:] == ["expected: 0.0 each", "too few to say"]
    assert told[1][1][0] == "0 rolls"


def test_they_are_kept_for_the_board_s_life():
    store = MemoryStore()
    sitting = Sitting([(3, 1)], two_people(), dice_store=store)
    sitting.press("OK hold-OK")
    sitting.choose("Resign")
    sitting.press("OK NEXT OK PREV OK")
    again = Sitting([], dice_store=store)
    again.press("hold-OK")
    again.choose("Dice statistics")
    assert again.sees.page.title == "Dice: Amber"
    assert again.sees.page.lines[0] == "1: 0  2: 0  3: 1"
    again.press("NEXT NEXT NEXT NEXT")
    assert again.sees.page.title == "Dice: both" and again.sees.page.lines[0] == "1: 1  2: 0  3: 1"
