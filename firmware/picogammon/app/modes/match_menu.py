"""What may change within a match: the names, who plays, whether plays may be taken back."""

from picogammon.app.modes.base import BACK
from picogammon.app.modes.new_match import TAKE_BACK, Agreement
from picogammon.rules import actions


class MatchMenu(Agreement):
    """The match's own menu. BACK agrees on what was changed: that is an action like any other."""

    title = "This match"

    def items(self):
        lines = [self.player_item(side) for side in (0, 1)]
        lines += [self.name_item(side) for side in (0, 1)]
        lines.append(self.number_item("Take back", "take_back", 3, TAKE_BACK))
        return lines

    def press(self, button, now):
        leaves = button == BACK and not self.held
        if leaves and self.draft.pack() != self.app.match.settings.pack():
            self.app.commit(actions.settings(self.draft), now)
        else:
            Agreement.press(self, button, now)
