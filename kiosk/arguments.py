"""Argument types that several commands share."""

import argparse


def hand_count(text: str) -> int:
    """A number of hands. Raises `ArgumentTypeError`, which argparse prints."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of hands, from 1")
    return int(text)
