"""The match's course as SVG: who was ahead, and where it was lost."""

import io

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

from picogammon.engine.review import MISTAKE  # noqa: E402

COLOURS = ("#c9781a", "#2b6fc2")  # the players', as on the page


def course(game):
    """An SVG of a judging.Game: what it was worth to player 0 before each roll, and errors."""
    rolls = [line for line in game.lines if line.mean is not None]
    values = [(1 - 2 * line.side) * line.mean / 65536 for line in rolls]
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "report", "font.size": 9}):
        figure, axes = plt.subplots(figsize=(7, 2.2), layout="constrained")
        axes.axhline(0, color="#999", linewidth=0.8)
        axes.plot(range(1, len(values) + 1), values, color="#444", linewidth=1.4)
        for i, (line, value) in enumerate(zip(rolls, values), 1):
            for decision in line.decisions:
                if decision.grade.loss >= MISTAKE:
                    side = decision.grade.side
                    axes.plot(i, value, "o", color=COLOURS[side], markersize=5)
        axes.set_xlabel("roll")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_ylabel(f"equity of {_plain(game.settings.names[0])}")
        axes.spines[["top", "right"]].set_visible(False)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None}, transparent=True)
        plt.close(figure)
    return "".join(file.getvalue().partition("<svg")[1:])  # without the XML file's head


def _plain(name):
    """A name without what matplotlib takes for mathematics."""
    return name.replace("$", r"\$")
