"""Match files without end: random matches through GNU Backgammon and back."""

import tempfile
from pathlib import Path

from tools import gnubg
from tools.matches import reading, writing
from tools.soak.random_matches import some_match, told

_WRITES = {"mat": "export match mat", "sgf": "save match"}  # gnubg's commands
_CALM = ("set confirm new off", "set confirm save off")
_LONGEST_S = 600
_AT_ONCE = 50  # matches that one gnubg imports


def through_gnubg(texts, ending="mat"):
    """What GNU Backgammon writes, as "mat" or "sgf", after it has imported each text, and all it
    said: (files, text).

    A file is None where it wrote nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        commands = [*_CALM]
        for number, text in enumerate(texts):
            Path(folder, f"{number}.mat").write_text(text)
            commands.append(f'import mat "{folder}/{number}.mat"')
            commands.append(f'{_WRITES[ending]} "{folder}/{number}.out"')
        said = gnubg.run(commands, _LONGEST_S)
        outs = [Path(folder, f"{number}.out") for number in range(len(texts))]
        return [out.read_bytes() if out.exists() else None for out in outs], said


def judged(seeds):
    """Writes a random match for each seed, lets GNU Backgammon import it and write it as .mat,
    reads that and writes it again; and so on with its .sgf.

    Returns a dict of what was counted; raises AssertionError where it is not the same match, action
    by action, with the same scores.
    """
    count = {"matches": 0, "games": 0, "actions": 0}
    for at in range(0, len(seeds), _AT_ONCE):
        some = seeds[at : at + _AT_ONCE]
        played = [some_match(seed) for seed in some]
        texts = [writing.write(records).text for records in played]
        for ending in _WRITES:
            files, _ = through_gnubg(texts, ending)
            found = [_faultless(reading.read(file)) for file in files]
            for seed, records, again in zip(some, played, found, strict=True):
                same = told(again) == told(records)
                assert same, f"another match: seed {seed} by {ending}"
            texts = [writing.write(again).text for again in found]
        for wanted in map(told, played):
            count["matches"] += 1
            count["games"] += len(wanted)
            count["actions"] += sum(len(game) for game in wanted)
    return count


def _faultless(found):
    """The records of a MatchFile without faults. Raises AssertionError."""
    assert not found.faults, found.faults
    return found.records
