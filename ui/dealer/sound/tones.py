"""Chooses the sounds. Folds, players passed over and undone actions are silent, because nobody needs to notice them."""

from typing import Protocol

from PySide6.QtWidgets import QApplication

from engine.actions import Fold, HandOver, Redo, Undo
from engine.public import PublicTable
from ui.dealer.model.profile import Sound, Sounds
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Ask, AskAgain, ShowPot, Tap

PLAYER_CLOCK_TONES_MS = (10_000, 0)
"""Tones play when this much time is left, in addition to the one that plays when the clock begins."""


class Tones(Protocol):
    """Plays the sounds."""

    def play(self, sound: Sound) -> None:
        """Start this sound, and return before it ends."""


class Voice(Protocol):
    """Reads texts aloud, if it can."""

    @property
    def can_speak(self) -> bool: ...

    def say(self, text: str, language: str) -> None:
        """Start to say this in place of the last text, and return before it is said."""


class Beep:
    """The machine's own beep for a refused touch, and no other sound."""

    def play(self, sound: Sound) -> None:
        if sound == "refused":
            QApplication.beep()


class FilteredTones:
    """The sounds that the dealer wants to hear."""

    def __init__(self, tones: Tones) -> None:
        self.tones = tones
        self.on = Sounds()

    def play(self, sound: Sound) -> None:
        if getattr(self.on, sound):
            self.tones.play(sound)


def of_touch(tap: Tap, table: PublicTable, pot: int) -> Sound | None:
    """The sound of an accepted touch; `pot` is the pot that is shown if there are several."""
    match tap:
        case Ask(HandOver()) if table.ends in ("push", "fold", "muck"):
            return "pot"
        case ShowPot(to):
            return "pot" if to > pot else None
        case Ask(Fold() | Undo() | Redo()) | AskAgain():
            return None
    return "accepted"


def of_change(before: PublicTable | None, table: PublicTable, was: Surroundings, now: Surroundings) -> Sound | None:
    """The sound for an event that needs no touch: a level or a player's time has run out, or a card was read."""
    if was.level and now.level and was.level.name != now.level.name:
        return "level"
    if _sounds(was.player_clock_ms, now.player_clock_ms):
        return "level"
    if before is None or (before.table, before.hand) != (table.table, table.hand):
        return None
    return "card" if _cards(table) > _cards(before) else None


def _sounds(before_ms: int | None, left_ms: int | None) -> bool:
    """Whether, since it was last shown, a player's clock has begun, has reached 10 seconds, or has run out."""
    if left_ms is None:
        return False
    return before_ms is None or any(before_ms > mark_ms >= left_ms for mark_ms in PLAYER_CLOCK_TONES_MS)


def _cards(table: PublicTable) -> int:
    return len(table.board) + sum(len(seat.cards) for seat in table.seats)
