"""Practice cards leave a board for other programs, and XGIDs come onto it."""

import re
import sqlite3
import zipfile

import pytest

from app.test_practice_cards import deck_on, numbered
from fakes.coach import ONE, Coach
from match_files.linked import LinkedBoard, Off
from picogammon.app.practice import cards
from picogammon.app.practice.cards import Card
from picogammon.devices.files import CARDS
from picogammon.engine.engine import Thought
from picogammon.rules import actions
from picogammon.rules.notation import from_xgid
from tools.deck import anki
from tools.deck.__main__ import main, questions
from tools.matches import fetching, restoring

_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10"
_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
_TAKE = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:3:0:10"


def card_of(text, played=b"", name="Anna"):
    return Card(name, cards.question_of(from_xgid(text)), played, b"", 5000)


def board_with(*given):
    board = Off()
    for card in given:
        deck_on(board.disk).put(card)
    return board


def backup_of(board, tmp_path):
    with fetching.OnLink(LinkedBoard(board), print) as place:
        content = fetching.backup(place)[0]
    path = tmp_path / "board.zip"
    path.write_bytes(content)
    return str(path)


def test_a_list_of_xgids_has_the_learner_below(tmp_path, capsys):
    other = card_of(_ROLL.replace(":1:00", ":-1:00"), name="Ben")
    backup = backup_of(board_with(card_of(_PLAY), card_of(_TAKE), other), tmp_path)
    listed = tmp_path / "cards.txt"
    assert main([str(listed), "--backup", backup]) == 0
    assert listed.read_text().split() == [_PLAY, _TAKE, _ROLL]
    assert "cards.txt: 3 cards" in capsys.readouterr().out
    assert main([str(listed), "--backup", backup, "--name", "ben"]) == 0
    assert listed.read_text().split() == [_ROLL]


def test_no_cards_and_damaged_ones_are_told(tmp_path, capsys):
    board = board_with(card_of(_PLAY), card_of(_TAKE))
    board.disk.files[CARDS][60] ^= 1
    assert main([str(tmp_path / "a.txt"), "--backup", backup_of(board, tmp_path)]) == 0
    said = capsys.readouterr()
    assert "1 card\n" in said.out and "damaged: 1 card" in said.err
    assert main([str(tmp_path / "b.txt"), "--backup", backup_of(Off(), tmp_path)]) == 1
    assert "There are no cards" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "name a file to write"),
        (["a.doc"], "ends with .txt or .apkg"),
        (["--add", "a.txt", "--backup", "b.zip"], "a backup takes no new cards"),
        (["a.txt", "--name", "thirteen-long"], "1 to 12 plain letters"),
    ],
)
def test_misuse_is_told(words, said, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2 and said in capsys.readouterr().err


def test_xgids_come_onto_a_board_once_each(tmp_path, capsys, monkeypatch):
    board = Off()
    monkeypatch.setattr(fetching.ports, "find", lambda command: LinkedBoard(board))
    listed = tmp_path / "list.txt"
    listed.write_text(f"# from a book\n{_PLAY}\n\n{_ROLL}\n{_PLAY}\n")
    assert main(["--add", str(listed)]) == 1
    assert "Whose cards are these? Give --name NAME." in capsys.readouterr().err
    assert main(["--add", str(listed), "--name", "Anna"]) == 0
    assert "2 cards for Anna added; 1 there already" in capsys.readouterr().out
    assert main(["--add", str(listed)]) == 0
    assert "0 cards for Anna added; 3 there" in capsys.readouterr().out
    found = deck_on(board.disk)
    assert [card.question for card in found] == [card_of(t).question for t in (_PLAY, _ROLL)]
    assert Thought(found.counts(1)).finish() == [(2, 2)]


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "list.txt: the file has no XGID"),
        (_PLAY + "\nnonsense", "line 2: no position found"),
        (_PLAY.replace(":31:", ":00:").replace("2:4:0:7", "6:4:1:7"), "nothing to decide"),
    ],
)
def test_what_is_no_card_is_told_by_its_line(text, said, tmp_path, capsys):
    listed = tmp_path / "list.txt"
    listed.write_text(text)
    assert main(["--add", str(listed), "--name", "Anna"]) == 1
    assert said in capsys.readouterr().err


def test_a_list_of_positions_may_have_text_beside_each_id():
    [question] = questions(_PLAY)
    lines = [_PLAY, "  %s" % _PLAY, "Look (%s), please!" % _PLAY, '"%s"; I would not.' % _PLAY]
    assert questions("# mine\n\n" + "\n".join(lines)) == [question] * len(lines)


def test_an_anki_card_asks_in_front_and_says_behind_what_was_better_and_why():
    card = card_of(_PLAY, actions.play(b"\xc3\xa9"))  # 24/20
    fields = anki.fields_of(card, Coach())
    assert fields[1].startswith("<svg") and fields[1].count("<circle") > 20
    assert fields[2] == "3-1 to play (2-4 in a match to 7)" and fields[3] == "8/5 6/5"
    assert fields[4].startswith("You played 24/20: -0.100<br>+5.0 % wins")
    assert fields[5] == _PLAY
    fields = anki.fields_of(card_of(_ROLL, actions.double()), Coach((0, -9000, ONE)))
    assert fields[2] == "Double, or roll? (for money)" and fields[3] == "No double, beaver"
    assert fields[4].startswith("You played Double: -0.275<br>No double +0.000<br>")
    fields = anki.fields_of(card_of(_TAKE), Coach((0, 2 * ONE, ONE)))
    assert fields[2] == "Doubled to 2: take? (for money)" and fields[3] == "Drop"
    assert "wins" in fields[4], "why stands behind what the cube's ways are worth"
    broken = Card("Anna", bytes(34))
    assert anki.fields_of(broken, Coach()) is None


def test_an_anki_package_has_a_note_for_each_card_which_anki_knows_again(tmp_path):
    def notes(content):
        path = tmp_path / "deck.apkg"
        path.write_bytes(content)
        with zipfile.ZipFile(path) as packed:
            packed.extract("collection.anki2", tmp_path)
        with sqlite3.connect(tmp_path / "collection.anki2") as base:
            rows = base.execute("select guid, flds, tags from notes").fetchall()
            (models,) = base.execute("select models from col").fetchone()
        return rows, models

    rows, models = notes(anki.package([card_of(_PLAY), card_of(_ROLL)], Coach()))
    assert len(rows) == 2 and rows[0][2].strip() == "picogammon::Anna"
    assert '<symbol id=\\"drawn\\"' in models and "{{FrontSide}}" in models
    again, _ = notes(anki.package([card_of(_ROLL), card_of(_PLAY)], Coach()))
    assert {row[0] for row in rows} == {row[0] for row in again}
    assert all(re.search("XGID=", row[1]) for row in rows)


def test_a_whole_deck_for_anki_is_judged_as_on_the_board(tmp_path):
    backup = backup_of(board_with(card_of(_PLAY, actions.play(b"\xc3\xa9"))), tmp_path)
    path = tmp_path / "cards.apkg"
    assert main([str(path), "--backup", backup]) == 0
    assert zipfile.is_zipfile(path)


def test_two_decks_become_one(tmp_path):
    mine, theirs = numbered(1), numbered(1)
    mine.asked, mine.box, mine.sitting, mine.seen = 3, 2, 10, 12
    theirs.asked, theirs.box, theirs.sitting = 9, 4, 40
    other = numbered(2, "Ben")
    other.box, other.sitting, other.seen = 3, 48, 50
    boards = board_with(mine, numbered(3)), board_with(theirs, other, numbered(3))
    ours, sent = [board.disk for board in boards]
    deck = deck_on(ours)
    for _ in range(2):
        restoring.merge_decks(deck, deck_on(sent))
        found = {card.question: card for card in deck_on(ours)}
        assert len(found) == 3 and deck_on(ours).sitting == 12
        assert (found[theirs.question].box, found[theirs.question].sitting) == (4, 2)
        assert found[other.question].due() == 14  # 2 sittings after the last one, as there


def test_a_restore_keeps_the_boards_cards_and_adds_the_backups(tmp_path):
    there = board_with(numbered(1), numbered(2))
    backup = backup_of(board_with(numbered(2), numbered(3)), tmp_path)
    content = open(backup, "rb").read()
    for board, count in ((there, 3), (Off(), 2), (there, 3)):
        with fetching.OnLink(LinkedBoard(board), print) as place:
            fetching.restore(place, fetching.planned(place, content))
        assert len(deck_on(board.disk)) == count
    with zipfile.ZipFile(backup, "a") as packed:
        assert CARDS in packed.namelist()
    found = {CARDS: b"nonsense" * 20}
    planned = restoring.plan(found, {}, None, [], 64, tmp_path)
    assert planned.notes == ["cards.bin in the backup is damaged: it is left out"]


def test_a_card_is_known_again_whoever_writes_the_name():
    keys = [anki.key_of(card_of(_PLAY, name=name)) for name in ("Anna", "ANNA", "Ben")]
    assert keys[0] == keys[1] != keys[2]
