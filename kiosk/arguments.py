"""The command line in the user's language: its sentences, and argument types that several commands share."""

import argparse
import gettext
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from ui.words import Words
from ui.words.languages import COMPILED, LANGUAGES, words_in


def spoken(environment: Mapping[str, str] = os.environ) -> str:
    """The first of the user's languages that has a catalog, such as `de` for `de_AT.UTF-8`; English if there is no such
    language."""
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    wished = *environment.get("LANGUAGE", "").split(":"), locale
    codes = (re.split("[_.@]", one)[0].lower() for one in wished)
    return next((code for code in codes if code in LANGUAGES), "en")


def words_for(args: argparse.Namespace) -> Words:
    """The catalog for the language given with `--language`, or else for the system's language."""
    return words_in(getattr(args, "language", None) or spoken())


def read_language(name: str, given: list[str]) -> tuple[str | None, list[str]]:
    """The language from `--language` anywhere on a command line, and the other arguments. It is read first because the
    help text needs it."""
    first = argparse.ArgumentParser(name, add_help=False, allow_abbrev=False)
    first.add_argument("--language", choices=LANGUAGES)
    asked, rest = first.parse_known_args(given)
    return asked.language, rest


@contextmanager
def argparse_in(language: str) -> Iterator[None]:
    """Make argparse print its own messages in this language. It translates them with gettext, which takes the language
    from the environment. The C library does the same, but has no catalog with that name."""
    before = os.environ.get("LANGUAGE", "")
    os.environ["LANGUAGE"] = f"kiosk-{language}"
    gettext.bindtextdomain("argparse", COMPILED)
    gettext.textdomain("argparse")
    try:
        yield
    finally:
        os.environ["LANGUAGE"] = before


def hand_count(words: Words) -> Callable[[str], int]:
    """An argument type for a number of hands. It raises `ArgumentTypeError`, which argparse prints."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < 1:
            raise argparse.ArgumentTypeError(words.commands.bad["hands"].format(text=text))
        return int(text)

    return read
