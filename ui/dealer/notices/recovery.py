"""The page before a table whose record is incomplete: what is missing, which copies exist, and what to do."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QTimer

from ui.dealer.notices.page import NoticePage
from ui.look import SMALL_MM, WORD_MM, Look
from ui.words import Words

SURE_MS = 800


class Missing(msgspec.Struct, frozen=True):
    """A gap in a table's record: of the `promised` entries, the file holds `in_file`, and the file and its second copy
    together hold `records`. `folder` holds the files as they were found."""

    table: int
    in_file: int
    records: int
    promised: int
    folder: str
    has_clock: bool = True

    @property
    def gone(self) -> int:
        """How many entries are in neither copy."""
        return self.promised - self.records


class RecoveryPage(NoticePage):
    """The recovery page. `answer` is called after a touch, with true if the table is to continue with the records that
    were found."""

    def __init__(
        self,
        look: Look,
        missing: Missing,
        words: Words,
        answer: Callable[[bool], None],
        fetch: Callable[[], None] | None = None,
    ) -> None:
        """`fetch` is called to fetch the table from the clock."""
        super().__init__(look, "recovery")
        self._missing = missing
        self._words = words
        self._answer = answer
        self._sure = False
        say = words.recovery
        promised, records = words.amount(missing.promised), words.amount(missing.records)
        self.add_title(say.title.format(table=missing.table))
        self.add_line(words.counted(say.missing, missing.promised - missing.in_file, promised=promised), WORD_MM)
        self.add_line(words.counted(say.in_neither, missing.gone) if missing.gone else say.in_copy, WORD_MM)
        self._clock = self.add_line(say.asking if missing.has_clock else say.no_clock, WORD_MM)
        self.add_space()
        theme = look.theme
        if missing.gone:
            self.go = self.add_button(say.go_on.format(records=records), theme.stop, self._make_sure)
        else:
            self.go = self.add_button(say.bring_back.format(promised=promised), theme.go, lambda: answer(True))
        self.fetch = self.add_button(say.fetch, theme.go, fetch) if fetch and missing.has_clock else None
        self.leave = self.add_button(say.leave, theme.quiet, lambda: answer(False))
        self.add_line(say.kept.format(folder=missing.folder), SMALL_MM)

    def show_clock(self, held: int | None) -> None:
        """Show how many entries the clock holds; None if it did not say."""
        say = self._words.recovery
        if held is None:
            self._clock.setText(say.clock_silent)
            return
        text = say.clock_more if held > self._missing.records else say.clock_holds
        self._clock.setText(self._words.counted(text, held))

    def _make_sure(self) -> None:
        """Ask for a second touch: entries are only given up after two touches, never after one."""
        if self._sure:
            self._answer(True)
            return
        self._sure = True
        self.go.setEnabled(False)  # a bouncing finger does not count as a second touch
        QTimer.singleShot(SURE_MS, self.go, lambda: self.go.setEnabled(True))
        self.go.setText(self._words.counted(self._words.recovery.sure, self._missing.gone))
