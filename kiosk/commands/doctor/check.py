"""One line of `kiosk doctor`."""

import msgspec


class Check(msgspec.Struct, frozen=True):
    """One check: whether it passed, what was found, and what to do if it failed, or would be better."""

    check: str
    ok: bool
    detail: str
    fix: str = ""
