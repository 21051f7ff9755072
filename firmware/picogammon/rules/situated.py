"""A match made from a Situation: the way in for positions from outside."""

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.actions import Refusal
from picogammon.rules.match import Match
from picogammon.rules.position import RulesError
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Checkpoint, Situation


def match_of(situation: Situation, settings: Settings | None = None) -> Match:
    """A match at the moment of the situation. Raises Refusal if no match can be there.

    Names, players, the take-back rule and the variant come from `settings`, if given; but a match
    with more checkers than its variant has is backgammon. If somebody owns a cube of 1, that
    becomes a handicap of the match.
    """
    length = situation.length
    crawford = bool(situation.crawford and length != 1)
    try:
        if settings is None:
            variant = situation.variant
            settings = Settings(crawford=situation.crawford_rule)
        else:
            variant = _variant(situation.position, settings)
        holder = settings.holder
        if situation.cube == 1 and situation.owner is not None:  # only a handicap explains this
            holder = situation.owner + 1
        match = Match(
            settings.copy(
                length=length,
                crawford=settings.crawford or crawford,
                jacoby=bool(situation.jacoby),
                beavers=situation.beavers,
                cube_on=bool(situation.cube_on),
                max_cube=situation.max_cube,
                variant=variant,
                holder=holder,
            )
        )
        match.apply(
            actions.game(
                Checkpoint(
                    situation.scores,
                    crawford,
                    situation.turn,
                    situation.cube,
                    situation.owner,
                    0,
                    situation.position,
                )
            )
        )
        if situation.doubled:
            match.apply(actions.double())
            if situation.beavered:
                match.apply(actions.beaver())
            if situation.raccooned:
                match.apply(actions.raccoon())
        elif situation.dice:
            match.apply(actions.roll(*situation.dice))
    except RulesError as error:
        raise Refusal(str(error)) from None
    return match


def _variant(pos: "positions.Position", settings: Settings) -> int:
    """The settings' variant, or backgammon where the position has too many checkers for that."""
    most = max(positions.left(pos), positions.opponent_left(pos))
    return settings.variant if most <= settings.checkers else positions.BACKGAMMON
