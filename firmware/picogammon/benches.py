"""How long the board takes for what a player waits for: plays, lights, screens.

Each bench is a generator over slices. It yields None while it works, and rows, (label, text).
"""

import gc
from array import array
from micropython import const

from picogammon.app.display.screens import draw
from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from picogammon.rules import xgid
from picogammon.rules.situated import match_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from picogammon.app.modes.navigator import Navigator
    from picogammon.devices.gauges import Chip
    from picogammon.panel import Panel
    from picogammon.rules.plays import Plays

    Rows = Iterator[tuple[str, str] | None]
    Took = Callable[..., int]  # the microseconds that a call takes

# An opening roll, a usual middle game, and one in which master looks for three times as long.
_POSITIONS = (
    ("opening", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"),
    ("middle game", "XGID=-b----E-D---cDb--c-c-bA-A-:0:0:1:25:0:0:0:0:10"),
    ("long look", "XGID=-a-a--E-C---cE---bbdb--B--:0:0:1:21:0:0:0:0:10"),
)
_DOUBLES = ("doubles", "XGID=-abABBB-BA-AbB---e-e---AA-:0:0:1:22:0:0:0:0:10")  # 343 plays
_TIMES = 10


def ms(us: int) -> str:
    """Microseconds as text, in ms."""
    return "%d.%02d ms" % (us // 1000, us % 1000 // 10)


def deciding(took: "Took", chip: "Chip | None", plays: "Plays") -> "Rows":
    """Measures a play of each level in each position, and the longest slice.

    `took`: as in hardware. `chip`: a gauges.Chip or None. `plays`: a Plays.
    """
    for name in levels.levels():
        gc.collect()
        yield None
        try:
            engine = levels.make(name, plays)
        except (MemoryError, WeightsError) as error:
            yield name, "not here: %s" % error
            continue
        longest = 0
        if chip:
            chip.count_cache()
        for where, text in _POSITIONS:
            thought = engine.begin(match_of(xgid.from_xgid(text)))
            spent = 0
            while not thought.done:
                us = took(thought.step)
                spent += us
                longest = max(longest, us)
                yield None
            yield "%s, %s" % (name, where), ms(spent)
        yield name + ", longest slice", ms(longest)
        hits = chip and chip.cache_hits()
        if hits:
            yield name + ", cache hits", "%d.%d %%" % divmod(hits, 10)


def finding(took: "Took", plays: "Plays") -> "Rows":
    """Measures the search for all plays of a roll. `plays`: a Plays."""
    for where, text in _POSITIONS + (_DOUBLES,):
        situation = xgid.from_xgid(text)
        gc.collect()
        yield None
        first, second = situation.dice
        yield "all plays, " + where, ms(took(plays.generate, situation.position, first, second))


def judging(took: "Took") -> "Rows":
    """Measures the net's outcome of a position, with another position each time."""
    try:
        judge = levels.shared_judge()
    except (MemoryError, WeightsError):
        return
    out = array("i", [0] * 5)
    known = [xgid.from_xgid(text).position for _, text in _POSITIONS]
    spent = 0
    for pos in known * _TIMES:
        spent += took(judge.outcome, pos, out)
    yield "outcome of the net", ms(spent // (len(known) * _TIMES))


def showing(took: "Took", panel: "Panel", navigator: "Navigator", now: int) -> "Rows":
    """Measures what follows a press: the view, a frame of lights, the screen and its changes."""
    view = navigator.view
    flicker = bytearray(1)  # a frame that is on the lights already would not be sent

    def lights() -> None:
        panel.lights.paint(view, now, panel.rgb)
        flicker[0] ^= 1
        panel.rgb[0] ^= flicker[0]
        panel.strip.show(panel.rgb)

    def press() -> None:
        navigator.refresh()
        lights()

    gc.collect()
    yield None
    yield "frame of lights", ms(sum([took(lights) for _ in range(_TIMES)]) // _TIMES)
    yield "press to lights", ms(sum([took(press) for _ in range(_TIMES)]) // _TIMES)
    navigator.changed = True  # draws what was due before
    yield "screen drawn", ms(took(draw, view, panel.canvas))
    if panel.oled.look_after():
        yield "screen sent", ms(took(panel.oled.show, panel.canvas.buffer))
