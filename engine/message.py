"""A message: a code and its fields. The wording is in the language files (`ui/words`), never here."""

from typing import TypeAlias

import msgspec

from engine.cards import Card
from engine.money import Money

Value: TypeAlias = "int | str | Card | Money | Message | tuple[int, ...] | tuple[Card, ...] | tuple[Message, ...]"


class Message(msgspec.Struct, frozen=True, gc=False):
    """A message to show, such as `Message("seat-folded", {"seat": 4})`. A text field holds only text that a person
    typed, such as a name. Anything for which a language file has wording is a card, a number, an amount of money or
    another message."""

    code: str
    fields: dict[str, Value] = {}

    def __str__(self) -> str:
        fields = ", ".join(f"{name}={value}" for name, value in self.fields.items())
        return f"{self.code} ({fields})" if fields else self.code


def message(code: str, **fields: Value) -> Message:
    return Message(code, fields)
