"""A button's label: its text, and a small line below it."""

import msgspec


class ButtonLabel(msgspec.Struct, frozen=True):
    """Both lines of a button's label."""

    text: str
    small: str

    def __str__(self) -> str:
        return f"{self.text}, {self.small}"
