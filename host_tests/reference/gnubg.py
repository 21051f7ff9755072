"""Drives Debian's GNU Backgammon in text mode: many situations in, what it made of them out.

One process answers a whole list of questions: starting it costs more than any of them. After each
question's commands comes a setting that matters to none of them: its echo ends the answer.
"""

from tools.players import gnubg_text
from tools.report.gnubg import ALONE, MARK, MARK_ECHO

_SETTINGS = (*ALONE, "set player 0 name top", "set player 1 name bottom")


def ask(questions, timeout=300):
    """The answer (text) to each question (a list of gnubg's commands); fails without gnubg."""
    lines = list(_SETTINGS) + [MARK]
    for question in questions:
        lines += list(question) + [MARK]
    said = gnubg_text.run(lines, timeout)
    answers = said.split(MARK_ECHO)[1:-1]
    assert len(answers) == len(questions), said[-2000:]
    return answers


def shown_ids(answer):
    """(Position ID, Match ID) of the last board in an answer."""
    shown = [None, None]
    for line in answer.splitlines():
        name, _, text = line.partition("ID")
        if not text.lstrip().startswith(":"):
            continue
        if name.strip().endswith("Position"):
            shown[0] = text.partition(":")[2].strip()
        elif name.strip() == "Match":
            shown[1] = text.partition(":")[2].strip()
    assert None not in shown, answer
    return tuple(shown)


def last_board(answer):
    """The lines of the last board in an answer."""
    lines = answer.splitlines()
    first = max(i for i in range(len(lines)) if "Position ID" in lines[i])
    return lines[first : first + 16]
