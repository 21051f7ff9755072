"""Boards of chance measures: each is refused in one sentence, or nothing of it meets anything."""

import random

from tools.build.measures import DESIGNS, MeasureError
from tools.lazily import lazily

exact = lazily("tools.build.exact")
pages = lazily("tools.build.pages")

# What people change, and how far.
_CHANCE = {
    "lights_per_metre": (30, 60, 100, 144),
    "point_width": (12, 55),
    "point_length": (40, 220),
    "middle": (0, 80),
    "bar_width": (5, 80),
    "tray_width": (0, 80),
    "border": (5, 60),
    "first_light": (-25, 40),
    "hole": (3, 20),
    "thickness": (2, 30),
    "well": (3, 20),
}
_MOST = 5  # changes at once


def measures_of(chance):
    """(a design, its changes) by chance (a random.Random)."""
    changes = {}
    for name in chance.sample(sorted(_CHANCE), chance.randint(1, _MOST)):
        of = _CHANCE[name]
        changes[name] = chance.choice(of) if len(of) > 2 else round(chance.uniform(*of), 1)
    if chance.random() < 0.2:
        changes["board"] = chance.choice(("pico", "pico_five"))
    return chance.choice(sorted(DESIGNS)), changes


def run(count, seed=1):
    """Draws boards until `count` were accepted. Returns {"drawn", "refused"}; raises AssertionError
    with the measures where two bodies meet, or one stands out.
    """
    chance = random.Random(seed)
    drawn = refused = 0
    while drawn < count:
        design, changes = measures_of(chance)
        try:
            layout = pages.layout_of(design, **changes)
        except MeasureError as problem:
            assert "\n" not in str(problem) and len(str(problem)) < 250, (design, changes)
            refused += 1
            continue
        assert not (wrong := exact.problems(layout)), (design, changes, wrong[:3])
        drawn += 1
    return {"drawn": drawn, "refused": refused}
