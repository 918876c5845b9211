"""The result of one check of `kiosk doctor`."""

import msgspec


class CheckResult(msgspec.Struct, frozen=True):
    """One line of `kiosk doctor`: whether the check passed, what was found, and how to fix or improve it."""

    check: str
    ok: bool
    detail: str
    fix: str = ""
