"""The page as a board's host: pins, files, time, randomness, and texts of what the board shows."""

import asyncio
import json
import machine

import _page
import deeper
import words
from compiled import Maker
from hands import Hands, no_hints

from picogammon.app.modes.practice import Practice
from picogammon.app.modes.practice_sets import PipCount
from picogammon.app.modes.real_play import DiceEntry
from picogammon.devices.files import Files
from picogammon.engine import levels
from picogammon.host import Host
from picogammon.rules.match import MATCH_OVER, OPENING, RESIGNING
from picogammon.rules.notation import to_xgid
from picogammon.rules.position import RulesError

_FRAME_MS = 16  # between two pictures on a screen


class Page(Host):
    """The host of a board in the page."""

    wired = False
    breath_ms = 1  # after a pause of 0 no press arrives, and no memory is tidied

    def __init__(self):
        Host.__init__(self, machine, Files(sync=_page.sync))
        self.calm = _page.calm
        self.grading_ticks = self.ticks_ms
        self.urandom = machine.urandom
        if _page.seeded:
            self.ticks_us = None  # the times of presses, which are in the dice
        self._maker = self._judge = None
        self._hands = None
        self._news = words.News()
        self._last = None

    def make(self, name, plays):
        """See Host.make; the engine is the compiled one if the page has it."""
        if self._maker is None:
            engine = _page.compiled()
            self._maker = Maker(engine) if engine else levels
        return self._maker.make(name, plays)

    def judge(self, plays):
        """See Host.judge; it is None without the compiled engine."""
        if self._judge is None and _page.compiled():
            master = self.make(deeper.SHALLOW, plays)
            self._judge = deeper.Deeper(master, deeper.TwoRolls(self._maker.search()))
        return self._judge

    def pause(self, ms):
        # An idle board looks once a frame: a press is an interrupt, with its time.
        return asyncio.sleep_ms(ms if ms <= self.breath_ms else max(ms, _FRAME_MS))

    def run(self, work, leave):
        asyncio.create_task(work)  # the page's event loop is already running

    def load_data(self, own=False):
        """See Host.load_data; the page's buttons on the board need no pins (hands.py)."""
        data = Host.load_data(self, own)
        if hasattr(data, "PLACE_ROW_PINS"):
            del data.PLACE_ROW_PINS
        return data

    def choose(self, kept):
        """Lets the page put one of its matches into the board."""
        _page.choose(kept)

    def shown(self, shows):
        navigator = getattr(shows, "navigator", None)
        if navigator is None:  # an alarm
            return
        if self._hands is None:
            hands = self._hands = Hands(navigator, self)
            _page.serve(hands)
            if _page.begins:
                why = hands.begin(_page.begins)
                if why:
                    _page.refused(why)
                return  # the next call is the first, with the match that has begun
        if self._hands.turn():
            return
        if self._hands.gave_up():
            _page.refused("")
            return
        text = json.dumps(_told(navigator, shows.session))
        heard = self._news.told(shows)
        if text != self._last or heard:
            self._last = text
            _page.told(text, heard)


def _told(navigator, session):
    """Returns the page's Told (page/state.js), without `heard`."""
    view = navigator.view
    match = session.match
    agreed = match.settings
    players = session.players
    levels = [
        "" if players.is_person(side) else players.called(agreed.players[side]) for side in (0, 1)
    ]
    coming = [mode.coming.settings for mode in navigator.open_modes if hasattr(mode, "coming")]
    typing = "dice" if isinstance(navigator.top, DiceEntry) else navigator.top.typing
    played = navigator.played
    if played:
        played = dict(zip(("run", "game", "stop"), played))
    is_other = played and played["run"] != session.log.run
    if coming:  # the match of the seal that is shown
        who = _who([player and players.called(player) for player in coming[0].players])
    elif is_other or list(view.names) != list(agreed.names):  # those of practice
        who = ["", ""]
    else:
        who = _who(levels)
    return {
        "said": words.said(view),
        "sides": [words.side(view, 0), words.side(view, 1)],
        "places": words.places(view),
        "keys": words.controls(view),
        "question": words.question(view, navigator.refused),
        "labels": view.keys,
        "helps": navigator.top is navigator.base and OPENING < match.phase < RESIGNING,
        "unhelped": "" if match.helped() else no_hints(agreed),
        "typing": "" if view.asleep else typing,
        "table": words.table(view),
        "seats": words.seats(view, who),
        "xgid": _xgid(match),
        "names": list(agreed.names),
        "scores": agreed.shown(match.scores),
        "length": agreed.length,
        "settings": agreed.pack().hex(),
        "ended": match.phase == MATCH_OVER and navigator.top is navigator.base,
        "fresh": session.fresh,
        "log": session.log.run,
        "practises": any(isinstance(mode, (Practice, PipCount)) for mode in navigator.open_modes),
        "levels": levels,
        "won": agreed.names[match.result.winner] if match.phase == MATCH_OVER else "",
        "played": played,
    }


def _who(levels):
    """Says who plays each side: its level, "you" against a level, or ""."""
    people = levels.count("") + levels.count(0)
    return [level or ("you" if people == 1 else "") for level in levels]


def _xgid(match):
    """Returns the situation's XGID, or '' before the opening roll and after the end."""
    try:
        situation = match.phase != OPENING and match.situation()
        return "" if not situation or situation.over else to_xgid(situation)
    except RulesError:
        return ""
