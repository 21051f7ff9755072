"""Two people, each at his own board: what they press and see in a match."""

from fakes.memory import MemoryJournal
from fakes.two_people import Board, carry, labels, met, opened, refused, same, to_roll, turn, until
from picogammon.app.session.players import FRIEND
from picogammon.rules import actions
from picogammon.rules.match import GAME_OVER, MATCH_OVER, OPENING, TAKING_BACK, TO_PLAY, TO_ROLL


def test_a_friend_is_invited_and_plays_and_both_logs_are_the_same():
    boards = met(3)
    assert [board.match.settings.players for board in boards] == [[0, FRIEND], [FRIEND, 0]]
    assert boards[1].said() == "Waiting for Anna"
    until(boards, MATCH_OVER)
    carry(boards)
    assert same(boards)
    assert boards[0].match.scores == boards[1].match.scores
    told = [
        [
            record
            for record in board.journal.records
            if actions.kind_of(record) in (actions.ROLL, actions.PLAY)
        ]
        for board in boards
    ]
    assert told[0] == told[1] and len(told[0]) > 30


def test_the_board_shows_whom_it_waits_for_and_when_nobody_is_there():
    boards, acting, waiting = to_roll()
    name = waiting.session.friend.name
    carry(boards)
    waiting.press("OK")
    assert waiting.said() == "Waiting for " + name
    for _ in range(6):  # somebody at the link asks, and the other board says nothing
        waiting.wait(2000)
        waiting.answer("friend")
    waiting.wait(10)
    assert waiting.said() in (name + "'s board is silent", "Their board is silent")
    waiting.wait(4000)
    assert waiting.said() == "No line to " + name
    carry(boards)
    waiting.wait(10)
    assert waiting.said() == "Waiting for " + name


def test_nobody_gets_help_nor_sets_anything_up():
    boards, acting, waiting = opened(length=3)
    for board in boards:
        found = labels(board)
        for label in ("Hint", "This match", "Set up position", "Enter real dice", "Tutor"):
            assert label not in found, label
        assert "Your friend" in found
    acting.navigator.commit(actions.settings(acting.match.settings.copy(names=("X", "Y"))), 0)
    assert acting.said() == "that cannot be changed while a friend plays"
    assert acting.match.settings.names == ["Anna", "Bert"]


def test_a_play_waits_until_the_other_board_has_all_that_was_written():
    boards, acting, waiting = to_roll()
    acting.press("OK")
    (bead,) = [words for words in acting.answer("friend") if words[:2] == ["send", "act"]]
    for words in waiting.answer("friend hear " + " ".join(bead[1:])):
        if words[0] == "send":
            acting.answer("friend hear " + " ".join(words[1:]))
    assert acting.match.phase == TO_PLAY and waiting.match.phase == TO_ROLL
    rolled = len(acting.journal.records)
    for _ in range(8):
        acting.press("OK")
    assert acting.said() in (waiting_words(acting), "Waiting for their board")
    assert len(acting.journal.records) == rolled
    acting.press("BACK")
    assert acting.said() != waiting_words(acting)
    acting.press("OK")
    acting.wait(4000)  # what was lost comes again
    carry(boards)
    acting.wait(10)
    carry(boards)
    assert len(acting.journal.records) == rolled + 1 and waiting.match.phase == TO_ROLL
    assert same(boards)


def waiting_words(board):
    return "Waiting for %s's board" % board.session.friend.name


def test_the_friend_is_asked_before_anything_is_taken_back():
    boards, acting, waiting = to_roll()
    waiting.press("hold-OK")
    waiting.choose("Take back")
    waiting.press("OK")
    assert "asked" in waiting.said()
    carry(boards)
    assert "ake back" in acting.said()
    acting.press("NEXT OK")  # refuses
    carry(boards)
    assert acting.match.phase == TO_ROLL
    waiting.press("hold-OK")
    waiting.choose("Take back")
    waiting.press("OK")
    carry(boards)
    acting.press("PREV OK")  # accepts; who has wished for it is not asked again
    carry(boards)
    assert waiting.match.phase == acting.match.phase == TO_PLAY and same(boards)
    assert waiting.session.friend.ours


def test_who_is_to_act_asks_for_a_take_back_and_the_friend_answers():
    boards, acting, waiting = to_roll()
    acting.press("hold-OK")
    acting.choose("Take back")
    acting.press("OK")
    carry(boards)
    assert waiting.said().endswith("ake back 1 turn?"), waiting.said()
    waiting.press("PREV OK")
    carry(boards)
    assert acting.match.phase == TO_PLAY and same(boards)


def test_a_double_and_a_resignation_are_answered_at_the_other_board():
    boards, acting, waiting = to_roll(length=3)
    acting.press("NEXT OK")
    carry(boards)
    assert "take?" in waiting.said() or "doubles" in waiting.said()
    waiting.press("PREV OK")
    carry(boards)
    assert acting.match.cube == waiting.match.cube == 2
    acting.press("hold-OK")
    acting.choose("Resign")
    acting.choose("Single game")
    acting.press("NEXT OK")
    carry(boards)
    waiting.press("PREV OK")
    carry(boards)
    assert acting.match.phase == GAME_OVER and same(boards)
    boards[1].press("OK")
    assert boards[1].match.phase == GAME_OVER  # player 1's board begins the next game
    boards[0].press("OK")
    carry(boards)
    assert boards[1].match.phase == OPENING and same(boards)


def test_phrases_are_said_and_seen():
    boards, acting, waiting = to_roll()
    waiting.press("NEXT")
    waiting.choose("Good luck")
    carry(boards)
    acting.sees  # noqa: B018  # it is drawn
    assert "Good luck" in acting.navigator.view.headline
    refused(acting, "friend say 6", "no such phrase")


def test_both_compare_the_same_digits():
    boards = met()
    seen = []
    for board in boards:
        board.press("hold-OK")
        board.choose("Your friend")
        board.choose("Compare the dice")
        pages = []
        for _ in range(2):
            page = board.sees.page
            pages.append((page.title, page.lines))
            board.press("NEXT")
        seen.append(pages)
        board.press("hold-BACK")
    assert seen[0] == seen[1] and seen[0][0] != seen[0][1]
    anchors = [words[1] for words in boards[0].answer("friend anchors") if words[0] == "anchor"]
    assert anchors[0].startswith("".join(seen[0][0][1][1:]).replace(" ", ""))


def test_a_match_goes_on_after_power_cuts_on_either_board():
    boards = met(3)
    for step in range(90):
        turn(boards)
        if step % 7 == 0:
            boards[step % 2] = boards[step % 2].again()
            assert boards[step % 2].session.friend.friend.level is False
            carry(boards)
            assert same(boards)
    assert any(boards[0].match.scores) or boards[0].match.rolls_made() > 5


def test_what_no_board_could_say_is_refused_and_changes_nothing():
    boards, acting, waiting = to_roll()
    stranger = Board(9)
    for board in (acting, waiting, stranger):
        refused(board, "friend hear nonsense", "")
        refused(board, "friend hear", "no m")
        refused(board, "friend hear at 3 00", "")
        refused(board, "friend hear hello 2 00 00", "newer firmware")
        refused(board, "friend hear hello 1 00 00", "")
        refused(board, "friend hear " + "a" * 300, "160 letters")
        refused(board, "friend dance", "friend hear")
        refused(board, "friend invite x Anna", "")
        refused(board, "friend say x", "")
        refused(board, "friend accept", "nobody invites")
    refused(stranger, "friend invite 99 Anna", "")
    refused(stranger, "friend invite 5 " + "A" * 13, "")
    refused(stranger, "friend invite 5", "")
    refused(stranger, "friend hear act 1 " + "00" * 8 + " 05", "no match with that board")
    assert same(boards)


def test_nothing_is_sent_that_could_not_be_written():
    boards, acting, waiting = to_roll()
    acting.journal.full = True
    acting.press("OK")
    assert "could not be saved" in acting.said()
    acting.press("OK")
    assert not [words for words in acting.answer("friend") if words[0] == "send"]
    acting.journal.full = False
    acting.wait(4000)
    carry(boards)
    assert acting.match.phase == TO_PLAY and same(boards)


def test_a_match_whose_seed_is_lost_says_so_and_stands():
    boards, acting, waiting = to_roll()
    acting.afar_stores[0].blob = None
    again = acting.again()
    again.answer("friend")
    again.wait(20)
    assert "seed" in again.said()
    again.press("OK")
    assert again.match.phase == TO_ROLL
    again.press("hold-OK")
    again.choose("New match")
    again.press("hold-BACK")


def test_another_match_puts_this_one_aside_and_it_goes_on_later():
    boards, acting, waiting = to_roll()
    log = list(acting.journal.records)
    assert acting.session.library.put_aside()
    assert acting.match.settings.players == [0, 0]
    assert acting.session.friend is None
    acting.navigator.begin(acting.now, acting.session.library.resume, log)
    assert acting.session.friend.ours
    carry(boards)
    acting.press("OK")
    carry(boards)
    assert waiting.match.phase == TO_PLAY and same(boards)


def test_an_old_wish_accepts_nothing_later():
    boards, acting, waiting = to_roll()
    waiting.press("hold-OK")
    waiting.choose("Take back")
    waiting.press("OK")
    carry(boards)
    acting.press("NEXT OK")  # refuses
    turn(boards)
    until(boards, TO_ROLL)
    assert waiting.session.friend.ours
    turn(boards)
    until(boards, TO_ROLL)
    acting.navigator.commit(actions.take_back(1, acting.session.friend.side), acting.now)
    carry(boards)
    carry(boards)
    assert waiting.match.phase == TAKING_BACK and "ake back" in waiting.said()


class LongLog(MemoryJournal):
    """Each game begins a new log."""

    size = 1 << 20


def test_a_game_that_begins_a_new_log_goes_on_after_a_power_cut():
    boards = met(3, journal=LongLog())
    while not any(boards[0].match.scores):
        turn(boards)
    until(boards, TO_ROLL)
    assert actions.kind_of(boards[0].journal.records[1]) == actions.GAME
    assert len(boards[0].journal.records) < len(boards[1].journal.records)
    boards[0] = boards[0].again()
    carry(boards)
    assert same(boards)
