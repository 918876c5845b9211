"""The id of the machine's current boot. After a restart of a program, monotonic times can be compared only within the
same boot."""

from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """The boot ID; empty if it is unavailable, for example in a locked-down unit."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""
