"""Two people, each at his own board, and lines that somebody carries between them."""

from fakes.sitting import SeededDice, Sitting
from picogammon import messenger
from picogammon.app.session.players import FRIEND
from picogammon.rules.match import TO_PLAY, TO_ROLL
from picogammon.rules.settings import Settings


class Drawn(SeededDice):
    """Dice whose secrets differ from board to board."""

    def secret(self):
        return bytes([self.below(65536) >> 7 & 255 for _ in range(16)])


class Board(Sitting):
    """A Sitting with a line: `answer(line)` is what the board answers, as lists of words."""

    def __init__(self, seed, **kept):
        Sitting.__init__(self, Drawn(seed), **kept)
        self.seed = seed
        self.session.players.linked = True

    def answer(self, line):
        replies = messenger.lines(self.navigator, line.split(), self.now)
        return [reply.split(" ")[1:] for reply in replies if reply]

    def wait(self, ms, step=10):
        """Lets time pass, also until dice are made ready that people wait for."""
        from picogammon.app.modes.apart import Preparing  # memory, until they play

        Sitting.wait(self, ms, step)
        while isinstance(self.navigator.top, Preparing):
            Sitting.wait(self, 10)

    def again(self):
        """The board after a power cut."""
        return Board(
            self.seed + 7, journal=self.journal, store=self.store, afar_stores=self.afar_stores
        )

    def said(self):
        """The headline, or what a page says."""
        page = self.sees.page
        return self.sees.headline if page is None else " ".join(page.lines)


def carry(boards, ms=0):
    """Carries lines to and fro until both boards are quiet; returns how both stand."""
    states = ["", ""]
    due = [(0, "friend"), (1, "friend")]
    for _ in range(300):
        if not due:
            return states
        side, line = due.pop(0)
        boards[side].wait(10)
        for words in boards[side].answer(line):
            if words[0] == "send":
                due += [(1 - side, "friend hear " + " ".join(words[1:])), (1 - side, "friend")]
            elif words[0] == "is":
                states[side] = " ".join(words[1:])
    raise AssertionError("they never fall silent")


def met(length=1, seed=3, journal=None, **fields):
    """Two boards that play a match, nothing rolled yet; `journal`: of the first."""
    boards = [Board(seed, journal=journal), Board(seed + 100)]
    settings = Settings(length=length, players=(0, FRIEND), names=("Anna", "Bert"), **fields)
    start(boards[0], settings)
    clock = "/%d" % settings.clock if settings.clock else ""
    assert carry(boards) == ["inviting", "invited Anna %d%s" % (length, clock)]
    boards[1].press("PREV")
    carry(boards)
    for board in boards:
        board.press("OK")
    return boards


def start(board, settings):
    from picogammon.app.modes.apart import invite

    invite(board.navigator, settings, True, board.now)
    board.wait(10)


def turn(boards):
    """Lets whoever is to act roll, or make the first legal play; the other board follows."""
    for board in boards:
        if board.session.friend.ours:
            before = len(board.journal.records)
            board.press("OK")
            carry(boards)
            board.wait(4000, 100)
            for other in boards:
                if other is not board:
                    other.wait(4000, 100)
            return len(board.journal.records) > before
    raise AssertionError("nobody is to act")


def until(boards, *phases):
    for _ in range(4000):
        if boards[0].match.phase in phases:
            return
        turn(boards)
    raise AssertionError("it never came so far")


def same(boards):
    standings = [board.session.friend.friend.standing for board in boards]
    return standings[0].digest == standings[1].digest and standings[0].count == standings[1].count


def opened(**fields):
    """After the opening roll: (boards, whoever is to play, the other)."""
    boards = met(**fields)
    until(boards, TO_PLAY)
    acting = [board for board in boards if board.session.friend.ours]
    waiting = [board for board in boards if board not in acting]
    return boards, acting[0], waiting[0]


def to_roll(**fields):
    """After the opening play: (boards, whoever is to roll, the other)."""
    boards, waiting, acting = opened(**fields)
    until(boards, TO_ROLL)
    return boards, acting, waiting


def labels(board):
    board.press("hold-OK")
    found = [item[0] for item in board.sees.page.items]
    board.press("hold-BACK")
    return found


def refused(board, line, words):
    """The line is refused in such words, and nothing has changed."""
    before = board.log(), board.match.state(), board.afar_stores[0].blob
    (reply,) = board.answer(line)
    assert reply[0] == "none" and words in " ".join(reply), reply
    assert (board.log(), board.match.state(), board.afar_stores[0].blob) == before
