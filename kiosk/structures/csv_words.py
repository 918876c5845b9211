"""The words of a table of blinds, in English, German and Spanish."""

import re
import unicodedata

COLUMNS = {
    "kind": "kind type art typ tipo clase",
    "name": "name level label stufe runde bezeichnung nivel ronda nombre",
    "small": "small sb smallblind kleiner kleinerblind pequeña ciegapequeña ciegachica chica",
    "big": "big bb bigblind grosser großer grosserblind großerblind grande ciegagrande",
    "ante": "ante antes",
    "bb_ante": "bbante bba bigblindante antebigblind antedelaciegagrande anteciegagrande",
    "ante_form": "anteform antetype anteart tipodeante",
    "minutes": "minutes min mins duration length minuten dauer länge minutos duración tiempo",
    "hands": "hands hände manos",
    "orbits": "orbits orbit umläufe vueltas",
    "colour_up": "colourup colorup eintauschen aufwechseln chipup cambio",
    "id": "id",
}
"""A column of ours, and what heads it."""
HEADS = {
    "name": "name event turnier torneo",
    "starting_stack": "startingstack stack startstack stackinicial",
    "chips": "chips denominations jetons fichas",
    "late_levels": "latelevels lateregistration spätereinstieg inscripcióntardía",
}
"""What a row before the table may begin with."""
BREAKS = frozenset(("break", "pause", "pausa", "descanso", "receso"))


def plain(text: str) -> str:
    """A word without its case, accents, blanks and marks."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


def _by_word(words: dict[str, str]) -> dict[str, str]:
    return {plain(word): name for name, said in words.items() for word in said.split()}


COLUMN, HEAD = _by_word(COLUMNS), _by_word(HEADS)
"""The same, by each word."""


def is_break(text: str) -> bool:
    """Whether a cell says that its row is a break: `Dinner break`, `Pause 2`."""
    return any(plain(word) in BREAKS for word in re.split(r"[^\w]+|\d+", text))
