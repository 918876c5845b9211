"""Command-line options of practice."""

import argparse
from collections.abc import Callable
from pathlib import Path

from kiosk.arguments import hand_count
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the options; no settings file is needed."""
    say = words.commands.help["practice"]
    parser.add_argument("--practice", action="store_true", help=say["practice"])
    parser.add_argument("--hands", type=hand_count(words), default=10, help=say["hands"])
    parser.add_argument("--seed", type=int, default=1, help=say["seed"])
    parser.add_argument("--script", type=Path, help=say["script"])
    parser.add_argument("--pace", type=_pace(words), default=2_500, metavar="SECONDS", help=say["pace"])
    parser.add_argument("--step", action="store_true", help=say["step"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])


def _pace(words: Words) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            pace_ms = round(float(text) * 1000)
        except (ValueError, OverflowError):
            pace_ms = 0
        if not 100 <= pace_ms <= 60_000:
            raise argparse.ArgumentTypeError(words.commands.bad["pace"].format(text=text))
        return pace_ms

    return read
