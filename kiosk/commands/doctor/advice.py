"""How to fix a reader that cannot be opened with its settings."""

from engine.message import message
from hardware.recognition.errors import LearnedRefused
from ui.words import Words


def fix_of(error: ValueError, words: Words) -> str:
    """How to fix an error raised by `open_reader`."""
    return words.say(message("learn-again") if isinstance(error, LearnedRefused) else message("correct-url"))
