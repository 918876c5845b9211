"""The command line in the reader's language: its sentences, and argument types that several commands share."""

import argparse
from collections.abc import Callable

from kiosk.spoken import spoken
from ui.words import Words
from ui.words.languages import LANGUAGES, words_in


def words_for(args: argparse.Namespace) -> Words:
    """The words of the language asked for, else the system's."""
    return words_in(getattr(args, "language", None) or spoken())


def read_language(name: str, given: list[str]) -> tuple[str | None, list[str]]:
    """The language asked for anywhere on a command line, and what else stands there: the help is in that language."""
    first = argparse.ArgumentParser(name, add_help=False, allow_abbrev=False)
    first.add_argument("--language", choices=LANGUAGES)
    asked, rest = first.parse_known_args(given)
    return asked.language, rest


def speak(words: Words) -> None:
    """argparse asks gettext for each of its sentences by its English; from now on a catalogue answers."""
    english = words_in("en").commands.argparse
    said = {english[code]: text for code, text in words.commands.argparse.items()}
    vars(argparse).update(
        _=lambda text: said.get(text, text),
        ngettext=lambda one, many, count: said.get(one if count == 1 else many, many),
    )


def hand_count(words: Words) -> Callable[[str], int]:
    """The type of a number of hands; it raises `ArgumentTypeError`, which argparse prints."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < 1:
            raise argparse.ArgumentTypeError(words.commands.bad["hands"].format(text=text))
        return int(text)

    return read
