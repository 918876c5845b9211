"""`kiosk staff`: hashes a PIN and prints the settings for a member of the staff."""

import argparse
import getpass
import sys
from typing import TextIO

import msgspec
import tomli_w

from engine.message import message
from kiosk.arguments import words_for
from kiosk.faults import Fault
from kiosk.pins import hash_pin
from kiosk.protocol.staff import Member
from ui.words import Words


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["staff"]
    parser.add_argument("name", metavar="NAME", help=say["name"])
    parser.add_argument("--role", choices=("dealer", "floor"), default="dealer", help=say["role"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    member = Member(args.name, args.role, hash_pin(ask_pin(words_for(args), err)))
    out.write(tomli_w.dumps({"staff": [msgspec.to_builtins(member)]}))
    return 0


def ask_pin(words: Words, err: TextIO) -> str:
    """Prompt for a PIN twice, or read a line if standard input is not a terminal. Raises `Fault` if the PINs differ."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    pin = getpass.getpass("PIN: ", err)
    if getpass.getpass(words.say(message("ask-pin-again")), err) != pin:
        raise Fault("pins-differ")
    return pin
