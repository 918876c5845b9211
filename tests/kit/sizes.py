"""How much a fuzz test tries: a little in every run, more in the nightly one, as much as one likes by hand."""

import os


def size(name: str, usual: int) -> int:
    """What the environment says by this name; else the usual number, as many times as `KIOSK_TIMES` says."""
    return int(os.environ.get(name) or usual * int(os.environ.get("KIOSK_TIMES", "1")))


def by_hand(name: str, usual: int) -> int:
    """The same for what takes minutes each: by night no more than usual."""
    return int(os.environ.get(name) or usual)
