"""Two people far apart, by the clock: each board counts its own side's time."""

from fakes.two_people import carry, labels, same, to_roll
from picogammon.app.session.tournament import TournamentClock
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER, TO_PLAY


def timed(boards):
    """What each board keeps of both clocks: seconds left."""
    found = []
    for board in boards:
        note = board.match.notes.get(actions.CLOCK)
        found.append([ms // 1000 for ms in TournamentClock(1, 1, note).left])
    return found


def sit(boards, seconds):
    """Nobody presses so long; the line goes on."""
    for _ in range(seconds):
        for board in boards:
            board.wait(1000, 100)
        carry(boards)


def test_each_board_counts_its_own_sides_time_and_tells_it():
    boards, acting, waiting = to_roll(clock=1)
    side = acting.session.friend.side
    began = timed(boards)[0]
    assert min(began) >= 119 and began == timed(boards)[1]
    sit(boards, 50)
    late = timed(boards)[0]
    assert late == timed(boards)[1] and 80 < late[side] <= 90 and late[1 - side] == began[1 - side]
    acting.press("OK")
    sit(boards, 2)
    assert acting.match.phase == TO_PLAY and same(boards)
    rolled = timed(boards)[0]
    assert rolled == timed(boards)[1] and 76 < rolled[side] < 84
    assert rolled[1 - side] == began[1 - side]
    again = acting.again()
    assert timed([again])[0] == rolled and "Stop the clock" not in labels(again)


def test_who_has_no_time_left_loses_on_both_boards():
    boards, acting, waiting = to_roll(clock=1)
    sit(boards, 140)
    assert timed(boards)[0] == timed(boards)[1]
    assert timed(boards)[0][acting.session.friend.side] == 0
    assert "accept" in waiting.said() and same(boards)
    waiting.press("PREV OK")
    carry(boards)
    assert [board.match.phase for board in boards] == [MATCH_OVER] * 2 and same(boards)
    assert boards[0].match.scores == boards[1].match.scores


def test_who_has_no_time_left_cannot_go_back_while_the_line_is_down():
    boards, acting, waiting = to_roll(clock=1)
    for _ in range(140):
        acting.wait(1000)
    acting.press("BACK hold-BACK")
    carry(boards)
    for _ in range(3):
        sit(boards, 2)
    assert "accept" in waiting.said() and same(boards)
