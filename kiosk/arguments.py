"""The command line in the user's language: its sentences, and argument types that several commands share."""

import argparse
from collections.abc import Callable

from kiosk.spoken import spoken
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in


def words_for(args: argparse.Namespace) -> Words:
    """The catalog for the language given with `--language`, or else for the system's language."""
    return words_in(getattr(args, "language", None) or spoken())


def read_language(name: str, given: list[str]) -> tuple[str | None, list[str]]:
    """The language from `--language` anywhere on a command line, and the other arguments. The option is read first
    because the help text is in that language."""
    first = argparse.ArgumentParser(name, add_help=False, allow_abbrev=False)
    first.add_argument("--language", choices=LANGUAGES)
    asked, rest = first.parse_known_args(given)
    return asked.language, rest


def speak(words: Words) -> None:
    """Make argparse use this catalog. argparse asks gettext for a translation of each English sentence, and this
    replaces gettext."""
    english = words_in("en").commands.argparse
    said = {english[code]: text for code, text in words.commands.argparse.items()}
    vars(argparse).update(
        _=lambda text: said.get(text, text),
        ngettext=lambda one, many, count: said.get(one if count == 1 else many, many),
    )


def hand_count(words: Words) -> Callable[[str], int]:
    """An argument type for a number of hands. It raises `ArgumentTypeError`, which argparse prints."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < 1:
            raise argparse.ArgumentTypeError(words.commands.bad["hands"].format(text=text))
        return int(text)

    return read
