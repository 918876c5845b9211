"""One line of `kiosk doctor`."""

import msgspec


class Check(msgspec.Struct, frozen=True):
    """One thing looked at: whether it works, what was seen, and what to do where it does not."""

    check: str
    ok: bool
    detail: str
    fix: str = ""
