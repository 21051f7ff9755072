"""A learner over 300 sittings, the power off after each: cards come when due, and none is lost."""

from app.test_practice import Learning, card_of
from fakes.coach import worth
from fakes.sitting import SeededDice
from picogammon.app.modes.turn import HandMode
from picogammon.app.practice import cards
from picogammon.engine.review import after
from picogammon.rules.movegen import Plays

HOST_ONLY = True

_SITTINGS = 300
_ROUNDS = 2
_OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:%d%d:%d:0:0:7:10"
_CARDS = [(high, low, score) for score in (0, 3) for high in range(2, 7) for low in range(1, high)]
_HARD = 3  # each such card is hard: its learner forgets it every other time


class Wanted:
    """What the schedule promises about a card, worked out otherwise than by the deck."""

    def __init__(self, came):
        self.right = 0  # in a row
        self.due = came
        self.asked = []  # in which sittings

    def answered(self, right, sitting):
        self.asked.append(sitting)
        if not right:
            self.right, self.due = 0, sitting
        elif self.due <= sitting:
            self.right = min(self.right + 1, 10)
            self.due = sitting + 2 ** (self.right - 1)


def _played(match, best):
    """The play that the coach likes best, or least."""
    plays = Plays()
    found = []
    for i in range(plays.generate(match.position, *match.dice)):
        steps = plays.steps(i)
        pos = [n - 256 if n > 127 else n for n in after(match.position, steps)]
        found.append((worth(pos), steps))
    return (max if best else min)(found, key=lambda one: one[0])[1]


def _answer(sitting, best):
    mode = sitting.navigator.top
    mode.lay(_played(mode.session.match, best))
    sitting.press("OK")
    while sitting.sees.page is None:
        sitting.wait(10)
    assert sitting.sees.page.title.startswith("Right") == best
    sitting.press("OK")


def test_a_learner_over_three_hundred_sittings():
    disk = None
    chance = SeededDice(7)
    wanted = {}
    number = 0  # of sittings in which a card was answered
    for day in range(_SITTINGS):
        new = [card_of(_OPENING % _CARDS[day // 4])] if day % 4 == 0 and day // 4 < 30 else []
        sitting = Learning()
        if disk is not None:
            sitting.archive.disk = disk  # all else is gone with the power
        disk = sitting.archive.disk
        for card in new:
            sitting.deck().add(card)
            wanted[card.question] = Wanted(number)
        number += 1
        sitting.practise()
        for _ in range(_ROUNDS):
            due = sorted([card.due for card in wanted.values()])
            while isinstance(sitting.navigator.top, HandMode):
                match = sitting.navigator.top.session.match
                card = _card_of(wanted, match)
                limit = due[:5][-1]
                assert wanted[card].due <= limit, (day, wanted[card].due, due[:9])
                hard = list(wanted).index(card) % _HARD == 0
                right = chance.below(100) >= (50 if hard else 4)
                _answer(sitting, right)
                wanted[card].answered(right, number)
            sitting.press("OK")
        sitting.press("hold-BACK")
        deck = sitting.deck()
        kept = {card.question: card for card in deck}
        assert kept.keys() == wanted.keys()
        assert deck.damaged == 0 and deck.sitting == number
        for question, card in kept.items():
            promised = wanted[question]
            assert (card.due(), card.asked) == (promised.due, min(255, len(promised.asked)))
    easy = [len(one.asked) for i, one in enumerate(wanted.values()) if i % _HARD]
    hard = [len(one.asked) for i, one in enumerate(wanted.values()) if not i % _HARD]
    assert len(wanted) == 30
    assert 2 * sum(easy) // len(easy) < sum(hard) // len(hard)  # what is forgotten comes sooner
    assert min(map(len, [one.asked for one in wanted.values()])) > 3


def _card_of(wanted, match):
    question = cards.question_of(match.situation())
    assert question in wanted
    return question
