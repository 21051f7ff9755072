"""The page as the host of a board with Picogammon's firmware. Beside pins, files and time it has
the other end of the link, and is told in words what the board shows. Other firmware runs without.
"""

import json
import sys
from uctypes import addressof

import _page

_FRAME_MS = 16  # between two pictures on a screen


def urandom(n):
    """os.urandom: `n` bytes of the browser's randomness, or of ?seed=... for tests."""
    found = bytearray(n)
    _page.random(addressof(found), n)
    return bytes(found)


def _stand_in(name, more, but=()):
    """Lets firmware import as `name` the port's module with `more`, and without `but`."""
    port = __import__("u" + name)
    found = {known: getattr(port, known) for known in dir(port) if known not in but}
    sys.modules[name] = type(name, (), dict(found, **more))


_stand_in("os", {"urandom": urandom, "sync": _page.sync})
if _page.seeded:  # the times of presses are in the dice, which shall come from ?seed=... alone
    _stand_in("time", {}, ("ticks_us",))


def host():
    """The page as the board's Host; None for a firmware that knows no such thing."""
    try:
        from picogammon.host import Host
    except ImportError:
        return None
    import asyncio
    import machine
    import os

    import words
    from compiled import Maker
    from hands import Hands, Seat

    from picogammon.devices.files import Files
    from picogammon.engine import levels

    class Page(Host):
        """Its port is the page's, and the page is told what the board shows."""

        wired = False
        breath_ms = 1  # after a pause of 0 no press arrives, and no memory is tidied

        def __init__(self):
            Host.__init__(self, machine, Files(sync=os.sync), _page.port)
            self.calm = _page.calm
            self._news = words.News()
            self._hands = Hands(self)
            self._last = None
            self._maker = None
            self._seat = None
            self.grading_ticks = self.ticks_ms

        def make(self, name, plays):
            """Host.make, by the compiled engine where the page has it."""
            if self._maker is None:
                engine = _page.compiled()
                self._maker = Maker(engine) if engine else levels
            return self._maker.make(name, plays)

        def pause(self, ms):
            # The page goes on meanwhile. An idle board need not look more often than can be seen: a
            # press is an interrupt, with its time.
            return asyncio.sleep_ms(ms if ms <= self.breath_ms else max(ms, _FRAME_MS))

        def run(self, work, leave):
            asyncio.create_task(work)  # the page's event loop is already running

        def load_data(self, own=False):
            """Host.load_data; the page's own buttons on the board go no way by pins (hands.py)."""
            data = Host.load_data(self, own)
            if hasattr(data, "PLACE_ROW_PINS"):
                del data.PLACE_ROW_PINS
            return data

        def shown(self, shows):
            navigator = getattr(shows, "navigator", None)
            if navigator is None:  # an alarm
                return
            hands = self._hands
            if hands.navigator is None:
                hands.navigator = navigator
                _page.serve(hands)
                settings = _page.settings
                if settings:
                    hands.begin(settings)
                    return  # what is told first is the match that has begun
            if self._seat is None:
                self._seat = Seat(navigator)
            if self._seat.turns():
                return
            told = _told(words, navigator, shows.session)
            played = navigator.played
            told["played"] = played and dict(zip(("run", "game", "stop"), played))
            heard = self._news.told(shows)
            text = json.dumps(told)
            if text != self._last or heard:
                self._last = text
                _page.told(text, heard)

    return Page()


def begin():
    """Where the page asks for it, writes the log of a match that begins at a position, given as an
    XGID or as a board's QR code says it; says why not. It has a flash of its own (page/kept.js).

    Names and players are those of the settings that the page has, or the usual ones.
    """
    wanted = _page.wanted
    if not wanted:
        return ""
    from picogammon.app.session import resume
    from picogammon.devices.files import MATCHES, Files
    from picogammon.devices.match_log import MatchLog
    from picogammon.devices.nor import SectorFiles
    from picogammon.devices.ring import SECTORS, Ring
    from picogammon.rules import settings
    from picogammon.rules.match import Refusal
    from picogammon.rules.position import RulesError
    from picogammon.rules.situated import match_of
    from picogammon.rules.xgid import from_text

    agreed = _page.agreed
    try:
        base = (
            settings.unpack(bytes.fromhex(agreed)) if agreed else settings.Settings(players=(0, 1))
        )
        match = match_of(from_text(wanted), base.copy(sealed=False))
    except (RulesError, Refusal) as error:
        return str(error)
    ring = Ring(SectorFiles(Files(), MATCHES, SECTORS))
    MatchLog(ring).restart(resume.beginning(match))
    return ""


def _told(words, navigator, session):
    from picogammon.rules.match import MATCH_OVER

    view = navigator.view
    match = session.match
    return {
        "said": words.said(view),
        "sides": words.sides(view),
        "places": words.places(view),
        "keys": words.controls(view),
        "naming": words.types(view),
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
    from picogammon.rules.match import OPENING
    from picogammon.rules.position import RulesError
    from picogammon.rules.xgid import to_xgid

    if match.phase == OPENING:
        return ""
    try:
        situation = match.situation()
        return "" if situation.over else to_xgid(situation)
    except RulesError:
        return ""
