"""Practice cards: what a card stores, when it comes again, and how a mistake becomes a card."""

from fakes.disk import files_on
from picogammon.app.practice import cards
from picogammon.app.practice.cards import Card, CardError, Deck
from picogammon.devices.files import CARDS, Slots
from picogammon.engine.engine import Question
from picogammon.engine.review import MISTAKE, Grade
from picogammon.rules import actions
from picogammon.rules.match import DOUBLED, RACCOONED, TO_PLAY, TO_ROLL
from picogammon.rules.notation import from_xgid, to_xgid
from picogammon.rules.situation import Situation
from portable import raises

_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:1:0:7:10"
_ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def numbered(number, name="Anna", loss=MISTAKE, source=0):
    """Returns the card with this number; different numbers below 1029 give different cards."""
    situation = from_xgid(_PLAY)
    situation.dice = _ROLLS[number % 21]
    situation.scores = [number // 21 % 7, number // 147 % 7]
    situation.length = 8
    card = Card(name, cards.question_of(situation), actions.play(b"\x35"), b"", loss)
    card.source = source
    return card


def deck_on(disk):
    deck = Deck(Slots(files_on(disk), CARDS, cards.BYTES))
    for _ in deck.open():
        pass
    return deck


def test_a_card_is_read_as_it_was_written():
    grade = Grade(0, actions.play(b"\x51\x2a"), -100, actions.play(b"\x33"), 5000)
    card = cards.of_grade("Anna", from_xgid(_PLAY), grade)
    card.box, card.sitting, card.seen, card.streak, card.number = 3, 70000, 70001, 0, 499
    card.asked, card.missed = 9, 4
    again = cards.unpack(card.pack())
    assert len(card.pack()) == cards.BYTES
    assert again.__dict__ == card.__dict__
    assert (again.played, again.better, again.loss) == (b"\x04\x51\x2a", b"\x04\x33", 5100)


_QUESTIONS = (
    (_PLAY, TO_PLAY),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:3:1:0:7:10", TO_ROLL),
    ("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:5:0:9:10", TO_ROLL),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10", DOUBLED),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:-1:R:0:0:3:0:10", RACCOONED),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:6:3:1:7:10", TO_PLAY),
)


def test_the_learner_has_the_same_to_decide_on_either_side():
    for text, phase in _QUESTIONS:
        situation = from_xgid(text)
        card = Card("Anna", cards.question_of(situation))
        learner = cards.learner_of(situation)
        for side in (0, 1):
            match = card.match(side)
            assert match.phase == phase and match.decider == side, text
            assert match.settings.names[side] == "Anna"
            if side == learner:
                found = match.situation()
                if not found.length:
                    found.scores = situation.scores
                assert to_xgid(found) == text
            again = Question(match).situation
            assert cards.question_of(again) == card.question


def test_dice_are_the_same_in_either_order_and_money_has_no_score():
    one, other = from_xgid(_PLAY), from_xgid(_PLAY)
    other.dice = 2, 5
    assert cards.question_of(one) == cards.question_of(other)
    for situation in (one, other):
        situation.length = 0
    other.scores = [9, 4]
    assert cards.question_of(one) == cards.question_of(other)
    other.jacoby = True
    assert cards.question_of(one) != cards.question_of(other)


def test_a_variant_and_a_match_without_crawford_rule_are_kept():
    situation = from_xgid(_PLAY)
    situation.variant = 1
    situation.crawford_rule = False
    match = Card("Anna", cards.question_of(situation)).match()
    assert match.settings.variant == 1 and not match.settings.crawford


def test_what_asks_nothing_or_cannot_be_is_no_question():
    question = cards.question_of(from_xgid(_PLAY))
    spoilt = ((3, 16), (25, 200), (27, 0xE1), (28, 21), (29, 99), (30, 200), (33, 0x3F), (31, 64))
    for at, value in spoilt:
        bad = bytearray(question)
        bad[at] = value
        with raises(CardError):
            Card("Anna", bytes(bad)).match()
    dead = Situation(length=5, scores=[4, 4], crawford_rule=False, crawford=False)
    with raises(CardError, "nothing to decide"):
        Card("Anna", cards.question_of(dead)).match()


def test_other_bytes_are_no_card():
    body = numbered(0).pack()
    for bad in (b"", body[:-1], b"\x02" + body[1:], body[:24] + b"\x07" + body[25:]):
        with raises(CardError):
            cards.unpack(bad)


def test_what_was_played_counts_only_where_it_is_legal():
    roll, take, double = bytes((actions.ROLL,)), actions.take(), actions.double()
    before_roll, doubled = _QUESTIONS[1][0], _QUESTIONS[3][0]
    for text, legal, others in (
        (_PLAY, (), (actions.play(b"\x35"), actions.play(), b"", b"\x63\0\xff", roll)),
        (before_roll, (roll, double), (take,)),
        (doubled, (take,), ()),
    ):
        for action in legal + others:
            card = Card("Anna", cards.question_of(from_xgid(text)), action)
            assert card.legal() == (action if action in legal else None), (text, action)


def test_a_right_answer_doubles_the_wait_up_to_512_sittings():
    card = numbered(0)
    for wait in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512):
        sitting = card.due()
        card.answer(True, sitting, 1)
        assert (card.due(), card.seen) == (sitting + wait, sitting)
