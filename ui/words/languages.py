"""The languages there are: English, and one for each PO file."""

from functools import cache
from pathlib import Path

from engine.decoders import json_decoder
from ui.words import Words

COMPILED = Path(__file__).parent / "compiled"
LANGUAGES = tuple(sorted(file.stem for file in COMPILED.glob("*.json")))
"""By the code that their catalogue is named by."""

_decoder = json_decoder(Words)


@cache
def words_in(language: str) -> Words:
    """Every text in one of `LANGUAGES`. Read only where it is spoken: the first frame waits for no other."""
    return _decoder.decode((COMPILED / f"{language}.json").read_bytes())
