"""The types of strings with several parts or forms: faults, button labels, plurals and printed sheets."""

import msgspec


class FaultWords(msgspec.Struct, frozen=True):
    """The two sentences of a fault: what happened, and what to do."""

    what: str
    fix: str

    def __str__(self) -> str:
        return f"{self.what}: {self.fix}"


class ButtonLabel(msgspec.Struct, frozen=True):
    """A button's text, and a small line below it."""

    text: str
    small: str

    def __str__(self) -> str:
        return f"{self.text}, {self.small}"


Plural = tuple[str, ...]
"""The plural forms of a string, as many as the language has. `Words.plural` selects the form for a count."""


class SheetPart(msgspec.Struct, frozen=True):
    """One part of a sheet. `steps` refer to a button by the key of its text in the catalog: `{asking.push_next}`."""

    title: str
    steps: dict[str, str]


class StaffSheet(msgspec.Struct, frozen=True):
    """One page to print."""

    title: str
    about: str
    parts: dict[str, SheetPart]
