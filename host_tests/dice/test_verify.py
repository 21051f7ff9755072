"""A match with sealed dice: what its files tell before and after its end,
and what `make verify` finds in them."""

import hashlib
import re
from pathlib import Path

import pytest

from fakes.memory import MemoryStore
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session.seal import hex_text, seal_of, sealed_roll
from picogammon.rules import actions, match, plays
from tools.dice.verify import main
from tools.matches import log, reading, writing

_SECRET = "000102030405060708090A0B0C0D0E0F"
_SEAL = hashlib.sha256(_SECRET.encode()).hexdigest().upper()
_DOCS = Path(__file__).resolve().parents[2] / "docs" / "dice.md"


def play_turn(sitting):
    """The person on turn rolls and plays whatever the board offers."""
    sitting.press("OK")
    while sitting.match.phase == match.TO_PLAY:
        sitting.press("OK")


def begun(length=3):
    """A sealed match, begun."""
    sitting = Sitting(LoadedDice([]), two_people(length), seal_store=MemoryStore())
    sitting.menu("New match", "Sealed dice", "Start")
    sitting.press("OK NEXT OK OK OK OK OK OK hold-OK")
    return sitting


@pytest.fixture(scope="module")
def played():
    """The records of a sealed match that is over."""
    sitting = begun()
    while sitting.match.phase != match.MATCH_OVER:
        if sitting.match.result:
            sitting.press("OK")
        for _ in range(4):
            play_turn(sitting)
        sitting.press("OK hold-OK")  # a roll that nobody plays
        sitting.choose("Resign")
        sitting.press("OK NEXT OK PREV OK")
    return sitting.log.records


@pytest.fixture
def mat(played, tmp_path):
    path = tmp_path / "sealed.mat"
    path.write_text(writing.write(played).text)
    return path


def test_yes_for_the_file_and_for_the_log(played, mat, tmp_path, capsys):
    path = tmp_path / "match.log"
    path.write_bytes(log.content(played))
    for file in (mat, path):
        assert main([str(file), "--seal", _SEAL[:16].lower(), "--number", "111 111"]) == 0
        said = capsys.readouterr().out
        made = sum(actions.kind_of(record) == actions.ROLL for record in played)
        assert made > 14 and f"YES: all {made} rolls" in said
        assert _SEAL in said and "It has the seal that you gave" in said
        assert "Number: 111111. It is the one that you gave." in said


def test_the_file_is_read_as_the_match_that_was_written(played, mat):
    found = reading.read(mat.read_bytes())
    notes = [r for r in played if actions.kind_of(r) == actions.NOTE]
    assert len(notes) == 5 and found.sealed == (_SEAL, "111111", _SECRET, 1)
    assert found.records[0] == played[0]


def test_each_roll_that_was_changed_is_named(played, tmp_path, capsys):
    rolls = [i for i, record in enumerate(played) if actions.kind_of(record) == actions.ROLL]
    last = rolls[-1]  # nobody has played it, so the rules have nothing against another
    was = actions.dice_of(played[last])
    changed = list(played)
    changed[last] = actions.roll(was[0] % 6 + 1, was[1])
    path = tmp_path / "changed.mat"
    path.write_text(writing.write(changed).text)
    assert main([str(path)]) == 1
    said = capsys.readouterr().out
    dice = [plays.roll_text(roll, "-") for roll in (actions.dice_of(changed[last]), was)]
    dice = "%s in the file, %s was sealed" % tuple(dice)
    assert re.search(rf"game \d, roll \d \((Amber|Blue)\): {dice}", said)
    assert f"NO: 1 of {len(rolls)} rolls" in said


@pytest.mark.parametrize(
    "old, new, reason",
    [
        (_SECRET, "F" * 32, "NO: the secret is not the one that was sealed"),
        ("number 111111", "number 111112", "NO: 1"),
        (f" secret {_SECRET}", "", "the secret is not in the file"),
        (f"sealed {_SEAL}", f"sealed {_SEAL[:63]}", "not what dice were sealed with"),
    ],
)
def test_what_cannot_be_told_says_why(mat, capsys, old, new, reason):
    text = mat.read_text()
    assert old in text
    mat.write_text(text.replace(old, new))
    assert main([str(mat)]) == 1
    said = capsys.readouterr()
    assert reason in said.err + said.out


def test_a_file_of_which_a_part_is_left_out_is_not_verified(mat, capsys):
    """What can no longer be read may be the very roll that was changed."""
    text = mat.read_text()
    mat.write_text(text.replace("Wins 1 point", "Wins 2 points", 1))
    assert main([str(mat)]) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith(f"{mat}: game 2, line 20: ")


def forged(path, played, secret, number):
    """Writes the match as it would have been with that secret and number: other rolls, which
    nobody has played yet."""
    first = next(i for i, r in enumerate(played) if actions.kind_of(r) == actions.ROLL)
    roll, count = (1, 1), 0
    records = list(played[:first])
    while roll[0] == roll[1]:
        count += 1
        roll = sealed_roll(secret, number, 1, count)
        records.append(actions.roll(*roll))
    text = writing.write(records).text
    sealed = f"sealed {hashlib.sha256(secret.encode()).hexdigest().upper()} number {number}"
    text = text.replace(
        f"sealed {_SEAL} number 111111 first 1", f"{sealed} first 1 secret {secret}"
    )
    path.write_text(text)


def test_a_few_digits_of_the_seal_prove_nothing(played, tmp_path, capsys):
    """Another secret with the same beginning is soon found: here of three digits."""
    path = tmp_path / "forged.mat"
    secrets = (f"{n:032X}" for n in range(100_000))
    other = next(s for s in secrets if hex_text(seal_of(s))[:3] == _SEAL[:3])
    forged(path, played, other, "111111")
    assert main([str(path)]) == 0, "it is as good a match as any"
    for digits in (1, 3, 15):
        capsys.readouterr()
        assert main([str(path), "--seal", _SEAL[:digits]]) == 1
        assert f"{digits} digits of a seal prove nothing" in capsys.readouterr().err
    for digits in (16, 64):
        assert main([str(path), "--seal", _SEAL[:digits]]) == 1
        assert "this is another match: its seal is" in capsys.readouterr().err
    own = hex_text(seal_of(other))
    assert main([str(path), "--seal", own[:63] + "G"]) == 1, "a whole seal is compared whole"


def test_another_number_is_found_out(played, tmp_path, capsys):
    path = tmp_path / "other.mat"
    forged(path, played, _SECRET, "222222")
    assert main([str(path), "--seal", _SEAL]) == 0
    assert "Number: 222222. Compare it" in capsys.readouterr().out
    assert main([str(path), "--seal", _SEAL, "--number", "111111"]) == 1
    assert "NO: the number in the file is 222222, not 111111" in capsys.readouterr().err


def test_a_money_session_is_verified_when_it_was_ended(tmp_path, capsys):
    sitting = begun(0)
    for _ in range(3):
        for _ in range(4):
            play_turn(sitting)
        sitting.press("OK")
        sitting.menu("Resign")
        sitting.press("OK NEXT OK PREV OK OK")
    play_turn(sitting)
    path = tmp_path / "session.mat"
    path.write_text(writing.write(sitting.log.records).text)
    assert main([str(path)]) == 1 and "the secret is not in the file" in capsys.readouterr().err
    sitting.menu("New match", "Sealed dice", "Start")
    sitting.press("PREV OK PREV OK")  # both end it
    (kept,) = sitting.log.kept.values()
    path.write_text(writing.write(kept).text)
    assert main([str(path), "--seal", _SEAL, "--number", "111111"]) == 0
    assert "YES: all" in capsys.readouterr().out


def test_other_files_say_that_they_are_none(mat, capsys):
    lines = mat.read_text().splitlines(True)
    mat.write_text("".join(line for line in lines if '"sealed ' not in line))
    assert main([str(mat)]) == 1
    assert "not played with sealed dice" in capsys.readouterr().err
    missing = mat.with_name("none.mat")
    assert main([str(missing)]) == 1
    assert capsys.readouterr().err.startswith(f"There is no {missing}. Is the name right?")


def test_a_match_that_is_not_over_tells_no_secret(tmp_path, capsys):
    sitting = begun()
    play_turn(sitting)
    written = writing.write(sitting.log.records).text
    assert _SEAL in written and _SECRET not in written
    path = tmp_path / "running.mat"
    path.write_text(written)
    assert main([str(path)]) == 1
    assert "reveals it after the match" in capsys.readouterr().err
    capsys.readouterr()
    by_hand = " ".join(_SECRET[at : at + 4] for at in range(0, 32, 4)).lower()
    assert main([str(path), "--secret", by_hand]) == 0
    said = capsys.readouterr().out
    assert "Compare the seal" in said and "Number: 111111. Compare it" in said
    for shown in (_SEAL[:16].lower(), f"SHA256:{_SEAL}", f"{_SEAL[:32]}\n{_SEAL[32:]}"):
        assert main([str(path), "--secret", by_hand, "--seal", shown]) == 0
        assert "It has the seal that you gave" in capsys.readouterr().out


def test_a_match_that_was_given_up_can_be_verified(tmp_path, capsys):
    sitting = begun()
    for _ in range(3):
        play_turn(sitting)
    sitting.begin(two_people())
    (kept,) = sitting.log.kept.values()
    own = tmp_path / "00001.log"
    own.write_bytes(log.content(kept))
    mat = tmp_path / "given_up.mat"
    mat.write_text(writing.write(kept).text)
    for path in (own, mat):
        assert main([str(path)]) == 0
        assert "YES: all" in capsys.readouterr().out


def test_the_program_in_the_docs_gives_the_same_rolls(played):
    program = re.search(r"```python\n(.*?)```", _DOCS.read_text(), re.S)[1]
    names = {}
    exec(program, names)
    rolls = [actions.dice_of(r) for r in played if actions.kind_of(r) == actions.ROLL]
    assert names["roll"](_SECRET, "111111", 1, 1) == rolls[0]
    assert names["seal"](_SECRET) == _SEAL
