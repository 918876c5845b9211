"""The id of this boot of the machine: monotonic times compare, across restarts of a program, only within one boot."""

from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """The boot id; empty if unavailable, such as in a locked-down unit."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""
