"""What the coach says of plays: two rolls ahead while people think, its reasons, its reviews."""

import recount
from fakes.coach import ONE, Coach, Ponderer
from fakes.first_play import FirstPlay
from fakes.sitting import Sitting, two_people
from picogammon.app.advice import reasons
from picogammon.app.advice.pondering import sureness
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import TUTOR
from picogammon.engine.engine import Ranked, Thought
from picogammon.engine.weights import WeightsError
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays, step
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
    begun = sitting.session.players.ponder.thought_about(rolled_first)
    sitting.session.prefs.change(TUTOR, 1)  # off
    sitting.play("8/5 6/5")
    sitting.wait(20000)
    assert sitting.session.players.person_decides() and ponderer.begun == 2
    assert sitting.session.players.ponder.thought_about(rolled_first) is not begun


def test_what_has_come_to_its_end_is_known_until_another_roll_is_asked_about():
    ponderer = Ponderer()
    sitting = rolled(ponderer)
    sitting.wait(1000)
    players = sitting.session.players
    players.ponder.rest()
    situation = sitting.match.situation()
    assert players.ponder.thought_about(situation).done
    situation.dice = (6, 5)
    assert not players.ponder.thought_about(situation).done


def test_how_sure_it_is_in_words():
    assert sureness(0) == []
    assert sureness(36) == sureness(9) == ["2-ply, within 0.008 (95 %)"]
    assert sureness(4) == ["2-ply, within 0.017 (95 %)"]


def test_a_coach_that_cannot_be_made_says_why():
    def fail():
        raise WeightsError("no weights")

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
    usual = "PR 0.0"
    for player, rated in enumerate((usual, "This level is the judge", usual)):
        sitting.match.settings.players[1] = player
        sitting.navigator.changed = True
        assert sitting.sees.page.lines[0] == rated


def told(better, worse, outcomes=None, situation=_MONEY):
    """The lines about two positions, as text or numbers."""
    pair = [
        position(one) if isinstance(one, str) else positions.from_numbers(one)
        for one in (better, worse)
    ]
    return Thought(reasons.explain_positions(situation, pair, outcomes, _PLAYS)).finish()


def opening(play):
    return after(positions.start(), play)


def test_a_made_point_is_a_reason_and_what_is_left_open_for_it_the_price():
    assert told(opening("8/5 6/5"), opening("13/10 24/23")) == ["makes the 5-point"]
    blot = told("6:3 5:2 8:3 4:1 13:4 24:2 1:-2 12:-5 17:-3 19:-5", opening("13/12 24/21"))
    assert blot == ["makes the 5-point", "but leaves 14 more shots"]


def test_he_who_hits_no_more_is_said_to_shut_out_more():
    closed, open_ = "0:-1 6:2 5:2 4:2 8:3 13:4 24:2 20:-4", "0:-1 6:2 5:2 8:5 13:4 24:2 20:-4"
    assert told(closed, open_)[0] == "he dances with 5 more rolls"
    assert told(closed, open_.replace("0:-1 ", "1:-1 "))[0] == "hits one more checker"


def test_what_explains_nothing_is_not_said():
    outcomes = (40000, 9000, 300, 8000, 200), (36000, 9000, 300, 8000, 200)
    less = told(opening("13/11 13/10"), opening("8/5 6/5"), outcomes)
    assert less == ["+6.1 % wins"], "more blots, less of a home board"
    same = opening("8/5 6/5")
    assert told(same, same) == []


def test_a_hit_is_named_whatever_it_gives_up():
    hits = "0:-1 22:1 14:1 5:1 4:2 3:2 2:3 1:3 19:-2"
    stays = "23:1 10:1 5:2 4:2 3:2 2:2 1:3 22:-1 19:-2"
    assert told(hits, stays)[0] == "hits one more checker"


def test_a_small_difference_is_told_where_there_is_no_other_reason():
    situation = Situation(position=positions.start(), dice=(2, 1))
    chances = (40000, 9000, 300, 8000, 200), (39800, 9000, 300, 8000, 200)
    plays = [
        Ranked([step(6, 1), step(source, 2)], 0, outcome)
        for source, outcome in zip((6, 13), chances)
    ]
    assert Thought(reasons.explain_plays(situation, plays, _PLAYS)).finish() == ["+0.3 % wins"]


def test_the_chance_that_is_worth_most_decides():
    better, worse = (40000, 12000, 300, 8000, 200), (39000, 9000, 300, 9500, 200)
    assert reasons.decides(_MONEY, (better, worse)) == ["+4.6 % gammons"]
    assert reasons.decides(_MONEY, (worse, better)) == [], "nothing speaks for it"
    fewer = (39000, 9000, 300, 4000, 200)
    assert reasons.decides(_MONEY, (fewer, worse)) == ["loses 8.4 % fewer gammons"]
    near = (39000 + ONE // 250, 9000, 300, 9500, 200)
    assert reasons.decides(_MONEY, (near, worse)) == [], "less than half a percent"


def test_two_chances_decide_where_both_are_large():
    for better, worse, lines in (
        ((40000, 9000, 300, 9800, 200), (15200, 9000, 300, 32000, 200), 2),
        ((40000, 9000, 300, 9800, 200), (15200, 9000, 300, 12000, 200), 1),
        ((40000, 9000, 300, 9800, 200), (39000, 9000, 300, 12000, 200), 1),
    ):
        found = reasons.decides(_MONEY, (better, worse))
        assert len(found) == lines, (found, better, worse)
    both = reasons.decides(_MONEY, ((40000, 0, 0, 9800, 0), (15200, 0, 0, 32000, 0)))
    assert both == ["+37.8 % wins", "loses 33.9 % fewer gammons"]


def test_a_gammon_that_is_saved_is_the_only_reason():
    saved = (0, 0, 0, 0, 0), (0, 0, 0, ONE, 0)
    assert told("3:2 2:2 1:10 24:-1", "7:1 2:2 1:12 24:-1", saved) == ["saves the gammon"]


def test_a_point_is_named_and_it_says_whether_it_was_there():
    for clause, better, worse, then, words in (
        (reasons.HOME_POINTS, "6:2", "6:1", "6:2", "holds the 6-point"),
        (reasons.HOME_POINTS, "6:2", "6:1", "6:1", "makes the 6-point"),
        (reasons.HOME_POINTS, "6:1", "6:2", "6:2", "gives up the 6-point"),
        (reasons.HOME_POINTS, "6:1", "6:2", "6:1", "no 6-point"),
        (reasons.HOME_POINTS, "5:2 3:2", "6:2", "6:2", "one more home-board point"),
        (reasons.OUTER, "13:1", "13:2", "13:2", "gives up the midpoint"),
        (reasons.OUTER, "7:2", "8:1", "8:1", "makes the bar-point"),
        (reasons.OUTER, "13:1", "13:2 8:2", "13:2 8:2", "gives up 2 outfield points"),
        (
            reasons.PRIME,
            "3:2 4:2 5:2 6:2 7:2",
            "4:2 5:2 6:2",
            "4:2 5:2 6:2",
            "makes a 5-point prime",
        ),
        (reasons.ANCHOR, "24:1 20:1", "24:2", "24:2", ""),
        (reasons.ANCHOR, "24:1 20:1", "22:2", "22:2", "gives up the anchor"),
    ):
        counted = [reasons.counts(position(text), 0) for text in (better, worse, then)]
        found = [one for one in reasons.CONTACT_CLAUSES if one[0] == clause]
        assert reasons.worded(found[0], *counted) == words


def test_gammons_that_count_for_nothing_decide_nothing():
    better, worse = (40000, 12000, 300, 4000, 200), (39000, 9000, 300, 9500, 200)
    last = Situation(position=positions.start(), dice=(3, 1), length=1)
    assert reasons.decides(last, (better, worse)) == ["+1.5 % wins"]
    ahead = Situation(position=positions.start(), dice=(3, 1), length=5, scores=(4, 1))
    assert reasons.decides(ahead, (better, worse)) == ["loses 8.4 % fewer gammons"]


def test_a_race_goes_by_checkers_off_and_pips():
    lines = told("2:2 1:1 24:-3", "3:1 2:2 1:1 24:-3")
    assert lines == ["one more checker off", "race: 5 pips, his 3"]
    lines = told("4:1 6:14 20:-15", "8:1 6:14 20:-15")
    assert lines == ["brings one more checker home", "race: 88 pips, his 75"]


def test_a_shot_is_one_that_his_whole_roll_allows():
    """From the bar, past two points: any six, 5-1, 4-2 and 3-3; with two there only sixes, 3-3."""
    for on_bar, rolls in ((1, 16), (2, 12)):
        pos = position("6:1 2:2 1:2 8:10 0:-%d 20:-%d" % (on_bar, 15 - on_bar))
        assert Thought(reasons.count_shots(pos, _PLAYS)).finish() == rolls, on_bar


def test_whoever_generates_between_two_slices_spoils_no_count():
    pos = positions.from_numbers(opening("13/11 13/10"))
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
            for line in told(pair[0], pair[1], situation=Situation(position=pair[2])):
                assert recount.is_true(line.replace("but ", ""), pair), (line, pair)
    assert len(found) > 9
