"""Two people far apart: how a match of theirs begins, or does not."""

from fakes.two_people import Board, carry, met, refused, same, start, to_roll
from picogammon.app.modes.apart import Preparing, invite
from picogammon.app.session import beads
from picogammon.app.session.friend import bead_note
from picogammon.app.session.players import FRIEND
from picogammon.ground.presses import BACK, SHORT
from picogammon.rules.match import TO_PLAY
from picogammon.rules.settings import ASK, Settings


def test_an_invitation_outlasts_a_power_cut_and_is_withdrawn_by_back():
    board = Board(3)
    board.answer("friend invite 5 Anna")
    first = [words for words in board.answer("friend") if words[0] == "send"]
    board = board.again()
    assert [words for words in board.answer("friend") if words[0] == "send"] == first or not first
    assert ["is", "inviting"] in board.answer("friend")
    board = Board(4)
    board.answer("friend invite 5 Anna")
    board.press("BACK")
    assert ["is", "none"] in board.answer("friend")
    assert ["is", "none"] in board.again().answer("friend")


def test_an_invitation_that_is_refused_does_not_come_again():
    boards = [Board(3), Board(4)]
    boards[0].answer("friend invite 5 Anna")
    boards[0].wait(4000)
    carry(boards)
    assert boards[1].said() == "Anna invites you. A match to 5 points."
    boards[1].press("NEXT")
    boards[0].wait(4000)
    assert carry(boards) == ["inviting", "none"]
    assert boards[1].match.settings.players == [0, 0]


def test_the_menu_of_a_new_match_invites():
    board = Board(3)
    for players, words in (
        ((0, FRIEND), "Your board invites"),
        ((FRIEND, 0), "Your board invites"),
        ((FRIEND, FRIEND), "choose 'human'"),
        ((1, FRIEND), "choose 'human'"),
    ):
        start(board, Settings(length=3, players=players))
        assert words in board.said(), board.said()
        board.press("BACK")
    start(board, Settings(length=3, players=(0, FRIEND), sealed=True))
    assert "not sealed" in board.said()


def test_an_invitation_with_what_this_board_does_not_play_is_refused():
    from picogammon.app.session.greeting import Invitation

    settings = Settings(3, take_back=ASK, no_hints=False)
    message = Invitation(settings, bytes(32)).where()[0]
    refused(Board(3), "friend hear " + message, "hints")


def test_an_invitation_to_another_match_breaks_none():
    boards, acting, waiting = to_roll()
    for board in boards:
        start(board, Settings(length=3, players=(0, FRIEND), names=("Anna", "Bert")))
        board.press("BACK")
    carry(boards)
    acting.press("OK")
    carry(boards)
    assert acting.match.phase == TO_PLAY and same(boards)


def test_a_clock_and_a_variant_are_said_before_one_plays():
    board, guest = Board(3), Board(4)
    fields = {"length": 3, "clock": 1, "variant": 2}
    start(board, Settings(players=(0, FRIEND), names=("Anna", "Bert"), **fields))
    carry([board, guest])
    said = guest.said()
    assert "3 points. Hypergammon. Clock: 12 s, 2 min." in said, said


def test_whoever_carries_the_lines_invites_to_a_match_by_the_clock_and_is_told_of_one():
    board, guest = Board(3), Board(4)
    board.answer("friend invite 3/2 Anna")
    board.wait(4000)
    carry([board, guest])
    assert ["is", "invited", "Anna", "3/2"] in guest.answer("friend")
    assert "3 points. Clock: 8 s, 1 min." in guest.said()
    guest.answer("friend accept Bert")
    guest.wait(4000)
    carry([board, guest])
    assert all(one.match.settings.clock == 2 for one in (board, guest))
    for wrong in ("3/4", "3/", "3/x", "/2", "3/2/1"):
        refused(Board(3), "friend invite %s Anna" % wrong, "")


def test_what_was_withdrawn_meanwhile_begins_nothing():
    board, guest = Board(3), Board(4)
    while not guest.session.under_way:
        guest.press("OK")
    start(board, Settings(length=3, players=(0, FRIEND), names=("Anna", "Bert")))
    carry([board, guest])
    assert guest.said() == "Anna invites you. A match to 3 points."
    guest.press("PREV")
    assert guest.session.library.afar.guest is not None
    guest.answer("friend refuse")
    guest.press("PREV OK PREV OK")
    assert guest.said() == "nobody invites this board now."
    assert guest.match.settings.players == [0, 0]


def test_dice_are_made_ready_in_slices_and_back_leaves():
    board = Board(3)
    settings = Settings(length=3, players=(0, FRIEND))
    for _ in range(2):
        invite(board.navigator, settings, True, board.now)
        board.navigator.tick(board.now)
        assert isinstance(board.navigator.top, Preparing) and board.navigator.top.busy
        board.navigator.press(BACK, SHORT, board.now)
        assert not isinstance(board.navigator.top, Preparing)
    invite(board.navigator, settings, True, board.now)
    ticks = 2  # so far
    while isinstance(board.navigator.top, Preparing):
        board.navigator.tick(board.now)
        ticks += 1
    assert ticks >= beads.LENGTH // beads.SLICE
    assert "Your board invites" in board.said()


def test_anchors_are_looked_for_in_slices():
    board = met()[0]
    friend = board.session.friend.friend
    strings = [beads.Beads(bytes([side] * 16), 200) for side in (0, 1)]
    for side in (0, 1):
        friend.match.apply(bead_note(side, 190, strings[side].bead(190)))
    slices = 1
    while friend.seek_anchors():
        slices += 1
    assert slices == 2 * -(-190 // beads.SLICE) - 1  # the last of one goes on to the other's first
    assert [friend.anchor(side) for side in (0, 1)] == [string.bead(0) for string in strings]
