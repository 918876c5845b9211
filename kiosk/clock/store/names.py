"""People's names, kept outside the journals: a record holds a number, and the name is looked up here. A name can
therefore be erased even though records never change.

The file has a checksummed line for each text. A damaged line loses a name, shown as the number, but never a decision.
"""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

import msgspec

from engine.message import Message
from engine.names import name_key
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines

AHEAD = 1_000_000
"""How far numbers skip ahead if a line is missing, because more lines may be lost, and no two people may share a
number."""
ERASED = "#"
"""The character before a number that is shown in place of a name."""


def is_erased(shown: str) -> bool:
    return shown.startswith(ERASED) and shown.removeprefix(ERASED).isdecimal()


class NameLine(msgspec.Struct, frozen=True):
    """The name or id for a number. If it is empty, the name or id was erased."""

    number: int
    text: str


def names_path(database: Path) -> Path:
    return database.with_name(f"{database.name}.names")


class Names:
    """The names in memory. A store writes the new ones before, or in the same commit as, the records that use them. The
    event loop assigns numbers, and the thread that holds the store writes them."""

    def __init__(self, texts: dict[int, str], path: str) -> None:
        """`path` says where they are kept, for a warning."""
        self._kept_at = path
        self._texts = texts
        self._new: SimpleQueue[NameLine] = SimpleQueue()
        self._lost: set[int] = set()
        self._numbers = {text: number for number, text in self._texts.items() if text}
        self._last = max(self._texts, default=0)

    def number_of(self, text: str) -> int:
        """The text's number. If it has none, it gets a new one, which is on disk after the next commit."""
        number = self._numbers.get(text)
        if number is None:
            self._last = number = self._last + 1
            self._numbers[text], self._texts[number] = number, text
            self._new.put(NameLine(number, text))
        return number

    def text_of(self, number: int) -> str:
        """The number's text. If the text is gone, the number itself is used as text. A number is never reused."""
        if number not in self._texts and number not in self._lost:
            self._last = max(self._last, number + (0 if self._lost else AHEAD))
            self._lost.add(number)
        self._last = max(self._last, number)
        return self._texts.get(number) or f"{ERASED}{number}"

    def find(self, text: str) -> int:
        """The text's number, or 0 if it has none."""
        return self._numbers.get(text, 0)

    def has(self, number: int) -> bool:
        return bool(self._texts.get(number))

    @property
    def lost(self) -> Message | None:
        """A warning if records have numbers whose lines are lost. An erased name still has a line."""
        return Fault("names-lost", path=self._kept_at).message if self._lost else None

    def texts_of(self, name: str) -> list[str]:
        return [text for text in list(self._numbers) if name_key(text) == name_key(name)]

    def take_new(self) -> list[NameLine]:
        """The texts that got a number since the last call, to be written."""
        lines = []
        with suppress(Empty):
            while True:
                lines.append(self._new.get_nowait())
        return lines

    def put_back(self, lines: Iterable[NameLine]) -> None:
        """These texts could not be written: the next `take_new` returns them again."""
        for line in lines:
            self._new.put(line)

    def learn(self, lines: Iterable[NameLine]) -> None:
        """Add names that another clock has written."""
        for line in lines:
            self._texts[line.number] = line.text
            if line.text:
                self._numbers[line.text] = line.number

    def numbers_of(self, texts: Iterable[str]) -> set[int]:
        return {self._numbers[text] for text in texts if text in self._numbers}

    def forget(self, numbers: Iterable[int]) -> None:
        """The texts of these numbers are erased on disk."""
        for number in numbers:
            self._numbers.pop(self._texts[number], None)
            self._texts[number] = ""


class NamesFile(Names):
    """The file, open for writing."""

    def __init__(self, path: Path) -> None:
        """Raises `Fault`."""
        self._path = path
        with disk_faults(path):
            super().__init__({line.number: line.text for line in read_lines(path, NameLine)}, str(path))
            self._witness = Witness(path)

    def flush(self) -> None:
        """Write the new lines. They are on disk when this returns. Raises OSError."""
        if lines := self.take_new():
            self._witness.append(lines)

    def erase(self, texts: Iterable[str]) -> None:
        """Rewrite the file on disk without these names and ids. If it raises `Fault`, they may still be there."""
        gone = self.numbers_of(texts)
        with disk_faults(self._path):
            self.flush()
            left = {number: "" if number in gone else text for number, text in dict(self._texts).items()}
            self._witness.close()
            try:
                replace_lines(self._path, [NameLine(number, text) for number, text in left.items()])
            finally:
                self._witness = Witness(self._path)
        self.forget(gone)

    def close(self) -> None:
        self._witness.close()
