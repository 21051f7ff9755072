"""What the coach says of plays: two rolls ahead while people think, its reasons, its reviews."""

import recount
from fakes.coach import ONE, Coach, Ponderer
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.advice import reasons
from picogammon.app.advice.pondering import sureness
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import TUTOR
from picogammon.engine.engine import EngineError, Thought
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Situation
from portable import some
from rulebook import after, position

_ALL = 2
_PLAYS = Plays()
_MONEY = Situation(position=positions.start(), dice=(3, 1))


def rolled(ponderer, tutor=_ALL, settings=None, computers=()):
    """A Sitting in which player 0 has rolled 3-1."""
    settings = settings or two_people(3)
    sitting = Sitting(((3, 1), (5, 4)), settings, computers, coach=Coach(), ponderer=ponderer)
    sitting.session.prefs.change(TUTOR, tutor)
    sitting.press("OK")
    return sitting


def test_a_computer_that_asks_the_same_engine_drops_what_was_begun():
    ponderer = Ponderer(slices=500)
    settings = Settings(length=3, players=(0, 1))
    computer = Computer(lambda: ponderer)
    sitting = rolled(ponderer, settings=settings, computers=[("first", computer)])
    sitting.wait(100)
    rolled_first = sitting.match.situation()
    begun = sitting.session.players.ponder.of(rolled_first)
    sitting.session.prefs.change(TUTOR, 1)  # off
    sitting.play("8/5 6/5")
    sitting.wait(20000)
    assert sitting.session.players.person_decides() and ponderer.begun == 2
    assert sitting.session.players.ponder.of(rolled_first) is not begun


def test_what_has_come_to_its_end_is_known_until_another_roll_is_asked_about():
    ponderer = Ponderer()
    sitting = rolled(ponderer)
    sitting.wait(1000)
    players = sitting.session.players
    players.ponder.rest()
    situation = sitting.match.situation()
    assert players.ponder.of(situation).done
    situation.dice = (6, 5)
    assert not players.ponder.of(situation).done


def test_how_sure_it_is_in_words():
    assert sureness(0) == []
    assert sureness(36) == sureness(9) == ["Two rolls ahead, sure to 0.008."]
    assert sureness(4) == ["Two rolls ahead, sure to 0.017."]


def test_a_coach_that_cannot_be_made_says_why():
    def fail():
        raise EngineError("no weights")

    sitting = Sitting([(3, 1)], two_people(3), [("master", Computer(fail))])
    sitting.press("OK OK OK hold-OK")
    sitting.choose("Hint")
    assert sitting.sees.page.lines == ["no weights"]
    sitting.press("OK")
    sitting.choose("Tutor")
    assert sitting.sees.page.title == "No coach" and sitting.sees.page.lines == ["no weights"]
    assert not sitting.session.prefs[TUTOR]


def over(coach, computers=()):
    """A Sitting after a short game: Amber blundered, Blue played well and resigned."""
    sitting = Sitting([(3, 1), (4, 2)], two_people(3), list(computers), coach=coach)
    sitting.press("OK")
    sitting.play("24/20")
    sitting.press("OK")
    sitting.play("8/4 6/4")
    sitting.resign()
    return sitting


def test_a_level_that_judges_itself_has_no_band():
    coach = Coach()
    engines = (("expert", coach), ("master", FirstPlay()))
    sitting = over(None, [(name, Computer(lambda made=made: made)) for name, made in engines])
    sitting.wait(3000)
    sitting.press("PREV NEXT")
    for player, band in enumerate(("grandmaster", "the judge", "grandmaster")):
        sitting.match.settings.players[1] = player
        sitting.navigator.changed = True
        assert sitting.sees.page.lines[0] == "PR 0.0, " + band


def told(better, worse, outcomes=None, situation=_MONEY):
    """The lines about two positions, as text or numbers."""
    pair = [position(one) if isinstance(one, str) else positions.of(one) for one in (better, worse)]
    return Thought(reasons.lines(situation, pair, outcomes, _PLAYS)).finish()


def opening(play):
    return after(positions.start(), play)


def test_a_made_point_is_a_reason_and_what_is_left_open_for_it_the_price():
    assert told(opening("8/5 6/5"), opening("13/10 24/23")) == ["has the 5-point"]
    blot = told("6:3 5:2 8:3 4:1 13:4 24:2 1:-2 12:-5 17:-3 19:-5", opening("13/12 24/21"))
    assert blot == ["has the 5-point", "but leaves 14 more shots"]


def test_he_who_hits_no_more_is_said_to_shut_out_more():
    closed, open_ = "0:-1 6:2 5:2 4:2 8:3 13:4 24:2 20:-4", "0:-1 6:2 5:2 8:5 13:4 24:2 20:-4"
    assert told(closed, open_)[0] == "5 more of his rolls dance"
    assert told(closed, open_.replace("0:-1 ", "1:-1 "))[0] == "hits 1 more checker"


def test_what_explains_nothing_is_not_said():
    outcomes = (40000, 9000, 300, 8000, 200), (36000, 9000, 300, 8000, 200)
    less = told(opening("13/11 13/10"), opening("8/5 6/5"), outcomes)
    assert less == ["+6.1 % wins"], "more blots, less of a home board"
    same = opening("8/5 6/5")
    assert told(same, same) == []


def test_the_chance_that_is_worth_most_decides():
    better, worse = (40000, 12000, 300, 8000, 200), (39000, 9000, 300, 9500, 200)
    assert reasons.decides(_MONEY, (better, worse)) == ["+4.6 % gammons"]
    assert reasons.decides(_MONEY, (worse, better)) == [], "nothing speaks for it"
    fewer = (39000, 9000, 300, 4000, 200)
    assert reasons.decides(_MONEY, (fewer, worse)) == ["-8.4 % gammons lost"]
    near = (39000 + ONE // 250, 9000, 300, 9500, 200)
    assert reasons.decides(_MONEY, (near, worse)) == [], "less than half a percent"


def test_gammons_that_count_for_nothing_decide_nothing():
    better, worse = (40000, 12000, 300, 4000, 200), (39000, 9000, 300, 9500, 200)
    last = Situation(position=positions.start(), dice=(3, 1), length=1)
    assert reasons.decides(last, (better, worse)) == ["+1.5 % wins"]
    ahead = Situation(position=positions.start(), dice=(3, 1), length=5, scores=(4, 1))
    assert reasons.decides(ahead, (better, worse)) == ["-8.4 % gammons lost"]


def test_a_race_goes_by_checkers_off_and_pips():
    lines = told("2:2 1:1 24:-3", "3:1 2:2 1:1 24:-3")
    assert lines == ["has 1 more off", "race: 5 pips, his 3"]
    lines = told("4:1 6:14 20:-15", "8:1 6:14 20:-15")
    assert lines == ["has 1 fewer outside home", "race: 88 pips, his 75"]


def test_a_shot_is_one_that_his_whole_roll_allows():
    """From the bar, past two points: any six, 5-1, 4-2 and 3-3; with two there only sixes, 3-3."""
    for on_bar, rolls in ((1, 16), (2, 12)):
        pos = position("6:1 2:2 1:2 8:10 0:-%d 20:-%d" % (on_bar, 15 - on_bar))
        assert Thought(reasons.count_shots(pos, _PLAYS)).finish() == rolls, on_bar


def test_whoever_generates_between_two_slices_spoils_no_count():
    pos = positions.of(opening("13/11 13/10"))
    wanted = Thought(reasons.count_shots(pos, _PLAYS)).finish()
    thought = Thought(reasons.count_shots(pos, _PLAYS))
    while not thought.step():
        _PLAYS.generate(positions.start(), 6, 6)
    assert thought.answer == wanted > 0


def test_no_clause_is_false_of_two_plays_of_a_game():
    found = {}
    for seed in some(range(21)):
        for pair in recount.drawn(3, seed):
            for line in recount.all_said(pair):
                found[line] = 1
                assert recount.is_true(line, pair), (line, pair)
            for line in told(*pair):
                assert recount.is_true(line.replace("but ", ""), pair), (line, pair)
    assert len(found) > 9
