"""Who plays a match's sides: persons, the levels, an engine on a PC."""

from micropython import const

from picogammon.app.session.players import strongest

FAR = const(255)  # the number of a PC's engine, over the link, in Settings.players
_FAR_NAME = "PC engine"


class Sides:
    """A match's players.

    `computers`: [(level's name, player)]; a player answers as players.Computer does.
    `find_coach()`, or None: finds an Engine that knows, for hints and grades, or None. `roster`:
    "human", then the levels' names. `linked`: True if there is a link, and so perhaps a PC's
    engine. Subclasses set `match`.
    """

    def __init__(self, computers, find_coach):
        self.match = None
        self.roster = ["human"] + [name for name, _ in computers]
        self.find_coach = find_coach
        self.linked = False
        self._far = None
        self._computers = computers

    def is_person(self, side):
        """True if a person plays that side, also in place of a level that this board lacks."""
        player = self.match.settings.players[side]
        if player == FAR:
            return not self.linked
        return not 0 < player <= len(self._computers) or self.trouble(player) is not None

    def trouble(self, player):
        """Why that player (an index into `roster`, or FAR) cannot play here, or None."""
        if 0 < player <= len(self._computers):
            return self._computers[player - 1][1].trouble
        return None

    @property
    def computer(self):
        """The player, not a person, who has to decide."""
        player = self.match.settings.players[self.match.decider]
        if player == FAR:
            return self.far.stand_in if self.far.alone else self.far
        return self._computers[player - 1][1]

    @property
    def far(self):
        """The far.Far, whether it plays or not."""
        if self._far is None:
            from picogammon.app.session.far import Far  # saves memory and time if nobody asks

            found = strongest(self._computers)
            self._far = Far(found and found[1])
        return self._far

    def far_decides(self):
        """True if a PC's engine has to act, and nobody plays in its place."""
        return self.match.settings.players[self.match.decider] == FAR and not self.far.alone

    def choices(self):
        """Who can play a side: indices into `roster`, and FAR if there is a link."""
        return list(range(len(self.roster))) + ([FAR] if self.linked else [])

    def called(self, player):
        """The name of one of `choices`; any other number is a person."""
        if player == FAR and self.linked:
            return _FAR_NAME
        return self.roster[player if player < len(self.roster) else 0]

    @property
    def coach(self):
        """The Engine that gives hints and grades, or None."""
        return self.find_coach and self.find_coach()

    def judges(self, side):
        """True if the coach plays that side, and so would grade itself."""
        player = self.match.settings.players[side]
        found = self._computers[player - 1][1] if 0 < player <= len(self._computers) else None
        return found is not None and found.engine is self.coach

    @property
    def no_coach(self):
        """Why there are no hints here, or None if there are some."""
        if self.coach is None:
            for _, player in self._computers:
                if player.trouble is not None:
                    return player.trouble
        return None

    @property
    def two_people(self):
        """True if people play both sides, so that a change of the match needs both."""
        return self.is_person(0) and self.is_person(1)

    @property
    def only_person(self):
        """The side of the person who plays against the computer; else None."""
        first = self.is_person(0)
        if first == self.is_person(1):
            return None
        return 0 if first else 1

    def person_decides(self):
        """True if a person has to act."""
        decider = self.match.decider
        if decider is None:
            return self.is_person(0) or self.is_person(1)
        return self.is_person(decider)
