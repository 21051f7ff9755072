"""How much of everything: the one table of what a training run is made of."""

from typing import NamedTuple

FIRST_SEED = 101  # of the label jobs: one job, one seed, one file
HELD_OUT_SEED = 100  # of the labels that nothing is fitted to
FIRST_AHEAD = 1000  # the seed of the first look-ahead job

CENTRED = 3.0  # weight of the order within a list, beside that of the values themselves
FLOOR = 0.01  # what the learning rate ends at, of what it begins with


class Plan(NamedTuple):
    """One fit."""

    files: int  # of labels, from the first seed on
    epochs: int
    rate: float  # the learning rate at the beginning
    batch: int  # positions in a step, or a few more: lists stay whole


class Size(NamedTuple):
    """One training run."""

    hidden: int
    label_jobs: int
    lists: int  # in a label job; about seven positions each
    held_out: int  # lists
    early: Plan  # the net that judges positions after a pass
    passes: int  # positions after a pass
    fit: Plan
    ahead_jobs: int  # our own net looks ahead
    ahead_lists: int  # drawn in a job
    ahead_passes: int  # positions after a pass in a job
    tune: Plan
    race_starts: tuple  # games of each round of the races' net


SIZES = {
    "full": Size(
        hidden=256,
        label_jobs=40,
        lists=100_000,
        held_out=3_000,
        early=Plan(files=8, epochs=6, rate=0.0015, batch=1024),
        passes=60_000,
        fit=Plan(files=40, epochs=12, rate=0.0015, batch=1024),
        ahead_jobs=80,
        ahead_lists=32_000,
        ahead_passes=6_000,
        tune=Plan(files=40, epochs=2, rate=0.0004, batch=1024),
        race_starts=(30_000, 60_000, 120_000),
    ),
    "tiny": Size(
        hidden=64,
        label_jobs=2,
        lists=20_000,
        held_out=500,
        early=Plan(files=1, epochs=1, rate=0.006, batch=256),
        passes=300,
        fit=Plan(files=2, epochs=10, rate=0.004, batch=256),
        ahead_jobs=2,
        ahead_lists=300,
        ahead_passes=100,
        tune=Plan(files=2, epochs=1, rate=0.001, batch=256),
        race_starts=(2_000,),
    ),
}
