"""Which run of the machine this is: its monotonic time goes on over a restart of a program for as long as it is one."""

from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """Empty where the machine does not tell, such as in a locked-down unit."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""
