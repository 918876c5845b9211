"""What a program's log says of a fault: what happened and what to do, in words, and the code to search by.

In English whatever the room speaks, as all that is logged: technicians read it, and those to whom it is sent.
"""

from engine.message import Message
from kiosk.faults import Fault
from ui.words.languages import words_in


def in_words(value: object) -> object:
    """A fault, or the message of one, in one line; anything else as it is."""
    found = value.message if isinstance(value, Fault) else value
    words = words_in("en")
    if not isinstance(found, Message) or found.code not in words.faults:
        return value
    return f"{' '.join(words.explain(found).split())} [{found.code}]"
