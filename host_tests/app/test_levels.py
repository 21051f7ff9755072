"""Computer players: the levels, the PR of each, and how a board waits for their decisions.

transcripts/computer.txt and guide.txt show what people see of a match against one.
"""

import sys

from fakes.coach import Coach
from fakes.first_play import FirstPlay
from fakes.sitting import SeededDice, Sitting, two_people
from picogammon import engine
from picogammon.app.advice import wording
from picogammon.app.display import view as views
from picogammon.app.modes.mode import Watch
from picogammon.app.modes.waiting import Think
from picogammon.app.session import players, prefs
from picogammon.app.session.players import Computer
from picogammon.engine import levels, numbers
from picogammon.engine.weights import WeightsError
from picogammon.ground import OK
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Checkpoint


def test_each_level_is_listed_with_its_pr():
    name = levels.levels()[0]
    sitting = Sitting([(3, 1)], two_people(3), [(name, FirstPlay())])
    sitting.menu("This match", "Blue")
    pr = wording.pr_text(numbers.pr_of_error(levels.error(name)))
    assert sitting.sees.page.items == [("human", ""), (name, pr)]


def test_one_engine_at_a_time_is_there_and_none_to_list_the_levels():
    made, found = [], []
    for name in levels.levels():
        make = lambda name=name: made.append(name) or Coach()  # noqa: E731
        found.append((name, Computer(make, lambda: None, found)))
    sitting = Sitting([(3, 1)], two_people(3), found)
    sitting.menu("New match", "Amber")
    assert [label for label, _ in sitting.sees.page.items[1:]] == list(levels.levels())
    assert not made
    last = [player.engine for _, player in found][-1]
    assert made == list(levels.levels())
    assert found[-1][1].engine is last and len(made) == len(found)
    assert found[0][1].engine and len(made) == len(found) + 1, "it had to go"


def at_its_turn(engine):
    """Plays the opening, then lets the computer act until the person has to act again.
    Returns (Sitting, Computer). `engine`: a function that returns the computer's engine."""
    computer = Computer(engine, lambda: None)
    sitting = Sitting([(1, 3), (4, 2)], Settings(3, players=(1, 0)), [("expert", computer)])
    sitting.press("OK")
    sitting.play("8/5 6/5")
    sitting.settle()
    return sitting, computer


def test_a_computer_offers_to_resign_once_a_turn_whatever_engine_it_has():
    class Beaten(Coach):
        def answer(self, question):
            yield
            return actions.resign(1)

    sitting, computer = at_its_turn(Beaten)
    assert sitting.actions()[-1] == "resign single"
    computer.rest()
    sitting.navigator.commit(actions.refuse(), sitting.now)
    sitting.settle()
    assert sitting.actions()[-3:-1] == ["refuse", "roll 4-2"]


def test_a_person_plays_for_a_level_whose_engine_turns_out_to_be_unusable():
    def make():
        raise WeightsError("the weights' section ROLL has 3 bytes")

    sitting, _ = at_its_turn(make)
    assert sitting.session.players.person_decides() and sitting.sees.headline == "Amber to roll"


def test_a_slice_imports_one_module_of_what_the_levels_by_hand_need():
    def prepared():
        """Prepares the levels that use no neural net, step by step; yields before each step."""
        sitting = Sitting([(3, 1)], Settings(3), preparing=lambda: iter(()))
        yield
        while not sitting.session.players.prepare(by_net=False):
            yield

    names = "search_kernel", "handmade"
    kept = {name: sys.modules.get("picogammon.engine." + name) for name in names}
    try:
        for measured in (False, True):  # an earlier test file may have unloaded other modules
            for name in names:
                sys.modules.pop("picogammon.engine." + name, None)
                if hasattr(engine, name):
                    delattr(engine, name)
            before = None
            slices = 0
            for _ in prepared():
                before = before or set(sys.modules)
                assert not measured or len(set(sys.modules) - before) <= slices
                slices += 1
            before = set(sys.modules)
            levels.make("novice")
            levels.make("casual")
        assert slices and set(sys.modules) == before
    finally:
        for name, module in kept.items():
            if module:  # others have its classes
                sys.modules["picogammon.engine." + name] = module
                setattr(engine, name, module)


def test_who_looks_at_earlier_matches_has_the_memory_of_the_engines():
    for players_of, gone in (((0, 0), True), ((0, 1), False)):
        player = Computer(Coach)
        settings = Settings(3, players=players_of)
        sitting = Sitting([(3, 1)], settings, [("expert", player)], preparing=lambda: iter((0, 0)))
        coach = sitting.session.players.coach
        sitting.press("OK")
        while not sitting.session.players.prepare():
            pass
        sitting.press("hold-OK")
        sitting.wait(50)
        assert sitting.session.players.prepared
        sitting.choose("Earlier matches")
        assert sitting.session.players.prepared != gone
        sitting.press("hold-BACK")
        assert (sitting.session.players.coach is not coach) == gone, "a computer needs it"


def test_memory_may_be_there_the_next_time():
    errors = [MemoryError()]
    engine = FirstPlay()

    def make():
        if errors:
            raise errors.pop()
        return engine

    player = Computer(make)
    assert player.trouble == "needs more memory"
    assert player.trouble is None and player.engine is engine


def test_the_coach_is_a_level_that_knows():
    assert [name for name, _ in players.computers(Plays())] == list(levels.levels())

    def fail():
        raise WeightsError("")

    knows = Coach()
    found = [("novice", FirstPlay()), ("expert", Computer(fail))]
    assert players.coach(found) is None
    assert players.coach(found + [("master", Computer(lambda: knows))]).engine is knows
    found += [(name, FirstPlay()) for name in levels.levels() if levels.is_slow(name)]
    assert players.strongest(found) == "novice", "programs did not choose to wait"


def against(dice, player=None, length=1):
    return Sitting(dice, Settings(length, players=(0, 1)), [("first", player or FirstPlay())])


def test_a_long_look_says_how_many_plays_it_still_compares():
    player = FirstPlay(99)
    sitting = against([(1, 6), (5, 2)], player, 3)
    sitting.press("OK BACK")
    for player.comparing, said in (
        (0, "Blue is thinking"),
        (6, "Blue compares 6 plays"),
        (2, "Blue compares 2 plays"),
    ):
        sitting.wait(30)
        assert sitting.sees.headline == said


def test_its_play_is_shown_as_long_however_many_steps_it_has():
    for pace, least, most in ((0, 3500, 4200), (1, 1700, 2200), (2, 500, 1000)):
        for steps in range(5):
            pos = positions.empty()
            pos[1] = pos[25] = 1
            for point in range(19, 25 - steps):  # 1-1 enters and goes on to the first of these
                pos[point] = -2
            sitting = against([(1, 1)], length=3)
            sitting.session.prefs.change(prefs.PACE, pace - 1)
            sitting.navigator.commit(actions.game(Checkpoint(turn=1, position=pos)), 0)
            while not sitting.match.dice:
                sitting.wait(10)
            decided = sitting.now
            while not isinstance(sitting.navigator.top, Watch):
                sitting.wait(10)
            assert len(sitting.navigator.top.play.steps) == steps
            assert sitting.sees.headline.startswith("Blue: ")
            sitting.settle()
            assert least <= sitting.now - decided <= most, (pace, steps, sitting.now - decided)


def thinking():
    sitting = against([(1, 6)])
    sitting.press("OK")
    while not isinstance(sitting.navigator.top, Think):
        sitting.navigator.tick(sitting.now)
        sitting.now += 10
    return sitting, sitting.navigator.top, sitting.now


def test_it_decides_before_anything_else_where_nobody_looks_at_its_roll():
    sitting, mode, now = thinking()
    assert not mode.urgent(now), "people want to see the roll"
    mode.press(OK, now)
    for late, urgent in ((0, True), (299, True), (300, False)):  # the OLED has waited long enough
        assert mode.urgent(now + late) is urgent


def test_it_is_busy_until_its_play_is_made_but_not_in_the_pause_before():
    for pause in (True, False):
        sitting, mode, now = thinking()
        if not pause:
            mode.press(OK, now)
        while not (mode.thought and mode.thought.done):
            assert mode.busy
            mode.tick(now)
        assert mode.busy is not pause
        mode.press(OK, now)
        mode.tick(now)
        assert sitting.navigator.top is not mode and not mode.busy


def test_a_match_on_a_table_by_what_the_board_says_alone():
    """Two computers play; a person rolls real dice and moves real checkers as the board says."""
    sitting = Sitting([], None, [("first", FirstPlay())])
    sitting.prefer(prefs.CHECKERS, 1)
    sitting.prefer(prefs.REAL_DICE, 1)
    sitting.begin(Settings(length=2, players=(1, 1), cube_on=False))
    dice = SeededDice(7)
    table = games = moves = 0
    for _ in range(3000):
        view = sitting.sees
        marks = list(view.marks)
        if view.page is not None:
            break
        if view.headline == "Place the checkers as lit":
            table = list(positions.start()) + [0, 0]  # 26 and 27 are off
            games += 1
            sitting.press("OK")
        elif views.LIFTED in marks:
            assert table[:26] == list(view.checkers), "the lights show the table"
            source, target = marks.index(views.LIFTED), marks.index(views.LANDING_CURSOR)
            one = 1 if table[source] > 0 else -1
            table[source] -= one
            table[target] += one
            moves += 1
            sitting.press("OK")
        elif view.dice and view.keys[2] == "OK":
            shown = view.dice[sitting.navigator.top.at]
            sitting.press("NEXT " * (dice.below(6) + 1 - shown) + "OK")
        else:
            sitting.wait(2000)
    assert max(sitting.match.scores) >= 2 and games >= 1 and moves > 60
    assert 15 in [abs(count) for count in table[26:]]
