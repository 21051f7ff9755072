"""Runs on the board: times what the kernels do, and the same by their twins; see kernels.py."""

import binascii
import gc
import sys
import time
from array import array

from picogammon import board_data
from picogammon.app.display import lights_kernel, pixels_kernel
from picogammon.app.display.screens import draw
from picogammon.devices import kernel as device_kernel
from picogammon.panel import Panel
from picogammon.rules.movegen import Plays

_ROUNDS = 5


def _functions(module, twin):
    """Of a kernel or its twin all that both have, by name."""
    names = [name for name in dir(twin) if name[0] != "_" and hasattr(module, name)]
    return {name: getattr(module, name) for name in names}


class Lent:
    """A module that the image does not have."""


def lend(name, source):
    """Makes it from its source; from here on it can be imported."""
    space = {}
    exec(source, space)
    lent = Lent()
    for inside in space:
        setattr(lent, inside, space[inside])
    sys.modules[name] = lent


def code():
    """Each kernel of the display, what it is made of, and what its twin is."""
    from picogammon.app.display import lights_twin, pixels_twin
    from picogammon.devices import twin as device_twin

    return [
        (kernel, _functions(kernel, twin), _functions(twin, twin))
        for kernel, twin in (
            (pixels_kernel, pixels_twin),
            (lights_kernel, lights_twin),
            (device_kernel, device_twin),
        )
    ]


def took(action, *what):
    """Microseconds that an action takes."""
    began = time.ticks_us()
    action(*what)
    return time.ticks_diff(time.ticks_us(), began)


def frames(view, native, kernels_and_twins):
    """Microseconds for a frame of lights, for drawing a screen, for sending all of it.

    `kernels_and_twins`: as `code` gives them.
    """
    for kernel, kernels, twins in kernels_and_twins:
        for name, function in (kernels if native else twins).items():
            setattr(kernel, name, function)
    panel = board_data.first_of(Panel)[0]
    spent = [0, 0, 0]
    for i in range(_ROUNDS):
        gc.collect()
        spent[0] += took(panel.lights.paint, view, 0, panel.rgb)
        panel.rgb[0] ^= i  # a frame that is on the lights already would not be sent
        spent[0] += took(panel.strip.show, panel.rgb)
        spent[1] += took(draw, view, panel.canvas)
        panel.oled.look_after()
        spent[2] += took(panel.oled.show, panel.canvas.buffer)
    return [us // _ROUNDS for us in spent]


def generators():
    """The native and the pure-Python generator."""
    return Plays(), Plays(native=False)


def compared(rolls, both):
    """[(us by the kernel, us by its twin)] of rolls: position and dice, 28 bytes in hexadecimal.

    Raises ValueError where they do not give the same plays in the same order.
    """
    kernel, twin = both
    found = []
    for text in rolls:
        gc.collect()  # or it is timed as well, now and then
        raw = binascii.unhexlify(text)
        pos = array("b", raw[:26])
        ours = took(kernel.generate, pos, raw[26], raw[27])
        theirs = took(twin.generate, pos, raw[26], raw[27])
        end = 4 * kernel.count
        same = (kernel.count, kernel.dice_used) == (twin.count, twin.dice_used)
        if not same or kernel.buffer[:end] != twin.buffer[:end]:
            raise ValueError("kernel and twin differ: " + text)
        found.append((ours, theirs))
    return found
