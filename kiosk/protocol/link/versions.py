"""The program's own version, and how the version of another program in the room compares with it."""

from functools import cache
from typing import Literal

DISTRIBUTION = "dealer-assist-kiosk"
Comparison = Literal["older", "same", "newer", "unknown"]


@cache
def own_version() -> str:
    from importlib.metadata import version  # noqa: PLC0415  the first frame does not wait for it

    return version(DISTRIBUTION)


def compare(version: str, own: str) -> Comparison:
    """How another program's version compares with `own`. A program that sends no version is from an older release."""
    if version == own:
        return "same"
    if not version:
        return "older"
    from packaging.version import InvalidVersion, Version  # noqa: PLC0415  only if the versions differ

    try:
        theirs, mine = Version(version), Version(own)
    except InvalidVersion:
        return "unknown"
    if theirs == mine:
        return "same"
    return "older" if theirs < mine else "newer"
