"""Thousands of positions to judge, the same on every runtime."""

import json

from picogammon.rules import position as positions
from reference_data import data_lines


def known_positions():
    """Yields the 1,900 positions of legal_plays.jsonl, each from both sides."""
    for line in data_lines("legal_plays.jsonl"):
        pos = positions.of(json.loads(line)["pos"])
        yield pos
        yield positions.swapped(pos)
