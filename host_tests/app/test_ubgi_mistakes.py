"""UBGI v0.1 from programs that err: each mistake is named and changes nothing for the next line."""

from app.ubgi_talk import START, XGID, Talk, id_of
from picogammon.app.ubgi.protocol import COMMANDS, Ubgi


def test_no_memory_is_said():
    def make(level, plays):
        raise MemoryError

    talk = Talk()
    talk.ubgi = Ubgi("casual", make)
    assert talk.ask(XGID) == "error unsupported_feature this board lacks the memory for that"


def test_each_mistake_is_named_with_what_to_do():
    for line, code, part in (
        ("isready now", "bad_argument", "write 'isready'"),
        ("setoption", "bad_argument", "no option ''"),
        ("setoption name Strength value 9", "bad_argument", "Level, EvalMode"),
        ("setoption name Level value wizard", "bad_argument", "novice/casual"),
        ("setoption name Threads value 2", "bad_argument", "write 1 to 1"),
        ("setoption name Seed value x", "bad_argument", "write 0 to 2147483647"),
        ("setoption name Deterministic value maybe", "bad_argument", "true/false"),
        ("setoption name Deterministic value false", "unsupported_feature", "leave"),
        ("setoption name Level value", "bad_argument", "after 'value'"),
        ("setoption Level novice", "bad_argument", "write name/value, not 'Level'"),
        ("newgame please", "bad_argument", "write 'newgame'"),
        ("newsession", "bad_argument", "money/match"),
        ("newsession type match", "bad_argument", "length: write 1 to 64"),
        ("newsession type match length 65", "bad_argument", "length: write 1 to 64, not '65'"),
        ("newsession type money length 3", "bad_argument", "no length"),
        ("newsession type money jacoby yes", "bad_argument", "off/on"),
        ("newsession type money colour red", "bad_argument", "jacoby"),
        ("setscore 1", "bad_argument", "setscore p0 p1"),
        ("setscore 1 -2", "bad_argument", "not '-2'"),
        ("setscore 1 2 3", "bad_argument", "crawford"),
        ("setcube value 3 owner p0", "bad_argument", "1, 2, 4"),
        ("setcube value 2", "bad_argument", "center/p0/p1"),
        ("setcube 2 p0", "bad_argument", "value/owner"),
        ("setturn p2", "bad_argument", "p0/p1"),
        ("setturn", "bad_argument", "setturn p0/p1"),
        ("position", "bad_argument", "position gnubgid ID"),
        ("position fen x", "bad_argument", "gnubgid/xgid"),
        ("position gnubgid hello", "bad_argument", "14 letters"),
        ("position xgid hello", "bad_argument", "10 fields"),
        ("dice 3", "bad_argument", "dice a b"),
        ("dice 3 7", "bad_argument", "write 1 to 6, not '7'"),
        ("setoffer rematch", "bad_argument", "none/double"),
        ("go", "bad_argument", "chequer/cube/turn"),
        ("go role", "bad_argument", "after 'role'"),
        ("go role checker", "bad_argument", "chequer/cube/turn"),
        ("go role cube movetime soon", "bad_argument", "movetime"),
        ("go role cube", "missing_context", "position gnubgid"),
        ("go role chequer", "missing_context", "position gnubgid"),
        ("go role answer", "missing_context", "setoffer"),
        ("hardware", "unsupported_feature", "board"),
        ("Ubgi", "unknown_command", "isready"),
        ("xgid", "unknown_command", "XGID=..."),
    ):
        answer = Talk().ask(line)
        assert answer.startswith("error %s " % code) and part in answer, (line, answer)


def test_what_contradicts_itself_is_found_when_it_is_asked():
    for lines, part in (
        (("newsession type match length 3", "setscore 3 0"), "the match is over"),
        (
            (
                "newsession type match length 3",
                "setscore 2 0 crawford on",
                "setcube value 1 owner p0",
            ),
            "Crawford",
        ),
        (("newsession type match length 1", "setoffer double"), "without doubling"),
    ):
        talk = Talk()
        role = "answer" if "setoffer double" in lines else "cube"
        talk.tell("position gnubgid " + START, *lines[:-1])
        talk.tell("position gnubgid " + START, lines[-1])
        answer = talk.ask("go role " + role)
        assert answer.startswith("error bad_argument ") and part in answer, answer
    talk = Talk()
    talk.tell("position gnubgid " + id_of("24:-1"))
    assert talk.ask("go role cube") == "error bad_argument the game is over"
    talk.tell("position gnubgid " + START, "setoffer double", "dice 3 1")
    assert "go role answer" in talk.ask("go role chequer")


def test_damaged_lines_are_answered_by_errors_and_change_nothing_for_the_next():
    """Each letter of each command replaced, left out and doubled."""
    talk = Talk()
    for line in (
        "setoption name EvalMode value cubeless",
        "newsession type match length 7 crawford on",
        "setscore 2 1",
        "setcube value 2 owner p0",
        "position gnubgid " + START,
        "setoffer double",
        "go role cube movetime 9",
    ):
        for at in range(len(line)):
            for letter in ("", " ", "9", "-", "\xff", line[at] * 2):
                for reply in talk.ubgi.line(line[:at] + letter + line[at + 1 :]):
                    assert "went wrong" not in reply, (line, at, letter, reply)
    assert talk.ubgi.line("ubgi")[-1] == "ubgiok"
    talk.tell("position gnubgid " + START, "dice 3 1")
    assert talk.ask("go role chequer") == "bestmove 8/5 6/5"


def test_each_command_of_the_table_is_known():
    for word in COMMANDS:
        line = XGID if word == "xgid" else word
        for reply in Talk().ubgi.line(line):
            assert "unknown_command" not in reply and "went wrong" not in reply, reply
