"""What Debian's GNU Backgammon shows of many positions."""

from tools import children
from tools.players.gnubg import COMMAND, ENVIRONMENT

# It asks nobody and does nothing by itself.
_ALONE = (
    "set player 0 human",
    "set player 1 human",
    "set automatic crawford off",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set automatic doubles 0",
    "set confirm new off",
)
_SEATS = ("set player 0 name top", "set player 1 name bottom")
# A setting that matters to no question: its echo ends an answer.
_MARK = "set confirm save off"
_MARK_ECHO = "Will not ask for confirmation overwriting existing files."
_LONGEST_S = 900


def run(commands, timeout=_LONGEST_S):
    """Returns all that gnubg says while it does the commands, within `timeout` seconds."""
    done = children.run(
        COMMAND,
        input="\n".join([*commands, "quit", "y", ""]),
        capture_output=True,
        text=True,
        timeout=timeout,
        env=ENVIRONMENT,
        check=True,
    )
    return done.stdout


def ask(questions, settings=_SEATS):
    """Returns the answer (text) to each question (a list of gnubg's commands).

    One process answers them all: starting it costs more than most questions. `settings`: commands
    before the first.
    """
    lines = [*_ALONE, *settings, _MARK]
    for question in questions:
        lines += [*question, _MARK]
    said = run(lines)
    answers = said.split(_MARK_ECHO)[1:-1]
    assert len(answers) == len(questions), said[-1000:]
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
