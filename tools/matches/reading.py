"""Reads a match file by playing it: a note says game and line of what the rules do not allow."""

import re
import unicodedata

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.errors import RulesError
from picogammon.rules.notation import NotationError, power_of_two
from picogammon.rules.settings import MAX_CUBE_POWER, MAX_NAME, Settings, unpack
from reading import records as words
from tools.matches import OWN, MatchFile, MatError, Sealed, lines, sgf
from tools.matches.playing import Aside, Player

_ABOUT = ("Event", "EventDate", "EventTime", "Site", "Place", "Round", "Match ID", "Transcriber")
_SCORES = r"({})\s*:\s*(\d{{1,8}})\s+({})\s*:\s*(\d{{1,8}})"
_LEVEL = re.compile(r"(.*) \([a-z]+\)")  # as writing.py has it behind the computer's name
_ANY = r"\S(?:.*?\S)?"
_ASIDE = re.compile(r"game (\d{1,6}) action (\d{1,6}): (.+)", re.A)
_SEALED = re.compile(
    r"sealed ([0-9A-F]{64}) number (\d{0,20}) first (\d{1,6})(?: secret ([0-9A-F]{32}))?", re.A
)
_SETTINGS = "settings "
_LIMIT = re.compile(r"\d{1,8}", re.A)
_ASIDES = (actions.GAME, actions.ROLL, actions.RESIGN, actions.ACCEPT, actions.REFUSE)
_SWITCHES = {"on": True, "yes": True, "1": True, "off": False, "no": False, "0": False}
_USUAL_CUBE = 10  # 1024
_CUBE_WORDS = (lines.DOUBLES, lines.BEAVERS)


_MOST_NOTES = 50


def read(content):
    """The MatchFile of a file, its bytes or its text.

    Raises MatError with the number of the line and the reason where it is no match, or where
    nothing in it can be played; then nothing is taken over.
    """
    text = lines.text_of(content)
    said = sgf.parse(text) if sgf.is_sgf(text) else lines.parse(text)
    tags = {tag.lower(): (line, text) for line, tag, text in said.tags}
    asides, settled, named, sealed = _own(said.tags)
    heads = [_names_and_scores(game, tags, named.get(game.number)) for game in said.games]
    for number in sorted(set(asides) - {game.number for game in said.games}):
        raise MatError(f"there is no game {number} in this file", asides[number][0].line)
    settings, player = _played(said, heads, _candidates(said, tags, settled), asides, named)
    played = any(actions.kind_of(record) == actions.PLAY for record in player.records)
    if player.first_fault and not played:
        raise player.first_fault
    names = heads[0][0]
    notes = player.notes
    for i, name in enumerate(names):
        if _spaced(_called(name, i, settings.names)) != name:
            notes.append(f"a board calls {name} '{_called(name, i, settings.names)}'")
    if len(notes) > _MOST_NOTES:
        notes[_MOST_NOTES:] = [f"and {len(notes) - _MOST_NOTES:,} more like these"]
    about = {tag: tags[tag.lower()][1] for tag in _ABOUT if tag.lower() in tags}
    return MatchFile(player.records, names, about, notes, player.faults, player.ends, sealed)


def _played(said, heads, candidates, asides, named):
    """(the Settings among the candidates by which the fewest faults are found, the Player)."""
    best = None
    for settings in candidates:
        player = Player(settings)
        for game, (names, scores) in zip(said.games, heads):
            exact = named.get(game.number, settings.names)
            called = [_called(name, i, exact) for i, name in enumerate(names)]
            player.begin(game, called, scores, asides.get(game.number, ()))
            for cell in game.cells:
                player.act(cell)
            player.finish()
        if best is None or len(player.faults) < len(best[1].faults):
            best = (settings, player)
        if not player.faults:
            break
    return best


# The head.


def _own(tags):
    """({game: [Aside]}, Settings or None, {game: names}, what dice follow from or None) of what our
    own writer's lines say."""
    asides, settled, named, sealed = {}, None, {}, None
    for line, tag, text in tags:
        if tag != OWN:
            continue
        aside = _ASIDE.fullmatch(text)
        if text.startswith("sealed "):
            found = _SEALED.fullmatch(text)
            if not found:
                raise MatError("this is not what dice were sealed with", line)
            sealed = Sealed(found[1], found[2], found[4] or "", int(found[3]))
            continue
        try:
            if not aside:
                said = text[len(_SETTINGS) :] if text.startswith(_SETTINGS) else text
                settled = words.parse_settings(said.split())
                continue
            action = words.parse(aside[3])
            if actions.kind_of(action) == actions.SETTINGS:
                named[int(aside[1])] = unpack(action[1:]).names
                continue
            if actions.kind_of(action) not in _ASIDES:
                raise MatError(f"'{aside[3][:40]}' has no place here", line)
            asides.setdefault(int(aside[1]), []).append(Aside(line, int(aside[2]), action))
        except RulesError as error:
            raise MatError(str(error), line) from None
    return asides, settled, named, sealed


def _candidates(said, tags, settled):
    """The Settings that the file may mean, the likeliest first; what it says leaves one."""
    length, line = said.length
    if settled:
        if settled.length != length:
            raise MatError(f"the head says that the match goes to {settled.length}", line)
        return [settled]
    crawford = _switch(tags, "crawford", (True, False) if length > 1 else (True,))
    jacoby = (False,) if length else _switch(tags, "jacoby", (False, True))
    needed = 0 if length else max(_beavers(game.cells) for game in said.games)
    beavers = 0 if length else max(_switch(tags, "beaver", (needed,))[0], needed)
    cube_on, power = _cube(said, tags)
    variant = _variant(tags)
    try:
        return [
            Settings(
                length,
                crawford=c,
                jacoby=j,
                beavers=beavers,
                cube_on=cube_on,
                max_cube=power,
                variant=variant,
            )
            for c in crawford
            for j in jacoby
        ]
    except RulesError as error:
        raise MatError(str(error), line) from None


def _variant(tags):
    """The number of the variant that the file says, 0 where it says none that is known.

    Raises MatError for Hypergammon with one or two checkers.
    """
    line, said = tags.get("variation", (0, ""))
    for variant, (name, _, _, mat, sgf_rule) in enumerate(positions.VARIANTS):
        if said.lower() in (name.lower(), mat.lower(), sgf_rule.lower()):
            return variant
    if said.lower().startswith("hyper"):
        raise MatError(f"no board plays {lines.shown(said)}: a side has three checkers", line)
    return positions.BACKGAMMON


def _switch(tags, tag, unsaid):
    """What a tag switches, as a tuple of one; `unsaid` where there is none. Raises MatError."""
    if tag not in tags:
        return unsaid
    line, text = tags[tag]
    if text.lower() not in _SWITCHES:
        raise MatError(f"{tag} is On or Off, not '{text[:20]}'", line)
    return (_SWITCHES[text.lower()],)


def _beavers(cells):
    """How many offers follow one another at most, after the first: 0, 1 a beaver, 2 a raccoon."""
    most = row = 0
    for cell in cells:
        row = row + 1 if cell.word in _CUBE_WORDS else 0
        most = max(most, row - 1)
    return min(most, 2)


def _cube(said, tags):
    """(whether there is a cube, its highest value as a power of two)."""
    if "cubelimit" not in tags:
        offers = [c.value or 1 for g in said.games for c in g.cells if c.word in _CUBE_WORDS]
        power = _USUAL_CUBE
        while power < MAX_CUBE_POWER and max([1] + offers) >> power > 1:
            power += 1
        return True, power
    line, text = tags["cubelimit"]
    try:
        limit = int(text) if _LIMIT.fullmatch(text) else 0
        power = power_of_two(limit)
    except NotationError:
        raise MatError(f"a cube has no limit of '{text[:20]}'", line) from None
    return power > 0, power or _USUAL_CUBE


# The players.


def _names_and_scores(game, tags, named):
    """((name, name), (points, points)) of a game. `named`: its players, or None, if our own lines
    name them. Raises MatError."""
    said, line = game.names
    if not isinstance(said, str):
        return said
    tagged = [tags[tag][1] for tag in ("player 1", "player 2") if tag in tags]
    levelled = [_LEVEL.fullmatch(name) for name in tagged]
    plain = [found[1] if found else name for name, found in zip(tagged, levelled)]
    known = [[re.escape(_spaced(name)) for name in names] for names in (named or (), tagged, plain)]
    for first, second in [pair for pair in known if len(pair) == 2] + [(_ANY, _ANY)]:
        found = re.fullmatch(_SCORES.format(first, second), _spaced(said), re.A)
        if found:
            return (found[1], found[3]), (int(found[2]), int(found[4]))
    raise MatError("this line should say `name : points   name : points`", line)


def _called(name, side, exact):
    """What a board calls the player: the same, or as much of it as fits. `exact`: the two names
    that our own lines have."""
    if _spaced(exact[side]) == name:
        return exact[side]  # with the spaces that a line cannot show
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(sign for sign in plain if " " <= sign <= "~").strip()[:MAX_NAME].rstrip()
    return plain or f"Player {side + 1}"


def _spaced(text):
    return " ".join(text.split())
