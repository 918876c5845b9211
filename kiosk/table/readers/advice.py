"""A reader that cannot be opened as the settings have it: what to do about that."""

from hardware.recognise.errors import LEARN_AGAIN, LearnedRefused


def fix_of(error: ValueError) -> str:
    """What to do about an error of `open_reader`."""
    return LEARN_AGAIN if isinstance(error, LearnedRefused) else "correct the reader's url in the settings"
