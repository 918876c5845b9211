"""The clock's last word kept beside a table's journal, so that a kiosk started again while the clock is away goes on
with its levels and their time. Knows no link and no table."""

from pathlib import Path

import msgspec

from kiosk.disk import put_file
from kiosk.wire import RoomWord

FORM = 1
MOST_AGE_MS = 12 * 3_600_000
"""A word older than this says what was played, no longer when: the machine's time may have been set anew."""


class LastWord(msgspec.Struct, frozen=True):
    """What the clock said, and that its time was `clock_ms` when it was `wall_ms` here; None while its time was not
    known."""

    room: RoomWord
    wall_ms: int
    clock_ms: int | None = None
    form: int = FORM


def word_path(journal: Path) -> Path:
    """Where the word of a table lies."""
    return journal.with_name(f"{journal.name}.room")


def write_word(path: Path, word: LastWord) -> None:
    """Put it in the place of the one before, whole or not at all. Raises `Fault` when the disk fails."""
    put_file(path, msgspec.json.encode(word))


def read_word(path: Path) -> LastWord | None:
    """The word that was kept; None where there is none, or none that can be believed: the clock will say it again."""
    try:
        word = msgspec.json.decode(path.read_bytes(), type=LastWord)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return word if word.form == FORM and word.room.index < len(word.room.structure.entries) else None


def clock_now_ms(word: LastWord, wall_ms: int) -> int | None:
    """The clock's time by this machine's time of day; None where it cannot be told."""
    age_ms = wall_ms - word.wall_ms
    if word.clock_ms is None or not 0 <= age_ms <= MOST_AGE_MS:
        return None
    return word.clock_ms + age_ms
