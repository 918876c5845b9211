"""A rule book: every choice that a room makes, with its name and the clause that it comes from. It is read from TOML.

A book may extend another one and state only the differences. Nothing here knows what a choice does to a hand.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput, not_toml, problem_and_path, with_allowed
from engine.books.toml_lines import line_of
from engine.decoders import converted
from engine.message import Message, message
from engine.toml_input import toml_of

Value = TypeVar("Value")


class BadBook(BadInput):
    """A rule book that cannot be used. The error gives the file, the line, the field and the allowed values."""


class Rule(msgspec.Struct, Generic[Value], frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One choice: the value that the engine follows, its clause, the clause's text, and the id of the book that states
    it.

    A choice stated by another book is not in this book's document. `cases` holds the clauses of cases that the document
    numbers separately.
    """

    value: Value
    clause: str
    says: str
    book: str = ""
    cases: dict[str, str] = {}

    def clause_of(self, case: str) -> str:
        """The clause for one case of a choice."""
        return self.cases.get(case, self.clause)


class RuleBook(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The choices of one room. A table's journal contains its book, so a hand is always governed by the book it was
    played under.

    `edition` is the edition of the standard whose clause numbers are used. `source` is the document, and `structure` is
    the blind structure that goes with it. A book names every choice, so that a hidden default never decides anything.
    """

    id: str
    name: str
    edition: str
    # Turn, button and blinds
    in_turn: Rule[Literal["required"]]
    button: Rule[Literal["dead", "stays", "moving"]]
    heads_up: Rule[Literal["button-posts-small"]]
    short_blind: Rule[Literal["full-to-call"]]
    ante_order: Rule[Literal["blind-first", "ante-first"]]
    # Betting
    min_bet: Rule[Literal["big-blind", "doubles-on-turn"]]
    min_raise: Rule[Literal["last-increment", "double"]]
    reopening: Rule[Literal["full-raise-faced", "half-raise-faced", "any-raise"]]
    fold_unbet: Rule[Literal["binding", "refused"]]
    uncalled: Rule[Literal["returned"]]
    # Showdown and pots
    all_in_shows: Rule[Literal["must", "may-muck"]]
    showdown_first: Rule[Literal["last-aggressor", "left-of-button", "left-of-last-caller"]]
    pots_shown: Rule[Literal["side-first", "side-hands-first", "main-first"]]
    side_pots: Rule[Literal["each-by-itself"]]
    odd_chips: Rule[Literal["one-each", "all-to-first"]]
    absent: Rule[Literal["killed"]]
    new_level: Rule[Literal["next-hand"]]
    corrections: Rule[Literal["until-next-hand"]]
    # Betting forms and the order of play
    betting: Rule[Literal["no-limit", "pot-limit", "fixed-limit"]]
    first_button: Rule[Literal["placed", "high-card"]]
    antes: Rule[Literal["allowed", "forbidden"]]
    preflop_opener: Rule[Literal["left-of-big-blind", "left-of-small-blind"]]
    straddle: Rule[Literal["none", "under-the-gun"]]
    levels: Rule[Literal["minutes", "hands", "orbits"]]
    cap: Rule[Literal["none", "three-raises", "three-raises-in-limit"]]
    cap_heads_up: Rule[Literal["holds", "lifted", "lifted-for-the-last-two"]]
    muck: Rule[Literal["allowed", "forbidden"]]
    # Rulings on chips and words
    out_of_turn: Rule[Literal["binding-if-unchanged", "not-binding"]]
    half_rule: Rule[Literal["half-completes", "half-completes-a-raise"]]
    oversized_chip: Rule[Literal["call-unless-raise", "call-before-flop"]]
    raise_word: Rule[Literal["amount", "minimum"]]
    string_bet: Rule[Literal["first-motion-binds", "announced-first", "one-motion"]]
    verbal: Rule[Literal["beats-chips"]]
    ambiguous: Rule[Literal["highest-not-above-pot"]]
    prior_chips: Rule[Literal["combined-half-rule", "combined-where-they-covered"]]
    under_call: Rule[Literal["full-call-when-opening-or-heads-up", "call-or-forfeit-of-the-bet-covered"]]
    splash: Rule[Literal["counted", "dead"]]
    skipped: Rule[Literal["until-substantial-action"]]
    late_error: Rule[Literal["until-next-street"]]
    calling: Rule[Literal["tiny-chip-to-floor"]]
    multiple_chips: Rule[Literal["remove-one-smallest"]]
    said_amount: Rule[Literal["total"]]
    wrong_word: Rule[Literal["nearest-act"]]
    fold_out_of_turn: Rule[Literal["binding"]]
    conditional: Rule[Literal["floor-decides"]]
    chips_behind: Rule[Literal["lost-not-won"]]
    show_one: Rule[Literal["show-all", "not-required"]]
    play_board: Rule[Literal["tabling", "declare-first"]]
    # Misdeals and penalties
    first_card_exposed: Rule[Literal["first-card", "first-two-cards"]]
    exposed_cards: Rule[Literal["two-is-misdeal"]]
    premature_card: Rule[Literal["robert", "tda-rp5"]]
    extra_card: Rule[Literal["misdeal", "one-is-burned"]]
    missing_hand: Rule[Literal["misdeal"]]
    card_count: Rule[Literal["misdeal"]]
    button_short: Rule[Literal["completed"]]
    wrong_seat: Rule[Literal["misdeal"]]
    boxed_cards: Rule[Literal["two-is-misdeal"]]
    foreign_card: Rule[Literal["misdeal"]]
    flop_count: Rule[Literal["redealt", "floor-picks-burn"]]
    premature_flop: Rule[Literal["reshuffled"]]
    burns: Rule[Literal["one-a-street"]]
    fouled_deck: Rule[Literal["all-returned"]]
    substantial_action: Rule[Literal["tda-36", "two-players"]]
    misdeals: Rule[Literal["dealer-or-floor"]]
    redeal: Rule[Literal["exact-replay"]]
    penalties: Rule[Literal["hands", "rounds"]]
    disqualified: Rule[Literal["chips-leave-play"]]
    decisions: Rule[Literal["floor-final"]]
    chip_race: Rule[Literal["cards", "round-up"]]
    table_size: Rule[Literal["of-the-room", "eight", "crews-of-five"]]
    player_clock: Rule[Literal["thirty-seconds"]]
    # Entries, seats and the event
    identity: Rule[Literal["of-the-room", "names-and-id"]]
    sits: Rule[Literal["one-at-a-time", "everyone"]]
    cap_counts: Rule[Literal["entries", "people"]]
    late_roster: Rule[Literal["refused", "waiting-list"]]
    no_show: Rule[Literal["dealt-in", "forfeited"]]
    rescheduling: Rule[Literal["allowed", "refused"]]
    defaults: Rule[Literal["allowed", "refused"]]
    balancing: Rule[Literal["largest-to-smallest"]]
    balance_move: Rule[Literal["next-big-blind-to-worst-seat"]]
    halting: Rule[Literal["three-short"]]
    break_order: Rule[Literal["smallest-first"]]
    break_seats: Rule[Literal["any-seat", "nearest-seat"]]
    flights: Rule[Literal["of-the-room", "two-left", "top-stack-of-each-table"]]
    final_stacks: Rule[Literal["carried", "fresh"]]
    hand_for_hand: Rule[Literal["runs", "one-minute", "two-minutes", "three-minutes"]]
    # Actions that the screen asks to confirm
    fold_undo: Rule[Literal["confirmed", "at-once"]]
    source: str = ""
    structure: str = "club"


EIGHT = 8
CREW = 5


def most_seats(book: RuleBook, most: int) -> int:
    """The maximum number of players who may sit at one table with `most` seats."""
    return min(most, EIGHT) if book.table_size.value == "eight" else most


def most_in_crew(book: RuleBook, most: int) -> int:
    """The maximum number of registered players who may be grouped at one table with `most` seats (R3.2, Intramural 2).
    A winners' table may be larger."""
    return min(most, CREW) if book.table_size.value == "crews-of-five" else most_seats(book, most)


class Cited(NamedTuple):
    """The clauses for some choices: the book's own, and the standard's if the book's document is silent. They are empty
    if there are none."""

    own: str
    standard: str


def cited(book: RuleBook, *rules: Rule[Any]) -> Cited:
    """The clauses for these choices of a book, each listed once."""
    own = [rule.clause for rule in rules if rule.book == book.id]
    others = [rule.clause for rule in rules if rule.book != book.id]
    return Cited("; ".join(dict.fromkeys(own)), "; ".join(dict.fromkeys(others)))


WORDS = ("id", "name", "edition", "source", "structure")
"""The fields of a book that are not choices."""
CASES = {
    "burns": ("flop",),
    "fouled_deck": ("stub",),
    "half_rule": ("half", "less", "open"),
    "late_error": ("above",),
    "oversized_chip": ("limit", "before-flop", "first-in", "facing"),
    "raise_word": ("no-limit", "pot-limit"),
    "show_one": ("exposed",),
    "wrong_seat": ("button",),
    "wrong_word": ("pot",),
}
"""The cases of a choice that may have their own clauses."""
OWN = "book"
"""The field of a rule that the parser fills in."""
CHOICES = tuple(name for name in RuleBook.__struct_fields__ if name not in WORDS)

Shelf = Callable[[str], str]
"""A function that returns the text of a book, given its id. It raises `BadBook` if there is no such book."""


def shipped(book_id: str) -> str:
    """The text of a book that ships with the program. For any other id, raises `BadBook`, which lists the available
    books."""
    if book_id not in shipped_ids():
        raise BadBook("no-such-book", book=repr(book_id), books=", ".join(shipped_ids()))
    return (_folder() / f"{book_id}.toml").read_text("utf-8")


def shipped_ids() -> tuple[str, ...]:
    """The books that ship with the program."""
    return tuple(sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml")))


def load_book(book_id: str) -> RuleBook:
    """A book that ships with the program. For any other id, raises `BadBook`, which lists the available books."""
    return parse_book(shipped(book_id), f"{book_id}.toml")


def parse_book(text: str, source: str, shelf: Shelf = shipped) -> RuleBook:
    """Read a book from TOML `text`. Errors refer to it as `source`; `shelf` holds the books that it extends. Raises
    `BadBook`."""
    layers = _layers(text, source, shelf)
    words: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    editions: dict[str, dict[str, str]] = {}
    for layer in reversed(layers):
        words |= {name: layer.raw[name] for name in WORDS if name in layer.raw}
        for name, (rule, clauses) in layer.choices().items():
            choices[name], editions[name] = rule, clauses
    own, base = layers[0], layers[-1]
    if own.raw["id"] in [layer.raw["id"] for layer in layers[1:]]:
        raise own.bad("id", message("book-extends-itself", book=repr(own.raw["id"])))
    edition = words["edition"]
    known = {base.raw["edition"], *(key for clauses in editions.values() for key in clauses)}
    if edition not in known:
        raise own.bad("edition", message("edition-unknown", edition=repr(edition), allowed=", ".join(sorted(known))))
    for name, clauses in editions.items():
        choices[name] = replace(choices[name], clause=clauses.get(edition, choices[name].clause))
    book = RuleBook(**words | choices)
    if found := next(contradictions(book), None):
        raise _against_itself(book, own, *found)
    return book


def check_book(book: RuleBook) -> RuleBook:
    """Check that a book passed as a value can be used for play, and return it. Raises `BadBook`."""
    rules: dict[str, Rule[Any]] = {name: getattr(book, name) for name in CHOICES}
    for name, rule in rules.items():
        if problem := _unlike(name, rule):
            raise BadBook("field-of-file", path=book.id, field=name, problem=problem)
    for field, other, needed in contradictions(book):
        wrong = message(
            "choices-contradict", mine=rules[field].value, other=other, theirs=rules[other].value, needed=needed
        )
        raise BadBook("field-of-file", path=book.id, field=field, problem=wrong)
    return book


def _unlike(name: str, rule: Rule[Any]) -> Message | None:
    """The problem with the wording of a choice."""
    if not rule.clause.strip():
        return message("clause-empty")
    if unknown := next((case for case in rule.cases if case not in CASES.get(name, ())), None):
        named = ", ".join(CASES.get(name, ()))
        wrong = message("no-such-case", case=repr(unknown), allowed=named)
        return wrong if named else message("no-cases", case=repr(unknown))
    return None


def _against_itself(book: RuleBook, own: "_Layer", field: str, other: str, needed: Message) -> BadBook:
    """The error for two contradictory choices. It is reported at the option that this file sets."""
    if field not in own.raw and other in own.raw:
        field, other = other, field
    mine, theirs = getattr(book, field).value, getattr(book, other).value
    return own.bad(field, message("choices-contradict", mine=mine, other=other, theirs=theirs, needed=needed), "value")


def in_limit(book: RuleBook) -> RuleBook:
    """The book as used for a fixed-limit game, whatever its own betting form. If it does not make any choices for limit
    games, half a bet reopens the betting (TDA 2024 rule 47-B) and each raise is exactly one bet."""
    if book.betting.value == "fixed-limit":
        return book
    limit = replace(book, betting=replace(book.betting, value="fixed-limit", says="This game is played in limit."))
    if book.reopening.value == "full-raise-faced":
        half = Rule[Any]("half-raise-faced", "TDA 2024 rule 47-B", "Half a bet opens the betting again.", "tda")
        limit = replace(limit, reopening=half)
    one_bet = replace(book.min_raise, value="last-increment", says="A raise is by one bet.")
    return replace(limit, min_raise=one_bet)


def allowed(field: str) -> tuple[str, ...]:
    """The values that the engine supports for one of a book's choices."""
    rule = RuleBook.__annotations__[field]
    return tuple(str(value) for value in rule.__args__[0].__args__)


def contradictions(book: RuleBook) -> Iterator[tuple[str, str, Message]]:
    """Pairs of choices that cannot be combined. Each gives the two fields and the required value."""
    limit = book.betting.value == "fixed-limit"
    if limit and book.min_raise.value == "double":
        yield "min_raise", "betting", message("one-bet-in-limit")
    if not limit and book.reopening.value == "half-raise-faced":
        yield "reopening", "betting", message("half-bet-in-limit-only")
    if book.cap.value == "none" and book.cap_heads_up.value == "lifted" and book.cap_heads_up.book == book.id:
        yield "cap_heads_up", "cap", message("no-cap-to-lift")
    if book.muck.value == "forbidden" and book.all_in_shows.value == "may-muck":
        yield "all_in_shows", "muck", message("everybody-shows")
    if book.straddle.value == "under-the-gun" and book.preflop_opener.value == "left-of-small-blind":
        yield "straddle", "preflop_opener", message("straddle-before-opener")


class _Layer(msgspec.Struct, frozen=True, gc=False):
    """One file of a book that may extend others."""

    text: str
    source: str
    raw: dict[str, Any]

    def bad(self, field: str, problem: Message, key: str = "") -> BadBook:
        """Build the error for one field. It includes the line if the field is in the file."""
        if line := line_of(self.text, field, key):
            return BadBook("line-of-file", path=self.source, line=str(line), field=field, problem=problem)
        return BadBook("field-of-file", path=self.source, field=field, problem=problem)

    def choices(self) -> dict[str, tuple[Rule[Any], dict[str, str]]]:
        """The options that this file sets, each with its clauses by edition. Raises `BadBook`."""
        return {name: self._choice(name) for name in CHOICES if name in self.raw}

    def _choice(self, name: str) -> tuple[Rule[Any], dict[str, str]]:
        section = self.raw[name]
        if not isinstance(section, dict):
            raise self.bad(name, message("must-be-section", field=name))
        editions = section.get("editions", {})
        if not isinstance(editions, dict) or not all(isinstance(clause, str) for clause in editions.values()):
            raise self.bad(name, message("editions-unlike"), "editions")
        if OWN in section:
            raise self.bad(name, message("field-unknown", field=OWN), OWN)
        plain = {key: part for key, part in section.items() if key != "editions"}
        try:
            rule = converted({**plain, OWN: self.raw["id"]}, RuleBook.__annotations__[name])
        except msgspec.ValidationError as error:
            problem, path = problem_and_path(error)
            key = str(path[0]) if path else ""
            raise self.bad(name, with_allowed(problem, allowed(name) if key == "value" else ()), key) from error
        if unlike := _unlike(name, rule):
            raise self.bad(name, unlike, "cases" if rule.clause.strip() else "clause")
        return rule, editions


def _layers(text: str, source: str, shelf: Shelf) -> list[_Layer]:
    """The file and all the books that it extends, starting with the file itself. Raises `BadBook`."""
    layers = [_read(text, source)]
    names = [source]
    while "extends" in layers[-1].raw:
        base = layers[-1].raw["extends"]
        if base in names or f"{base}.toml" in names:
            raise layers[-1].bad("extends", message("extends-in-circle", books=" > ".join([*names, base])))
        try:
            under = shelf(base)
        except BadBook as error:
            raise layers[-1].bad("extends", error.message) from error
        names.append(base)
        layers.append(_read(under, base if base.endswith(".toml") else f"{base}.toml"))
    return layers


def _read(text: str, source: str) -> _Layer:
    try:
        layer = _Layer(text, source, toml_of(text))
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists nested a thousand deep
        raise BadBook("file-not-toml", path=source, why=not_toml(error)) from error
    raw = layer.raw
    for name in raw:
        if name not in (*WORDS, *CHOICES, "extends"):
            raise layer.bad(name, message("field-unknown", field=name))
    for name in (*WORDS, "extends"):
        if name in raw and not (isinstance(raw[name], str) and raw[name]):
            raise layer.bad(name, message("must-be-text"))
    # A book that does not extend another one must state every choice, so that a hidden default never decides anything.
    needed = ("id", "name") if "extends" in raw else ("id", "name", "edition", *CHOICES)
    for name in needed:
        if name not in raw:
            raise BadBook("at-place", place=source, problem=message("field-missing", field=name))
    return layer


def _folder() -> Path:
    return Path(__file__).parents[1] / "rulebooks"
