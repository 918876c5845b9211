"""The text in a file named by a person. A pipe or a device is refused, because reading it could block forever."""

from pathlib import Path

from hardware.bad_input import bad_input


def text_of(path: Path) -> str:
    """The text in the file, in UTF-8. Raises `OSError`, or a `ValueError` if it is not a file or not text."""
    check_plain(path)
    return path.read_text("utf-8")


def check_plain(path: Path) -> None:
    """Raise `BadInput` for a path that exists but is not a file."""
    if path.exists() and not path.is_file():
        raise bad_input("no-plain-file")
