"""The available languages: English, and one for each PO file."""

from functools import cache
from pathlib import Path

from engine.decoders import json_decoder
from ui.words import Words

COMPILED = Path(__file__).parent / "compiled"
LANGUAGES = tuple(sorted(file.stem for file in COMPILED.glob("*.json")))
"""The codes of the languages, taken from the names of their catalogs."""

_decoder = json_decoder(Words)


@cache
def words_in(language: str) -> Words:
    """Every string in one of `LANGUAGES`, which is read only when needed, because a program's first frame waits for
    it."""
    return _decoder.decode((COMPILED / f"{language}.json").read_bytes())
