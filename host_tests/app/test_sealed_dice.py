"""Sealed dice: a secret and a number determine every roll; the end of the match reveals the secret.

What players see is in transcripts/sealed.txt.
"""

from hashlib import sha256

from fakes.memory import MemoryStore
from fakes.sitting import Sitting, two_people
from picogammon.app.session.seal import keep_secret, sealed_roll
from picogammon.rules import actions, match
from picogammon.rules.situation import Checkpoint

_SECRET = "000102030405060708090A0B0C0D0E0F"
_NUMBER = "123456"
_TOLD = actions.note(actions.SECRET, _SECRET.encode())


class Sealed:
    """A match with sealed dice between two people; `store` keeps the board's secret."""

    def __init__(self, length=3):
        self.store = MemoryStore()
        self.sitting = Sitting((), two_people(length), seal_store=self.store)
        self.ask_for_seal()
        self.sitting.press("OK NEXT OK NEXT OK NEXT OK NEXT OK NEXT OK NEXT OK hold-OK")

    def ask_for_seal(self):
        self.sitting.menu("New match", "Sealed dice", "Start")

    def give_up(self):
        self.sitting.press("OK")
        self.sitting.resign()

    def again(self, lost=0):
        log = self.sitting.log
        log.records = log.records[: len(log.records) - lost]
        return Sitting((), log=log, seal_store=self.store, store=MemoryStore())


def test_the_rolls_are_what_the_page_says():
    for game, count in ((1, 1), (2, 57)):
        text = "%s %s %d %d" % (_SECRET, _NUMBER, game, count)
        fair = [byte for byte in sha256(text.encode()).digest() if byte < 252]
        assert sealed_roll(_SECRET, _NUMBER, game, count) == (fair[0] % 6 + 1, fair[1] % 6 + 1)


def test_every_roll_follows_from_secret_number_game_and_count_power_cut_or_not():
    for lost in (None, 0, 1):  # of the records between two games
        sealed = Sealed()
        sitting = sealed.sitting
        assert sitting.session.dice.sealed.number == _NUMBER
        sitting.press("OK")
        assert sitting.match.dice == sealed_roll(_SECRET, _NUMBER, 1, sitting.match.rolls_made())
        sitting.resign()
        sitting.press("OK")
        kinds = [actions.kind_of(record) for record in sitting.log.records[-2:]]
        assert kinds == [actions.GAME, actions.NOTE]
        sitting = sitting if lost is None else sealed.again(lost)
        sitting.press("OK")
        assert sitting.session.dice.sealed.game == 2
        assert sitting.session.last_roll[0] == sealed_roll(_SECRET, _NUMBER, 2, 1)


def test_the_log_has_the_secret_when_the_match_is_over_and_not_before():
    sealed = Sealed()
    sitting = sealed.sitting
    while sitting.match.phase != match.MATCH_OVER:
        logged = b"".join(sitting.log.records)
        assert _SECRET.encode() not in logged and bytes(range(16)) not in logged
        assert not sitting.session.revealed
        if sitting.match.result:
            sitting.press("OK")
        sealed.give_up()
    assert sitting.match.notes[actions.SECRET] == _SECRET.encode()
    assert sealed.again().session.revealed
    assert not [text for text in sitting.told if _SECRET in text]
    again = sealed.again(lost=1)
    assert not again.session.revealed
    again.press("BACK")
    assert again.session.revealed


def test_without_a_secret_that_nobody_knows_the_match_goes_on_with_real_dice():
    for keep, trouble in (
        (lambda sealed: keep_secret(sealed.store, "F" * 32), None),  # two secrets are kept
        (lambda sealed: sealed.store.save(b""), "lost"),
        (lambda sealed: sealed.store.save(b"\xff" * 32), "lost"),
        (lambda sealed: sealed.store.save(b"A" * 31 + b"\xc3"), "lost"),
        (lambda sealed: sealed.sitting.log.records.append(_TOLD), "revealed"),  # then a power cut
    ):
        sealed = Sealed()
        keep(sealed)
        sitting = sealed.again()
        dice = sitting.session.dice
        assert sitting.session.asks_for_dice() == bool(trouble)
        if trouble is None:
            assert dice.sealed.secret == _SECRET
            continue
        assert dice.trouble.endswith(trouble)
        sitting.press("OK OK NEXT OK")
        assert sitting.actions()[-1] == "roll 1-2 by hand"


def test_a_match_that_is_taken_over_has_the_board_s_own_dice():
    sitting = Sealed().sitting
    sitting.press("OK")
    begun = match.Match(sitting.match.settings)
    begun.apply(actions.game(Checkpoint((1, 0))))
    for topic, body in sorted(sitting.match.notes.items()):
        begun.apply(actions.note(topic, body))
    sitting.dice.rolls = [(3, 1)]
    sitting.navigator.begin(sitting.now, sitting.session.play_on, begun)
    assert sitting.session.dice.sealed is None and sitting.match.notes == {}
    assert not sitting.match.settings.sealed, "a start would look for its seal in vain"
    sitting.press("OK")
    assert sitting.match.dice == (3, 1)


def test_the_archive_has_the_secret_of_a_match_or_money_session_that_is_given_up():
    for length in (3, 0):
        sealed = Sealed(length)
        sitting = sealed.sitting
        if not length:
            sealed.give_up()
        sitting.press("OK")
        again = sealed.again()
        assert not again.session.revealed and again.session.dice.sealed.game == 2 - bool(length)
        sealed.ask_for_seal()
        sitting.press("PREV OK PREV OK")
        assert sitting.match.notes == {}
        (kept,) = sitting.log.kept.values()
        assert kept[-1] == _TOLD
