"""Entering a name or a reason letter by letter: the language's keyboard, with accents for the last letter."""

from collections.abc import Callable

from ui.dealer.model.taps import Tap
from ui.dealer.model.values import ButtonView, GridView
from ui.words import Words

MOST_LETTERS = 32
COLUMNS = 10
ACCENTS = {
    "a": "áàâäãåæą", "c": "çćč", "d": "đð", "e": "éèêëęě", "g": "ğ", "i": "íìîïı", "l": "ł", "n": "ñńň",
    "o": "óòôöõøœő", "r": "ř", "s": "ßśšş", "t": "ťþ", "u": "úùûüůű", "y": "ýÿ", "z": "źżž",
}  # fmt: skip
"""The letters that may replace a letter."""
PLAIN = {accent: letter for letter, accents in ACCENTS.items() for accent in accents}
CAPITALS = {"ı": "İ", "ß": "ß"}
"""The capitals of accented letters that `str.upper` would turn into the plain letter's capital, or into two letters."""
SMALL = {capital: letter for letter, capital in CAPITALS.items()}
MOST_ACCENTS = 7
"""The number of keys for accents."""
MOST_OTHERS = 2
BEGINS = (" ", "-", "'")
"""The characters after which a word begins with a capital letter."""


def letters(
    name: str, typed: str, give: Callable[[str], Tap], words: Words, *others: ButtonView
) -> tuple[GridView, GridView]:
    """Three rows of keys, then accents, space and at most two `others`, of which the last one is always in the corner;
    `give` turns the typed text into a tap."""
    room = len(typed) < MOST_LETTERS
    capital = not typed or typed.endswith(BEGINS)

    def add(sign: str) -> Tap | None:
        return give(typed + sign) if room else None

    def key(letter: str) -> ButtonView:
        return ButtonView(f"{name}-letter-{letter}", letter, add(letter if capital else letter.lower()))

    say = words.people
    first, second, third = (tuple(map(key, say.keyboard[row])) for row in ("first", "second", "third"))
    space = ButtonView(f"{name}-space", say.space, add(" ") if typed else None, emphasis="quiet")
    erase = ButtonView(f"{name}-erase", "←", give(typed[:-1]) if typed else None, emphasis="quiet", said=say.erase)
    hyphen = ButtonView(f"{name}-hyphen", "-", add("-") if typed else None, said=say.hyphen)
    apostrophe = ButtonView(f"{name}-apostrophe", "'", add("'") if typed else None, said=say.apostrophe)
    accents = [ButtonView(f"{name}-accent-{place}", each, give(typed[:-1] + each))
               for place, each in enumerate(instead_of(typed[-1:]), 1)]  # fmt: skip
    keys = (*first, *second, *third, hyphen, apostrophe, erase)
    if len(second) < COLUMNS:  # a language that does not have a letter there
        keys = (*first, *second, erase, *third, hyphen, apostrophe, _gap())
    gaps = [_gap()] * (MOST_ACCENTS - len(accents))
    between = [_gap()] * (MOST_OTHERS - len(others))
    return (
        GridView(f"{name}-keys", COLUMNS, keys, is_keyboard=True),
        GridView(f"{name}-below", COLUMNS, (*accents, *gaps, space, *between, *others), below=True),
    )


def instead_of(letter: str) -> list[str]:
    """The letters that may replace the last one; for an accented letter, the plain one comes first, then the others."""
    small = SMALL.get(letter, letter.lower())
    plain = PLAIN.get(small, small)
    accents = ACCENTS.get(plain, "")
    at = accents.find(small) + 1
    forms = [each for each in (plain, *accents[at:], *accents[:at]) if each != small] if accents else []
    return [CAPITALS.get(each, each.upper()) if letter.isupper() else each for each in forms[:MOST_ACCENTS]]


def _gap() -> ButtonView:
    return ButtonView("", "")
