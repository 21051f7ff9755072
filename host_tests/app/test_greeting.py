"""Two boards far apart agree on a match, or say why they cannot."""

from fakes import far_apart
from fakes.sitting import SeededDice
from picogammon.app.session import greeting
from picogammon.app.session.greeting import FriendError
from picogammon.rules.settings import FREE
from portable import raises


def hello(settings):
    return greeting.Invitation(settings, bytes(32)).where()[0]


def test_boards_agree_on_a_match():
    settings = far_apart.agreed(length=5)
    heard, anchor = greeting.invited(hello(settings.copy(players=(0, 3))))
    assert heard.pack() == settings.pack() and anchor == bytes(32)
    invitation = greeting.unpacked(greeting.Invitation(settings, anchor).pack())
    named = settings.copy(names=("Anna", "Berta"))
    agreed, other = invitation.hear(greeting.agreement(named, b"\1" * 32))
    assert agreed.names == ["Anna", "Berta"] and other == b"\1" * 32
    longest = far_apart.agreed().copy(names=("A" * 12, "B" * 12))
    assert len("friend hear " + hello(longest)) <= 160


def test_a_match_begins_whatever_is_lost_on_the_way():
    for seed in range(1, 60):
        digests = [end.standing.digest for end in meet(SeededDice(seed))]
        assert digests[0] == digests[1]


def meet(chance):
    """Two boards, of which one invites, over a bad wire, with power cuts."""
    settings = far_apart.agreed()
    ends = [far_apart.End(side, 7, 8) for side in (0, 1)]
    invitation = greeting.Invitation(settings, ends[0].strings().anchor())
    wire = []
    for _ in range(400):
        if all(end.friend and end.standing.count > 3 for end in ends):
            return ends
        said = [] if ends[0].friend else [(1, message) for message in invitation.where()]
        for end in ends:
            if end.friend:
                said += [(1 - end.side, message) for message in end.friend.where()]
                if end.friend.due or far_apart.decisions(end):
                    sent = end.friend.go_on() if end.friend.due else []
                    sent = sent or end.friend.do(far_apart.decisions(end)[0])
                    said += [(1 - end.side, message) for message in sent]
        wire += [message for message in said if chance.below(64) > 20]
        if not wire:
            continue
        side, message = wire.pop(chance.below(len(wire)))
        end = ends[side]
        if end.friend:
            wire += [(1 - side, more) for more in end.friend.hear(message).to_send]
        elif side == 0:
            found = invitation.hear(message)
            if found:
                end.begin(found[0], (invitation.anchor, found[1]))
        elif message.startswith("hello"):
            heard, anchor = greeting.invited(message)
            own = end.strings().anchor()
            end.begin(heard, (anchor, own))
            wire.append((0, greeting.agreement(heard, own)))
        if chance.below(50) == 0:
            if end.friend:
                end.power_on()
            invitation = greeting.unpacked(invitation.pack())
    raise AssertionError("they never began")


def test_what_boards_cannot_agree_on_is_refused_in_words():
    settings = far_apart.agreed(length=5)
    said = hello(settings)
    for message, words in (
        (said.replace("hello 1", "hello 2"), "version 2, this one 1: this one needs"),
        (said.replace("hello 1", "hello 0"), "version 0, this one 1: the other one needs"),
        (said.replace("hello 1", "hello 2 more words"), "version 2"),
        (said[:-2], "cannot be read"),
        (said.replace("hello 1 05", "hello 1 41"), "the match length"),
        (said.replace("hello 1 05", "hello 1 0"), "no row of bytes"),
        ("hello 1", "no message"),
        ("hello", "no message"),
        ("hola 1", "no message"),
    ):
        with raises(FriendError, words):
            greeting.invited(message)
    for fields, words in (({"take_back": FREE}, "take-back"), ({"sealed": True}, "sealed")):
        other = settings.copy(**fields)
        with raises(FriendError, words):
            greeting.Invitation(other, bytes(32))
        with raises(FriendError, words):
            greeting.invited("hello 1 %s %s" % (greeting.hex_of(other.pack()), "00" * 32))
    invitation = greeting.Invitation(settings, bytes(32))
    for other in (settings.copy(length=6), settings.copy(names=("Eve", "Bert"))):
        with raises(FriendError, "another match"):
            invitation.hear(greeting.agreement(other, b"\1" * 32))
    with raises(FriendError, "not its own"):
        invitation.hear(greeting.agreement(settings, bytes(32)))
    assert invitation.hear("at 1 00") is None
    for kept in (b"", invitation.pack()[:40], invitation.pack()[:32] + b"\x41" * 12):
        with raises(FriendError):
            greeting.unpacked(kept)
