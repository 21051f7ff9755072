"""UBGI v0.1 as programs speak it: they tell a session, a score, a position, and ask what to do."""

from app.ubgi_talk import START, XGID, Talk, casual, id_of
from fakes.coach import UNIT, Coach
from picogammon.app.ubgi.protocol import Ubgi
from picogammon.engine.numbers import ONE
from picogammon.rules import gnu_id, xgid
from picogammon.rules.situation import Situation
from rulebook import position


def test_the_hello_names_options_and_ends_with_ubgiok():
    lines = Ubgi("casual").line("ubgi")
    assert lines[-1] == "ubgiok"
    assert "option name Deterministic type check default true" in lines
    assert "option name EvalMode type combo default cubeful var cubeless var cubeful" in lines
    assert "option name Threads type spin default 1 min 1 max 1" in lines
    variants = "var backgammon var nackgammon var hypergammon"
    assert "option name Variant type combo default backgammon " + variants in lines
    assert any(line.startswith("option name Seed type spin default 0 ") for line in lines)
    assert any(line.startswith("option name Level type combo default casual ") for line in lines)
    assert [line.split()[0] for line in lines[:-1]].count("id") >= 3


def test_level_0_a_program_that_only_moves_checkers():
    talk = casual()
    assert talk.ubgi.line("ubgi")[-1] == "ubgiok"
    assert talk.ask("isready") == "readyok"
    talk.tell("newgame", "position gnubgid " + START, "dice 3 1")
    assert talk.ask("go role chequer") == "bestmove 8/5 6/5"
    talk.tell(
        "position gnubgid " + id_of("25:1 24:-2 23:-2 22:-1 21:-2 20:-2 19:-2 6:5"), "dice 3 4"
    )
    assert talk.ask("go role chequer") == "bestmove bar/22 22/18"
    talk.tell("position gnubgid " + id_of("6:1 5:1 24:-3"), "dice 6 5")
    assert talk.ask("go role chequer") == "bestmove 6/off 5/off"
    closed_out = id_of("25:1 24:-2 23:-2 22:-2 21:-2 20:-2 19:-2")
    talk.tell("position gnubgid " + closed_out, "dice 3 1")
    assert talk.ask("go role chequer movetime 100 depth 2 nodes 1 trials 0") == "bestmove pass"
    talk.tell("quit")
    assert talk.ubgi.closed


def test_movetime_hurries_an_engine_and_no_other_budget_does():
    for words, hurries in (
        ("movetime 50", True),
        ("movetime 0", True),
        ("movetime 5000", False),
        ("depth 1 nodes 1 trials 1", False),
        ("", False),
    ):
        talk = Talk(slices=20)
        asked = []
        times = iter(range((1 << 30) - 40, (1 << 30) + 10000, 10))  # it wraps meanwhile
        talk.engine.hurry = lambda asked=asked: asked.append(True)
        talk.ubgi = Ubgi(
            "casual",
            lambda level, plays, talk=talk: talk.engine,
            now=lambda times=times: next(times) % (1 << 30),
        )
        talk.tell("position gnubgid " + START, "dice 3 1")
        assert talk.ask("go role chequer " + words).startswith("bestmove ")
        assert bool(asked) == hurries, words


def test_movetime_that_is_over_before_the_play_is_thought_about_hurries_that_as_well():
    """A question that begins forgets that the one before it was in haste: the cube's, of a turn."""
    for words in ("role chequer movetime 0", "role turn movetime 1"):
        talk = Talk(slices=3)
        done = []
        times = iter(range(0, 10000, 10))
        rank = talk.engine.rank

        def ranked(situation, also=None, done=done, rank=rank):
            done.append("begun")
            found = yield from rank(situation, also)
            return found

        talk.engine.rank = ranked
        talk.engine.hurry = lambda done=done: done.append("hurried")
        talk.ubgi = Ubgi(
            "casual",
            lambda level, plays, talk=talk: talk.engine,
            now=lambda times=times: next(times),
        )
        talk.tell("position gnubgid " + START, "dice 3 1")
        talk.ask("go " + words)
        assert "hurried" in done[done.index("begun") :], words


def test_an_engine_that_looks_two_rolls_ahead_says_how_far_it_is():
    talk = Talk(slices=4)
    rank = talk.engine.rank

    def deeper(situation, also=None):
        for comparing, judged in ((0, 100), (6, 500), (6, 700), (3, 900)):
            talk.engine.comparing = comparing
            talk.engine.judged = judged
            yield
        talk.engine.comparing = 0
        found = yield from rank(situation, also)
        return found

    talk.engine.rank = deeper
    talk.tell("position gnubgid " + START, "dice 3 1")
    lines = talk.ubgi.line("go role chequer")
    assert lines[:2] == [
        "info role chequer depth 2 nodes 500",
        "info role chequer depth 2 nodes 900",
    ]
    assert lines[2].startswith("info role chequer eq ") and lines[3].startswith("bestmove ")


def test_bgci_checks_it_and_finds_nothing():
    talk = casual()
    assert talk.ubgi.line("ubgi")[-1] == "ubgiok"
    talk.tell("newgame", "setoption name Variant value backgammon")
    assert talk.ask("isready") == "readyok"
    for place, roll, word in (
        (START, "6 1", "/"),
        ("Np7BQSCYZ/AAWA", "5 3", "bar/"),
        ("/z0AADDeaxsAAA", "5 5", "/off"),
        ("t02oASACAAAAAA", "5 1", "/off"),
    ):
        talk.tell("position gnubgid " + place, "setturn p1", "dice " + roll)
        answer = talk.ask("go role chequer")
        assert answer.startswith("bestmove ") and word in answer, answer


def test_level_1_the_cube():
    assert Talk(cube=(0, UNIT, ONE)).cube() == "bestcube double"


def test_no_double_where_it_is_worth_less_or_not_allowed():
    assert Talk(cube=(UNIT, 0, ONE)).cube() == "bestcube nodouble"
    talk = Talk(cube=(0, UNIT, ONE))
    talk.tell("setcube value 2 owner p1")
    assert talk.cube() == "bestcube nodouble"
    talk.tell("newsession type match length 5", "setscore 4 0")
    assert talk.cube() == "bestcube nodouble", "the Crawford game"
    talk.tell("setscore 4 0 crawford off", "setturn p1")
    assert talk.cube() == "bestcube double"
    talk.tell("newsession type match length 1")
    assert talk.cube() == "bestcube nodouble"


def test_level_2_what_is_known_is_said_before_the_answer():
    talk = Talk()
    talk.tell("position gnubgid " + START, "dice 3 1")
    info, best = talk.ubgi.line("go role chequer")
    words = info.split(" ")
    assert words[:3] == ["info", "role", "chequer"]
    assert words[3:11:2] == ["eq", "pwin", "pgammon", "pbg"]
    assert " pv " + best[len("bestmove ") :] in info
    info, _ = talk.ubgi.line("go role cube")
    assert info.startswith("info role cube eq 0.00000 pwin 0.68665 pgammon ")
    assert casual().ubgi.line("go role cube")[0].startswith("error missing_context")
    blind = casual()
    blind.tell("position gnubgid " + START)
    assert blind.ubgi.line("go role cube") == ["bestcube nodouble"], "it cannot tell"


def test_a_turn_is_the_cube_and_then_the_play_that_follows_once_it_is_taken():
    talk = Talk(cube=(0, UNIT, ONE))
    talk.tell("position gnubgid " + START, "dice 3 1", "setturn p1")
    assert talk.ask("go role turn") == "bestturn cube=double move=8/5 6/5"
    assert (talk.last().cube, talk.last().owner, talk.last().dice) == (2, 0, (3, 1))
    talk = Talk(cube=(UNIT, 0, ONE))
    talk.tell("position gnubgid " + START, "dice 3 1")
    assert talk.ask("go role turn") == "bestturn cube=nodouble move=8/5 6/5"
    assert (talk.last().cube, talk.last().owner) == (1, None)


def test_a_double_is_answered_and_a_beaver_and_a_raccoon():
    talk = Talk(cube=(0, UNIT, ONE))
    talk.tell("position gnubgid " + START, "setoffer double")
    assert talk.ask("go role answer") == "bestanswer take"
    talk = Talk(cube=(0, 2 * ONE, ONE))
    talk.tell("position gnubgid " + START, "setoffer double")
    assert talk.ask("go role answer") == "bestanswer drop"
    talk = Talk(cube=(0, -UNIT, ONE))
    talk.tell("newsession type money beavers raccoons", "position gnubgid " + START)
    talk.tell("setoffer double")
    assert talk.ask("go role answer") == "bestanswer beaver"
    talk.tell("setoffer beaver")
    assert talk.ask("go role answer") in ("bestanswer take", "bestanswer drop")
    talk.tell("setoffer raccoon")
    assert talk.ask("go role answer") == "bestanswer take"
    talk.tell("newsession type money", "position gnubgid " + START, "setoffer beaver")
    assert talk.ask("go role answer") == "error bad_argument a beaver, but no beavers are agreed"


def test_resignations_are_offered_where_all_is_lost_and_answered():
    lost = "position gnubgid " + id_of("12:15 24:-1")
    talk = Talk()
    talk.tell(lost)
    for _ in range(2):
        assert talk.ask("go role resign") == "bestresign gammon"
    talk.tell("position gnubgid " + START)
    assert talk.ask("go role resign") == "bestresign none"
    for offer in ("single", "gammon", "backgammon"):
        talk.tell("setoffer " + offer)
        assert talk.ask("go role answer") == "bestanswer accept"


def test_what_is_told_is_what_the_engine_hears():
    talk = Talk()
    talk.tell(
        "newsession type match length 7 jacoby off crawford off",
        "setscore 6 2",
        "setcube value 4 owner p1",
        "setturn p1",
        "position gnubgid " + START,
        "dice 6 1",
    )
    talk.ask("go role chequer")
    told = talk.last()
    assert (told.length, told.scores, told.turn, told.dice) == (7, [6, 2], 1, (6, 1))
    assert (told.cube, told.owner, told.crawford, told.crawford_rule) == (4, 1, False, False)
    talk.tell("newsession type money jacoby on beavers on", "position gnubgid " + START)
    talk.tell("dice 2 1")
    talk.ask("go role chequer")
    told = talk.last()
    assert (told.length, told.scores, told.cube, told.owner) == (0, [0, 0], 1, None)
    assert (told.jacoby, told.beavers, told.turn) == (True, 1, 0)


def test_a_game_that_can_be_the_crawford_game_is_unless_it_is_said_not_to_be():
    talk = Talk()
    for told, crawford in (
        ("setscore 4 2", True),
        ("setscore 2 4", True),
        ("setscore 3 2", False),
        ("setscore 4 4", False),
        ("setscore 4 2 crawford off", False),
        ("setcube value 1 owner p1", False),
    ):
        talk.tell("newsession type match length 5", told, "position gnubgid " + START, "dice 2 1")
        talk.ask("go role chequer")
        assert talk.last().crawford == crawford, told
    talk.tell("setcube value 1 owner center", "setscore 3 2 crawford on")
    assert "Crawford game" in talk.ask("go role chequer")


def test_an_xgid_or_a_match_id_tells_everything():
    situation = Situation(
        gnu_id.from_position_id(START), 1, None, cube=2, owner=0, scores=(3, 1), length=9
    )
    for text in ("xgid " + xgid.to_xgid(situation), "gnubgid " + gnu_id.gnubg_id(situation)):
        talk = Talk()
        talk.tell("newsession type money jacoby on", "position " + text, "dice 3 1")
        assert talk.ask("go role chequer") == "bestmove 8/5 6/5"
        told = talk.last()
        assert (told.length, told.scores, told.turn, told.cube, told.owner) == (9, [3, 1], 1, 2, 0)
    talk.tell("position xgid " + XGID.replace(":00:", ":D:"))
    assert talk.ask("go role answer") == "bestanswer take"


def test_a_cube_of_1_may_be_somebodys_as_a_handicap():
    xgids = ["XGID=-b----E-C---eE---c-e----B-:0:%d:1:00:0:0:0:5:10" % owner for owner in (1, -1)]
    for owner, text in enumerate(xgids):
        for told in (("setcube value 1 owner p%d" % owner,), ("position xgid " + text,)):
            talk = Talk()
            talk.tell("newsession type match length 5", "position gnubgid " + START, *told)
            assert talk.ask("go role cube") == "bestcube nodouble"
            talk.tell("dice 3 1")
            assert talk.ask("go role chequer") == "bestmove 8/5 6/5"
            assert (talk.last().cube, talk.last().owner) == (1, owner)


def test_cubeless_plays_are_chosen_as_if_the_cube_stayed():
    talk = Talk()
    talk.tell("setoption name EvalMode value cubeless", "setcube value 4 owner p0")
    talk.tell("position gnubgid " + START, "dice 3 1")
    talk.ask("go role chequer")
    assert talk.last().max_cube == 2
    talk.tell("setoption name EvalMode value cubeful")
    talk.ask("go role chequer")
    assert talk.last().max_cube == 10


def test_a_new_game_forgets_the_game_and_keeps_the_session():
    talk = Talk()
    talk.tell("newsession type match length 9", "setscore 1 2", "setcube value 2 owner p0")
    talk.tell("setturn p1", "position gnubgid " + START, "dice 3 1", "setoffer double", "newgame")
    assert talk.ask("go role chequer").startswith("error missing_context no position")
    talk.tell("position gnubgid " + START)
    assert talk.ask("go role chequer").startswith("error missing_context no dice")
    talk.tell("dice 3 1")
    talk.ask("go role chequer")
    told = talk.last()
    assert (told.length, told.scores, told.turn, told.cube) == (9, [1, 2], 0, 1)


def test_a_new_position_forgets_the_dice_and_the_offer():
    talk = Talk()
    talk.tell("position gnubgid " + START, "dice 3 1", "position gnubgid " + START)
    assert talk.ask("go role chequer").startswith("error missing_context no dice")
    talk.tell("setoffer double", "position gnubgid " + START, "dice 3 1")
    assert talk.ask("go role chequer") == "bestmove 8/5 6/5"


def test_a_hello_begins_anew():
    talk = Talk()
    talk.tell("setoption name EvalMode value cubeless", "position gnubgid " + START, "dice 3 1")
    talk.ubgi.line("ubgi")
    assert talk.ask("go role chequer").startswith("error missing_context")


def test_another_level_answers_once_it_is_set():
    made = []

    def make(level, plays):
        made.append(level)
        return Coach(plays=plays)

    ubgi = Ubgi("casual", make)
    assert ubgi.line("setoption name Level value novice") == [] and not made
    for _ in range(2):
        ubgi.line(XGID)
    assert made == ["novice"], "made where it is needed, once"


def test_nothing_is_made_before_something_is_decided():
    ubgi = Ubgi("no such level")
    for line in ("ubgi", "isready", "newgame", "position gnubgid " + START, "dice 3 1", "stop"):
        ubgi.line(line)
    assert "there is no level" in ubgi.line("go role chequer")[0]


def test_the_variant_says_how_many_checkers_a_side_has():
    talk = casual()
    start = "AACgAgAAKgAAAA"
    talk.tell("setoption name Variant value hypergammon", "position gnubgid " + start, "dice 3 1")
    assert talk.ask("go role chequer").startswith("bestmove 2")
    talk.tell("newsession type money", "position gnubgid " + START, "dice 3 1")
    assert talk.ask("go role cube") == "error bad_argument a side has 3 checkers, not 15"
    text = xgid.to_xgid(Situation(dice=(3, 1)))
    assert talk.ask("plays " + text) == "error bad_argument a side has 3 checkers, not 15"
    talk.tell("setoption name Variant value backgammon")
    assert talk.ask(text) == "8/5 6/5"
    assert talk.ask("setoption name Variant value chess").startswith("error bad_argument")


def test_a_gammon_of_hypergammon_is_resigned_as_one():
    talk = Talk()
    lost = gnu_id.position_id(position("18:3 24:-1"))
    for variant, word in (("backgammon", "single"), ("hypergammon", "gammon")):
        talk.tell("setoption name Variant value " + variant, "position gnubgid " + lost)
        assert talk.ask("go role resign") == "bestresign " + word
