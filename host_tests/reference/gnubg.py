"""What Debian's GNU Backgammon shows of many positions."""

from tools import gnubg

_SEATS = ("set player 0 name top", "set player 1 name bottom")
_LONGEST_S = 300


def ask(questions):
    """The answer (text) to each question (a list of gnubg's commands); fails without gnubg."""
    return gnubg.ask(_SEATS, questions, _LONGEST_S)


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
