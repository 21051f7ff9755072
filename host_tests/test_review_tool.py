"""tools.review reads the log that a board has written, and comes to the board's numbers."""

import pytest

from fakes.coach import Coach
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon.app.modes.waiting import Over
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.devices.recent import Recent
from picogammon.rules import match
from tools.matches.log import games
from tools.matches.opening import from_log
from tools.review import review
from tools.review.__main__ import main


def numbers(done):
    """All that a review says, as something to be compared."""
    return [
        (side.decisions, side.lost, side.luck, side.pr, side.worst and side.worst.row)
        for side in done.sides
    ]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """(the log's path, what the board's reviews said) of a match that random fingers played."""
    path = tmp_path_factory.mktemp("log") / "match.log"
    log = Recent(Files(), str(path))
    sitting = Sitting(SeededDice(3), journal=log, coach=Coach(slices=0))
    sitting.begin(two_people(3))
    fingers = SeededDice(4)
    said = []
    for _ in range(20_000):
        top = sitting.navigator.top
        if isinstance(top, Over):
            while top.review is None or not top.review.done:
                sitting.wait(10)
            said.append(numbers(top.review))
            if sitting.match.phase == match.MATCH_OVER:
                return path, said
            sitting.press("OK")
        elif sitting.match.turns_back() > 2 and not fingers.below(60):
            sitting.press("hold-OK")
            sitting.choose("Take back")
            sitting.press("OK")
        else:
            sitting.press(("OK", "OK", "OK", "NEXT", "PREV")[fingers.below(5)])
    raise AssertionError("the match did not end")


def test_the_log_gives_the_board_s_numbers(played):
    path, said = played
    again = [numbers(review(game, Coach(slices=0))) for game in games(from_log(path))]
    assert again == said
    assert any(side[1] for game in said for side in game), "somebody erred"


def test_a_log_that_is_damaged_is_read_as_far_as_it_goes_and_left_alone(played, tmp_path):
    path, said = played
    damaged = tmp_path / "damaged.log"
    damaged.write_bytes(path.read_bytes()[:-3] + b"xyz")
    before = damaged.read_bytes()
    assert len(list(games(from_log(damaged)))) == len(said)
    assert damaged.read_bytes() == before


def test_the_newest_records_beside_the_log_count_as_well(played, tmp_path):
    path, _ = played
    records = list(Recent(Files(), str(path)).open())
    copy = tmp_path / "match.log"
    log = Recent(Files(), str(copy))
    log.restart(records[:2])
    for record in records[2:]:
        log.append(record)
    log.close()
    newest = copy.with_name("match.log.newest")
    assert newest.stat().st_size > 50
    before = copy.read_bytes(), newest.read_bytes()
    assert from_log(copy) == records
    assert (copy.read_bytes(), newest.read_bytes()) == before
    newest.unlink()
    assert records[: len(from_log(copy))] == from_log(copy) != records


@pytest.mark.parametrize("records", [[b"\x03\x09\x00"], [b"\x01nonsense"], [b"\xff"]])
def test_a_log_that_is_no_match_is_refused_in_words(records, tmp_path, capsys):
    path = tmp_path / "match.log"
    Journal(Files(), str(path)).restart(records)
    assert main([str(path)]) == 1
    assert capsys.readouterr().err.startswith("review: ")


def test_without_a_file_it_says_so(tmp_path, capsys):
    assert main([str(tmp_path / "none.log")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("review: There is no ") and "Errno" not in said
    assert main([str(tmp_path / "none.log"), "--level", "novice"]) == 1
    assert capsys.readouterr().err == (
        "review: novice cannot tell what a play is worth; these levels can: club, expert, master, "
        "grandmaster\n"
    )
