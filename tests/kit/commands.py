"""Command lines, parsed as `kiosk` parses them."""

import argparse
from pathlib import Path

from kiosk.cli import Program, parser_of
from ui.words.languages import words_in


def arguments(name: str, program: Program, *given: str | Path) -> argparse.Namespace:
    """The arguments of a command, in English."""
    return parser_of(name, program, words_in("en")).parse_args([str(each) for each in given])
