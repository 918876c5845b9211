"""The texts of the sheets to print: one page for each who works in the room."""

import msgspec


class SheetPart(msgspec.Struct, frozen=True):
    """`steps` name a button by where its own text is in the catalogue: `{asking.push_next}`."""

    title: str
    steps: dict[str, str]


class StaffSheet(msgspec.Struct, frozen=True):
    """One page."""

    title: str
    about: str
    parts: dict[str, SheetPart]
