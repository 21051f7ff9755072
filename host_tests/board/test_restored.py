"""A match that was restored from a backup says so, until somebody has read it."""

from fakes.power import Power, messages, taps
from picogammon.rules import actions


def test_a_match_from_a_backup_is_told_until_somebody_has_seen_it():
    for seen, said in (
        (0, "This match comes from a backup."),
        (7, "This match comes from a backup. Later rolls already seen: 7."),
    ):
        power = Power(2)
        assert power.run(taps(9)) == "off"

        def restore(power, seen=seen):
            power.board.session.keep_note(actions.note(actions.RESTORED, bytes((seen,))))

        assert messages(power, restore) == []
        state = power.match.state()

        def looks(power):
            yield 5000

        assert power.run(looks) == "off"
        assert messages(power) == [("Saved match", said)], "starting writes nothing"
        assert messages(power) == []
        assert power.match.notes[actions.RESTORED] == b""
        assert power.match.state()[:-1] == state[:-1]
