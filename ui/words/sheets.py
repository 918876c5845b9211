"""The strings on the printed sheets: one page for each role in the room."""

import msgspec


class SheetPart(msgspec.Struct, frozen=True):
    """One part of a sheet. `steps` refer to a button by the key of its text in the catalog: `{asking.push_next}`."""

    title: str
    steps: dict[str, str]


class StaffSheet(msgspec.Struct, frozen=True):
    """One page to print."""

    title: str
    about: str
    parts: dict[str, SheetPart]
