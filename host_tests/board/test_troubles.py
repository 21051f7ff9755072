"""When things go wrong the board says what, and plays on: each row of the design's table."""

from fakes.disk import files_on
from fakes.power import Power, messages, taps
from picogammon.app.session.prefs import Prefs
from picogammon.devices.store import Store
from picogammon.rules import match


def test_a_damaged_log_resumes_its_last_good_action_and_says_so():
    power = Power(2)
    assert power.run(taps(25)) == "off"
    whole = bytes(power.disk.files["match.log"])
    power.disk.files["match.log"][len(whole) - 9] ^= 0x40
    told = messages(power)
    assert len(told) == 1 and told[0][0] == "Saved match"
    assert "match.log.bad" in told[0][1]
    assert whole.startswith(bytes(power.disk.files["match.log"])[:-40] or b"PGJ")
    assert messages(power) == [], "once"


def test_a_file_that_is_no_log_and_one_of_a_newer_version_begin_a_new_match():
    for content, word in ((b"GIF89a" + bytes(100), "no"), (b"PGJ\x07" + bytes(50), "version 7")):
        power = Power()
        power.disk.files["match.log"] = bytearray(content)
        told = messages(power)
        assert len(told) == 1 and "match.log.bad" in told[0][1], told
        assert bytes(power.disk.files["match.log.bad"]) == content
        assert power.match.phase == match.OPENING
        assert word in told[0][1]


def test_settings_of_a_newer_version_are_read_as_far_as_known_or_kept_aside():
    power = Power()
    store = Store(files_on(power.disk), "settings.bin")
    more = bytes((2, 1, 0, 2, 3, 0, 1)) + Prefs().pack()[7:] + bytes((77, 78))

    store.save(more)
    assert messages(power) == []
    assert power.board.session.prefs.pack() == more

    newer = bytearray(power.disk.files["settings.bin"])
    newer[3] = 2
    body = bytes(newer[:-4])
    from binascii import crc32

    power.disk.files["settings.bin"] = bytearray(body + crc32(body).to_bytes(4, "little"))
    told = messages(power)
    assert told == [
        ("Settings", "settings.bin is of version 2, not 1; it is kept in settings.bin.bad")
    ]
    assert bytes(power.disk.files["settings.bin.bad"])[:4] == b"PGS\x02"


def test_damaged_settings_are_said():
    power = Power()
    power.disk.files["settings.bin"] = bytearray(b"PGS\x01abcdefgh")
    assert messages(power)[0][0] == "Settings"


def test_a_full_flash_is_said_once_and_nothing_is_left_out_when_there_is_room_again():
    def script(power):
        yield 100
        while power.match.phase == match.OPENING:
            yield from power.press("OK")
        power.disk.full = sum([len(data) for data in power.disk.files.values()])
        titles = []
        open_mode = power.board.navigator.open

        def noted(mode):
            titles.append(getattr(mode, "title", None))
            open_mode(mode)

        power.board.navigator.open = noted
        for _ in range(60):
            yield from power.press("OK")
            yield 200
        assert titles.count("Flash full?") == 1
        power.disk.full = None
        turn = power.match.turn
        while power.match.turn == turn:
            yield from power.press("OK")
        yield 200  # the computer rolls
        power.state = power.match.state()

    power = Power(11)
    assert power.run(script) == "off"
    assert messages(power) == []
    assert power.match.state()[:4] == power.state[:4]


def test_how_the_dice_fell_is_counted_and_kept_with_each_game():
    power = Power(8)
    rolls = [0]

    def script(power):
        yield 100
        box = power.board.session.dice.box
        roll = box.roll

        def counted():
            rolls[0] += 1
            return roll()

        box.roll = counted
        for _ in range(3000):
            yield from power.press("OK")
            if power.match.result:
                break
        assert power.match.result

    assert power.run(script) == "off"
    assert "dice.bin" in power.disk.files

    def look(power):
        yield 100
        box = power.board.session.dice.box
        assert sum(box.faces(0, 1)) == 2 * rolls[0]
        yield from power.press("hold-OK")
        while power.view.page.items[power.view.page.selected][0] != "Dice statistics":
            yield from power.press("NEXT")
        yield from power.press("OK")
        assert power.view.page.title == "Dice: Amber"
        assert power.view.page.lines[0].startswith("1: %d  2: " % box.faces(0)[0])
        yield from power.press("NEXT")
        assert power.view.page.lines[0] == "%d rolls" % box.rolls(0)

    assert power.run(look) == "off"


def test_a_long_money_session_begins_a_new_log_with_a_new_game():
    from fakes.sitting import SeededDice, Sitting, two_people

    sitting = Sitting(SeededDice(3), two_people(0))
    sitting.journal.records += [b"x" * 250] * 270  # as many games would leave
    before = len(sitting.journal.records)
    while sitting.match.phase != match.GAME_OVER:
        sitting.press("OK")
    assert len(sitting.journal.records) > before
    sitting.press("OK")
    assert [text.split(" ")[0] for text in sitting.log()] == ["settings", "game"]
    again = Sitting([], journal=sitting.journal)
    assert again.match.state() == sitting.match.state() and sum(again.match.scores) > 0
