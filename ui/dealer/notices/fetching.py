"""The page shown while a table waits for the director's approval to fetch the clock's copy or to keep its own
record."""

from typing import NamedTuple

from PySide6.QtCore import Signal

from ui.dealer.notices.page import NoticePage
from ui.look import AWARD_MM, WORD_MM, Look
from ui.words import Words
from ui.words.shapes import Plural


class FetchQuestion(NamedTuple):
    """The wording of a request's page: its `title`, the purpose of the `number`, and `waits`, which states the number
    of the clock's entries."""

    title: str
    number: str
    waits: Plural


def to_fetch(words: Words) -> FetchQuestion:
    return FetchQuestion(words.recovery.fetch_title, words.recovery.fetch_number, words.recovery.fetch_waits)


def to_keep(words: Words) -> FetchQuestion:
    """The request to make this tablet's own record the valid one."""
    return FetchQuestion(words.recovery.keep_title, words.recovery.keep_number, words.recovery.keep_waits)


class FetchPage(NoticePage):
    asked_again = Signal()
    left = Signal()
    """Emitted when the dealer leaves the page without changing the table."""

    def __init__(self, look: Look, table: int, check: str, words: Words, asked: FetchQuestion) -> None:
        super().__init__(look, "fetching")
        self._words = words
        self._asked = asked
        say = words.recovery
        self.add_title(asked.title.format(table=table))
        self.add_line(check, AWARD_MM, bold=True)
        self.add_line(asked.number, WORD_MM)
        self.status = self.add_line(say.fetch_asking, WORD_MM)
        self.add_space()
        self.again = self.add_button(say.fetch_again, look.theme.go, self._ask_again)
        self.again.hide()
        self.leave = self.add_button(say.leave, look.theme.quiet, self.left.emit)

    def show_held(self, records: int, lacking: int = 0) -> None:
        """Show how many records the clock holds and how many it lacks, while the request waits for the director."""
        said = [self._words.counted(self._asked.waits, records)]
        said += [self._words.counted(self._words.recovery.fetch_lacks, lacking)] if lacking else []
        self.status.setText(" ".join(said))

    def show_failed(self, why: str) -> None:
        """Show why the request failed, and that the dealer can try again."""
        self.status.setText(why)
        self.again.show()

    def _ask_again(self) -> None:
        self.status.setText(self._words.recovery.fetch_asking)
        self.again.hide()
        self.asked_again.emit()
