"""What may change within a match: the names, who plays, whether plays may be taken back."""

from picogammon.app.modes.new_match import TAKE_BACK, Agreement
from picogammon.ground.presses import BACK
from picogammon.rules import actions


class MatchMenu(Agreement):
    """The match's own menu. Changes are committed when it is left, in whatever way, as an action
    like any other. Both sides have to agree on whether plays may be taken back (R32)."""

    title = "This match"

    def items(self):
        lines = [self.player_item(side) for side in (0, 1)]
        lines += [self.name_item(side) for side in (0, 1)]
        lines.append(self.number_item("Take back", "take_back", TAKE_BACK))
        return lines

    def press(self, button, now):
        leaves = button == BACK and not self.held
        if leaves and self.draft.pack() != self.session.match.settings.pack():
            self.navigator.close_all(now)
        else:
            Agreement.press(self, button, now)

    def closed(self, now):
        agreed = self.session.match.settings
        rule = self.draft.take_back
        draft = self.draft.copy(take_back=agreed.take_back)
        if draft.pack() != agreed.pack():
            self.navigator.commit(actions.settings(draft), now)
        if rule != agreed.take_back:
            self.navigator.agree(
                "take back " + TAKE_BACK[rule], lambda then: self._set_rule(rule, then), now
            )

    def _set_rule(self, rule, now):
        self.navigator.commit(
            actions.settings(self.session.match.settings.copy(take_back=rule)), now
        )
