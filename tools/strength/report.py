"""A measurement as tables for a person."""

from rich import box
from rich.table import Table

_LOOKS = {"box": box.SIMPLE_HEAD, "padding": (0, 1, 0, 0), "pad_edge": False}


def tables(results):
    """rich Tables of what `python -m tools.strength` measured."""
    return [
        _levels(results),
        _categories(results),
        _rolled_out(results),
        _cube(results),
        _positions(results),
    ]


def _levels(results):
    table = Table(
        *("", "mEq a play", "against 0-ply", "PR"),
        title="Plays by gnubg 2-ply (± 95 %)",
        **_LOOKS,
    )
    for level in results["levels"]:
        plays = level["plays"]["all"]
        table.add_row(
            level["level"],
            plus_minus(plays["meq"], plays["interval"]),
            plus_minus(plays["difference"], plays["difference_interval"], "+.1f"),
            f"{level['pr']:.1f} {level['band']}",
        )
    return table


def _categories(results):
    first = results["levels"][0]["plays"]
    table = _by_level("mEq a play", results, "gnubg 0-ply", "any play")
    for name in sorted(first, key=lambda name: (name == "all", name)):
        table.add_row(
            name,
            str(first[name]["decisions"]),
            *(f"{level['plays'][name]['meq']:.1f}" for level in results["levels"]),
            f"{first[name]['gnubg_0ply']:.1f}",
            f"{first[name]['any_play']:.0f}",
        )
    return table


def _rolled_out(results):
    halves = results["levels"][0]["rolled_out"]
    columns = [f"{half}: {name}" for half in halves for name in ("mEq a play", "against 0-ply")]
    table = Table("", *columns, title="Close plays by Sage's rollouts (± 95 %)", **_LOOKS)
    for name in next(iter(halves.values())):
        cells = []
        for half in halves:
            told = halves[half][name]
            theirs = plus_minus(told["gnubg_0ply"], told["gnubg_0ply_interval"])
            cells += [theirs, str(told["decisions"]) + " decisions"]
        table.add_row(f"gnubg 0-ply, {name}", *cells)
        for level in results["levels"]:
            cells = []
            for half in halves:
                told = level["rolled_out"][half][name]
                cells.append(plus_minus(told["meq"], told["interval"]))
                cells.append(plus_minus(told["difference"], told["difference_interval"], "+.1f"))
            table.add_row(f"{level['level']}, {name}", *cells)
    return table


def _cube(results):
    first = results["levels"][0]["cube"]
    table = _by_level("mEq a cube decision", results, "gnubg 0-ply")
    for decision, stakes in first.items():
        for name in stakes:
            table.add_row(
                f"{decision}, {name}",
                str(stakes[name]["decisions"]),
                *(f"{level['cube'][decision][name]['meq']:.1f}" for level in results["levels"]),
                f"{stakes[name]['gnubg_0ply']:.1f}",
            )
    return table


def _positions(results):
    """Error and bias of the levels that judge positions."""
    knowing = {"levels": [level for level in results["levels"] if "positions" in level]}
    table = _by_level("points, who rolls has on the bar", knowing)
    for name, told in knowing["levels"][0]["positions"].items() if knowing["levels"] else ():
        table.add_row(
            name,
            str(told["positions"]),
            *(_error(level["positions"][name]) for level in knowing["levels"]),
        )
    return table


def _error(told):
    return f"{told['rms']:.4f} {told['bias']:+.4f}"


def _by_level(what, results, *others):
    table = Table(what, **_LOOKS)
    for name in ("decisions", *(level["level"] for level in results["levels"]), *others):
        table.add_column(name, justify="right")
    return table


def plus_minus(value, half, form=".1f"):
    """A value and half its interval: `3.4 ± 0.9`."""
    if half is None:
        return f"{value:{form}}"
    return f"{value:{form}} ± {half:{form.lstrip('+')}}"
