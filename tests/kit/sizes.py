"""How much a fuzz test tries: a little in every run, more in the nightly one, and any amount by hand."""

import os


def size(name: str, usual: int, daily: int = 0) -> int:
    """The size in the environment variable of this name; otherwise the usual number times `KIOSK_TIMES`. If that is not
    set, it is the `daily` number, which an expensive test gives, or the usual one."""
    times = int(os.environ.get("KIOSK_TIMES", "0"))
    return int(os.environ.get(name) or (usual * times if times else daily or usual))


def by_hand(name: str, usual: int) -> int:
    """The same for tests that take minutes each: no more than usual at night."""
    return int(os.environ.get(name) or usual)
