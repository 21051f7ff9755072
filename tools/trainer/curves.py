"""Learning curves, as a picture."""

import io

from matplotlib.figure import Figure

from tools.trainer import records

_SIZE = (11, 6.5)  # inches


def draw(path, title, history, zero_ply):
    """Writes a PNG of a Fit's history; `zero_ply`: what gnubg loses without look-ahead."""
    epochs = [entry["epoch"] for entry in history]
    figure = Figure(_SIZE, layout="constrained")
    figure.suptitle(title)
    strength, fitted = figure.subplots(2, 1, sharex=True)
    for name, colour in (("contact", "tab:blue"), ("all", "tab:gray")):
        lost = [entry["strength"][name] for entry in history]
        label = f"{name}: {lost[-1]:.2f}"
        strength.plot(epochs, lost, color=colour, marker=".", label=label)
        strength.axhline(
            zero_ply[name], color=colour, ls=":", label=f"gnubg 0-ply, {name}: {zero_ply[name]:.2f}"
        )
    strength.set_ylabel("mEq a decision, by gnubg 2-ply")
    strength.set_ylim(bottom=0)
    for name, label in (
        ("error", "error of the equity"),
        ("held_out_error", "the same, labels not fitted to"),
        ("order", "error within a list"),
        ("held_out", "choices among labels not fitted to"),
    ):
        fitted.plot(epochs, [entry[name] for entry in history], marker=".", label=label)
    fitted.set_ylabel("mEq, by the labels")
    fitted.set_yscale("log", subs=(2, 5))
    fitted.yaxis.set_major_formatter("{x:g}")
    fitted.yaxis.set_minor_formatter("{x:g}")
    fitted.set_xlabel("epoch")
    for axes in (strength, fitted):
        axes.grid(alpha=0.3)
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        axes.xaxis.get_major_locator().set_params(integer=True)
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=110)
    records.write(path, picture.getvalue())
