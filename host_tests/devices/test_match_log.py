"""The contract of the match log, on each kind of flash: appended records survive a restart, and
erases come while the board is idle. test_match_log_faults.py and test_ring.py test faults.
"""

from binascii import crc32

from devices.rings import (
    BEGIN,
    GAME,
    KINDS,
    LONG,
    OLDEST_FIRST,
    RECORDS,
    SETTINGS,
    Life,
    OnFiles,
    OnNor,
    a_record,
    as_file,
    found,
    full,
    of_version,
    receive,
    receiving,
    written,
)
from fakes.memory import MemoryLog
from fakes.nor_flash import NorFlash
from picogammon.devices.file_system import RESERVED
from picogammon.devices.match_log import LONGEST, Archive, MatchLog
from picogammon.devices.nor import SECTOR
from picogammon.devices.ring import VERSION, Ring
from picogammon.devices.transfer import Unfit
from portable import data_lines, raises, some
from reading.image import Image

# Records.


def test_what_was_appended_is_there_for_a_board_that_starts_and_nothing_else():
    sizes = BEGIN + [b"\x00", b"\xff", bytes(LONGEST), b"\xff" * LONGEST, bytes(range(100))]
    full_pages = [b"\x01" * 200, b"\x02" * 6] + [b"\x03" * 121] * 40
    for kind in KINDS:
        for records in (BEGIN, RECORDS, LONG, sizes, full_pages, LONG * 3 + RECORDS):
            contents = []
            for write in (written, lambda flash, them: MatchLog(flash.ring()).restart(them)):
                flash = kind()
                assert found(flash) == ([], [], [])
                write(flash, records)
                for wrong in (b"", bytes(LONGEST + 1)):
                    with raises(ValueError, "1 to 200"):
                        MatchLog(flash.ring()).append(wrong)
                assert found(flash) == (records, [], [])
                contents.append(flash.content)
            assert contents[0] == contents[1], "however it was written"
    flash = OnFiles()
    log = written(flash, RECORDS)
    synced = flash.store.synced
    log.append(b"\x03on")
    assert flash.store.synced == synced + 1


def _logs(records):
    return [written(kind(sectors=16), records) for kind in KINDS] + [MemoryLog(records)]


def test_only_the_last_game_is_read_with_the_settings_before_it():
    play = [a_record(i) for i in range(3)]
    for log in _logs(BEGIN + play):
        assert list(log.open(GAME, SETTINGS)) == BEGIN + play
    second = [b"\x01new", b"\x02second"] + play
    for log in _logs(BEGIN + play * 300 + second + play):
        assert list(log.open(GAME, SETTINGS)) == second + play
        assert log.damage is None
        log.append(b"\x03more")
        assert list(log.open(GAME, SETTINGS)) == second + play + [b"\x03more"]
    for log in _logs(BEGIN + play * 400 + [b"\x02second"] + play * 400 + [b"\x02third"] + play):
        assert list(log.open(GAME, SETTINGS)) == [BEGIN[0], b"\x02third"] + play


def test_it_reads_no_more_of_a_match_of_many_games():
    games = [b"\x01agreed", b"\x02game"] + [a_record(i) for i in range(30)]
    read = []
    for count in (60, 120):
        flash = OnNor(sectors=16)
        MatchLog(flash.ring()).restart(games * count)
        flash.store.forget()
        assert list(MatchLog(flash.ring()).open(GAME, SETTINGS)) == games
        read.append(flash.store.reads)
    assert max(read) < 3 * SECTOR + 16 * 100, read


def test_it_is_read_from_any_place_on_and_while_it_grows():
    for log in _logs(RECORDS):
        list(log.open(GAME, SETTINGS))
        places = [(offset, crc) for _, offset, crc in log.records_from(*log.start)]
        assert [len(list(log.records_from(*place))) for place in places] == list(range(41, -1, -1))
        seen = []
        for record in filter(None, log.again()):
            seen.append(record)
            if len(seen) == 10:
                log.append(b"\x03more")
        assert seen in (RECORDS, RECORDS + [b"\x03more"])
        assert list(log.open()) == RECORDS + [b"\x03more"]


# Matches.


def test_a_new_match_leaves_the_old_one_or_not_and_has_nothing_of_it():
    for kind in KINDS:
        flash = kind()
        log = written(flash, RECORDS)
        log.restart(BEGIN)
        assert found(flash) == (BEGIN, [RECORDS], [])
        log.append(b"\x03on")
        log.restart(LONG, False)
        assert found(flash) == (LONG, [RECORDS], [])
        MatchLog(flash.ring()).restart(BEGIN, False)  # that was not read
        assert found(flash) == (BEGIN, sorted([RECORDS, LONG]), [])


def test_earlier_matches_are_listed_the_last_played_first_with_their_days_and_deleted():
    for kind in KINDS:
        flash = kind()
        ring = flash.ring()
        log = MatchLog(ring)
        for records in (RECORDS, LONG):
            log.restart(records)
        sent = receive(ring, as_file(LONG * 2), "2024-02-29")
        for record in LONG:  # it was begun before, and goes on in another sector
            log.append(record)
        log.restart(BEGIN)
        archive = Archive(ring, None)
        assert ring.running() == log.run
        assert [len(list(archive.open(run).open())) for run in archive.runs()] == [32, 32, 42]
        assert [ring.is_played(run) for run in archive.runs()] == [True, False, True]
        assert (ring.day(sent), ring.day(archive.runs()[0])) == ("2024-02-29", "2026-11-22")
        ring.finish(sent)
        assert [ring.is_over(run) for run in archive.runs() + [99]] == [False, True, False, True]
        ring.drop(sent)
        ring.drop(archive.runs()[1])
        assert found(flash) == (BEGIN, [LONG * 2], [])
    ring = Ring(Image(bytearray(), 8), lambda: (2021, 1, 1))
    assert ring.begin().day == 0, "the clock was not set"


def test_a_match_whose_records_make_no_sense_goes_on_where_they_do_and_is_kept():
    for kind in KINDS:
        for count in range(1, len(RECORDS)):
            flash = kind()
            log = written(flash, RECORDS)
            given = log.open()
            for _ in range(count + 1):
                next(given)
            log.cut()
            assert log.damage == "The match is invalid"
            if count % 2:
                log.append(b"\x03on")
            else:
                log.restart(RECORDS[:count] + [b"\x03on"], keep=False)
            assert found(flash) == (RECORDS[:count] + [b"\x03on"], [RECORDS], [])


def _numbers(flash):
    running, earlier, damage = found(flash)
    assert not damage
    return [OLDEST_FIRST.index(records) for records in sorted(earlier + [running], key=len)]


def test_the_oldest_match_that_is_over_makes_room_then_the_oldest_and_never_the_played():
    for kind in KINDS:
        assert _numbers(full(kind, [True] * 12)) == [5, 6, 7, 8, 9, 10, 11]
        assert _numbers(full(kind, [False] * 12)) == [5, 6, 7, 8, 9, 10, 11]
        overs = [False, True, False, True, False, False, False, True, False]
        assert _numbers(full(kind, overs)) == [0, 2, 4, 5, 6, 7, 8]
        flash = full(kind, [False])
        for records in OLDEST_FIRST[1:12]:
            receive(flash.ring(), as_file(records))
        assert _numbers(flash) == [0, 6, 7, 8, 9, 10, 11]


def test_a_match_fills_the_ring_but_for_one_that_is_read_and_always_leaves_room_for_another():
    for kind in KINDS:
        flash = kind(sectors=5)
        written(flash, RECORDS).restart(BEGIN)
        ring = flash.ring()
        log = MatchLog(ring)
        held = list(log.open())
        next(MatchLog(ring, ring.runs()[1]).again())
        for least in (30, 46):  # while that is read, and then
            with raises(OSError, "28"):
                while True:
                    log.append(a_record(len(held), LONGEST))
                    held.append(a_record(len(held), LONGEST))
            assert len(held) > least and found(flash) == (held, [RECORDS], [])
        log.restart(BEGIN)
        log.append(b"\x03on")
        assert found(flash) == (BEGIN + [b"\x03on"], [held], [])


def test_no_append_erases_once_the_next_sector_is_erased_and_all_wear_alike():
    flash = OnNor(store=NorFlash([b"other" * 819 + b"!"] * 8))
    life = Life(flash)
    for _ in range(30):
        life.restart(BEGIN, keep=False)
        life.ring.erase_next()
        for i in some(range(60)):
            erases = flash.store.erases
            life.append(a_record(i, LONGEST))
            assert flash.store.erases == erases
            life.ring.erase_next()
            assert not life.ring.erase_due
    assert max(flash.store.worn) - min(flash.store.worn) <= 1 < max(flash.store.worn)


# Matches that come and go.


def test_what_is_no_sound_match_is_refused_and_changes_no_match():
    sound = as_file(LONG * 2)
    torn = sound[:5000] + bytes((sound[5000] ^ 3,)) + sound[5001:]
    for kind in KINDS:
        flash = kind()
        written(flash, RECORDS)
        for content in (torn, of_version(sound), bytes(9000), b"hello" * 99, sound[4096:], b"PGJ"):
            with raises(Unfit):
                receive(flash.ring(), content)
            assert found(flash) == (RECORDS, [], []), content[:9]


def test_a_match_comes_while_another_is_played_and_another_begins():
    for kind in KINDS:
        flash = full(kind, [True] * 12, 12)
        kept = found(flash)[1]
        ring = flash.ring()
        log = MatchLog(ring)
        played = list(log.open())
        for count, _ in enumerate(receiving(ring, as_file(LONG * 2))):
            if not ring.writing:
                last = found(flash)
            elif played[0] != b"\x01new":
                played = [b"\x01new", b"\x02game"]
                log.restart(played, keep=False)
            else:
                played = played + [a_record(count, 20)]
                log.append(played[-1])
        assert last[1] == kept, "until all of it is there no match makes room"
        running, earlier, damage = found(flash)
        assert running == played and LONG * 2 in earlier and not damage


def test_another_versions_matches_are_neither_read_nor_written_over():
    for kind in KINDS:
        for version in (VERSION - 1, VERSION + 1):
            flash = kind()
            ring = flash.ring()
            ring.flash.program(3, 0, of_version(as_file(BEGIN), version)[:36])
            ring.flash.sync()
            before = flash.content
            log = MatchLog(ring)
            ring.erase_next()
            for act in (
                lambda log=log: list(log.open()),
                lambda log=log: log.append(b"\x03x"),
                lambda log=log: log.restart(BEGIN),
                lambda ring=ring: receive(ring, as_file(BEGIN)),
            ):
                with raises(OSError, "another version of the firmware wrote these matches"):
                    act()
            assert flash.content == before


def test_an_old_header_of_another_version_in_a_free_sector_decides_nothing():
    for kind in KINDS:
        flash = kind()
        log = written(flash, RECORDS)
        log.restart(BEGIN)
        ring = flash.ring()
        ring.flash.program(3, 0, of_version(as_file(BEGIN))[:36])
        ring.flash.sync()
        assert found(flash) == (BEGIN, [RECORDS], [])


def test_the_ring_stays_within_its_sectors_of_a_picos_and_a_pico_2s_flash():
    """rp2.Flash counts blocks from the end of the firmware image. The image ends 1.25 MB into the
    flash of a Pico, and 2 MB into the flash of a Pico 2."""
    for blocks in (192, 256):
        flash = OnNor(store=NorFlash(blocks))
        flash.sectors = RESERVED
        log = MatchLog(flash.ring())
        for i in range(RESERVED + 2):
            log.restart(OLDEST_FIRST[i % 20])
        assert flash.store.blocks[RESERVED:] == NorFlash(blocks - RESERVED).blocks
        running, earlier, damage = found(flash)
        assert (len(earlier), damage) == (RESERVED - 2, [])


def test_a_match_of_the_first_release_is_read():
    """Later versions must read the first release's matches, so data/match_log.txt never changes."""
    content = bytearray()
    for line in data_lines("match_log.txt"):
        content.extend(bytes.fromhex(line))
    ring = Ring(Image(content))
    log = MatchLog(ring)
    records = list(log.open())
    assert (len(records), crc32(b"".join(records)), log.damage) == (406, 0xBF4DCA40, None)
    assert len(ring.sectors(log.run)) == 2 and ring.day(log.run) == "2026-11-22"
