"""history.csv, beside this file: what a change has cost, a line for each change that moved it.

`make bench` adds a line where its figures differ from the last one's. It is committed with the
change.
"""

import csv
import datetime
from pathlib import Path

FILE = Path(__file__).with_name("history.csv")
COLUMNS = {  # by how the rows of the benchmarks are called that have them
    "image in KB": "size: image in flash",
    "free heap in KB": "chip: free heap, a match of 300 records resumed and mirrored",
    "largest block in KB": "chip: largest free block, a match of 300 records resumed and mirrored",
    "expert's turn in ms": "chip: expert's turn on the board, median of 32",
    "lines of code": "size: code",
    "files of code": "size: files of code",
}


def note(rows, file=FILE, today=None):
    """Adds a line for the rows of a whole run; returns whether it did. A line that says the same as
    the last one, or lacks a figure, is not added."""
    values = {row["name"]: row["value"] for row in rows}
    figures = [values.get(name) for name in COLUMNS.values()]
    if None in figures:
        return False
    found = [str(round(figure, 1)) for figure in figures]
    lines = list(csv.reader(file.read_text().splitlines())) if file.exists() else []
    if lines and lines[-1][1:] == found:
        return False
    lines = lines or [["date", *COLUMNS]]
    lines.append([(today or datetime.date.today()).isoformat(), *found])
    with file.open("w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(lines)
    return True
