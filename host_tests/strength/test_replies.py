"""The trainer's compiled move generator, beside every legal play of the reference rolls."""

import json

import numpy as np

from picogammon.rules import gnu_id
from tools import ROOT
from tools.replies import ROOM, results_of

_LINES = (ROOT / "host_tests" / "data" / "legal_plays.jsonl").read_text().splitlines()


def test_results_are_those_of_the_legal_plays():
    results = np.empty((ROOM, 26), np.int8)
    hashes = np.empty(ROOM, np.uint64)
    for line in map(json.loads, _LINES):
        pos = np.array(line["pos"], np.int8)
        count = results_of(pos, *line["dice"], results, hashes)
        found = [gnu_id.position_id(result.tolist()) for result in results[:count]]
        assert sorted(found) == sorted(line["legal"]), line
        assert pos.tolist() == line["pos"]
