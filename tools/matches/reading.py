"""Reads a match file by playing it. A note has game and line of what the rules do not allow."""

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
_RATED = re.compile(  # a rating after a name, as servers write it
    rf"(.*?\S)\s*(?:,\s*{_NUMBER}|\s\d{{4}}[.,]\d{{1,3}}|[(\[](?:elo|rating)?:?\s*{_NUMBER}[)\]])",
    re.I | re.A,
)
_DAY = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:\D.*)?", re.A)
_MOST_LETTERS = 200  # of a tag or a name
_IGNORED = "line %d: %s %s is unknown and ignored"
_IN_PLACE = "expert"  # of a player that boards no longer have
_UNKNOWN = "line %d: boards no longer have the player of %s (number %d): %s plays instead"
_LEVEL = re.compile(r"(.*) \([a-z]+\)")  # a level after a name, as writing.py adds it
_ANY = r"\S(?:.*?\S)?"
_ANY_NAMES = [re.compile(form.format(_ANY, _ANY), re.A) for form in _SCORES]
_ASIDE = re.compile(r"game (\d{1,6}) action (\d{1,6}): (.+)", re.A)
_SEALED = re.compile(
    r"sealed ([0-9A-F]{64}) number (\d{0,20}) first (\d{1,6})(?: secret ([0-9A-F]{32}))?", re.A
)
_SETTINGS, _SEAL = "settings ", "sealed "
_ASIDES = (actions.GAME, actions.ROLL, actions.RESIGN, actions.ACCEPT, actions.REFUSE)
_SWITCHES = {"on": 1, "yes": 1, "1": 1, "off": 0, "no": 0, "0": 0}
_USUAL_CUBE = 10  # 1024
_CUBE_WORDS = (lines.DOUBLES, lines.BEAVERS)
_MOST_NOTES = 50


def read(content):
    """Returns the MatchFile of a file, its bytes or its text.

    Raises MatError, with the line and the reason, if it is no match or cannot be played at all.
    """
    text = lines.text_of(content)
    tree = sgf.tree_in(text)
    said = sgf.parse(tree) if tree else lines.parse(text)
    head = _Head(said)
    if head.settings and head.settings.length != said.length[0]:
        text = f"the head says that the match goes to {head.settings.length}"
        raise MatError(text, said.length[1])
    scores = _scores(said, head)
    for number in sorted(set(head.asides) - {game.number for game in said.games}):
        raise MatError(f"there is no game {number} in this file", head.asides[number][0].line)
    settings, player = _played(said, scores, head)
    played = any(actions.kind_of(record) == actions.PLAY for record in player.records)
    if player.first_fault and not played:
        raise player.first_fault
    names = scores[0][0]
    notes = head.notes + player.notes
    for i, name in enumerate(names):
        called = _called(name, i, settings.names)
        if lines.spaced(called) != name:
            notes.append(f"a board calls {name} '{called}'")
    if len(notes) > _MOST_NOTES:
        notes[_MOST_NOTES:] = [f"and {len(notes) - _MOST_NOTES:,} more like these"]
    about = {tag: head.text(tag) for tag in _ABOUT if head.text(tag).strip()}
    day = _DAY.fullmatch(about.get("EventDate", ""))
    if day:
        about["EventDate"] = "%s.%02d.%02d" % (day[1], int(day[2]), int(day[3]))
    return MatchFile(player.records, names, about, notes, player.faults, player.ends, head.sealed)


def _played(said, scores, head):
    """Returns (the Settings that cause the fewest faults, the Player who played by them)."""
    best = None
    for settings in [head.settings] if head.settings else _candidates(said, head):
        player = Player(settings, said.columns)
        for game, (names, before), after in zip(said.games, scores, scores[1:] + [None]):
            exact = head.names.get(game.number, settings.names)
            called = [_called(name, i, exact) for i, name in enumerate(names)]
            gainer = None if said.columns or not after else _gainer(before, after[1])
            player.play(game, called, before, head.asides.get(game.number, ()), gainer)
        if best is None or len(player.faults) < len(best[1].faults):
            best = (settings, player)
        if not player.faults:
            break
    return best


class _Head:
    """The head of a file. `tags`: {tag in small letters: (line, text)}; `notes`: texts.

    Our own writer's lines: `asides`, {game: [Aside]}; `settings`, Settings or None; `names`, {game:
    names}; `sealed`, a Sealed or None.
    """

    def __init__(self, said):
        self.notes = []
        self.tags = {}
        self.asides, self.settings, self.names, self.sealed = {}, None, {}, None
        for line, tag, text in said.tags:
            if len(text) > _MOST_LETTERS and tag != OWN:
                note = "line %d: %s is cut to %d letters" % (line, tag[:20], _MOST_LETTERS)
                self.notes.append(note)
                text = text[:_MOST_LETTERS]
            self.tags[tag.lower()] = line, text
        for line, tag, text in said.tags:
            if tag == OWN:
                try:
                    self._read_own(line, text)
                except RulesError as error:
                    raise MatError(str(error), line) from None

    def text(self, tag):
        """Returns the text of a tag, "" without one."""
        return self.tags.get(tag.lower(), (0, ""))[1]

    def ignore(self, tag):
        """Notes that the text of a tag, if there is one, is unknown."""
        line, text = self.tags.get(tag.lower(), (0, None))
        if text is not None:
            self.notes.append(_IGNORED % (line, tag, lines.shown(text)))

    def switch(self, tag, unsaid):
        """Returns the values, 0 or 1, that a tag allows: a tuple of one, or else `unsaid`."""
        text = self.text(tag).lower()
        if text in _SWITCHES:
            return (_SWITCHES[text],)
        self.ignore(tag)
        return unsaid

    def _read_own(self, line, text):
        if text.startswith(_SEAL):
            found = _SEALED.fullmatch(text)
            if not found:
                raise MatError("this is not what dice were sealed with", line)
            self.sealed = Sealed(found[1], found[2], found[4] or "", int(found[3]))
            return
        aside = _ASIDE.fullmatch(text)
        if not aside:
            said = text[len(_SETTINGS) :] if text.startswith(_SETTINGS) else text
            self.settings = words.parse_settings(said.split())
            known = levels.levels()
            for side, player in enumerate(self.settings.players):
                if player > len(known):
                    self.settings.players[side] = known.index(_IN_PLACE) + 1
                    name = self.settings.names[side]
                    self.notes.append(_UNKNOWN % (line, name, player, _IN_PLACE))
            return
        number, action = int(aside[1]), words.parse(aside[3])
        if actions.kind_of(action) == actions.SETTINGS:
            self.names[number] = unpack_settings(action[1:]).names
        elif actions.kind_of(action) in _ASIDES:
            self.asides.setdefault(number, []).append(Aside(line, int(aside[2]), action))
        else:
            raise MatError(f"'{aside[3][:40]}' does not belong here", line)


# The settings.


def _candidates(said, head):
    """Returns the Settings that the file may mean, the likeliest first."""
    length, line = said.length
    crawford = head.switch("Crawford", (1, 0) if length > 1 else (1,))
    jacoby, beavers = (0,), 0
    if not length:
        jacoby = head.switch("Jacoby", (0, 1))
        needed = max(_beavers(game.cells) for game in said.games)
        beavers = max(head.switch("Beaver", (needed,))[0], needed)
    cube_on, power = _cube(said, head)
    same = {"beavers": beavers, "cube_on": cube_on, "max_cube": power, "variant": _variant(head)}
    try:
        return [Settings(length, crawford=c, jacoby=j, **same) for c in crawford for j in jacoby]
    except RulesError as error:
        raise MatError(str(error), line) from None


def _variant(head):
    """Returns the number of the variant, 0 for an unknown one.

    Raises MatError for Hypergammon with one or two checkers.
    """
    said = head.text("Variation").lower()
    for variant, (name, _, _, mat, sgf_rule) in enumerate(positions.VARIANTS):
        if said in (name.lower(), mat.lower(), sgf_rule.lower()):
            return variant
    if said.startswith("hyper"):
        shown = lines.shown(head.text("Variation"))
        line = head.tags["variation"][0]
        raise MatError(f"no board plays {shown}: a side has three checkers", line)
    head.ignore("Variation")
    return positions.BACKGAMMON


def _beavers(cells):
    """Returns the longest row of offers after the first: 0, 1 (a beaver) or 2 (a raccoon)."""
    most = row = 0
    for cell in cells:
        row = row + 1 if cell.word in _CUBE_WORDS else 0
        most = max(most, row - 1)
    return min(most, 2)


def _cube(said, head):
    """Returns (True if there is a cube, its highest value as a power of two)."""
    for power in range(MAX_CUBE_POWER + 1):
        if head.text("CubeLimit") == str(1 << power):
            return power > 0, power or _USUAL_CUBE
    head.ignore("CubeLimit")
    values = [c.value or 1 for g in said.games for c in g.cells if c.word in _CUBE_WORDS]
    power = _USUAL_CUBE
    while power < MAX_CUBE_POWER and max([1] + values) >> power > 1:
        power += 1
    return True, power


# The players.


def _scores(said, head):
    """Returns [((name, name), (points, points))] of the games. Raises MatError."""
    patterns = _ANY_NAMES
    if "player 1" in head.tags and "player 2" in head.tags:
        tagged = [head.text("Player 1"), head.text("Player 2")]
        patterns = _patterns(tagged) + _patterns(_without(_LEVEL, tagged)) + patterns
    found = []
    for game in said.games:
        names = head.names.get(game.number)
        found.append(_names_and_scores(game, (_patterns(names) if names else []) + patterns))
    if any(len(name) > _MOST_LETTERS for names, _ in found for name in names):
        head.notes.append("a name is cut to %d letters" % _MOST_LETTERS)
        found = [(tuple([name[:_MOST_LETTERS] for name in names]), both) for names, both in found]
    if not head.settings:  # our own files have no ratings
        found = [(_without(_RATED, names), both) for names, both in found]
    return found


def _patterns(names):
    """Returns the patterns of a line with these names and scores."""
    pair = [re.escape(lines.spaced(name)) for name in names]
    return [re.compile(form.format(*pair), re.A) for form in _SCORES]


def _names_and_scores(game, patterns):
    said, line = game.names
    if not isinstance(said, str):
        return said
    said = lines.spaced(said)
    for pattern in patterns:
        found = pattern.fullmatch(said)
        if found:
            return (found[1], found[3]), (int(found[2]), int(found[4]))
    raise MatError("this line should say `name : points   name : points`", line)


def _without(pattern, names):
    """Returns the names, each without the rest of the pattern if it fits."""
    both = [(pattern.fullmatch(name), name) for name in names]
    return tuple([found[1] if found else name for found, name in both])


def _gainer(scores, following):
    """Returns the one side with more points in the following game, or None."""
    gains = [after - before for before, after in zip(scores, following)]
    return gains.index(max(gains)) if min(gains) == 0 < max(gains) else None


def _called(name, side, exact):
    """Returns a board's name for a player, shortened if necessary.

    `exact`: both names from our own lines, with the spaces that a line with scores cannot show.
    """
    if lines.spaced(exact[side]) == name:
        return exact[side]
    plain = unicodedata.normalize("NFKD", name)
    plain = "".join(sign for sign in plain if " " <= sign <= "~").strip()[:MAX_NAME].rstrip()
    return plain or f"Player {side + 1}"
