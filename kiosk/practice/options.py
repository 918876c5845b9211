"""Command-line options of practice."""

import argparse
from pathlib import Path

from kiosk.arguments import hand_count
from ui.words.languages import LANGUAGES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options; no settings file is needed."""
    parser.add_argument("--practice", action="store_true", help="practice hands to learn by")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the screen")
    parser.add_argument("--hands", type=hand_count, default=10, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same hands")
    parser.add_argument("--script", type=Path, help="hands from a file, one a line (docs/practice.md)")
    parser.add_argument("--pace", type=_seconds, default=2_500, metavar="SECONDS", help="from act to act")
    parser.add_argument("--step", action="store_true", help="the next act comes at a touch of NEXT")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")


def _seconds(text: str) -> int:
    try:
        pace_ms = round(float(text) * 1000)
    except (ValueError, OverflowError):
        pace_ms = 0
    if not 100 <= pace_ms <= 60_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no pace in seconds, from 0.1 to 60")
    return pace_ms
