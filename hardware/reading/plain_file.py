"""The text of a file that somebody named. A pipe or a device is refused: to read it could wait for ever."""

from pathlib import Path

from hardware.bad_input import bad_input


def text_of(path: Path) -> str:
    """The text, in UTF-8. Raises `OSError`, or a `ValueError` for what is no file or no text."""
    check_plain(path)
    return path.read_text("utf-8")


def check_plain(path: Path) -> None:
    """Raise `BadInput` for what is there and is no file."""
    if path.exists() and not path.is_file():
        raise bad_input("no-plain-file")
