"""main.py from power-on: a slow start shows a message, and Ctrl-C stops the board."""

import modbus
from fakes.power import Power, at_board, ran, taps
from picogammon.app.display.canvas import Canvas
from picogammon.app.display.screens import draw
from picogammon.app.display.view import MessageView, View
from picogammon.rules import match


def test_a_start_that_takes_long_says_so_and_one_that_does_not_shows_the_match_at_once():
    power = ran(taps(60), Power(5))
    moment, canvas = View(), Canvas()
    moment.page = MessageView("One moment", ["Reading the saved match."])
    draw(moment, canvas)
    read, sent = power.flash.readblocks, power.display.command
    for ms in (0, 6):
        seen = []

        def slow(*what, ms=ms):
            power.now += ms
            return read(*what)

        def command(code, operands, seen=seen):
            seen.append((power.now, power.display.glass()))
            sent(code, operands)

        def look(power, began=power.now):
            power.flash.readblocks = read
            yield power.now - began + 500
            assert power.view.page is None
            assert power.display.glass() == bytes(power.board.panel.canvas.buffer)

        power.flash.readblocks = slow
        power.display.command = command
        power.cut()
        began = power.now
        ran(look, power)
        when = [at - began for at, glass in seen if glass == bytes(canvas.buffer)]
        assert not when if ms == 0 else 400 <= when[0] <= 2500, when


def test_ctrl_c_and_ctrl_a_lead_to_the_prompt_with_the_watchdog_stopped():
    for sent in (b"\r\1", b"\3\r\1", b"\3\3\r\1", b"\r\3\r\1", b"\r\n\r\1"):

        def script(power, sent=sent):
            yield 2000
            assert power.circuit.watched
            yield from power.interrupt()
            power.port.coming += list(sent)
            yield 60_000
            raise AssertionError("it was left")

        power = Power()
        assert power.run(script) == "prompt", sent
        assert power.handed_back == [1], "the prompt reads Ctrl-A itself"
        assert not power.circuit.watched
        assert b"Ctrl-A" in power.port.gone
        assert power.run(lambda power: iter((100,))) == "off"
        assert power.crash_log() == "", "leaving for the prompt is no crash"


def _interrupted(sent):
    """Plays the opening, sends Ctrl-C and the bytes `sent`; asserts that the board restarts with
    its match. Returns the ms that the board waited before the restart."""
    found = []

    def script(power):
        yield 500
        while power.match.phase == match.OPENING:
            yield from power.press("OK")
        power.log = power.match.state()
        yield from power.interrupt()
        power.port.coming += list(sent)
        found.append(power.now)
        while True:
            assert power.circuit.watched
            yield 10

    def later(power):
        yield 500
        assert power.match.state() == power.log

    power = Power()
    assert power.run(script) == "reset", sent
    waited = power.now - 1000 - found[0]
    assert power.handed_back == []
    power.port.coming = []
    ran(later, power)
    return waited


def test_ctrl_c_without_ctrl_a_starts_the_board_anew_with_its_match():
    for sent in (b"", b"\3\3", b"\r", b"\r\n\3\r"):
        assert 2900 < _interrupted(sent) < 3100, sent


def test_any_other_byte_ends_the_wait_and_no_modbus_scanner_leads_to_the_prompt():
    others = [
        b"\1",
        b"\3\1",
        b"\r\1\0",
        b"\r\n\1",
        b"\r\0\1",
        b"\r ",
        b"\2",
        b"AT\r\n",
        b"probe" * 2000,
    ]
    for frame in modbus.frames():
        _, interrupts, sent = frame.partition(b"\3")
        others += [sent] if interrupts else []
    for sent in others:
        assert _interrupted(sent) < 100, sent


@at_board(ends="reset")
def test_ctrl_c_where_nobody_reads_stops_nothing(power):
    power.port.room = 0
    yield 500
    yield from power.interrupt()
    yield 5000


def test_the_time_of_a_press_is_in_the_roll_that_it_makes():
    def rolls_at(ms):
        found = []

        def script(power):
            yield ms
            while power.match.phase == match.OPENING:
                yield from power.press("OK")
            found.append(power.board.session.last_roll)

        assert Power().run(script) == "off"
        return found

    assert rolls_at(100) == rolls_at(100)
    assert len({str(rolls_at(100 + later)) for later in range(8)}) > 1


@at_board()
def test_what_is_due_is_shown_before_flash_is_tidied(power):
    yield 500
    board, seen = power.board, []
    navigator, show = board.navigator, board.show
    due = iter(("due",))

    def tick(now):
        for what in due:
            seen.append(what)
            navigator.changed = True

    navigator.top.tick = tick
    board.show = lambda now: seen.append("shown") or show(now)
    board.panel.untouched = lambda now: True
    power.host.ring.erase_due = True
    power.host.ring.erase_next = lambda: seen.append("tidied")
    yield 500
    assert seen[:3] == ["due", "shown", "tidied"], seen


@at_board()
def test_a_round_sends_one_frame_of_lights_at_most_and_each_is_sent_again(power):
    """The lights read two frames without a pause between them as one frame."""
    yield 100
    while power.view.keys[1] != ">":  # a checker under the cursor pulses
        yield from power.press("OK")
    panel = power.board.panel
    wire = power.circuit.wire
    run_round = panel.run_round
    sent, again = [], []  # frames of each round; when the last one was sent again

    def counted(view, now):
        count, frame = wire.count, wire.sent[-1]
        done = run_round(view, now)
        sent.append(wire.count - count)
        if sent[-1] and wire.sent[-1] == frame:
            again.append(now)
        return done

    panel.run_round = counted
    yield 30_000
    assert max(sent) == 1 and 9 <= len(again) <= 10, (max(sent), again)
