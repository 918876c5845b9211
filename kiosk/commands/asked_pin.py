"""Prompts for a new PIN. A PIN is never an argument, so that it stays out of the shell history."""

import getpass
import sys
from typing import TextIO

from engine.message import message
from kiosk.faults import Fault
from ui.words import Words


def ask_pin(words: Words, err: TextIO) -> str:
    """Prompt for a PIN twice, or read a line if standard input is no terminal. Raises `Fault` if the PINs differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    pin = getpass.getpass("PIN: ", err)
    if getpass.getpass(words.say(message("ask-pin-again")), err) != pin:
        raise Fault("pins-differ")
    return pin
