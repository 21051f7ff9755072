"""Match files without end: random matches through GNU Backgammon and back, and spoilt files."""

import random
import re
import tempfile
import time
from pathlib import Path

from tools import ROOT, gnubg
from tools.matches import MatError, log, reading, writing
from tools.soak.random_matches import some_match, told

_WRITES = {"mat": "export match mat", "sgf": "save match"}  # gnubg's commands
_CALM = ("set confirm new off", "set confirm save off")
_SAMPLES = ROOT / "host_tests" / "match_files" / "samples"
_SECOND_GAME = re.compile(rb"\n ?game 2|\n\(;(?=FF.*game:1)", re.I)
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


class Spoiler:
    """Spoils match files: bytes, letters that matter, and lines are changed, left out, put in."""

    _SIGNS = b'0123456789/*:;()[]=>"\t\r\n -.,?\xef\xbb\xbf\x00\xe9barofWTDins'
    _PIECES = (b"Doubles => 2", b" Takes", b" Drops", b" Beavers => 4", b"Wins 1 point", b"66: ")
    _PIECES += (b"????", b"Cannot Move", b"Game 2\n", b" 7 point match\n", b"bar/20(2)", b"25/20")
    _PIECES += (b"00: ????", b"Concedes", b"(;FF[4]", b";B[31", b";W[double]", b"DI[", b"MI[")
    _PIECES += (b'; [Picogammon "game 1 action 0: roll 3-3"]\n', b"99999999999", b"\xff\xfe", b"\n")

    def __init__(self, files, seed):
        self._files = [bytes(file) for file in files]
        self._wheel = random.Random(seed)

    def file(self):
        """Another spoilt file, as bytes."""
        wheel = self._wheel
        content = wheel.choice(self._files)
        for _ in range(wheel.choice((1, 1, 1, 2, 3, 8))):
            content = self._spoilt(content)
        return content

    def _spoilt(self, content):
        wheel = self._wheel
        at = wheel.randrange(len(content) + 1)
        end = min(len(content), at + wheel.choice((1, 1, 1, 2, 5, 40)))
        fault = wheel.randrange(7)
        if fault < 2:
            return content[:at] + bytes((wheel.choice(self._SIGNS),)) + content[at + fault :]
        if fault == 2:
            return content[:at] + content[end:]
        if fault == 3:
            return content[:at] + wheel.choice(self._PIECES) + content[at:]
        if fault == 4:
            return content[:at] + content[at:end] * wheel.choice((2, 2, 50)) + content[end:]
        lines = content.split(b"\n")
        first, second = wheel.randrange(len(lines)), wheel.randrange(len(lines))
        if fault == 5:
            lines[first], lines[second] = lines[second], lines[first]
        else:
            del lines[first]
        return b"\n".join(lines)


def sound():
    """Sound files (bytes) of other programs' kinds and our own, to be spoilt; short ones often."""
    whole = [path.read_bytes() for path in sorted(_SAMPLES.iterdir())]
    first = [_SECOND_GAME.split(file)[0] + b"\n" for file in whole]
    own = sorted((writing.write(some_match(seed, seed % 2)).text for seed in range(24)), key=len)
    return whole + 8 * (first + [text.encode() for text in own[:4]])


def spoilt(count, seed=1):
    """Reads `count` spoilt files; each is a match, or an error with a reason.

    Returns a dict of what was counted. What is read is written again, and read as the same. Raises
    AssertionError where it is not, and whatever else the reader raises.
    """
    spoiler = Spoiler(sound(), seed)
    said = {"files": count, "refused": 0, "slowest": 0.0}
    for _ in range(count):
        file = spoiler.file()
        began = time.monotonic()
        try:
            found = reading.read(file)
            if not list(log.games(found.records)):
                continue
        except MatError as error:
            assert str(error)
            said["refused"] += 1
            continue
        finally:
            said["slowest"] = max(said["slowest"], time.monotonic() - began)
        again = reading.read(writing.write(found.records).text.encode())
        assert told(again.records) == told(found.records), file
    return said
