"""One line of `kiosk doctor`."""

import msgspec


class Check(msgspec.Struct, frozen=True):
    """One thing looked at: whether it works, what was seen, and what to do where it does not."""

    check: str
    ok: bool
    detail: str
    fix: str = ""


AT_THE_SCREEN = "is read at the table's screen: test it there, MORE, READERS"
"""Of a scanner that types there: no other program hears it."""
