"""Reads a match file by playing it: a note says game and line of what the rules do not allow."""

import re
import unicodedata

from picogammon.engine import levels
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.position import RulesError
from picogammon.rules.settings import MAX_CUBE_POWER, MAX_NAME, Settings, unpack_settings
from reading import records as words
from tools.matches import OWN, MatchFile, MatError, Sealed, lines, sgf
from tools.matches.playing import Aside, Player

_ABOUT = ("Event", "EventDate", "EventTime", "Site", "Place", "Round", "Match ID", "Transcriber")
# GNU Backgammon leaves no blank after the first score if the first name is long.
_SCORES = (
    r"({})\s*:\s*(\d{{1,8}})\s+({})\s*:\s*(\d{{1,8}})",
    r"({})\s*:\s*(0|[1-9]\d{{0,7}})({})\s*:\s*(\d{{1,8}})",
)
_NUMBER = r"\d{3,4}(?:[.,]\d{1,3})?"
_RATED = re.compile(  # a rating behind a name, as servers write it
    rf"(.*?\S)\s*(?:,\s*{_NUMBER}|\s\d{{4}}[.,]\d{{1,3}}|[(\[](?:elo|rating)?:?\s*{_NUMBER}[)\]])",
    re.I | re.A,
)
_DAY = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:\D.*)?", re.A)
_MOST_LETTERS = 200  # of what the head says of the match
_IGNORED = "line %d: %s %s is unknown and ignored"
_IN_PLACE = "expert"
_UNKNOWN = "line %d: boards no longer have the player of %s (number %d): %s plays instead"
_LEVEL = re.compile(r"(.*) \([a-z]+\)")  # as writing.py has it behind the computer's name
_ANY = r"\S(?:.*?\S)?"
_ASIDE = re.compile(r"game (\d{1,6}) action (\d{1,6}): (.+)", re.A)
_SEALED = re.compile(
    r"sealed ([0-9A-F]{64}) number (\d{0,20}) first (\d{1,6})(?: secret ([0-9A-F]{32}))?", re.A
)
_SETTINGS = "settings "
_ASIDES = (actions.GAME, actions.ROLL, actions.RESIGN, actions.ACCEPT, actions.REFUSE)
_SWITCHES = {"on": 1, "yes": 1, "1": 1, "off": 0, "no": 0, "0": 0}
_USUAL_CUBE = 10  # 1024
_CUBE_WORDS = (lines.DOUBLES, lines.BEAVERS)


_MOST_NOTES = 50


def read(content):
    """The MatchFile of a file, its bytes or its text.

    Raises MatError with the number of the line and the reason where it is no match, or where
    nothing in it can be played; then nothing is taken over.
    """
    text = lines.text_of(content)
    tree = sgf.tree_in(text)
    said = sgf.parse(tree) if tree else lines.parse(text)
    notes = []
    tags = _tags(said, notes)
    asides, settled, named, sealed = _own(said.tags, notes)
    if settled and settled.length != said.length[0]:
        text = f"the head says that the match goes to {settled.length}"
        raise MatError(text, said.length[1])
    patterns = _patterns(tags)
    heads = [_names_and_scores(game, patterns, named.get(game.number)) for game in said.games]
    if any(len(name) > _MOST_LETTERS for pair, _ in heads for name in pair):
        notes.append("a name is cut to %d letters" % _MOST_LETTERS)
        heads = [(tuple([name[:_MOST_LETTERS] for name in pair]), both) for pair, both in heads]
    if not settled:  # our own files have no ratings
        heads = [(tuple([_unrated(name) for name in pair]), scores) for pair, scores in heads]
    for number in sorted(set(asides) - {game.number for game in said.games}):
        raise MatError(f"there is no game {number} in this file", asides[number][0].line)
    candidates = [settled] if settled else _candidates(said, tags, notes)
    settings, player = _played(said, heads, candidates, asides, named)
    played = any(actions.kind_of(record) == actions.PLAY for record in player.records)
    if player.first_fault and not played:
        raise player.first_fault
    names = heads[0][0]
    notes += player.notes
    for i, name in enumerate(names):
        if lines.spaced(_called(name, i, settings.names)) != name:
            notes.append(f"a board calls {name} '{_called(name, i, settings.names)}'")
    if len(notes) > _MOST_NOTES:
        notes[_MOST_NOTES:] = [f"and {len(notes) - _MOST_NOTES:,} more like these"]
    about = {tag: tags[tag.lower()][1] for tag in _ABOUT if tag.lower() in tags}
    about = {tag: about[tag] for tag in about if about[tag].strip()}
    day = _DAY.fullmatch(about.get("EventDate", ""))
    if day:
        about["EventDate"] = "%s.%02d.%02d" % (day[1], int(day[2]), int(day[3]))
    return MatchFile(player.records, names, about, notes, player.faults, player.ends, sealed)


def _played(said, heads, candidates, asides, named):
    """(the Settings among the candidates by which the fewest faults are found, the Player)."""
    best = None
    for settings in candidates:
        player = Player(settings)
        following = heads[1:] + [None]
        for game, (names, scores), after in zip(said.games, heads, following):
            exact = named.get(game.number, settings.names)
            called = [_called(name, i, exact) for i, name in enumerate(names)]
            winner = None if said.columns or not after else _winner(scores, after[1])
            player.begin(game, called, scores, asides.get(game.number, ()))
            player.expect(winner, said.columns)
            for cell in game.cells:
                player.act(cell)
            player.finish()
        if best is None or len(player.faults) < len(best[1].faults):
            best = (settings, player)
        if not player.faults:
            break
    return best


# The head.


def _tags(said, notes):
    """{tag in small letters: (line, text)}, long texts cut."""
    tags = {}
    for line, tag, text in said.tags:
        if len(text) > _MOST_LETTERS and tag != OWN:
            notes.append("line %d: %s is cut to %d letters" % (line, tag[:20], _MOST_LETTERS))
            text = text[:_MOST_LETTERS]
        tags[tag.lower()] = line, text
    return tags


def _own(tags, notes):
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
                _replace_unknown(settled, line, notes)
                continue
            action = words.parse(aside[3])
            if actions.kind_of(action) == actions.SETTINGS:
                named[int(aside[1])] = unpack_settings(action[1:]).names
                continue
            if actions.kind_of(action) not in _ASIDES:
                raise MatError(f"'{aside[3][:40]}' does not belong here", line)
            asides.setdefault(int(aside[1]), []).append(Aside(line, int(aside[2]), action))
        except RulesError as error:
            raise MatError(str(error), line) from None
    return asides, settled, named, sealed


def _replace_unknown(settings, line, notes):
    """Puts expert in the place of a player that no board has any more, with a note."""
    known = levels.levels()
    for side, player in enumerate(settings.players):
        if player > len(known):
            settings.players[side] = known.index(_IN_PLACE) + 1
            notes.append(_UNKNOWN % (line, settings.names[side], player, _IN_PLACE))


def _candidates(said, tags, notes):
    """The Settings that the file may mean, the likeliest first.

    An unknown line of the head is ignored, with a note.
    """
    length, line = said.length
    crawford = _switch(tags, "Crawford", (1, 0) if length > 1 else (1,), notes)
    jacoby = (0,) if length else _switch(tags, "Jacoby", (0, 1), notes)
    needed = 0 if length else max(_beavers(game.cells) for game in said.games)
    beavers = 0 if length else max(_switch(tags, "Beaver", (needed,), notes)[0], needed)
    cube_on, power = _cube(said, tags, notes)
    variant = _variant(tags, notes)
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


def _variant(tags, notes):
    """The number of the variant that the file says, 0 where it says none that is known.

    Raises MatError for Hypergammon with one or two checkers.
    """
    if "variation" not in tags:
        return positions.BACKGAMMON
    line, said = tags["variation"]
    for variant, (name, _, _, mat, sgf_rule) in enumerate(positions.VARIANTS):
        if said.lower() in (name.lower(), mat.lower(), sgf_rule.lower()):
            return variant
    if said.lower().startswith("hyper"):
        raise MatError(f"no board plays {lines.shown(said)}: a side has three checkers", line)
    notes.append(_IGNORED % (line, "Variation", lines.shown(said)))
    return positions.BACKGAMMON


def _switch(tags, tag, unsaid, notes):
    """What a tag switches, 0 or 1 as a tuple of one; `unsaid` where it says neither."""
    if tag.lower() not in tags:
        return unsaid
    line, text = tags[tag.lower()]
    if text.lower() in _SWITCHES:
        return (_SWITCHES[text.lower()],)
    notes.append(_IGNORED % (line, tag, lines.shown(text)))
    return unsaid


def _beavers(cells):
    """How many offers follow one another at most, after the first: 0, 1 a beaver, 2 a raccoon."""
    most = row = 0
    for cell in cells:
        row = row + 1 if cell.word in _CUBE_WORDS else 0
        most = max(most, row - 1)
    return min(most, 2)


def _cube(said, tags, notes):
    """(whether there is a cube, its highest value as a power of two)."""
    if "cubelimit" in tags:
        line, text = tags["cubelimit"]
        for power in range(MAX_CUBE_POWER + 1):
            if text == str(1 << power):
                return power > 0, power or _USUAL_CUBE
        notes.append(_IGNORED % (line, "CubeLimit", lines.shown(text)))
    highest = max(
        [1] + [c.value or 1 for g in said.games for c in g.cells if c.word in _CUBE_WORDS]
    )
    power = _USUAL_CUBE
    while power < MAX_CUBE_POWER and highest >> power > 1:
        power += 1
    return True, power


# The players.


def _patterns(tags):
    """What a line with names and scores may look like, the likeliest first."""
    pairs = [(_ANY, _ANY)]
    if "player 1" in tags and "player 2" in tags:
        tagged = [tags[tag][1] for tag in ("player 1", "player 2")]
        levelled = [_LEVEL.fullmatch(name) for name in tagged]
        plain = [found[1] if found else name for name, found in zip(tagged, levelled)]
        pairs[:0] = [_exactly(tagged), _exactly(plain)]
    return _compiled(pairs)


def _exactly(names):
    return [re.escape(lines.spaced(name)) for name in names]


def _compiled(pairs):
    return [re.compile(form.format(*pair), re.A) for pair in pairs for form in _SCORES]


def _names_and_scores(game, patterns, named):
    """((name, name), (points, points)) of a game. `named`: its players, or None, if our own lines
    name them. Raises MatError."""
    said, line = game.names
    if not isinstance(said, str):
        return said
    said = lines.spaced(said)
    for pattern in (_compiled([_exactly(named)]) if named else []) + patterns:
        found = pattern.fullmatch(said)
        if found:
            return (found[1], found[3]), (int(found[2]), int(found[4]))
    raise MatError("this line should say `name : points   name : points`", line)


def _unrated(name):
    """The name without a rating behind it."""
    rated = _RATED.fullmatch(name)
    return rated[1] if rated else name


def _winner(scores, following):
    """The side that won between two scores of one game after the other, or None."""
    gains = [after - before for before, after in zip(scores, following)]
    return gains.index(max(gains)) if sorted(gains)[0] == 0 < max(gains) else None


def _called(name, side, exact):
    """What a board calls the player: the same, or as much of it as fits. `exact`: the two names
    that our own lines have."""
    if lines.spaced(exact[side]) == name:
        return exact[side]  # with the spaces that a line cannot show
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(sign for sign in plain if " " <= sign <= "~").strip()[:MAX_NAME].rstrip()
    return plain or f"Player {side + 1}"
