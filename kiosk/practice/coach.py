"""The practice hints (coach marks). Each is shown once, at the first moment to which it applies. Knows nothing about
the screen."""

from kiosk.practice.trial import PracticeHand


class Coach:
    """Shows `marks` one at a time. While one is shown, nothing else happens at the table."""

    def __init__(self, marks: tuple[str, ...]) -> None:
        self._left = list(marks)
        self.shown = ""
        """The mark on the screen now. Empty if there is none."""
        self.count = 0
        """How many marks have been shown."""

    def look(self, hand: PracticeHand, hands_over: int) -> None:
        """Show the mark that fits this moment of a hand, unless one is already shown."""
        due = _mark_of(hand, hands_over)
        if not self.shown and due in self._left:
            self._left.remove(due)
            self.shown, self.count = due, self.count + 1

    def dismiss(self) -> None:
        """Hide the mark: the trainee has read it."""
        self.shown = ""


def _mark_of(hand: PracticeHand, hands_over: int) -> str:
    now = hand.narration.now
    if now is None:
        return "mend" if hands_over else "folds"
    if hand.is_told:
        return "over"
    return "card" if hand.next_is_card and now.kind != "shows" else ""
