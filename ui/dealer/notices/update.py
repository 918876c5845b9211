"""The notice over a table that can be updated: the offer, its progress, and why it failed."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from engine.message import Message
from ui.dealer.notices.page import NoticePage, touch_button
from ui.look import WORD_MM, Look
from ui.words import Words

EDGE_PX = 3
SETTLE_MS = 800


class UpdateNotice(NoticePage):
    """The notice about one newer version. Its owner calls one of the `add_` methods once."""

    installs = Signal()
    closed = Signal()

    def __init__(self, look: Look, words: Words, version: str, own: str) -> None:
        """`version` is the newer version, and `own` is the version of this program."""
        super().__init__(look, "update")
        self._words, self._say = words, words.update
        self._version, self._own = version, own
        self.install: QPushButton | None = None
        self.setStyleSheet(f"{self.styleSheet()} #update {{ border-top: {EDGE_PX}px solid {look.theme.edge}; }}")

    def add_offer(self, on_host: bool = False) -> None:
        offer = self._say.offer_on_host if on_host else self._say.offer
        self._add(self._say.title, offer.format(own=self._own))
        self._add_keys(self._say.later, self._say.install)

    def add_others_play(self) -> None:
        """Say that this table can be updated only when nobody is playing at the other tables of its host."""
        self._add(self._say.title, self._say.others_play.format(own=self._own))
        self._add_keys(self._say.later)

    def add_command(self, command: str) -> None:
        """Say how to update this table, because the screen cannot do it. Without a command, it is a table on a host."""
        how = self._say.by_command if command else self._say.by_host
        self._add(self._say.title, how.format(own=self._own, command=command))
        self._add_keys(self._words.close)

    def add_progress(self) -> None:
        self._add(self._say.installing_title, self._say.installing)
        self._add_keys(self._words.close)

    def add_failure(self, why: Message) -> None:
        said = self._words.fault(why)
        lines = (f"{text[:1].upper()}{text[1:]}." for text in (said.what, said.fix))
        self._add(self._say.failed_title, *lines, self._say.goes_on.format(own=self._own))
        self._add_keys(self._say.later, self._say.again)

    def _add(self, title: str, *lines: str) -> None:
        self.add_title(title.format(version=self._version))
        for line in lines:
            self.add_line(line, WORD_MM)
        self.add_space()

    def _add_keys(self, close: str, install: str = "") -> None:
        keys = QHBoxLayout()
        self.close_key = touch_button(close, self._look.theme.quiet, self._look)
        self.close_key.clicked.connect(lambda _: self.closed.emit())
        keys.addWidget(self.close_key, 1)
        if install:
            self.install = touch_button(install, self._look.theme.go, self._look)
            self.install.clicked.connect(lambda _: self.installs.emit())
            keys.addWidget(self.install, 1)
        self._column.addLayout(keys)
        self._settle()

    def _settle(self) -> None:
        """Ignore touches at first: the notice appears by itself, so a touch may be meant for the table."""
        keys = self.findChildren(QPushButton)

        def accept(yes: bool) -> None:
            for key in keys:
                key.setEnabled(yes)

        accept(False)
        QTimer.singleShot(SETTLE_MS, self, lambda: accept(True))
