"""Every play that gnubg wrote for the thousand reference decisions, read and written.

The file's lines are long, too long for a small heap; test_plays_text has a play of each.
"""

import json
from array import array

from picogammon.rules import gnu_id, plays_text, position, steps
from portable import data_lines
from reading import plays

HOST_ONLY = True


def test_every_text_of_gnubg_is_read_and_written():
    texts = 0
    for line in data_lines("plays_2ply.jsonl"):
        line = json.loads(line)
        pos = position.of(line["pos"])
        for result, _, _, _, text in line["moves"]:
            play = plays.parse_play(text, pos, *line["dice"])
            after = array("b", pos)
            for a_step in play:
                steps.make(after, a_step)
            assert gnu_id.position_id(after) == result, text
            assert plays_text.format_play(pos, play) == text
            texts += 1
    assert texts == 19526
