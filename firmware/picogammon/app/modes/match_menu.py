"""What may change within a match: the names, who plays, whether plays may be taken back."""

from picogammon.app.modes.menu import Item
from picogammon.app.modes.new_match import TAKE_BACK, Agreement
from picogammon.rules import actions


class MatchMenu(Agreement):
    """The match's own menu; a change is an action like any other."""

    title = "This match"

    def items(self):
        lines = [self.player_item(side) for side in (0, 1)]
        lines += [self.name_item(side) for side in (0, 1)]
        lines.append(self.number_item("Take back", "take_back", 3, TAKE_BACK))
        lines.append(Item("Keep these", self._keep))
        return lines

    def _keep(self, now):
        self.app.commit(actions.settings(self.draft), now)
