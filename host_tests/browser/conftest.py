"""Fixtures: a virtual board on a free port, and a Chromium in front of it."""

import contextlib
import functools
import importlib.util
import os
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from flash.pretended import PretendedPico
from tools import ROOT
from tools.release import contents, site
from tools.virtual_board.driver import (
    CHROMIUM_ARGUMENTS,
    HEADLESS,
    PATIENCE_MS,
    VirtualBoard,
    on_manual_time,
    serving,
)

expect.set_options(timeout=PATIENCE_MS)
_WORDS = ROOT / "tools" / "virtual_board" / "device" / "words.py"
STANDIN = Path(__file__).resolve().parent / "standin"


# The page's main flows, a few of each file; the other tests of a file named here are long forms.
_MAIN_FLOWS = {
    "test_beginning.py": """
        test_by_keyboard_alone_a_match_is_begun_and_its_first_dice_are_rolled
        test_a_match_is_begun_by_four_clicks_and_what_was_chosen_is_chosen_again
        test_the_menu_and_its_lines_and_the_labels_go_by_a_click""",
    "test_desk.py": """
        test_a_match_is_sent_from_a_file_or_two_and_what_is_none_is_refused
        test_the_boards_matches_are_fetched_and_saved_as_match_files
        test_backups_and_restores_of_the_page_and_of_the_pc_are_the_same""",
    "test_emulated.py": "",
    "test_everybody.py": """
        test_axe_finds_no_fault
        test_a_game_is_played_to_its_end_by_keys_and_by_what_is_said""",
    "test_failures.py": """
        test_an_exception_restarts_the_board_once_and_its_files_are_there_again
        test_a_second_exception_stops_it_says_why_and_it_can_be_restarted
        test_a_second_tab_leaves_the_board_to_the_first_until_it_is_asked_to_take_it""",
    "test_hurried.py": "test_two_clicks_ask_for_one_port",
    "test_kept_matches.py": """
        test_a_new_match_leaves_the_old_one_to_go_on_with
        test_an_address_begins_a_match_at_its_position_and_follows_it""",
    "test_layout.py": "test_everything_is_on_the_screen_without_scrolling_sideways",
    "test_loading.py": """
        test_one_plays_before_the_weights_are_there
        test_its_own_server_calls_scripts_scripts""",
    "test_match_files.py": """
        test_a_file_is_opened_and_saved_again_as_the_same_match
        test_sealed_dice_are_verified""",
    "test_mirrored.py": "test_a_board_is_mirrored_and_its_match_kept",
    "test_odd_state.py": "test_files_that_no_board_has_are_put_aside_and_said",
    "test_opponent.py": "test_it_plays_until_it_is_closed_and_goes_on_when_it_is_back",
    "test_page.py": """
        test_the_oled_shows_what_the_firmware_sent_dot_for_dot
        test_the_lights_shine_where_their_points_are
        test_a_click_or_a_key_is_one_press
        test_a_finger_is_one_press
        test_a_press_is_held_as_long_as_the_mouse_button_or_the_key_which_repeats
        test_a_file_is_kept_before_the_lights_show_it_and_after_a_reload
        test_damaged_storage_is_put_aside_and_said
        test_another_board_is_shown_in_place_and_the_match_goes_on""",
    "test_playback.py": "test_a_move_is_gone_to_by_mouse_and_by_keys",
    "test_played.py": """
        test_a_match_of_the_archive_is_named_until_it_is_left
        test_checkers_are_dragged_while_a_position_is_set_up""",
    "test_plugged.py": "test_a_raspberry_pi_is_shown_without_what_only_a_pico_has",
    "test_positions_in.py": "test_a_code_is_pasted test_a_code_is_read_from_a_photo",
    "test_practice_page.py": """
        test_a_card_comes_back_on_its_day_and_after_a_reload
        test_a_play_is_laid_by_clicks_by_the_keyboard_and_by_dragging_and_taken_back
        test_lists_of_xgids_come_and_go""",
    "test_pressed_places.py": """
        test_a_checker_is_dragged_and_follows_the_pointer
        test_each_button_lies_over_the_lights_of_its_place""",
    "test_reports.py": "test_without_the_compiled_engine_a_report_is_experts",
    "test_seats.py": "test_they_say_who_plays_what_and_how_it_stands",
    "test_server.py": """
        test_a_taken_port_is_named_with_a_way_out
        test_control_c_ends_it_quietly
        test_only_what_is_listed_is_served
        test_it_listens_on_this_machine_only
        test_a_name_that_is_not_its_own_is_refused
        test_only_its_own_page_changes_anything
        test_it_plays_on_without_a_network""",
    "test_table.py": "test_dice_cube_and_counts_are_those_of_the_position_in_both_seats",
    "test_update.py": """
        test_the_newer_version_of_the_page_is_put_onto_the_board
        test_what_is_not_for_this_board_is_refused_and_the_board_plays_on""",
    "test_wiring.py": """
        test_data_are_checked_as_on_a_pc_and_written_whole
        test_they_are_tried_before_anything_is_written""",
}


def pytest_collection_modifyitems(items):
    """Marks what is none of the main flows `long`; a flow that has no test any more is an error."""
    here = Path(__file__).resolve().parent
    mine = [item for item in items if item.path.parent == here and item.path.name in _MAIN_FLOWS]
    for item in mine:
        if item.originalname not in _MAIN_FLOWS[item.path.name].split():
            item.add_marker(pytest.mark.long)
    whole = {item.path for item in mine}
    gone = {
        flow
        for path in whole
        for flow in _MAIN_FLOWS[path.name].split()
        if f"def {flow}(" not in path.read_text()
    }
    if gone:
        raise pytest.UsageError(f"_MAIN_FLOWS names tests that are gone: {sorted(gone)}")


@pytest.fixture(scope="session")
def firmware_address():
    """The address of a virtual board that runs the real firmware."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def standin_address():
    """The address of a virtual board with one light a point that runs standin/main.py."""
    with serving("--firmware", str(STANDIN), "--board", "pico") as address:
        yield address


def installed(program, name):
    """The path `program`; where it is None, the test is skipped, and fails in CI."""
    if program is None and os.environ.get("CI") != "true":
        pytest.skip(f"there is no {name}: make setup")
    assert program, f"there is no {name}"
    return program


@pytest.fixture(scope="session")
def chromium():
    program = installed(HEADLESS, "Chromium, Chrome or Edge")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def words():
    """The module, which the page's MicroPython finds without a package."""
    spec = importlib.util.spec_from_file_location("words", _WORDS)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def open_board(chromium):
    """open_board(address, **context options) -> VirtualBoard, in a profile of its own.

    `prepare`: what is done with Playwright's page before it loads. On manual time, unless
    `real_time`. Without a service worker, which would fetch everything once more.
    """
    contexts = []

    def open_it(address, prepare=lambda page: None, real_time=False, **options):
        options.setdefault("viewport", {"width": 1200, "height": 800})
        options.setdefault("service_workers", "block")
        contexts.append(chromium.new_context(**options))
        contexts[-1].set_default_timeout(PATIENCE_MS)
        page = contexts[-1].new_page()
        prepare(page)
        return VirtualBoard(page, address if real_time else on_manual_time(address))

    yield open_it
    for context in contexts:
        context.close()


@pytest.fixture
def shelf(open_board, firmware_address):
    """The page, with its matches open."""
    board = open_board(f"{firmware_address}?seed=5", accept_downloads=True)
    board.page.get_by_role("button", name="Matches").click()
    yield board.page
    assert board.faults == [] and board.errors() == []


@pytest.fixture
def page(chromium):
    """An empty page, without a service worker."""
    context = chromium.new_context(service_workers="block", viewport={"width": 1200, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


class Held:
    """Requests of a route that wait until they are let go, those that come later as well."""

    def __init__(self):
        self._waiting = []
        self._free = False

    def __call__(self, route):
        if self._free:
            route.fallback()
        else:
            self._waiting.append(route)

    def let_go(self):
        self._free = True
        for route in self._waiting:
            route.fallback()


@pytest.fixture
def bare(page, standin_address):
    """A page of the same origin, where nothing runs: for what asks one of the modules alone."""
    page.goto(standin_address + "boards.json")
    return page


class _Quiet(SimpleHTTPRequestHandler):
    asked = []

    def log_message(self, format, *args):
        self.asked.append(self.path.rpartition("/")[2])


@pytest.fixture
def serve_files(tmp_path):
    """serve_files() serves the page's files while it is entered, by a server that knows nothing of
    them, from a folder below its root, as on a page of a project: their address.

    `types`: what it calls files, by their suffix. `asked`: a list to which the names go.
    """

    @contextlib.contextmanager
    def serve(types=(), asked=None):
        site.write(tmp_path / "board", contents.page_files())
        named = {"extensions_map": dict(types), "asked": [] if asked is None else asked}
        handler = functools.partial(type("_Named", (_Quiet,), named), directory=tmp_path)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as web:
            threading.Thread(target=web.serve_forever).start()
            try:
                yield f"http://127.0.0.1:{web.server_port}/board/"
            finally:
                web.shutdown()

    return serve


@pytest.fixture
def pico():
    """A board's prompt, which MicroPython answers."""
    with PretendedPico(blocks=256) as pico:
        yield pico
