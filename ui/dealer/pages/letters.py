"""A name or a reason by letters: the rows of the language's keyboard, and the accents of the last letter. Pure."""

from collections.abc import Callable

from ui.dealer.model.taps import Tap
from ui.dealer.model.values import ButtonView, GridView
from ui.words import Words

MOST_LETTERS = 32
COLUMNS = 10
ACCENTS = {
    "a": "áàâäãåæ", "c": "çćč", "d": "đð", "e": "éèêëęě", "g": "ğ", "i": "íìîïı", "l": "ł", "n": "ñńň", "o": "óòôöõøœ",
    "r": "ř", "s": "ßśšş", "t": "ťþ", "u": "úùûüůű", "y": "ýÿ", "z": "źżž",
}  # fmt: skip
"""What may stand in place of a letter: no more than there are keys for."""
PLAIN = {accent: letter for letter, accents in ACCENTS.items() for accent in accents}
MOST_ACCENTS = 7
BEGINS = (" ", "-", "'")
"""After these a word begins, with a capital."""


def letters(name: str, typed: str, give: Callable[[str], Tap], words: Words, *others: ButtonView) -> GridView:
    """Four rows of ten keys; at most two `others` are the last ones. `give` makes of a text what a touch means."""
    room = len(typed) < MOST_LETTERS
    capital = not typed or typed.endswith(BEGINS)

    def add(sign: str) -> Tap | None:
        return give(typed + sign) if room else None

    def key(letter: str) -> ButtonView:
        return ButtonView(f"{name}-letter-{letter}", letter, add(letter if capital else letter.lower()))

    say = words.people
    first, second, third = (tuple(map(key, say.keyboard[row])) for row in ("first", "second", "third"))
    space = ButtonView(f"{name}-space", say.space, add(" ") if typed else None, emphasis="quiet")
    erase = ButtonView(f"{name}-erase", say.erase, give(typed[:-1]) if typed else None, emphasis="quiet")
    hyphen = ButtonView(f"{name}-hyphen", "-", add("-") if typed else None, said=say.hyphen)
    apostrophe = ButtonView(f"{name}-apostrophe", "'", add("'") if typed else None, said=say.apostrophe)
    accents = [ButtonView(f"{name}-accent-{place}", each, give(typed[:-1] + each))
               for place, each in enumerate(instead_of(typed[-1:]), 1)]  # fmt: skip
    upper = (*first, *second, *third, erase, hyphen, space)
    if len(second) < COLUMNS:  # a language without a letter there
        upper = (*first, *second, erase, *third, hyphen, apostrophe, space)
    last = others if apostrophe in upper else (apostrophe, *others)
    gaps = [ButtonView("", "")] * (COLUMNS - len(accents) - len(last))
    return GridView(f"{name}-keys", COLUMNS, (*upper, *accents, *gaps, *last))


def instead_of(letter: str) -> list[str]:
    """What may stand in place of the last letter, the plain one first where it has an accent."""
    plain = PLAIN.get(letter.lower(), letter.lower())
    forms = [each for each in (plain, *ACCENTS.get(plain, "")) if each != letter.lower()] if plain in ACCENTS else []
    return [each.upper() if letter.isupper() and len(each.upper()) == 1 else each for each in forms[: MOST_ACCENTS - 1]]
