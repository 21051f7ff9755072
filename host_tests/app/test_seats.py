"""Who looks at the board from where: the player opposite, and home boards at the left."""

import scenes
from fakes.sitting import Sitting, two_people
from picogammon.app.display import screens
from picogammon.app.display.canvas import Canvas
from picogammon.app.display.lights import Lights
from picogammon.app.session import prefs
from picogammon.devices.wiring import Wiring
from picogammon.ground.places import OFF_0, OFF_1, PLACES, opposite

_WIRING = Wiring((("off", 0), (1, 12), ("bar", 0), ("bar", 1), (13, 24), ("off", 1)))

_LIGHTS = Lights(_WIRING)


def _oled(view):
    canvas = Canvas()
    screens.draw(view, canvas)
    return bytes(canvas.buffer)


def _lit(view):
    """By place of the board: its light, [red, green, blue]."""
    rgb = bytearray(3 * _WIRING.lights)
    _LIGHTS.paint(view, 0, rgb)
    return [list(rgb[3 * lights[0] : 3 * lights[0] + 3]) for lights in _WIRING.places]


def test_opposite_is_each_players_number_of_the_others_point():
    assert [opposite(place) for place in (1, 24, 6, 0, 25)] == [24, 1, 19, 25, 0]
    assert (opposite(OFF_0), opposite(OFF_1)) == (OFF_1, OFF_0)
    assert all(opposite(opposite(place)) == place for place in range(PLACES))


def test_the_lights_of_each_place_go_to_the_opposite_one_in_the_same_colour():
    view = scenes.start()
    view.off = [3, 1]
    view.checkers[0] = -2
    usual = _lit(view)
    view.turned = True
    assert _lit(view) == [usual[opposite(place)] for place in range(PLACES)]
    view.turned = False
    assert _lit(view) == usual


def test_the_player_opposite_sees_what_the_first_sees_where_all_is_the_other_way_round():
    view = scenes.start()
    usual = _oled(view)
    view.turned = True
    assert _oled(view) != usual
    view.decider = view.dice_side = 1  # the start is the same for both
    assert _oled(view) == usual
    view.owner, view.scores, view.pips, view.off = 0, [3, 5], [100, 90], [2, 0]
    turned = _oled(view)
    view.turned = False
    view.decider = view.dice_side = 0
    view.owner, view.scores, view.pips, view.off = 1, [5, 3], [90, 100], [0, 2]
    assert _oled(view) == turned


def test_home_at_the_left_is_the_picture_left_for_right():
    view = scenes.start()
    view.dice = ()
    view.cube_on = False
    usual = Canvas(buffer=bytearray(_oled(view)))
    view.home_left = True
    mirrored = Canvas(buffer=bytearray(_oled(view)))
    for place in range(1, 25):
        to = 13 - place if place <= 12 else 37 - place
        assert _column(usual, place) == _column(mirrored, to), place


def _column(canvas, place):
    x = screens.board.column(place)
    top = 39 if place <= 12 else 0
    return [canvas.get(x + i, top + j) for i in range(5) for j in range(7)]


def test_it_is_chosen_in_the_menu_and_kept():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press("hold-OK")
    sitting.choose("Settings")
    sitting.choose("Board faces")
    assert sitting.sees.turned and sitting.store.blob[prefs.SEAT] == 1
