"""Lines by which somebody at the link carries a match between two boards far apart.

`friend` is answered with what is to be carried to the other board, and how things stand here:

    friend send MESSAGE           to be handed in at the other board: `friend hear MESSAGE`
    friend said TEXT              a phrase that the friend has said
    friend is STATE [TEXT]        none, inviting, invited WHO LENGTH, playing WHO, over WHO
    friend end

LENGTH is a match's, and by a clock LENGTH/CLOCK, as Settings.clock numbers them.

`friend hear MESSAGE` is answered so as well, once the message is handled, and so are `friend say
NUMBER`, `friend invite LENGTH NAME`, `friend accept [NAME]`, `friend refuse` and `friend anchors`,
which tells both boards' anchors before. Or with `friend none WHY`: then nothing has changed.
"""

from micropython import const

from picogammon.app.modes import apart
from picogammon.app.modes.answer import leave_match
from picogammon.app.session.friend import PHRASES
from picogammon.app.session.greeting import FriendError, number_of
from picogammon.app.session.players import FRIEND
from picogammon.app.session.seal import hex_text
from picogammon.ground import tunes
from picogammon.rules.errors import RulesError
from picogammon.rules.match import MATCH_OVER, OPENING
from picogammon.rules.settings import Settings

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from picogammon.app.modes.navigator import Navigator

_HOW = "write 'friend hear', and a message of the other board"
_ASKED = "not yet: the board asks whether its own match ends"


def lines(navigator: "Navigator", words: "Sequence[str]", now: int) -> "Iterator[str | None]":
    """Yields the lines that answer a line, given as its words, and None after a slice of work."""
    afar = navigator.session.library.afar
    friend = afar.friend
    while afar.work(words[1:2] == ["invite"]):
        yield None
    if afar.friend is not friend:  # the seed of its dice is lost
        navigator.settle(now)
    if words[1:2] == ["anchors"] or words[2:3] in (["hello"], ["agree"]):
        while afar.seek_anchors():
            yield None
    try:
        if words[1:]:
            yield from _do(navigator, words[1], words[2:], now)
    except (FriendError, RulesError) as error:
        yield "friend none %s" % error
        return
    except IndexError:
        yield "friend none " + _HOW
        return
    opening = navigator.session.match.phase == OPENING
    happened = afar.happened if afar.go_on(now) else None
    if happened:
        yield None  # to write takes a round's time, and to show it another's
        navigator.follow(happened, opening, now)
    for message in afar.take_messages():
        yield "friend send " + message
    if words[1:] == ["anchors"]:
        for anchor in afar.anchors():
            yield "friend anchor " + hex_text(anchor)
    if afar.said:
        yield "friend said " + afar.said
        afar.said = ""
    yield "friend is " + _state(navigator)
    yield "friend end"


def _state(navigator: "Navigator") -> str:
    session = navigator.session
    afar = session.library.afar
    if afar.guest:
        told = afar.guest[0]
        clock = "/%d" % told.clock if told.clock else ""
        return "invited %s %d%s" % (told.names[0], told.length, clock)
    if afar.invitation:
        return "inviting"
    if session.friend is None:
        return "none"
    over = session.match.phase == MATCH_OVER
    return "%s %s" % ("over" if over else "playing", afar.name)


def _do(
    navigator: "Navigator", word: str, rest: "Sequence[str]", now: int
) -> "Iterator[str | None]":
    """Does what a line says, in slices. Raises FriendError, RulesError or IndexError."""
    afar = navigator.session.library.afar
    if word == "hear":
        yield from _hear(navigator, " ".join(rest), now)
    elif word == "say":
        if navigator.session.friend is None or number_of(rest[0]) >= len(PHRASES):
            raise FriendError("there is nobody to hear that, or no such phrase")
        afar.say(number_of(rest[0]))
    elif word == "invite":
        length, by, clock = rest[0].partition("/")
        settings = Settings(
            number_of(length),
            players=(0, FRIEND),
            names=(" ".join(rest[1:]), "Friend"),
            clock=number_of(clock) if by else 0,
        )
        _invite(navigator, settings, now)
    elif word == "accept":
        if not apart.accept(navigator, " ".join(rest), now):
            raise FriendError(_ASKED)
    elif word == "refuse":
        afar.withdraw()
    elif word != "anchors":
        raise IndexError


def _invite(navigator: "Navigator", settings: Settings, now: int) -> None:
    if navigator.session.under_way:
        leave_match(navigator, lambda then: apart.invite(navigator, settings, True, then), now)
        raise FriendError(_ASKED)
    why = apart.invitation_to(navigator, settings)
    if why:
        raise FriendError(why)
    navigator.open(apart.Inviting(navigator))


def _hear(navigator: "Navigator", message: str, now: int) -> "Iterator[str | None]":
    session = navigator.session
    afar = session.library.afar
    opening = session.match.phase == OPENING
    guest, wished, said = afar.guest, afar.wished, afar.said
    found = afar.hear(message, now)
    if found:
        apart.begin(navigator, now, *found)
    elif afar.happened:
        happened = afar.happened
        yield None
        navigator.follow(happened, opening, now)
    if afar.guest and not guest:
        navigator.alert(apart.Invited(navigator), now)
    if afar.wished is not None and wished is None:
        navigator.alert(apart.Wished(navigator, afar.wished), now)
    if afar.said and not said:
        navigator.remark("%s: %s" % (afar.name, afar.said), tunes.CLICK)
