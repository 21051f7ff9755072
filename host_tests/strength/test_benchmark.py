"""Others' benchmark files: read as they write them, and what a player loses on them."""

import base64

import pytest

from picogammon.rules import gnu_id
from picogammon.rules import position as positions
from tools.strength import benchmark, rolled_out
from tools.strength.players import Player

_LINES = rolled_out.plays(rolled_out.TUNING)[:12]


def _letters(pos):
    key = base64.b64decode(gnu_id.position_id(pos) + "==")
    return "".join(chr(65 + half) for byte in key for half in (byte >> 4, byte & 15))


def _written(line, seen_by=lambda pos: pos, moves=4):
    """A decision as a line of such a file."""
    best = line["moves"][0]["eq"]
    words = ["m", _letters(positions.of(line["pos"])), *map(str, line["dice"])]
    for move in line["moves"][:moves]:
        words.append(_letters(seen_by(gnu_id.from_position_id(move["id"]))))
        words.append(f"{best - move['eq']:.4f}")
    return " ".join(words)


class _Chosen(Player):
    """Plays what comes to that Position ID."""

    def __init__(self, line, at):
        self._line = line
        self._at = at

    def play(self, situation):
        plays = benchmark.Plays()
        after = positions.empty()
        for i in range(plays.generate(situation.position, *situation.dice)):
            plays.result(i, situation.position, after)
            if gnu_id.position_id(after) == self._line["moves"][self._at]["id"]:
                return plays.steps(i)
        raise AssertionError("no such play")


def test_the_letters_are_the_bytes_of_a_position_id():
    assert _letters(positions.start()) == "OAHDPAABDAOAHDPAABDA"


@pytest.mark.parametrize("seen_by", (lambda pos: pos, positions.swapped))
def test_each_play_loses_what_its_line_says_and_what_is_not_listed_as_much_as_the_worst(seen_by):
    lines = ["#Version 1", "s 12", "", *(_written(line, seen_by) for line in _LINES)]
    decisions = benchmark.read(lines)
    assert len(decisions) == len(_LINES)
    for line, decision in zip(_LINES, decisions, strict=True):
        best = line["moves"][0]["eq"]
        for at in range(4):
            loss = best - line["moves"][at]["eq"]
            assert decision.loss(_Chosen(line, at)) == (pytest.approx(loss, abs=1e-4), True)
        worst = max(decision.losses.values())
        assert decision.loss(_Chosen(line, 4)) == (worst, False)


def test_what_the_first_play_is_worth_is_no_loss():
    words = _written(_LINES[0]).split()
    words[5] = "0.4321"
    assert benchmark.read([" ".join(words)])[0].loss(_Chosen(_LINES[0], 0)) == (0, True)


@pytest.mark.parametrize(
    "line, why",
    (
        ("m", "Line 1: a position, two dice"),
        ("m {pos} 3 1 {pos}", "Line 1: a position, two dice"),
        ("m {pos} 3 7 {pos} 0", "Line 1: no dice: 3 7"),
        ("m {pos} 3 x {pos} 0", "Line 1: no dice: 3 x"),
        ("m {pos} 3 1 {pos} 0 {pos} nan", "Line 1: no loss in points: nan"),
        ("m {pos} 3 1 {pos} 0 {pos} far", "Line 1: no loss in points: far"),
        ("m {pos} 3 1 {pos} 0", "Line 1: a play that the roll does not allow"),
        ("m OAHD 3 1 {pos} 0", "Line 1: no position, which is twenty letters A to P: OAHD"),
        ("m PPPPPPPPPPPPPPPPPPPP 3 1 {pos} 0", "Line 1: "),
        ("o {pos} 0.5", "There is no line that begins with m"),
        ("", "There is no line that begins with m"),
    ),
)
def test_what_cannot_be_read_is_said_by_its_line(line, why):
    with pytest.raises(benchmark.BenchmarkError, match=why):
        benchmark.read([line.format(pos=_letters(positions.start()))])


def test_the_tool_prints_the_mean_and_counts_what_is_not_listed(tmp_path, capsys):
    file = tmp_path / "contact.bm"
    file.write_text("\n".join(_written(line, moves=2) for line in _LINES))
    assert benchmark.main([str(file), "expert", "--every", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("expert: ") and " mEq of 6 rolls" in said
    assert benchmark.main([str(tmp_path / "none.bm")]) == 1
    assert "No such file" in capsys.readouterr().err
