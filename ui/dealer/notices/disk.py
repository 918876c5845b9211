"""The notice over a table whose disk is full or has failed, and the page in place of a table that cannot be opened."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel

from engine.message import Message
from ui.dealer.model.surroundings import Disk
from ui.dealer.notices.page import NoticePage
from ui.look import SMALL_MM, WORD_MM, Look
from ui.words import Words


class DiskNotice(NoticePage):
    again = Signal()

    def __init__(self, look: Look, table: int, disk: Disk, words: Words, is_over_table: bool = True) -> None:
        super().__init__(look, "disk")
        self._words = words
        say = words.disk
        title, stopped, does = say.failed_title, say.stopped if disk.why else say.full_hand, say.failed_do
        if disk.state == "full":
            title, does = say.full_title, say.full_do
        elif disk.why and disk.why.code == "record-replaced":
            title, stopped, does = say.replaced_title, say.replaced_why, say.replaced_do
        self.add_title(title.format(table=table))
        if is_over_table:
            self.add_line(stopped, WORD_MM)
        self.does: QLabel = self.add_line(does, WORD_MM)
        if disk.why:
            self.add_line(words.fault(disk.why).what, SMALL_MM)
        self.add_space()
        self.button = self.add_button(say.again, look.theme.go, self.again.emit)

    def show_still_full(self) -> None:
        say = self._words.disk
        self.does.setText(f"{say.still_full} {say.full_do}")


class UnopenedNotice(NoticePage):
    """The page shown in place of a table that cannot be opened for a reason other than its disk."""

    again = Signal()

    def __init__(self, look: Look, why: Message, words: Words) -> None:
        super().__init__(look, "unopened")
        said = words.fault(why)
        self.add_title(words.disk.unopened_title)
        for text in (said.what, said.fix):
            self.add_line(f"{text[:1].upper()}{text[1:]}.", WORD_MM)
        self.add_line(words.disk.unopened_again, SMALL_MM)
        self.add_space()
        self.button = self.add_button(words.disk.again, look.theme.go, self.again.emit)
