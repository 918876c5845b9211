"""The page of a table that is fetched from the clock: the number that the director approves, and how far it is.

Shown in place of the table; decides nothing itself.
"""

from PySide6.QtCore import Signal

from ui.dealer.notice import Notice
from ui.look import KEYED_MM, NAME_MM, WORD_MM, Look
from ui.words import Words


class Fetching(Notice):
    """The page."""

    asked_again = Signal()
    left = Signal()
    """The table stays as it is."""

    def __init__(self, look: Look, table: int, check: str, words: Words) -> None:
        super().__init__(look, "fetching")
        self._words = words
        say = words.recovery
        self.add_line(say.fetch_title.format(table=table), WORD_MM, bold=True)
        self.add_line(check, KEYED_MM, bold=True)
        self.add_line(say.fetch_number, NAME_MM)
        self.status = self.add_line(say.fetch_asking, NAME_MM)
        self.add_space()
        self.again = self.add_button(say.fetch_again, look.theme.go, self._ask_again)
        self.again.hide()
        self.leave = self.add_button(say.leave, look.theme.quiet, self.left.emit)

    def show_held(self, records: int, lacking: int) -> None:
        """The clock holds so many records, lacks some that it waits for elsewhere, and waits for the director."""
        said = [self._words.counted(self._words.recovery.fetch_waits, records)]
        said += [self._words.counted(self._words.recovery.fetch_lacks, lacking)] if lacking else []
        self.status.setText(" ".join(said))

    def show_failed(self, why: str) -> None:
        """It did not come; it can be asked for again."""
        self.status.setText(why)
        self.again.show()

    def _ask_again(self) -> None:
        self.status.setText(self._words.recovery.fetch_asking)
        self.again.hide()
        self.asked_again.emit()
