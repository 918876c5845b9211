"""The sentences of the engine's codes: refusals, reasons, rulings and what to do about a mishap, in English."""

from ui.words.messages.play import PLAY
from ui.words.messages.rulings import RULINGS

MESSAGES: dict[str, str] = PLAY | RULINGS
