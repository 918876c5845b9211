"""`kiosk staff`: hash a PIN and print the settings of a member of the staff."""

import argparse
import getpass
import sys
from typing import TextIO

import msgspec
import tomli_w

from kiosk.faults import Fault
from kiosk.protocol.staff import Member
from kiosk.table.pins import hash_pin


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The PIN is prompted for, not an argument, so that it stays out of the shell history."""
    parser.add_argument("name", help="as it is signed with")
    parser.add_argument("--role", choices=("dealer", "floor"), default="dealer")


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the lines for the settings of a table or the clock."""
    if sys.stdin.isatty():
        pin = getpass.getpass("PIN: ", err)
        if getpass.getpass("again: ", err) != pin:
            raise Fault("pins-differ")
    else:
        pin = sys.stdin.readline().rstrip("\n")
    member = Member(args.name, args.role, hash_pin(pin))
    out.write(tomli_w.dumps({"staff": [msgspec.to_builtins(member)]}))
    return 0
