"""Plays two players against each other: who is better, and how certain is that?

A player is one of our levels, `gnubg N`, `bgsage N`, or the command line of an engine that speaks
UBGI. The same command continues a duel that was stopped.
"""

import json
import re
import sys
from pathlib import Path

from picogammon.rules.settings import MAX_LENGTH
from tools import ROOT, files, jobs, terminal
from tools.command import least, tool
from tools.duel import pairs
from tools.files import FileError
from tools.matches import MatError
from tools.players import PlayerError
from tools.players.finding import check, find
from tools.strength.intervals import mean_interval

_FOLDER = ROOT / "build" / "duels"


class Trouble(Exception):
    """A duel that cannot be played; the text says what to do."""


def _options(parser):
    parser.add_argument("a", help="a player")
    parser.add_argument("b", help="its opponent")
    parser.add_argument(
        "--games", type=least(2), default=1000, help="games, or matches (%(default)s)"
    )
    parser.add_argument("--length", type=least(0), default=0, help="of a match; 0 for money games")
    parser.add_argument("--no-cube", dest="cube", action="store_false", help="without doubling")
    parser.add_argument("--seed", default="1", help="other dice (%(default)s)")
    parser.add_argument("--into", type=Path, help="the folder for the matches (build/duels/…)")
    parser.add_argument("--workers", type=least(1), help="games at once (one per core)")


@tool(
    _options,
    Trouble,
    FileError,
    MatError,
    PlayerError,
    jobs.LostError,
    prefix="duel: ",
    interrupted="\nThe same command continues from here.",
)
def main(options):
    """Plays the rest of a duel, and prints its result."""
    console = terminal.console(highlight=False)
    folder = _folder(options)
    played = _play(options, folder, console)
    console.print(told(options.a, options.b, options.length, played))
    console.print(f"The matches are in {folder}", soft_wrap=True)


def _folder(options):
    """Returns the folder for the matches. Raises Trouble if it has another duel's."""
    if options.length > MAX_LENGTH:
        raise Trouble(f"a match goes to 1 to {MAX_LENGTH} points, or 0 for money")
    for name in (options.a, options.b):
        check(name)
    about = {name: getattr(options, name) for name in ("a", "b", "length", "cube", "seed")}
    name = f"{options.a} {options.b} {options.length} {options.seed}"
    name += "" if options.cube else " no cube"
    name = re.sub(r"[^A-Za-z0-9.]+", "-", name)
    folder = options.into or _FOLDER / name[-100:].strip("-")
    try:
        files.make_folder(folder)
    except FileError as trouble:
        raise Trouble(f"{trouble} (--into)") from None
    kept = folder / "duel.json"
    said = (json.dumps(about, indent=1) + "\n").encode()
    if kept.exists() and files.read(kept) != said:
        raise Trouble(f"{folder} has another duel's matches: name another folder by --into")
    files.write(kept, said)
    return folder


def _play(options, folder, console):
    """Returns [(points of a in seat 0, in seat 1)] of all pairs, played or found in the folder."""
    wanted = -(-options.games // 2)
    size = pairs.pairs_a_file(options.length)
    starts = [(first, min(size, wanted - first)) for first in range(0, wanted, size)]
    played = {}
    for first, count in starts:
        kept = _kept(folder, first)
        if all(path.exists() for path in kept):
            found = _read([files.read(path).decode(errors="replace") for path in kept], kept)
            if len(found) >= count:
                played[first] = found[:count]
    left = [(first, count) for first, count in starts if first not in played]
    if left:
        cube = options.cube and _all_answer(options, console)
        agreed = {"length": options.length, "cube_on": cube, "jacoby": False}
        given = [((options.a, options.b), agreed, options.seed, *start) for start in left]
        with jobs.pool(options.workers) as pool, jobs.progress(console) as progress:
            label = f"{options.a} – {options.b}"
            for i, texts in jobs.shown(pool, progress, label, pairs.play_pairs, given):
                first = left[i][0]
                kept = _kept(folder, first)
                for path, text in zip(kept, texts):
                    files.write(path, text.encode())
                played[first] = _read(texts, kept)
    return [pair for first in sorted(played) for pair in played[first]]


def _all_answer(options, console):
    """True if both can answer a double; otherwise says that the duel goes without a cube."""
    for name in (options.a, options.b):
        player = find(name)
        try:
            if not player.answers:
                console.print(f"{name} cannot answer doubles: no cube", soft_wrap=True)
                return False
        finally:
            player.close()
    return True


def _kept(folder, first):
    return [folder / f"{first:06}-{seat}.mat" for seat in pairs.SEATS]


def _read(texts, paths):
    found = []
    for seat, (text, path) in enumerate(zip(texts, paths)):
        try:
            found.append(pairs.results(text, seat))
        except MatError as problem:
            raise MatError(f"{path}: {problem}; remove it, and it is played again") from None
    return list(zip(*found))


def told(a, b, length, played):
    """Returns the result of pairs in words."""
    points, half = mean_interval([(one + two) / 2 for one, two in played])
    games = [points for pair in played for points in pair]
    won = sum(game > 0 for game in games)
    if length:
        says = f"{won} of {len(games)} matches to {length} against {b}: {50 + 50 * points:.1f} %"
        scale, places = 50, 1
    else:
        says = f"{won} of {len(games)} games against {b}: {points:+.4f} points per game"
        scale, places = 1, 4
    if half is None:
        return f"{a} won {says} (one pair has no interval)"
    return f"{a} won {says} ± {scale * half:.{places}f} (95 %)"


if __name__ == "__main__":
    sys.exit(main())
