"""Sealed dice: every roll follows from secret and number, and the secret is told at the end.

What people see of it is in transcripts/sealed.txt.
"""

from hashlib import sha256

from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session.seal import keep_secret, sealed_roll
from picogammon.rules import actions, match
from picogammon.rules.situation import Checkpoint

_SECRET = "000102030405060708090A0B0C0D0E0F"
_NUMBER = "123456"


def ask_for_seal(sitting):
    sitting.press("hold-OK")
    for line in ("New match", "Sealed dice", "Start"):
        sitting.choose(line)


class Sealed:
    """A sealed match between two people, and what the board keeps of it."""

    def __init__(self, length=3):
        self.store = MemoryStore()
        self.sitting = Sitting(LoadedDice([]), two_people(length), seal_store=self.store)
        ask_for_seal(self.sitting)

    def begin(self):
        """Gives the number."""
        self.sitting.press("OK NEXT OK NEXT OK NEXT OK NEXT OK NEXT OK NEXT OK hold-OK")
        return self.sitting

    def again(self):
        """The board after a power cut."""
        return Sitting(
            LoadedDice([]), log=self.sitting.log, seal_store=self.store, store=MemoryStore()
        )


def give_up(sitting):
    """Whoever is on turn resigns a single game, after a roll."""
    sitting.press("OK hold-OK")
    sitting.choose("Resign")
    sitting.press("OK NEXT OK PREV OK")


def play_to_the_end(sitting):
    """Until the match is over; whoever is on turn resigns each game."""
    while sitting.match.phase != match.MATCH_OVER:
        if sitting.match.result:
            sitting.press("OK")
        give_up(sitting)


def test_the_rolls_are_what_the_page_says():
    for game, count in ((1, 1), (2, 57)):
        text = "%s %s %d %d" % (_SECRET, _NUMBER, game, count)
        fair = [byte for byte in sha256(text.encode()).digest() if byte < 252]
        assert sealed_roll(_SECRET, _NUMBER, game, count) == (fair[0] % 6 + 1, fair[1] % 6 + 1)


def test_every_roll_follows_from_secret_number_game_and_count():
    sitting = Sealed().begin()
    assert sitting.session.dice.sealed.number == _NUMBER
    sitting.press("OK")
    rolls = 1
    while sitting.match.phase == match.OPENING:
        sitting.press("OK")
        rolls += 1
    assert sitting.match.dice == sealed_roll(_SECRET, _NUMBER, 1, rolls)
    sitting.press("hold-OK")
    sitting.choose("Resign")
    sitting.press("OK NEXT OK PREV OK OK OK")  # offered, accepted, the next game, its roll
    assert sitting.session.dice.sealed.game == 2
    assert sitting.session.last_roll[0] == sealed_roll(_SECRET, _NUMBER, 2, 1)


def test_a_power_cut_changes_no_roll():
    sealed = Sealed()
    give_up(sealed.begin())
    sealed.sitting.press("OK")
    kept = list(sealed.sitting.log.records)
    assert [actions.kind_of(record) for record in kept[-2:]] == [actions.GAME, actions.NOTE]
    for lost in (0, 1):
        sealed.sitting.log.records = kept[: len(kept) - lost]
        again = sealed.again()
        again.press("OK")
        assert again.session.last_roll[0] == sealed_roll(_SECRET, _NUMBER, 2, 1)


def test_the_log_has_the_secret_when_the_match_is_over_and_not_before():
    sealed = Sealed()
    sitting = sealed.begin()
    while True:
        logged = b"".join(sitting.log.records)
        assert _SECRET.encode() not in logged and bytes(range(16)) not in logged
        assert not sitting.session.revealed
        give_up(sitting)
        if sitting.match.phase == match.MATCH_OVER:
            break
        sitting.press("OK")
    assert sitting.match.notes[actions.SECRET] == _SECRET.encode()
    assert sealed.again().session.revealed
    assert not [text for text in sitting.told if _SECRET in text]


def test_a_cut_before_the_secret_is_told_is_made_good_at_the_next_press():
    sealed = Sealed()
    sitting = sealed.begin()
    play_to_the_end(sitting)
    assert actions.kind_of(sitting.log.records.pop()) == actions.NOTE
    again = sealed.again()
    assert not again.session.revealed
    again.press("BACK")
    assert again.session.revealed


def test_two_secrets_are_kept_so_that_a_cut_at_the_next_start_loses_none():
    sealed = Sealed()
    sealed.begin()
    keep_secret(sealed.store, "F" * 32)
    assert sealed.again().session.dice.sealed.secret == _SECRET


def test_without_its_secret_the_match_goes_on_with_real_dice():
    sealed = Sealed()
    sealed.begin()
    sealed.store.save(b"")
    sitting = sealed.again()
    assert sitting.session.dice.trouble == "the secret of the sealed dice is lost"
    sitting.press("OK OK NEXT OK")
    assert sitting.actions()[-1] == "roll 1-2 by hand"


def test_a_match_that_is_taken_over_has_the_board_s_own_dice():
    sealed = Sealed()
    sitting = sealed.begin()
    sitting.press("OK")
    begun = match.Match(sitting.match.settings)
    for record in (actions.game(Checkpoint((1, 0))),) + tuple(
        actions.note(topic, body) for topic, body in sorted(sitting.match.notes.items())
    ):
        begun.apply(record)
    sitting.dice.rolls = [(3, 1)]
    sitting.navigator.begin(sitting.now, sitting.session.play_on, begun)
    assert sitting.session.dice.sealed is None and sitting.match.notes == {}
    assert not sitting.match.settings.sealed, "a start would look for its seal in vain"
    sitting.press("OK")
    assert sitting.match.dice == (3, 1)


def test_a_cut_between_secret_and_new_match_rolls_no_known_dice():
    sealed = Sealed()
    sitting = sealed.begin()
    sitting.press("OK")
    sitting.log.records.append(actions.note(actions.SECRET, _SECRET.encode()))
    again = sealed.again()
    assert again.session.asks_for_dice()
    assert again.session.dice.trouble == "the secret of the sealed dice was revealed"


def test_the_archive_has_the_secret_of_a_match_or_money_session_that_is_given_up():
    for length in (3, 0):
        sealed = Sealed(length)
        sitting = sealed.begin()
        for game in (1, 2) if not length else (1,):
            sitting.press("OK")
            assert sitting.session.last_roll[0] == sealed_roll(_SECRET, _NUMBER, game, 1)
            while sitting.match.phase == match.OPENING:
                sitting.press("OK")
            again = sealed.again()
            assert not again.session.revealed and again.session.dice.sealed.game == game
            if not length:
                sitting.navigator.commit(actions.resign(1), sitting.now)
                sitting.navigator.commit(actions.accept(), sitting.now)
                sitting.press("OK")
        ask_for_seal(sitting)
        sitting.press("PREV OK PREV OK")
        assert sitting.match.notes == {}
        (kept,) = sitting.log.kept.values()
        assert actions.note(actions.SECRET, _SECRET.encode()) == kept[-1]
