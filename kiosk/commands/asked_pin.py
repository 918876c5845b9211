"""A new PIN, prompted for and never an argument, so that it stays out of the shell history."""

import getpass
import sys
from typing import TextIO

from engine.message import message
from kiosk.faults import Fault
from ui.words import Words


def ask_pin(words: Words, err: TextIO) -> str:
    """What was typed twice at a terminal, else the line that came in. Raises `Fault` where the two differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    pin = getpass.getpass("PIN: ", err)
    if getpass.getpass(words.say(message("ask-pin-again")), err) != pin:
        raise Fault("pins-differ")
    return pin
