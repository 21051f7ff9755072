"""A report beside another's, row by row."""

from rich.table import Table

# What no two boards have alike, and says nothing of how fast they are.
_OWN = ("number", "bits ")


def table(report, other):
    """The rows as a table: what both say, and how many times the first is of the second."""
    shown = Table("what", "this board", "the other", "ratio")
    for column in (1, 2, 3):
        shown.columns[column].justify = "right"
    for label in [*report.rows, *(label for label in other.rows if label not in report.rows)]:
        if not label.startswith(_OWN):
            shown.add_row(
                label, _text(report, label), _text(other, label), ratio(report, other, label)
            )
    return shown


def _text(report, label):
    row = report.rows.get(label)
    return row.text if row else "-"


def ratio(report, other, label):
    """How many times a row's number is that of the other's, as text; "" where that says nothing."""
    one, two = report.rows.get(label), other.rows.get(label)
    if one is None or two is None or one.unit is None or one.unit != two.unit:
        return ""
    if one.number == two.number:
        return "1.00"
    if one.number <= 0 or two.number <= 0:
        return ""
    return f"{one.number / two.number:.2f}"
