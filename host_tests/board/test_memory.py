"""A lack of memory costs the feature that needs it, but never the match."""

from binascii import b2a_base64, crc32

from fakes.coach import Coach, quick
from fakes.power import Power, at_board, planted, ran, taps
from picogammon import hardware, server
from picogammon.app.display.view import MessageView
from picogammon.app.modes.advice import Hint
from picogammon.app.modes.main_menu import MainMenu
from picogammon.app.modes.menu import Menu
from picogammon.app.modes.playback import MatchesMenu
from picogammon.app.modes.waiting import Over, Think
from picogammon.app.session.grading import Grader
from picogammon.app.session.players import Computer
from picogammon.app.ubgi.asked import Context
from picogammon.app.ubgi.protocol import Ubgi
from picogammon.devices import transfer
from picogammon.devices.match_log import MatchLog
from picogammon.devices.transfer import Incoming
from picogammon.engine.review import Review
from picogammon.filing import Filing
from picogammon.rules import actions, match
from picogammon.rules.actions import GameRecords
from picogammon.rules.match import Match

_COACH = Computer(lambda: Coach(slices=1))
_WORDS = "this board lacks the memory for that"
_REFUSED = b"error unsupported_feature " + _WORDS.encode()
_XGID = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def _line_of_menu(*labels):
    def way(power):
        yield from power.press("hold-OK")
        for label in labels:
            yield from power.choose(label)
            yield 200

    return way


def _over(power):
    power.board.navigator.commit(actions.resign(1), power.now)
    power.board.navigator.commit(actions.accept(), power.now)
    yield 500


def _review(power):
    yield from _over(power)
    yield from power.press("PREV")
    yield 200


# What lacks memory, and how a person comes to it.
_ASKED = (
    (MainMenu, "__init__", _line_of_menu()),
    (Menu, "show", _line_of_menu()),
    (Hint, "__init__", _line_of_menu("Hint")),
    (Hint, "tick", _line_of_menu("Hint")),
    (MatchesMenu, "tick", _line_of_menu("Earlier matches")),
    (hardware, "report", _line_of_menu("Measure hardware")),
    (Review, "__init__", _over),
    (Review, "step", _review),
)


def _begins(power, **fields):
    fields.setdefault("players", (0, 0))
    power.begin(power.match.settings.copy(length=3, **fields))


def _began(power):
    yield 100
    _begins(power)
    yield from power.press("OK")
    assert power.match.phase == match.TO_PLAY


def test_what_a_press_opens_ends_with_a_sentence_and_the_match_goes_on():
    for owner, name, way in _ASKED:

        def script(power, owner=owner, name=name, way=way):
            yield from _began(power)
            with planted(owner, name, 0, MemoryError):
                yield from way(power)
                page = power.view.page
                assert isinstance(page, MessageView) and page.lines == [_WORDS], (owner, name, page)
            yield from power.press("OK")
            assert not isinstance(power.view.page, MessageView), (owner, name)
            before = power.board.log.size
            yield from power.press("OK OK OK OK OK")
            assert power.board.log.size > before, (owner, name)

        ran(script, Power(7))


# The same of what a line asks for.
_LINES = (
    (Ubgi, "__init__", b"ubgi"),
    (Ubgi, "ready", _XGID),
    (Context, "__init__", b"ubgi"),
    (hardware, "report", b"hardware"),
    (server.Server, "_mirror", b"mirror all"),
    (Filing, "__init__", b"files"),
    (Filing, "_files", b"files"),
    (Incoming, "__init__", b"send 500 1 -"),
)


@at_board(7)
def test_a_line_that_lacks_memory_is_refused_and_the_next_one_is_answered(power):
    yield from _began(power)
    for owner, name, line in _LINES:
        with planted(owner, name, 0, MemoryError):
            yield from power.ask(line)
            assert power.answer.strip() == _REFUSED, (owner, name, power.answer)
        yield from power.ask(b"isready")
        assert power.answer == b"readyok\r\n", (owner, name)
        assert power.view.page is None
        yield from power.ask(b"quit")


@at_board(7)
def test_what_is_sent_where_memory_lacks_is_given_up(power):
    yield from _began(power)
    ring = power.host.ring
    sent = b"".join(transfer.image(ring, ring.running()))
    piece = b2a_base64(sent).strip()
    for owner, name in ((Incoming, "add"), (MatchLog, "write")):
        yield from power.ask(b"send %d %d -" % (len(sent), crc32(sent)))
        with planted(owner, name, 0, MemoryError):
            yield from power.ask(b"data " + piece)
            assert power.answer.strip() == _REFUSED, (name, power.answer)
        assert "coming.new" not in power.disk.files and not ring.writing, name


def test_a_change_of_the_match_that_is_cut_short_is_made_whole_by_a_restart():
    for owner, name in ((GameRecords, "append"), (MatchLog, "append"), (Match, "apply")):
        bug = planted(owner, name, 0, MemoryError)  # the restart leaves the script half-way

        def script(power, bug=bug):
            yield from _began(power)
            power.known = power.match.state()
            bug.__enter__()
            yield from power.press("OK OK OK OK")

        power = Power(7)
        ended = power.run(script)
        bug.__exit__(None, None, None)
        assert ended == "reset", (owner, name)
        assert "no memory for the match" in power.crash_log()
        assert power.run(taps(0)) == "off"
        assert power.match.state() == power.known, (owner, name)


def test_where_the_match_itself_lacks_memory_the_links_engine_gives_way():
    def thinking(power):
        yield 100
        _begins(power, players=(1, 1))
        yield from power.ask(b"ubgi")
        assert power.board.server.ubgi is not None
        ticks = Think.tick

        def lacks(self, now):
            if power.board.server is not None:
                raise MemoryError
            ticks(self, now)

        Think.tick = lacks
        try:
            yield 30000
        finally:
            Think.tick = ticks
        assert power.board.server is None and power.match.turns_back() > 0

    def alone(power):
        yield 100
        _begins(power, players=(1, 1))
        yield 30000

    ran(thinking, Power(7))
    with planted(Think, "tick", 0, MemoryError):
        assert Power(7).run(alone) == "reset"


@at_board(7)
def test_a_review_that_gave_way_is_begun_again_only_by_a_person(power):
    yield from _began(power)
    with planted(Review, "step", 0, MemoryError):
        yield from _over(power)
        yield from power.press("OK")
        yield 300
        assert isinstance(power.board.navigator.top, Over)
    yield from power.press("PREV")
    yield 20000
    assert "Looking" not in " ".join(power.view.page.lines), power.view.page.lines


@at_board(7)
def test_what_grades_tries_again_when_there_is_memory(power):
    yield 100
    _begins(power, names=("Ann", "Bob"))
    session = power.board.session
    session.players.find_coach = lambda: _COACH
    with planted(Grader, "step", 0, MemoryError):
        yield from power.press("OK")
        yield from _over(power)
        yield 20000
        assert session.ungraded and power.view.page is not None
    yield 200_000
    assert not session.ungraded and len(session.people.everybody()) == 2


@at_board(7)
def test_a_line_that_begins_with_no_command_loads_nothing(power):
    yield from _began(power)
    for line in (b"nonsense", b"xgid", b"", b"\x00\xff"):
        yield from power.ask(line)
        assert power.board.server.ubgi is None, line
    assert power.answer.startswith(b"error unknown_command '?' is not one of: ubgi, isready, ")
    yield from power.ask(b"isready")
    assert power.board.server.ubgi is not None


@at_board(7)
def test_what_grades_gives_way_to_a_line_that_needs_memory(power):
    yield 100
    _begins(power, names=("Ann", "Bob"))
    session = power.board.session
    coach = Coach(slices=1)
    session.players.find_coach = lambda: Computer(lambda: coach)
    power.host.make = quick
    while not power.match.decided_turns():
        yield from power.press("OK")
    yield from _over(power)
    while power.board.navigator.base.busy:
        yield 10
    coach.slices = 100_000  # from here on it is graded, and not done soon
    yield 10_000
    assert session.ungraded
    power.host.on_chip = True
    roomy = server.roomy
    looks = []

    def is_roomy():
        looks.append(len(looks) % 2 == 1)
        if looks[-1]:
            holders = list(power.board.__dict__.values())
            holders += list(power.board.upkeep.__dict__.values())
            assert grader not in holders, "it would stay in memory"
        return looks[-1]

    server.roomy = is_roomy
    try:
        for line, said in ((b"isready", b"readyok"), (_XGID, b"8/5"), (b"hardware", b"e end")):
            grader = session.grader
            yield from power.ask(line)
            assert said in power.answer, (line, power.answer)
            assert session.grader is not grader and len(looks) % 2 == 0
            yield from power.ask(b"quit")
    finally:
        server.roomy = roomy
