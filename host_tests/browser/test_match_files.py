"""Match files on the page: opened, saved and verified by the tools' own code."""

import re
from pathlib import Path

import pytest

from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session import seal
from picogammon.rules import actions
from tools.matches import reading, writing
from tools.soak.match_files import some_match, told
from tools.virtual_board.driver import VirtualBoard, on_manual_time

_SECRET = "000102030405060708090A0B0C0D0E0F"
_NAME = "with grandma.mat"


@pytest.fixture(scope="module")
def sealed():
    """The text of a .mat file of a match to 1 with sealed dice."""
    number = "271828"
    digest = seal.seal_of(_SECRET)
    dice = [seal.roll(_SECRET, number, 1, count) for count in range(1, 9)]
    sitting = Sitting(LoadedDice(dice), two_people(1))
    while sitting.match.rolls_made() < 6:
        sitting.press("OK")
    records = list(sitting.journal.records)
    records.append(actions.note(actions.SECRET, _SECRET.encode()))
    records.insert(2, seal.note(digest, number))
    return writing.write(records).text


@pytest.fixture(scope="module")
def opened(chromium, firmware_address):
    """The page, with its matches open, for the tests that leave nothing behind but matches: its
    clerk has begun."""
    context = chromium.new_context(service_workers="block")
    board = VirtualBoard(context.new_page(), on_manual_time(f"{firmware_address}?seed=5"))
    board.page.get_by_role("button", name="Matches").click()
    yield board.page
    assert board.faults == [] and board.errors() == []
    context.close()


@pytest.fixture
def verifying(opened):
    """It, with the dialog that verifies dice, which has forgotten what was there."""
    opened.get_by_role("button", name="Verify sealed dice").click()
    yield opened
    opened.locator("#verifying .close").click()


def _file(content, name=_NAME):
    return {"name": name, "mimeType": "text/plain", "buffer": content}


def _choose(page, what, content, name=_NAME):
    page.locator(f"#matches .{what} input").set_input_files(_file(content, name))


def _row(page, name=_NAME):
    """The match of the file, among those that are kept."""
    return page.locator("#matches li", has_text=name)


def _said(page, text):
    page.locator("#matches [role=status]", has_text=text).wait_for()


def test_a_file_is_opened_and_saved_again_as_the_same_match(shelf):
    records = some_match(3)
    written = writing.write(records, {"EventDate": "2026.01.01"}).text
    expected = reading.read(written.encode())
    _choose(shelf, "open", b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode())
    _said(shelf, "with grandma.mat is among the matches")
    with shelf.expect_download() as download:
        _row(shelf).get_by_role("button", name="Save").click()
    names = "-".join(expected.names)
    assert download.value.suggested_filename == re.sub(r"\W+", "-", names).strip("-") + ".mat"
    assert _row(shelf).locator("b").inner_text() == " – ".join(expected.names)
    again = reading.read(download.value.path().read_bytes())
    assert again.records == expected.records
    _choose(shelf, "open", b" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/4\n")
    _said(shelf, "line 5: 31: not legal")
    assert shelf.locator("#matches li").count() == 2


_FAULTY = """ 5 point match

 Game 1
 Ann : 0                        Zoë : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 55: Illegal play            61: 13/7 8/7
      Wins 1 point
"""


def _sgf():
    """What gnubg writes of a match, with a game more that breaks off."""
    sound = (Path(__file__).parents[1] / "match_files" / "samples" / "gnubg.sgf").read_bytes()
    return sound.rstrip() + b"(;FF[4]GM[6]MI[length:5][game:9][ws:1][bs:4];W[42hdfd];B[3"


@pytest.mark.parametrize(
    "name, content",
    [
        ("utf-16-le", _FAULTY.encode("utf-16")),
        ("utf-16-be", b"\xfe\xff" + _FAULTY.encode("utf-16-be")),
        ("sgf", _sgf()),
    ],
    ids=("utf-16-le", "utf-16-be", "sgf"),
)
def test_a_file_with_faults_is_opened_as_far_as_it_is_sound_and_says_so(opened, name, content):
    expected = reading.read(content)
    _choose(opened, "open", content, f"{name}.mat")
    _said(opened, f"{name}.mat is among the matches")
    assert len(expected.faults) == 1
    for note in expected.notes:
        _said(opened, note)
    with opened.expect_download() as download:
        _row(opened, f"{name}.mat").get_by_role("button", name="Save").click()
    again = reading.read(download.value.path().read_bytes())
    assert told(again.records) == told(expected.records)


def _verified(page, text):
    page.locator("#verifying [role=status]", has_text=text).wait_for()


def _verify(page, content):
    page.locator("#verifying input[type=file]").set_input_files(_file(content))


def test_sealed_dice_are_verified(verifying, sealed):
    _verify(verifying, sealed.encode())
    _verified(verifying, "YES: all")
    _verified(verifying, "Compare the seal")
    _verify(verifying, sealed.replace("number 271828", "number 271829").encode())
    _verified(verifying, "in the file")
    _verified(verifying, "rolls are not as they were sealed")
    _verify(verifying, "".join(sealed.partition("secret ")[0]).encode() + b"\xe4")
    _verified(verifying, "this is no match file")


def test_the_seal_that_was_noted_and_the_secret_are_typed(verifying, sealed):
    digest = seal.hex_text(seal.seal_of(_SECRET))
    verifying.get_by_label("Seal, 16 digits").fill(digest[:16].lower())
    _verify(verifying, sealed.replace(f" secret {_SECRET}", "").encode())
    _verified(verifying, "the secret is not in the file")
    verifying.get_by_label("Secret, if the file lacks it").fill(_SECRET)
    verifying.keyboard.press("Enter")
    _verified(verifying, "It has the seal that you gave")
    verifying.get_by_label("Number").fill("271829")
    verifying.keyboard.press("Enter")
    _verified(verifying, "NO: the number in the file is 271828, not 271829")
    verifying.get_by_label("Number").fill("271828")
    verifying.keyboard.press("Enter")
    _verified(verifying, "Number: 271828. It is the one that you gave.")
    verifying.get_by_label("Seal, 16 digits").fill(digest[:15])
    verifying.keyboard.press("Enter")
    _verified(verifying, "15 digits of a seal prove nothing")
    verifying.get_by_label("Seal, 16 digits").fill("0" + digest)
    verifying.keyboard.press("Enter")
    _verified(verifying, f"this is another match: its seal is {digest}")
