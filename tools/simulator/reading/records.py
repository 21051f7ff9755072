"""Parses actions and settings as people, links and record_text write them."""

from binascii import unhexlify
from micropython import const

from picogammon.rules import actions, settings, situation
from picogammon.rules.actions import ActionError
from picogammon.rules.settings import SettingsError
from picogammon.rules.situation import CHECKPOINT_KEYS
from reading.plays import parse_play

_MOST_DIGITS = const(9)
_MOST_SHOWN = const(20)
_OF_SIDES = ("name0", "name1", "player0", "player1")


def parse(line, position=None, rolled=None):
    """Returns a line's action. Raises ActionError or another RulesError, with the reason.

    Only a play ("play 24/14*/13") needs the position, as its player sees it, and the dice `rolled`.
    """
    words = line.strip().lower().split()
    if not words:
        raise ActionError("an empty line is not an action")
    word = words[0]
    rest = words[1:]
    if word == "settings":
        return actions.settings(parse_settings(line.strip().split()[1:]))
    if word == "game":
        return actions.game(parse_checkpoint(rest))
    if word == "roll" and rest:
        return _parse_roll(rest)
    if word == "pass" and not rest:
        return actions.play()
    if word == "play":
        if position is None or rolled is None:
            raise ActionError("there is no roll to play")
        return actions.play(parse_play(" ".join(rest), position, rolled[0], rolled[1]))
    if word == "resign" and len(rest) == 1 and rest[0] in actions.MULTIPLES[1:]:
        return actions.resign(actions.MULTIPLES.index(rest[0]))
    if word == "take" and rest and rest[0] == "back":
        return _parse_take_back(rest[1:])
    if words == ["drop", "on", "time"]:
        return actions.drop(True)
    if word == "note" and 1 <= len(rest) <= 2:
        return _parse_note(rest)
    if word in actions.WORDS[actions.DOUBLE : actions.TAKE_BACK] and word != "resign" and not rest:
        return bytes((actions.WORDS.index(word),))
    raise ActionError("'%s' is not an action" % line.strip())


def _parse_take_back(words):
    """Parses the words after `take back`: a number of turns or `last`, and `by 0` or `by 1`."""
    side = None
    if len(words) > 1 and words[-2] == "by" and words[-1] in ("0", "1"):
        side = int(words[-1])
        words = words[:-2]
    if words == ["last"]:
        return actions.take_back(actions.LAST, side)
    turns = _number("".join(words) or "1")
    if turns < 1:
        most = actions.MAX_TAKE_BACK
        raise ActionError("a take-back undoes 1 to %d turns, not %s" % (most, turns))
    return actions.take_back(turns, side)


def _parse_roll(words):
    shown = words[0].split("-")
    if len(shown) != 2 or words[1:] not in ([], ["by", "hand"]):
        raise ActionError("a roll is written like 'roll 6-4'")
    return actions.roll(_number(shown[0]), _number(shown[1]), len(words) > 1)


def _parse_note(words):
    """Parses the words after `note`: a topic, and its body in hexadecimal digits."""
    topic = _number(words[0])
    try:
        body = unhexlify("".join(words[1:]))
    except ValueError:
        body = None
    if topic > 255 or body is None:
        raise ActionError("a note is a number below 256 and pairs of hexadecimal digits")
    return actions.note(topic, body)


def _number(word):
    if not word or len(word) > 5 or not all("0" <= letter <= "9" for letter in word):
        raise ActionError("'%s' is not a number" % word)
    return int(word)


def parse_settings(words):
    """Returns the Settings of `key=value` words; other keys keep their default.

    Raises SettingsError for an unknown key or an impossible value.
    """
    usual = settings.Settings()
    fields = {"names": usual.names, "players": usual.players}
    most = {field.name: field.most for field in settings.FIELDS}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not (key in most or key in _OF_SIDES):
            raise SettingsError("there is no setting called %s" % key)
        if key.startswith("name"):
            fields["names"][int(key[4])] = value.replace("%20", " ").replace("%25", "%")
            continue
        if not (value and all("0" <= letter <= "9" for letter in value)):
            raise SettingsError("%s needs a number, not '%s'" % (key, value[:_MOST_SHOWN]))
        if len(value) > _MOST_DIGITS:
            raise SettingsError("%s has too many digits" % key)
        if most.get(key) == 1 and value not in ("0", "1"):
            raise SettingsError("%s is 1 (on) or 0 (off), not %s" % (key, value))
        if key.startswith("player"):
            fields["players"][int(key[6])] = int(value)
        else:
            fields[key] = int(value)
    return settings.Settings(**fields)


def parse_checkpoint(words):
    """Returns the Checkpoint of `key=value` words; other keys keep their default."""
    fields = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in CHECKPOINT_KEYS:
            raise situation.SituationError("a game has no %s" % key)
        try:
            fields[key] = _of_checkpoint(key, value)
        except (KeyError, ValueError):
            raise situation.SituationError("%s cannot be '%s'" % (key, value)) from None
    return situation.Checkpoint(**fields)


def _of_checkpoint(key, value):
    if key == "scores":
        return [int(points) for points in value.split("-")]
    if key == "position":
        return [int(checkers) for checkers in value.split(",")]
    if key in ("turn", "owner"):
        return {"opening": None, "none": None, "0": 0, "1": 1}[value]
    if key == "crawford":
        return {"0": False, "1": True}[value]
    return int(value)
