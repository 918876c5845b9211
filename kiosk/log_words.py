"""The wording of faults in a program's log: what happened, what to do, and the code to search for. Always in English,
for technicians and support."""

from engine.message import Message
from kiosk.faults import Fault
from ui.words.languages import words_in


def in_words(value: object) -> object:
    """A fault or a fault's message as one line of readable text. Anything else is returned unchanged."""
    found = value.message if isinstance(value, Fault) else value
    words = words_in("en")
    if not isinstance(found, Message) or found.code not in words.faults:
        return value
    return f"{' '.join(words.explain(found).split())} [{found.code}]"
