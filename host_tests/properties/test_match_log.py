"""Random matches at each moment: their texts, and their last play and roll."""

import os
from random import Random

from match_files.random_matches import some_action, some_settings
from picogammon.app.session.session import last_events
from picogammon.rules import actions, notation
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, TO_PLAY, TO_ROLL, Match, match_of

_MATCHES = 60
_ACTIONS = 60


def _moments():
    """Yields each match after each of its actions."""
    for seed in range(_MATCHES):
        wheel = Random(None if os.environ.get("SOAK") else seed)
        match = Match(some_settings(wheel, seed % 3).copy(take_back=seed % 3))
        for _ in range(_ACTIONS):
            try:
                match.apply(some_action(match, wheel, seed % 2))
            except actions.Refusal:
                continue
            yield match


def test_a_match_goes_on_from_its_own_texts():
    for match in _moments():
        if match.phase not in (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RACCOONED):
            continue
        text = notation.to_xgid(match.situation())
        for there in (match_of(match.situation()), match_of(notation.from_xgid(text))):
            assert notation.to_xgid(there.situation()) == text
            assert (there.phase, there.turn, there.decider) == (
                match.phase,
                match.turn,
                match.decider,
            )
            assert (there.cube, there.owner) == (match.cube, match.owner)
        if match.phase not in (BEAVERED, RACCOONED):
            ids = notation.gnubg_id(match.situation())
            assert notation.gnubg_id(match_of(notation.from_gnubg_id(ids)).situation()) == ids


def _last(match):
    """The last play and roll of a game, from all of its records."""
    play = roll = None
    past = Match(match.settings)
    for record in match.records():
        kind = actions.kind_of(record)
        if kind == actions.PLAY:
            play = past.turn, bytes(past.position), past.dice, actions.steps_of(record)
        past.apply(record, True)
        if kind == actions.ROLL:
            roll = actions.dice_of(record), past.turn
    return play, roll


def test_the_game_s_end_tells_what_was_rolled_and_played_last_as_all_of_it_does():
    for match in _moments():
        before = match.state()
        play, roll = last_events(match)
        told = play and (play.side, bytes(play.before), play.dice, play.steps)
        assert (told, roll) == _last(match)
        assert match.state() == before
