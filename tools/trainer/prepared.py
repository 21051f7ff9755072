"""Labelled positions as the net sees them, in memory: thirty million of them take 4 GB."""

from typing import NamedTuple

import numpy as np

from tools.trainer.features import featurize
from tools.trainer.records import CERTAIN


class Prepared(NamedTuple):
    """The records of one file."""

    rows: np.ndarray  # [n, MOST]
    count: np.ndarray  # of rows
    bucket: np.ndarray
    chances: np.ndarray  # [n, 5]
    first: np.ndarray  # whether a list begins


def prepare(labelled):
    """The Prepared of records."""
    rows, count, bucket = featurize(labelled["pos"])
    chances = (labelled["chances"] / np.float32(CERTAIN)).astype(np.float32)
    return Prepared(rows, count, bucket, chances, labelled["first"].copy())
