"""Compiles the texts and reports the work left for translators: `./dev words`. See docs/translating.md."""

import argparse
import re
import sys
from functools import cache
from pathlib import Path

from ui.text_compiler.catalog import BRACES, BadCatalog, Gaps, TextCatalog, gaps
from ui.text_compiler.english import read_english
from ui.text_compiler.first_use import compile_if_stale
from ui.text_compiler.translations import new_translation, read_translation, updated, written

WORDS = Path(__file__).parents[2] / "ui" / "words"


def english() -> TextCatalog:
    """Every text, from `ui/words/en`. Raises `BadCatalog`."""
    return read_english(WORDS / "en")


def translation(language: str, words: Path = WORDS) -> TextCatalog:
    """A language's PO file, or a new language. Raises `BadCatalog`."""
    path = words / "locale" / f"{language}.po"
    return read_translation(path) if path.exists() else new_translation(language)


def languages(words: Path = WORDS) -> list[str]:
    """Every language that has a PO file."""
    return sorted(path.stem for path in (words / "locale").glob("*.po"))


@cache
def not_translated(language: str) -> tuple[str, ...]:
    """The parts of texts between the filled-in fields that the compiled catalog has in English, the longest first."""
    lacking = gaps(translation(language), english())
    forms = [form for key in (*lacking.missing, *lacking.changed) for form in english().texts[key].forms]
    parts = {part.strip() for form in forms for part in BRACES.split(form) if re.search("[A-Za-z]", part)}
    return tuple(sorted(parts, key=len, reverse=True))


def report(language: str, found: Gaps, source: TextCatalog) -> list[str]:
    """A line for the language, and one for each text that it lacks."""
    lacking = len(found.missing) + len(found.changed)
    lines = [f"{language}: {len(source.texts) - lacking} of {len(source.texts)} texts are translated"]
    lines += [f"  not translated: {key}: {source.texts[key].forms[-1]}" for key in found.missing]
    lines += [f"  the English has changed: {key}: {source.texts[key].forms[-1]}" for key in found.changed]
    return [*lines, *[f"  English has no such text: {key}" for key in found.unknown]]


def main(arguments: list[str], words: Path = WORDS) -> int:
    """Exit code 0, or 1 if these texts cannot be released."""
    parser = argparse.ArgumentParser(prog="./dev words", description=__doc__)
    parser.add_argument(
        "--update", nargs="*", metavar="LANGUAGE", help="bring these PO files, or all, up to date; makes a new one"
    )
    parser.add_argument("--release", action="store_true", help="fail unless every language has every text")
    args = parser.parse_args(arguments)
    source = read_english(words / "en")
    for language in args.update or (languages(words) if args.update is not None else []):
        new = written(updated(translation(language, words), source))
        (words / "locale" / f"{language}.po").write_bytes(new)
    compile_if_stale(words)
    print(f"en: {len(source.texts)} texts")
    lacking = {language: gaps(translation(language, words), source) for language in languages(words)}
    for language, found in lacking.items():
        print("\n".join(report(language, found, source)))
    return int(args.release and any(lacking.values()))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BadCatalog as bad:
        sys.exit(str(bad))
