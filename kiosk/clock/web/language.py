"""The language of the response to a program: the one it asks for, if there is a catalog for it.

Format: RFC 9110, 12.5.4 (Accept-Language); matched by RFC 4647, 3.4 (lookup): `de-AT` is answered in `de`.
"""

from collections.abc import Iterator

from ui.words.languages import LANGUAGES

LONGEST_HEADER = 1_000
"""The maximum number of characters in the header that are read."""


def language_of(asked: str, accepted: str, otherwise: str) -> str:
    """The language `asked` for by name, or else the best one in an Accept-Language header, or else the room's own."""
    wishes = [asked, *_by_quality(accepted[:LONGEST_HEADER])]
    return next((code for wish in wishes if (code := _catalog_for(wish, otherwise))), otherwise)


def _catalog_for(wish: str, otherwise: str) -> str:
    """The catalog for a language range, or an empty string if there is none. `*` means the room's own language."""
    if wish == "*":
        return otherwise
    code = wish.strip().casefold().split("-", maxsplit=1)[0]
    return code if code in LANGUAGES else ""


def _by_quality(header: str) -> Iterator[str]:
    """The ranges of a header, best first. Ranges of equal quality keep their order. Refused ranges are left out."""
    ranges = []
    for part in header.split(","):
        wish, _, weight = part.partition(";")
        if (quality := _quality(weight)) > 0:
            ranges.append((quality, wish.strip()))
    yield from (wish for _, wish in sorted(ranges, key=lambda one: -one[0]))


def _quality(weight: str) -> float:
    """The quality, which is 1 if there is no weight. If the weight is invalid or not between 0 and 1, the quality is 0,
    which means refused."""
    name, _, value = weight.partition("=")
    if not weight.strip():
        return 1.0
    digits = value.strip()
    if name.strip().casefold() != "q" or not digits.replace(".", "", 1).isdecimal() or not digits.isascii():
        return 0.0
    return float(digits) if float(digits) <= 1 else 0.0
