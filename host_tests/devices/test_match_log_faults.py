"""On worn, damaged and unsteady flash, the match log loses no stored record, or reports the loss.
test_ring.py tests power cuts and errors.
"""

from devices.rings import (
    BEGIN,
    GAME,
    KINDS,
    LONG,
    RECORDS,
    SETTINGS,
    Life,
    OnFiles,
    OnNor,
    a_record,
    aged,
    as_file,
    found,
    full,
    lived,
    receive,
    script,
    switched_on,
    written,
)
from fakes.disk import Disk, PlugPulled
from fakes.nor_flash import UNSTABLE
from picogammon.devices.match_log import LONGEST, MatchLog
from picogammon.devices.nor import SECTOR
from picogammon.devices.ring import LOST
from picogammon.devices.transfer import Unfit, image
from portable import raises, some


def _checked(life):
    return lambda left: [life.check(OnNor(store=left(tear))) for tear in (1, 5)]


_MOODS = (0, 0), (0, 1), (1, 0), (1, 1), (0, 7), (7, 0), (1, 9), (9, 1), (5, 6)


def _full_script(life):
    """Fills more sectors of a full ring, so that the oldest matches are deleted."""
    life.restart(LONG, over=True)
    for i in range(6):
        life.append(a_record(i, LONGEST))
    life.restart(BEGIN, keep=False)


def test_a_bit_that_may_read_both_ways_after_a_cut_reads_as_at_the_first_start_for_ever():
    for flash, lives in ((aged(OnNor), script), (full(OnNor, [True] * 12), _full_script)):
        life = Life(flash)
        tried = []

        def cut(left, life=life, tried=tried):
            store = left(UNSTABLE)
            for act in range(3):
                for moods in _MOODS:
                    tried.append(moods)
                    if len(tried) in some(range(10_000)):
                        _check_moods(life, OnNor(store=store.copy()), act, moods)

        flash.store.watch = cut
        lives(life)
        assert len(tried) > 700


def _check_moods(life, flash, act, moods):
    """Asserts that two starts after a power cut read the same match. `moods`: how unstable bits
    read at each start (see NorFlash.wake). `act`: what the board does after the first start:
    nothing (0), append a record (1), or append a record and begin a match (2)."""
    flash.store.wake(moods[0])
    second = switched_on(flash)
    if act:
        second.append(b"\x03on")
    if act == 2:
        second.ring.erase_next()
        second.restart(BEGIN)
    running, earlier, damage = found(flash)
    assert running == second.state[0] and not damage, (act, moods)
    flash.store.wake(moods[1])
    goes_on, kept, damage = found(flash)
    assert goes_on == running and not damage, (act, moods)
    gone = [one for one in earlier if one not in kept]
    assert not gone or gone[0] not in life.maybe[-1][1], "it was deleted"
    assert len(kept) == len(earlier) - len(gone) >= len(earlier) - 1


def test_a_sector_that_no_longer_erases_or_programs_is_left_out_and_told_once():
    for worn in ("unerasable", "unprogrammable"):
        for ahead in range(-1, 4):
            flash = aged(OnNor, 16)
            life = switched_on(flash)
            number = (life.ring.spare() + ahead) % 16
            getattr(flash.store, worn).add(number)
            before = flash.store.worn[number]
            told = 0
            for i in range(30):
                life.append(a_record(i, LONGEST))
                life.ring.erase_next()
                told += life.ring.worn
                life.ring.worn = False
            life.receive(LONG + [a_record(i) for i in range(30)])
            life.restart(LONG)
            erases = ahead >= 0
            assert told + life.ring.worn == (erases or worn == "unprogrammable"), (worn, ahead)
            assert flash.store.worn[number] == before + erases
            life.check(flash)
            flash.store.watch = _checked(life)
            life.append(b"\x03on")
            life.restart(BEGIN)


def test_a_torn_mark_that_a_flipped_bit_completes_costs_no_record_after_it():
    for after in (0, 1, 20, None):
        flash = OnNor()
        log = written(flash, RECORDS[:9])
        at = log.size
        flash.store.cut = flash.store.operations + 1, 0
        with raises(PlugPulled):
            log.append(b"\x03one")
        flash.store.cut = None
        flash.spoil(0, at, b"\x0f")
        log = MatchLog(flash.ring())
        if after is None:  # the power goes again before the next one
            flash.store.cut = flash.store.operations + 1, 0
            with raises(PlugPulled):
                log.append(b"\x03other")
        for record in RECORDS[9 : 9 + (after or 0)]:
            log.append(record)
        flash.spoil(0, at, b"\x07")
        one = [b"\x03one"] if after == 0 else []
        assert found(flash) == (RECORDS[:9] + one + RECORDS[9 : 9 + (after or 0)], [], [])


def test_one_flipped_bit_anywhere_costs_nothing():
    store, state = lived()
    last = list(MatchLog(OnNor(store=store).ring()).open(GAME, SETTINGS))
    for block in range(len(store.blocks)):
        for bit in some(list(range(8 * 36)) + list(range(300 + block, 8 * SECTOR, 401))):
            copy = OnNor(store=store.copy())
            copy.store.flip(block, bit)
            assert found(copy) == state + ([],), (block, bit)
            assert list(MatchLog(copy.ring()).open(GAME, SETTINGS)) == last, (block, bit)
            MatchLog(copy.ring()).append(b"\x03on")
            assert found(copy) == (state[0] + [b"\x03on"], state[1], []), (block, bit)


def test_two_flipped_bits_in_a_record_are_told_and_cost_what_follows_in_its_sector():
    for kind in KINDS:
        for count in range(2, len(RECORDS), 9):
            flash = kind()
            log = written(flash, [b"\x01other"] + RECORDS[1:])
            log.restart(RECORDS)
            at = [end for _, end, _ in log.records_from(*log.start)][count - 1] + 3
            (byte,) = flash.ring().flash.read(1, at, 1)
            flash.spoil(1, at, bytes((byte ^ 0x42,)))
            running, earlier, damage = found(flash)
            assert running == RECORDS[:count] and damage == ["Part of the match is damaged"]
            log = MatchLog(flash.ring())
            log.append(b"\x03on")
            running, earlier, damage = found(flash)
            assert running == RECORDS[:count] + [b"\x03on"] and len(earlier) == 2
            assert damage == ["Part of the match is damaged"], "of the one that is kept"


def test_a_lost_sector_is_told_and_costs_nothing_else():
    store, (running, earlier) = lived()
    wholes = [running, LONG + [a_record(i, LONGEST) for i in range(6)] + [a_record(7)]] + earlier
    two_bits = ((8 * 8, 8 * 9), (8 * 4, 8 * 5), (8 * 16, 8 * 33 + 7))  # of a header
    told = 0
    for block in range(len(store.blocks)):
        old = store.blocks[block]
        zeros = old[:256] + bytes(256) + old[512:]
        for lost in (b"\xff" * SECTOR, bytes(SECTOR), b"\x5a" * SECTOR, zeros) + two_bits:
            copy = OnNor(store=store.copy())
            if lost in two_bits:
                for bit in lost:
                    copy.store.flip(block, bit)
            else:
                copy.store.blocks[block] = lost
            now, others, damage = found(copy)
            told += len(damage) > 0
            if (now, others) != (running, earlier):
                assert damage and [True for old in earlier if old in others], block
                for part in [now] + others:
                    assert [True for whole in wholes if _is_part(part, whole)], (block, part)
            log = MatchLog(copy.ring())
            log.append(b"\x03on")
            now, others, damage = found(copy)
            assert now[-1] == b"\x03on" and list(log.open()) == now
            assert not [True for one in damage + [log.damage] if one and "has lost" in one]
    assert told >= 40


def test_where_the_played_match_s_beginning_is_lost_no_earlier_one_is_played():
    for kind in KINDS:
        for played, sent in ((LONG * 2, 0), (BEGIN, 0), (BEGIN, 1)):
            flash = kind()
            log = written(flash, RECORDS)
            log.restart(LONG)
            log.restart(played)
            earlier = [RECORDS, LONG] + [RECORDS] * sent
            for _ in range(sent):  # then the newest header is not lost
                receive(flash.ring(), as_file(RECORDS))
            flash.spoil(2, 0, bytes(36))
            running, others, damage = found(flash)
            assert running == [record for record in played[-len(running) :] if running]
            assert others == sorted(earlier) and len(damage) == len(others) + 1
            log = MatchLog(flash.ring())
            log.append(b"\x03on")
            assert found(flash) == (running + [b"\x03on"], sorted(earlier), [])
            log.restart(BEGIN)
            kept = sorted(earlier + [running + [b"\x03on"]])
            assert found(flash) == (BEGIN, kept, [])
            if len(running) > 1:
                with raises(Unfit):
                    receive(OnNor().ring(), b"".join(image(flash.ring(), flash.ring().runs()[1])))
        full = LONG + [a_record(0, LONGEST)]
        for first, second, spoilt, left in (
            (full, None, 1, full),  # its last sector is lost
            (BEGIN, RECORDS, 0, RECORDS),  # or an earlier match's
        ):
            flash = kind()
            log = written(flash, first)
            if second:
                log.restart(second)
            else:
                log.append(a_record(1, LONGEST))
            flash.spoil(spoilt, 0, bytes(36))
            assert found(flash)[:2] == (left, [])


def _most_unfed(flash, act):
    """Returns the most bytes that act(ring, log) reads between two calls of `ring.keep_alive`."""
    store = flash.store
    ring = flash.ring()
    fed = [store.reads]
    ring.keep_alive = lambda: fed.append(store.reads)
    act(ring, MatchLog(ring))
    fed.append(store.reads)
    return max([after - before for before, after in zip(fed, fed[1:])])


def test_however_damaged_the_flash_the_board_stays_alive_while_it_is_read():
    flash = OnNor(sectors=64)
    for number in range(64):
        flash.spoil(number, 4, b"PR\x01\x00" + bytes(range(number, number + 32)))
    assert _most_unfed(flash, lambda ring, log: list(log.open(GAME, SETTINGS))) < SECTOR
    for bits in (1, 3):  # of each page
        flash = OnNor(sectors=16)
        written(flash, BEGIN + [a_record(i, 30) for i in range(600)])
        for page in range(16 * 4):
            for bit in range(bits):
                flash.store.flip(page // 16, page % 16 * 2048 + 8 * 120 + bit)
        most = _most_unfed(flash, lambda ring, log: list(log.open(GAME, SETTINGS)))
        assert most <= 2 * SECTOR
        assert _most_unfed(flash, lambda ring, log: list(log.skim(GAME))) <= 2 * SECTOR


class _Unreadable(Disk):
    path = ""

    def open(self, path, mode="r"):
        if path == self.path and mode == "rb":
            raise OSError(84)
        return Disk.open(self, path, mode)


def test_a_file_that_cannot_be_read_costs_its_match_alone_and_is_told():
    disk = _Unreadable()
    flash = OnFiles(store=disk)
    log = written(flash, RECORDS)
    log.restart(LONG)
    log.restart(BEGIN)
    assert list(log.skim(SETTINGS)) == [([(BEGIN[0], log.start)], True)]
    told = [LOST % 4] * 2  # of each match that is left
    lost = ((BEGIN, [LONG]), (BEGIN, [RECORDS]), ([], sorted([RECORDS, LONG])))
    for number, left in enumerate(lost):
        disk.path = "matches/%02d" % number
        assert found(flash) == left + (told + told[: number // 2],)
        if left[0]:
            assert list(MatchLog(flash.ring(), flash.ring().running()).skim()) == [([], False)]
    MatchLog(flash.ring()).append(b"\x03on")
    disk.path = ""
    assert found(flash) == ([b"\x03on"], sorted([RECORDS, LONG]), [])
    disk.fault = disk.operations, 5, 1 << 30
    with raises(OSError, "5"):  # nor is that an empty flash
        list(MatchLog(flash.ring()).open())


def _is_part(records, whole):
    return [True for i in range(len(whole)) if whole[i : i + len(records)] == records] != []
