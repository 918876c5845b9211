"""What is to be said, as a code and what it names. The words are in the catalogues (`ui/words`), never here."""

from typing import TypeAlias

import msgspec

from engine.cards import Card

Value: TypeAlias = "int | str | Card | Message | tuple[int, ...] | tuple[Card, ...] | tuple[Message, ...]"


class Message(msgspec.Struct, frozen=True):
    """`Message("seat-folded", {"seat": 4})`. Text among the `fields` is only what a person typed, such as a name;
    whatever a catalogue has words for is a card, a number or another message."""

    code: str
    fields: dict[str, Value] = {}

    def __str__(self) -> str:
        """For logs and failing tests, not for the screen."""
        said = ", ".join(f"{name}={value}" for name, value in self.fields.items())
        return f"{self.code} ({said})" if said else self.code


def message(code: str, **fields: Value) -> Message:
    """A message with its fields by name."""
    return Message(code, fields)
