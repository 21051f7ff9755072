"""What the page knows beside the wires: what the board shows, in words, its situation, its port.

It stands before three methods of Picogammon's firmware: Board.start gets the page's port, after
Board.show the page is told, and where it asks for calm Lights.paint lets no light pulse. Any other
firmware runs without it.
"""

import json

import _page

_LOG = "match.log"


def join():
    """From now on the page is told. Does nothing with a firmware that has no such board."""
    try:
        from picogammon.board import Board
    except ImportError:
        return
    if _page.port:
        _plug(Board)
    _hear(Board)
    _calm()


def begin():
    """Where the page asks for it, writes the log of a match that begins at a position, given as an
    XGID or as a board's QR code says it; says why not. It has a flash of its own (page/kept.js).

    Names and players are those of the settings that the page has, or the usual ones.
    """
    wanted = _page.wanted()
    if not wanted:
        return ""
    from picogammon.app.session import resume
    from picogammon.devices.journal import Journal
    from picogammon.rules import settings
    from picogammon.rules.errors import RulesError
    from picogammon.rules.match import Refusal
    from picogammon.rules.position_code import from_text
    from picogammon.rules.situated import match_of

    agreed = _page.agreed()
    try:
        base = (
            settings.unpack(bytes.fromhex(agreed)) if agreed else settings.Settings(players=(0, 1))
        )
        match = match_of(from_text(wanted), base.copy(sealed=False))
    except (RulesError, Refusal) as error:
        return str(error)
    journal = Journal(_LOG)
    journal.restart(resume.beginning(match))
    journal.close()
    return ""


def _plug(board):
    """The page's port is the board's."""
    start = board.start

    def started(self, now, rest=None):
        self.plug(_page.port)
        start(self, now, rest)

    board.start = started


def _hear(board):
    import words
    from hands import Hands
    from news import News

    show = board.show
    last = [None]
    news = News()
    hands = Hands()
    _page.serve(hands)

    def heard(self, now):
        show(self, now)
        if hands.navigator is None:
            hands.navigator = self.navigator
            _page.choices(json.dumps(hands.choices()))
        told = _told(words, self.navigator, self.session)
        played = self.navigator.played
        told["played"] = played and dict(zip(("log", "game", "stop"), played))
        heard, follows = news.told(self.navigator.view, _waits(self))
        text = json.dumps(told)
        if text != last[0] or heard:
            last[0] = text
            _page.told(text, heard, follows)

    board.show = heard


def _waits(board):
    """Whether the board waits for a person, or nobody plays but computers, who are listened to."""
    session = board.session
    if not session.players.is_person(0) and not session.players.is_person(1):
        return True
    top = board.navigator.top
    return not top.goes_on and (session.players.person_decides() or top is not board.navigator.base)


def _told(words, navigator, session):
    from picogammon.rules.phases import MATCH_OVER

    view = navigator.view
    match = session.match
    return {
        "said": words.said(view),
        "sides": words.sides(view),
        "places": words.places(view),
        "table": words.table(view),
        "seats": words.seats(view, ["", ""] if navigator.played else _played_by(session)),
        "xgid": _xgid(match),
        "names": list(match.settings.names),
        "scores": list(match.scores),
        "length": match.settings.length,
        "settings": match.settings.pack().hex(),
        "fresh": session.fresh,
        "levels": [_level(session, side) for side in (0, 1)],
        "won": match.settings.names[match.result.winner] if match.phase == MATCH_OVER else "",
    }


def _played_by(session):
    """For each side "you", a level's name, or "" if people play both."""
    alone = session.players.only_person
    return [_level(session, side) or ("you" if alone == side else "") for side in (0, 1)]


def _level(session, side):
    """Which level or program plays a side; "" for a person."""
    players = session.players
    return "" if players.is_person(side) else players.called(session.match.settings.players[side])


def _xgid(match):
    """The situation, '' where an XGID cannot say it: before the opening roll, after the end."""
    from picogammon.rules import phases
    from picogammon.rules.errors import RulesError
    from picogammon.rules.xgid import to_xgid

    if match.phase == phases.OPENING:
        return ""
    try:
        situation = match.situation()
        return "" if situation.over else to_xgid(situation)
    except RulesError:
        return ""


def _calm():
    from picogammon.app.display.lights import Lights

    paint = Lights.paint

    def painted(self, view, now, rgb):
        if view.calm or not _page.calm():
            return paint(self, view, now, rgb)
        view.calm = True
        paint(self, view, now, rgb)
        view.calm = False
        return True  # painted again soon: the page may want it otherwise then

    Lights.paint = painted
