"""Two boards far apart play a match: the same log on both, dice that neither chose, and no message
that could harm."""

from hashlib import sha256

from fakes import far_apart
from fakes.sitting import SeededDice
from picogammon.app.session import beads, friend, greeting
from picogammon.app.session.greeting import FriendError
from picogammon.rules import actions, records_text
from picogammon.rules.log import Refusal
from picogammon.rules.match import MATCH_OVER, TAKING_BACK, TO_PLAY, TO_ROLL
from portable import raises


def talk(ends, sent=()):
    """All messages come, until all is quiet; `sent`: what the first board has said."""
    wire = [(1, message) for message in list(sent) + ends[0].friend.where()]
    wire += [(0, message) for message in ends[1].friend.where()]
    while wire:
        side, message = wire.pop(0)
        wire += [(1 - side, more) for more in ends[side].friend.hear(message).to_send]
        if not wire:
            for end in ends:
                if end.friend.due:
                    wire += [(1 - end.side, more) for more in end.friend.go_on()]


def do(ends, record):
    """The side that is to act does it, and the other hears of it."""
    side = ends[0].friend.writer
    sent = ends[side].friend.do(record)
    talk(ends if side == 0 else ends[::-1], sent)


def begun(settings=None, length=64):
    """Two boards that have talked, and nothing rolled yet."""
    ends = far_apart.met(settings, length)
    talk(ends)
    return ends


def opened(settings=None, length=64):
    """After the opening roll."""
    ends = begun(settings, length)
    while ends[0].match.phase != TO_PLAY:
        do(ends, ends[0].friend.to_roll())
    return ends


def to_roll(settings=None):
    """After the opening play."""
    ends = opened(settings)
    do(ends, far_apart.plays(ends[0].match)[0])
    assert ends[0].match.phase == TO_ROLL
    return ends


def same(ends):
    digests = [end.standing.digest for end in ends]
    return digests[0] == digests[1]


def acts(ends):
    """(the board that is to act, the other)."""
    return ends if ends[0].friend.writer == 0 else ends[::-1]


def test_a_match_over_a_bad_wire_ends_the_same_on_both_boards():
    for seed in range(1, 4):
        ends = far_apart.met(far_apart.agreed(length=1), 32, seed)
        wire = far_apart.Wire(ends, SeededDice(seed), 4, far_apart.hurry)
        for _ in range(5000):
            if ends[0].match.phase == ends[1].match.phase == MATCH_OVER:
                break
            wire.round()
            assert abs(ends[0].standing.count - ends[1].standing.count) <= 1
        assert ends[0].match.phase == MATCH_OVER and same(ends)
        assert ends[0].match.scores == ends[1].match.scores
        assert wire.cuts > 3 and wire.lost > 30, (wire.cuts, wire.lost)


def test_every_roll_is_what_the_page_says():
    ends = far_apart.met(far_apart.agreed(), 4)
    wire = far_apart.Wire(ends, SeededDice(1), 0, far_apart.hurry)
    for _ in range(150):
        wire.round()
    talk(ends)
    told = [{}, {}]
    rolls = fallen = 0
    for record in ends[0].journal.records:
        if actions.kind_of(record) == actions.NOTE and actions.topic_of(record) != actions.STANDING:
            body = actions.body_of(record)
            number = body[0] << 8 | body[1]
            side = told[actions.topic_of(record) - actions.BEAD]
            side[number] = body[2:]
            assert number == 0 or sha256(body[2:]).digest() == side[number - 1]
            rolls = 0 if number == 0 else rolls
        if actions.kind_of(record) == actions.ROLL:
            rolls += 1
            fallen += 1
            words = [beads.hex_text(side[rolls]) for side in told]
            digest = sha256(("%s %s %d" % (words[0], words[1], rolls)).encode()).digest()
            fair = [byte % 6 + 1 for byte in digest if byte < 252]
            assert actions.dice_of(record) == (fair[0], fair[1])
    assert fallen > 10


def test_who_has_told_a_bead_can_only_roll():
    ends = to_roll()
    roller, other = acts(ends)
    sent = roller.friend.do(roller.friend.to_roll())
    roller.power_on()
    roller.friend.level = True
    for record in (actions.double(), actions.resign(1), actions.take_back(1, roller.side)):
        with raises(Refusal, "not for that side"):
            roller.friend.do(record)
    other.friend.hear(sent[0])
    (bead,) = other.friend.go_on()
    roller.friend.hear(bead)
    for record in (actions.double(), actions.take_back(1, roller.side)):
        with raises(Refusal, "not the roll of both"):
            roller.friend.do(record)
    talk([roller, other])
    assert roller.match.phase == other.match.phase == TO_PLAY and same(ends)
    do(ends, far_apart.plays(roller.match)[0])


def test_nobody_writes_before_the_other_has_what_was_written():
    ends = opened()
    acting, other = acts(ends)
    (first,) = acting.friend.do(actions.resign(1))
    with raises(Refusal, "not for that side"):
        acting.friend.do(actions.accept())
    other.friend.hear(first)
    (refuses,) = other.friend.do(actions.refuse())
    acting.friend.hear(refuses)
    acting.power_on()
    with raises(Refusal, "has not answered yet"):
        acting.friend.do(far_apart.plays(acting.match)[0])
    missing = "act %d %s 05" % (acting.standing.count + 1, "00" * 8)
    assert acting.friend.hear(missing).to_send == acting.friend.where()
    (answer,) = other.friend.hear(acting.friend.where()[0]).to_send
    assert acting.friend.hear(answer).to_send == []
    acting.friend.do(far_apart.plays(acting.match)[0])


def test_a_new_string_of_beads_is_not_the_other_boards():
    ends = begun(length=2)
    ends[1].mark = ends[0].mark
    with raises(Refusal, "of that side's own"):
        for _ in range(20):
            do(ends, far_apart.decisions(acts(ends)[0])[0])


def test_who_knows_the_roll_before_the_other_can_only_tell_his_bead():
    ends = to_roll()
    roller, other = acts(ends)
    (sent,) = roller.friend.do(roller.friend.to_roll())
    other.friend.hear(sent)
    assert other.friend.due and not far_apart.decisions(other)
    for record in (actions.take_back(1, other.side), actions.resign(1), actions.roll(6, 6)):
        with raises(Refusal, "a bead of the dice is due first"):
            other.friend.do(record)


def test_a_take_back_needs_both():
    ends = to_roll()
    acting, asking = acts(ends)
    (wish,) = asking.friend.wish(1)
    assert acting.friend.hear(wish).wished == 1
    with raises(Refusal, "asks for a take-back itself"):
        acting.friend.do(actions.take_back(1, asking.side))
    do(ends, actions.take_back(1, acting.side))
    assert acting.match.phase == TAKING_BACK and asking.friend.writer == asking.side
    do(ends, actions.accept())
    assert acting.match.phase == TO_PLAY and same(ends)


def test_a_roll_that_was_taken_back_comes_again_without_beads():
    ends = to_roll()
    acting, other = acts(ends)
    do(ends, acting.friend.to_roll())
    dice = acting.match.dice
    do(ends, far_apart.plays(acting.match)[0])
    do(ends, actions.take_back(2, other.side))
    do(ends, actions.accept())
    do(ends, far_apart.plays(acting.match)[0])
    bead = far_apart.bead_of(acting.match, acting.side)
    again = acting.strings()
    again.take_up(bead, acting.match.notes[actions.BEAD + acting.side][2:])
    with raises(Refusal, "was rolled before a take-back"):
        acting.friend.do(friend.bead_note(acting.side, bead + 1, again.bead(bead + 1)))
    other_dice = actions.roll(dice[0] % 6 + 1, dice[1])
    with raises(Refusal, "follows from both boards' beads"):
        acting.friend.do(other_dice)
    do(ends, acting.friend.to_roll())
    assert acting.match.dice == dice and same(ends)
    assert far_apart.bead_of(ends[0].match, 0) == far_apart.bead_of(ends[1].match, 1) == bead


def test_a_wish_that_comes_late_or_is_for_too_much_is_none():
    ends = to_roll()
    acting, asking = acts(ends)
    (late,) = asking.friend.wish(1)
    (greedy,) = asking.friend.wish(9)
    with raises(FriendError, "not so many turns"):
        acting.friend.hear(greedy)
    sent = acting.friend.do(acting.friend.to_roll())
    assert acting.friend.hear(late).wished is None
    roller, other = acting, asking
    other.friend.hear(sent[0])
    (bead,) = other.friend.go_on()
    roller.friend.hear(bead)
    (wish,) = other.friend.wish(1)
    assert roller.friend.due and roller.friend.hear(wish).wished is None


def test_a_new_string_is_begun_before_the_old_one_is_needed():
    ends = far_apart.met(far_apart.agreed(length=3), 3)
    wire = far_apart.Wire(ends, SeededDice(5), 4, far_apart.hurry)
    anchors = 0
    for _ in range(900):
        before = [far_apart.bead_of(end.match, end.side) for end in ends]
        wire.round()
        after = [far_apart.bead_of(end.match, end.side) for end in ends]
        anchors += after[0] < before[0]
    assert anchors > 5


def test_nothing_is_sent_that_is_not_on_flash():
    ends = to_roll()
    acting, other = acts(ends)
    acting.unsaved = True
    assert acting.friend.do(acting.friend.to_roll()) == []
    assert acting.friend.where() == []
    (message,) = other.friend.where()
    assert acting.friend.hear(message).to_send == []
    acting.unsaved = False
    talk([acting, other], acting.friend.settled())
    assert other.match.phase == TO_PLAY and same(ends)


def test_a_clock_runs_down_for_its_own_side_alone():
    ends = to_roll(far_apart.agreed(length=1, clock=1))
    acting, other = acts(ends)
    whole = (1200).to_bytes(3, "big")
    less = (1100).to_bytes(3, "big")
    hardly = (1191).to_bytes(3, "big")
    for mine, theirs in ((whole, whole), (whole, less), (less, less), (hardly, whole)):
        halves = (mine, theirs) if acting.side == 0 else (theirs, mine)
        with raises(Refusal, "a side's clock runs down"):
            acting.friend.do(actions.note(actions.CLOCK, halves[0] + halves[1]))
    halves = (less, whole) if acting.side == 0 else (whole, less)
    do(ends, actions.note(actions.CLOCK, halves[0] + halves[1]))
    assert other.match.notes[actions.CLOCK] == halves[0] + halves[1]
    do(ends, acting.friend.to_roll())
    assert same(ends)
    acting, _ = acts(to_roll())
    with raises(Refusal, "no place"):
        acting.friend.do(actions.note(actions.CLOCK, halves[0] + halves[1]))


def refused(end, message, words):
    """The message is refused in such words, and nothing has changed."""
    before = end.frozen(), end.match.state(), end.standing.digest
    with raises(FriendError, words):
        end.friend.hear(message)
    assert (end.frozen(), end.match.state(), end.standing.digest) == before


def test_what_is_no_message_is_refused_and_changes_nothing():
    (end, _) = to_roll()
    digest = "00" * 8
    for message in (
        "",
        " ",
        "at",
        "at 1",
        "act 1 %s" % digest,
        "AT 1 %s" % digest,
        "hello",
        "ok 1",
    ):
        refused(end, message, "is no message")
    for message in ("at x %s" % digest, "at -1 %s" % digest, "at %s %s" % ("9" * 10, digest)):
        refused(end, message, "is no number")
    for message in ("at 1 xx", "at 1 0", "at 1 ", "act 1 %s 0G" % digest, "at 1 " + "AB" * 8):
        refused(end, message, "is no row of bytes")
    refused(end, "say 6", "is no message")
    refused(end, "at 1 " + "0" * 160, "at most 160 letters")


def test_another_match_is_refused():
    ends = to_roll()
    others = to_roll(far_apart.agreed(length=5))
    for side in (0, 1):
        for message in others[1 - side].friend.where() + others[1 - side].friend.latest():
            refused(ends[side], message, "is not this one")
    count = ends[0].standing.count
    for more in (0, 2):
        refused(ends[0], "act %d %s 05" % (count, "00" * 8), "is not this one")
        refused(ends[0], "at %d %s" % (count + more, "00" * 8), "is not this one")


def test_what_the_other_side_may_not_write_is_refused():
    ends = to_roll()
    acting, other = acts(ends)
    where = other.friend.where()[0][3:]
    settings = actions.settings(far_apart.agreed(length=7))
    own = acting.friend.to_roll()
    forged = friend.bead_note(other.side, *friend.bead_of(actions.body_of(own)))
    for record, words in (
        (
            forged,
            "not on the string",
        ),  # or both beads, and the roll, would be the acting side's choice
        (actions.roll(6, 6), "both boards' beads"),
        (actions.roll(6, 6, True), "both boards' beads"),
        (actions.take(), "no double"),
        (actions.play(), "not rolled"),
        (settings, "cannot be changed"),
        (next(acting.match.records()), "the next game"),
        (actions.take_back(1, other.side), "itself"),
        (actions.take_back(1), "itself"),
        (actions.note(actions.SEAL, b"x"), "no place"),
        (friend.bead_note(acting.side, 2, bytes(32)), "not on the string"),
        (friend.bead_note(acting.side, 9, bytes(32)), "not on the string"),
        (friend.bead_note(acting.side, 0, bytes(32)), "not on the string"),
        (actions.note(actions.BEAD + acting.side, b""), "32 bytes"),
        (friend.bead_note(other.side, 2, bytes(32)), "not on the string"),
        (b"\x63", "no action"),
        (actions.roll(1, 1)[:2], "long"),
    ):
        refused(other, "act %s %s" % (where, greeting.hex_of(record)), words)
    refused(acting, "act %s %s" % (where, greeting.hex_of(actions.resign(1))), "not for that side")


def test_messages_come_twice_and_late_and_change_nothing():
    ends = begun()
    heard = [[], []]
    for _ in range(12):
        acting, other = acts(ends)
        records = far_apart.decisions(acting)
        for message in acting.friend.do(records[0]):
            other.friend.hear(message)
            heard[other.side].append(message)
        talk(ends)
    before = [end.frozen() for end in ends]
    for side in (0, 1):
        for message in heard[side] + heard[side][::-1]:
            assert ends[side].friend.hear(message).record is None
    assert [end.frozen() for end in ends] == before


def test_phrases_are_said_and_change_nothing():
    (end, _) = to_roll()
    assert end.friend.hear("say 0").said == "Hello"


def test_an_invitation_that_comes_again_is_answered_and_another_refused():
    ends = far_apart.met()
    anchors = [end.match.notes[actions.BEAD + end.side][2:] for end in ends]
    again = greeting.Invitation(far_apart.agreed(), anchors[0]).where()[0]
    (answer,) = ends[1].friend.hear(again).to_send
    assert answer == greeting.agreement(ends[1].match.settings, anchors[1])
    assert ends[0].friend.hear(answer).to_send == ends[0].friend.where()
    others = (far_apart.agreed(length=7), anchors[0]), (far_apart.agreed(), bytes(32))
    for settings, anchor in others:
        refused(ends[1], greeting.Invitation(settings, anchor).where()[0], "is under way here")
    refused(ends[0], again, "is under way here")
    refused(ends[0], greeting.agreement(ends[0].match.settings, bytes(32)), "is under way here")
    refused(ends[1], again.replace("hello 1", "hello 2"), "needs a newer firmware")
    talk(ends)
    do(ends, ends[0].friend.to_roll())
    assert ends[1].friend.hear(again).to_send == ends[1].friend.where()


def test_a_cut_while_a_game_begins_loses_nothing():
    for cut in range(7):
        ends = begun(far_apart.agreed(length=3))
        while ends[0].match.phase != TO_PLAY:
            do(ends, ends[0].friend.to_roll())
        do(ends, actions.resign(1))
        do(ends, actions.accept())
        sent = ends[0].friend.do(ends[0].match.next_game())
        ends[1].cut_in = cut
        try:
            ends[1].friend.hear(sent[0])
        except far_apart.Cut:
            pass
        ends[1].cut_in = None
        ends[1].power_on()
        talk(ends)
        assert same(ends), cut
        do(ends, ends[0].friend.to_roll())
        ends[1].power_on()
        talk(ends)
        assert same(ends)


def test_the_log_is_read_by_people_as_any():
    (end, _) = opened()
    words = [records_text.text(record) for record in end.journal.records]
    assert words[-1].startswith("roll ") and words[-2].startswith("note ")
