"""The headings of columns and fields in lists of levels, in English, German, Spanish and French."""

import re
import unicodedata
from collections.abc import Callable


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LONGEST = 80
"""How many characters of a heading are read. The rest are ignored."""
EXACT = {
    "kind": "kind type art typ tipo clase",
    "small": "small sb smallblind kleiner kleinerblind pequeña ciegapequeña ciegachica chica petite petiteblind",
    "big": "big bb bigblind grosser großer grosserblind großerblind grande ciegagrande grandeciega grosseblind",
    "blinds": "blinds blind sbbb ciegas stakes stake limits blindlevel einsätze",
    "ante": "ante antes",
    "bb_ante": "bbante bba bigblindante antebigblind antedelaciegagrande anteciegagrande",
    "ante_form": "anteform antetype anteart tipodeante",
    "hands": "hands hände manos mains",
    "orbits": "orbits orbit umläufe vueltas tours",
    "color_up": "colourup colorup eintauschen aufwechseln chipup cambio farbwechsel chiprace raceoff",
    "id": "id uuid",
    "is_break": "isbreak break pause pausa descanso",
    "name": "name label bezeichnung nombre nom title",
    "level": "level lvl stufe runde round nivel ronda niveau",
}  # fmt: skip
"""Our fields, each with the complete headings that mean it."""
SMALL = _words("small sb pb kb cp klein kleiner kleine pequena chica petite sm")
BIG = _words("big bb gb cg gross grosser grosse grande")
ANTE = _words("ante antes")
BLIND = _words("blind blinds ciega ciegas")
EACH = _words("each all everyone player players person spieler jeder jugador joueur individual running classic")
FORM = _words("type form typ art tipo kind mode format")
BREAK = _words("break breaks pause pausa descanso receso")
LENGTH = _words("duration length dauer lange duracion duree durata temps tiempo time zeit lasts timer")
AFTER = _words("after following nach danach darauf despues tras")
EVERY = _words("every each alle cada frequency interval")
START = _words("start starts begin begins beginning from von beginn startzeit ab inicio comienzo desde debut elapsed "
               "uhrzeit hora horario")  # fmt: skip
END = _words("end ends until till to bis ende endzeit fin hasta")
AT = _words("time zeit tiempo at level round stufe nivel clock um")
LEVEL = _words("level levels lvl stufe runde round rounds nivel ronda niveau")
NUMBER = _words("no nr num number nummer numero n order index position step idx")
NAME = _words("name label bezeichnung nombre nom title")
FILL = _words(
    "in of the is a an chips jetons fichas tokens amount value betrag importe de la le en per pro por par und and y et"
)
UP = _words("color colour chip race farbwechsel")
UNIT_WORDS = {
    "ms": _words("ms millis msec milliseconds"),
    "seconds": _words("s sec secs second seconds sek sekunden seg segundos secondes"),
    "minutes": _words("m min mins minute minutes minuten mn minutos minuto"),
    "hours": _words("h hr hrs hour hours std stunden horas heures"),
}
FORMATS = _words("h hh m mm s ss")
"""The parts of a format, such as `h:mm`, in the heading of a length column."""
UNIT_MS = {"duration": 0, "ms": 1, "seconds": 1_000, "minutes": 60_000, "hours": 3_600_000}
"""The length fields, each with its unit in milliseconds; 0 if the heading names no unit."""
HEADS = {
    "name": "name event turnier torneo title titel tournamentname structurename",
    "starting_stack": "startingstack stack startstack stackinicial startingchips startchips initialstack "
    "chipsperplayer stackdedépart startingstacks stacksize fichasiniciales",
    "chips": "chips denominations jetons fichas chipset chipvalues chipdenominations",
    "late_levels": "latelevels lateregistration spätereinstieg inscripcióntardía lateregistrationlevels "
    "lateentrylevels lateregistrationlevel lateentry lateentrylevel latereglevels latereglevel latereg "
    "latereglastlevel lateregistrationuntillevel lastlevelforlateregistration",
}
"""Fields of the whole structure, each with the names that a file may use for it before or beside the levels."""
BREAKS = frozenset(
    ("break", "pause", "pausa", "descanso", "receso", "intermission", "entracte", "intervallo", "dinner")
)
TOTALS = frozenset(("total", "totals", "sum", "summe", "gesamt", "insgesamt", "suma", "totaux", "somme"))
TRUE = frozenset(("true", "yes", "y", "x", "1", "ja", "j", "wahr", "si", "verdadero", "oui", "vrai", "✓", "✔", "on"))
FALSE = frozenset(
    ("false", "no", "n", "0", "nein", "falsch", "falso", "non", "faux", "none", "off", "keine", "ninguno")
)


def plain(text: str) -> str:
    """A string in lowercase, without accents, spaces or punctuation."""
    apart = unicodedata.normalize("NFKD", text[:LONGEST].casefold())
    return "".join(letter for letter in apart if letter.isalnum())


def _by_word(words: dict[str, str]) -> dict[str, str]:
    return {plain(word): name for name, said in words.items() for word in said.split()}


_EXACT, HEAD = _by_word(EXACT), _by_word(HEADS)


def tokens(heading: str) -> frozenset[str]:
    """The words of a heading or a key: `durationMinutes` and `Duration (minutes)` have the same words."""
    parted = re.sub(r"(?<=[a-zà-ÿ0-9])(?=[A-Z])", " ", heading[:LONGEST])
    return frozenset(filter(None, map(plain, re.split(r"[\W_]+", parted))))


def field_of(heading: str) -> str:
    """Our field for a heading. Empty if we have no such field; in that case, the column is not read."""
    if heading.strip() == "#":
        return "level"
    said = tokens(heading)
    if "%" in heading or not said:
        return ""
    if plain(heading) == "to":
        return "ends"
    exact = _EXACT.get(plain(heading), "")
    if exact and not exact.startswith("duration"):
        return exact
    return next((field for field, fits in _FITS if fits(said)), "") or _length_of(said)


def _only(needed: frozenset[str], *more: frozenset[str]) -> Callable[[frozenset[str]], bool]:
    """A test for headings: they must have at least one of the needed words, and no words other than those, the
    additional ones and `FILL`."""
    allowed = needed.union(FILL, *more)
    return lambda said: bool(said & needed) and said <= allowed


def _both(fits: Callable[[frozenset[str]], bool], *needed: frozenset[str]) -> Callable[[frozenset[str]], bool]:
    return lambda said: fits(said) and all(said & each for each in needed)


_FITS: tuple[tuple[str, Callable[[frozenset[str]], bool]], ...] = (
    ("ante_form", _both(_only(ANTE, FORM, BIG, BLIND), FORM)),
    (
        "blinds",
        lambda said: (
            bool(said & ANTE)
            and said <= SMALL | BIG | BLIND | ANTE | FILL
            and bool((said & SMALL and said & BIG) or ("blinds" in said and not said & BIG))
        ),
    ),
    ("break_after", _both(_only(BREAK, AFTER, LEVEL, LENGTH, *UNIT_WORDS.values()), AFTER)),
    ("break_every", _both(_only(BREAK, EVERY, LEVEL), EVERY)),
    ("starts", _only(START, AT)),
    ("ends", _only(END - {"to"}, AT)),
    ("bb_ante", _both(_only(ANTE, BIG, BLIND), BIG)),
    ("each_ante", _both(_only(ANTE, EACH), EACH)),
    ("ante", _only(ANTE)),
    ("blinds", _both(_only(SMALL, BIG, BLIND, frozenset(("level",))), BIG)),
    ("small", _only(SMALL, BLIND)),
    ("big", _only(BIG, BLIND)),
    ("blinds", _only(BLIND, LEVEL)),
    ("is_break", _only(BREAK, frozenset(("flag",)))),
    ("color_up", lambda said: bool(said & UP) and bool(said & {"up", "race", "off", "farbwechsel"}) and len(said) < 4),
    ("level", _only(LEVEL, NUMBER)),
    ("name", _only(NAME, LEVEL)),
)


def _length_of(said: frozenset[str]) -> str:
    """The field for a length column: its unit, or `duration` if the heading names none, prefixed with `break_` for
    breaks. Empty for any other column."""
    if "mm" in said:
        said -= FORMATS
    units = [name for name, words in UNIT_WORDS.items() if said & words]
    every = frozenset().union(*UNIT_WORDS.values())
    if not (said & LENGTH or units) or len(units) > 1 or not said <= LENGTH | every | LEVEL | BLIND | FILL | BREAK:
        return ""
    if said in ({"time"}, {"zeit"}, {"tiempo"}):
        return "duration"
    return ("break_" if said & BREAK else "") + (units[0] if units else "duration")


def is_break(text: str) -> bool:
    """Whether a cell marks its row as a break: `Dinner break`, `Pause 2`."""
    return any(plain(word) in BREAKS for word in re.split(r"[^\w]+|\d+", text[:LONGEST]))


def is_total(text: str) -> bool:
    """Whether a cell marks its row as a total of the others."""
    return bool(tokens(text) & TOTALS)


def truth(said: object) -> bool | None:
    """Parse a yes or a no: `yes`, `x` and 1 are true. None for anything else."""
    if isinstance(said, bool):
        return said
    text = plain(str(said)) or str(said).strip()
    return True if text in TRUE else False if text in FALSE else None


def is_level_name(name: str) -> bool:
    """Whether a name is just a number, or a word for a level or a break. Such names are replaced by our own."""
    word = plain(name).rstrip("0123456789")
    return not word or word in LEVEL or word in BREAK or word in NUMBER
