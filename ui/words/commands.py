"""The texts of the command line: what each command is, its arguments, and argparse's own sentences."""

import msgspec


class CommandWords(msgspec.Struct, frozen=True):
    """Its part of `Words`. What commands print are `messages`."""

    usage: str
    more_options: str
    examples: str
    exits: str
    stopped: str
    about: dict[str, str]
    """By command."""
    help: dict[str, dict[str, str]]
    """By command and argument."""
    argparse: dict[str, str]
    """In English exactly as argparse asks for them."""
    bad: dict[str, str]
    """Arguments that are none, as argparse says them."""
    checks: dict[str, str]
    """What `kiosk doctor` looks at."""
    passed: str
    failed: str
    remedy: str
