"""How much of everything: the one table of what a training run is made of."""

from typing import NamedTuple

FIRST_SEED = 101  # of the label jobs: one job, one seed, one file
HELD_OUT_SEED = 100  # of the labels that nothing is fitted to

FLOOR = 0.01  # what the learning rate ends at, of what it begins with


class Plan(NamedTuple):
    """One fit."""

    epochs: int
    rate: float  # the learning rate at the beginning
    batch: int  # positions in a step, or a few more: lists stay whole


class Size(NamedTuple):
    """One training run."""

    hidden: int
    label_jobs: int
    lists: int  # in a label job; about seven positions each
    held_out: int  # lists
    forced: int  # positions after a roll without a choice, at most
    fit: Plan
    race_starts: tuple  # games of each round of the races' net
    race_outside: int  # checkers outside the home board for which it is given exact labels


SIZES = {
    "full": Size(
        hidden=256,
        label_jobs=28,
        lists=100_000,
        held_out=3_000,
        forced=800_000,
        fit=Plan(epochs=14, rate=0.001, batch=1024),
        race_starts=(5_000, 15_000, 60_000),
        race_outside=6,
    ),
    "tiny": Size(
        hidden=64,
        label_jobs=2,
        lists=12_000,
        held_out=500,
        forced=4_000,
        fit=Plan(epochs=10, rate=0.004, batch=256),
        race_starts=(500,),
        race_outside=3,
    ),
}
