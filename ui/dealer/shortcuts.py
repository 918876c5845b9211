"""Keyboard shortcuts for the touch targets on the screen."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from engine.public import PublicTable

KEYS = {
    "f": "fold",
    "k": "check",
    "n": "hand-over",
    "\r": "amount-ok",
    "\b": "clear",
    "\x1b": "page-close",
    **{digit: f"key-{digit}" for digit in "0123456789"},
}
"""The shortcut for each text that a key produces."""


def shortcut(event: QKeyEvent, table: PublicTable | None) -> str:
    """The target of a key. C and R have the targets of the seat whose turn it is. The result is empty for a key without
    a target."""
    if event.isAutoRepeat():
        return ""
    text = event.text().lower()
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return "undo" if event.key() == ord("Z") else ""
    if text in ("c", "r") and table and table.legal.seat:
        zone = "raise" if text == "r" and table.legal.call else "seat"
        return f"{zone}-{table.legal.seat}"
    return KEYS.get(text, "")
