"""The remedy for a reader that cannot be opened with its settings."""

from hardware.recognise.errors import LEARN_AGAIN, LearnedRefused


def fix_of(error: ValueError) -> str:
    """The remedy for an error of `open_reader`."""
    return LEARN_AGAIN if isinstance(error, LearnedRefused) else "correct the reader's url in the settings"
