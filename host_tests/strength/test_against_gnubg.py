"""Games against a real gnubg, by its external player protocol."""

import pytest

from picogammon.rules import position as positions
from picogammon.rules import steps
from tools.strength import duel, gnubg
from tools.strength.players import Player, player

# Both lines are gnubg 1.07's, but for the names.
_SEAT_1 = (
    "board:gnubg:us:0:0:0:0:-2:0:1:2:0:-1:0:3:0:0:0:-3:5:0:0:0:-2:-2:-3:0:0:-2:1:2:1:1:3:6:3:6:"
    "1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
)
_SEAT_0 = (
    "board:us:gnubg:0:0:0:0:-2:0:2:0:0:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:2:6:2:"
    "1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1"
)


class Watched(Player):
    """Plays as the casual does, and keeps what it was asked and what it played."""

    def __init__(self):
        self.plays = []
        self._casual = player("casual")

    def play(self, situation):
        play = self._casual.play(situation)
        self.plays.append((list(situation.position), situation.dice, play))
        return play


class Wrong(Player):
    """Says the same, whatever it is asked."""

    def play(self, situation):
        return [steps.step(24, 5)]


def test_board_of_seat_1():
    situation = gnubg.situation_of(_SEAT_1)
    assert situation.dice == (3, 6)
    assert situation.position[25] == 1  # on the bar, and so it stays
    assert situation.position[24] == 2
    assert situation.position[19] == -3


def test_board_of_seat_0_is_turned_round():
    """seat 1 has opened with 8/3 6/3."""
    situation = gnubg.situation_of(_SEAT_0)
    expected = positions.start()
    for point, change in ((17, 1), (19, 1), (22, -2)):
        expected[point] += change
    assert situation.dice == (6, 2)
    assert situation.position == expected


def test_what_is_no_play_is_refused():
    for line in ("double", "board:us:gnubg", _SEAT_0.replace(":6:2:6:2:", ":0:0:0:0:")):
        with pytest.raises(gnubg.TableError, match="asked"):
            gnubg.situation_of(line)


def test_written_plays():
    play = [steps.step(25, 3), steps.step(6, 6), steps.step(13, 2)]
    assert gnubg.written(play) == "bar/22 6/off 13/11"
    assert gnubg.written([]) == ""


def test_pairs_of_games():
    """All end, in one to three points; the same seeds give the same games."""
    watched = Watched()
    pairs = duel.play_pairs(watched, 1, 3)
    assert len(pairs) == 3
    assert all(1 <= abs(points) <= 3 for pair in pairs for points in pair)
    assert len(watched.plays) > 50
    assert any(not play for _, _, play in watched.plays)
    assert duel.play_pairs(player("casual"), 1, 3) == pairs
    assert duel.play_pairs(player("casual"), 2, 2) == pairs[1:]


def test_the_dice_of_a_pair_are_the_same():
    """Against itself gnubg wins with one seat what it loses with the other."""
    itself = ["gnubg", "chequer evaluation plies 0", "chequer evaluation cubeful off"]
    pairs = duel.play_pairs(None, 0, 6, itself)
    assert all(one == -two for one, two in pairs)
    assert duel.summary(pairs)["points_a_game"] == 0


def test_the_beginner_loses():
    worst = list(duel.ANCHORS.values())[-1]
    assert duel.summary(duel.play_pairs(None, 0, 12, worst))["points_a_game"] < 0


def test_a_play_that_gnubg_does_not_take_is_noticed():
    with pytest.raises(gnubg.TableError, match="not played what we said"):
        duel.play_pairs(Wrong(), 0, 4)


def test_summary():
    told = duel.summary([(1, -1), (2, -2), (1, 1), (-3, 1)])
    assert told["games"] == 8
    assert told["points_a_game"] == 0
    assert told["won"] == 5 / 8
    assert told["gammons_won"] == 1 / 8
    assert told["gammons_lost"] == 2 / 8
    assert told["interval"] < told["interval_unpaired"]
