"""A rule book: every choice that a room makes, with its name and the clause that it comes from. It is read from TOML.

A book may extend another one and state only the differences. A choice is one row of `RuleBook`. Nothing here knows what
a choice does to a hand.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput, line_of, not_toml, problem_and_path, toml_of, with_allowed
from engine.decoders import converted
from engine.message import Message, message

Value = TypeVar("Value")
_FOLDER = Path(__file__).parents[1] / "rulebooks"


class BadBook(BadInput):
    """A rule book that cannot be used. The error gives the file, the line, the field and the allowed values."""


class Rule(msgspec.Struct, Generic[Value], frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One choice: the value that the engine follows, its clause, the clause's text, and the id of the book that states
    it.

    A choice stated by another book is not in this book's document. `cases` holds the clauses for cases that the
    document numbers separately.
    """

    value: Value
    clause: str
    says: str
    book: str = ""
    cases: dict[str, str] = {}

    def clause_of(self, case: str) -> str:
        """The clause for one case of a choice."""
        return self.cases.get(case, self.clause)


BlindRule = Annotated[Rule[Value], "blinds"]
BettingRule = Annotated[Rule[Value], "betting"]
ShowdownRule = Annotated[Rule[Value], "showdown"]
ChipRule = Annotated[Rule[Value], "chips"]
MisdealRule = Annotated[Rule[Value], "misdeals"]
FloorRule = Annotated[Rule[Value], "floor"]
EventRule = Annotated[Rule[Value], "event"]
"""A choice, with its group on the rule card."""


class RuleBook(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The choices of one room. A table's journal contains its book, so a hand is always governed by the book it was
    played under.

    `edition` is the edition of the standard whose clause numbers are used. `source` is the document, and `structure` is
    the blind structure that goes with it. A book names every choice, so that a hidden default never decides anything.
    """

    id: str
    name: str
    edition: str
    # In the order of the rule card, in which a player encounters them. The names after a choice are its `cases`.
    first_button: BlindRule[Literal["placed", "high-card"]]
    button: BlindRule[Literal["dead", "stays", "moving"]]
    heads_up: BlindRule[Literal["button-posts-small"]]
    short_blind: BlindRule[Literal["full-to-call"]]
    antes: BlindRule[Literal["allowed", "forbidden"]]
    ante_order: BlindRule[Literal["blind-first", "ante-first"]]
    straddle: BlindRule[Literal["none", "under-the-gun"]]
    levels: BlindRule[Literal["minutes", "hands", "orbits"]]
    new_level: BlindRule[Literal["next-hand"]]
    betting: BettingRule[Literal["no-limit", "pot-limit", "fixed-limit"]]
    in_turn: BettingRule[Literal["required"]]
    preflop_opener: BettingRule[Literal["left-of-big-blind", "left-of-small-blind"]]
    min_bet: BettingRule[Literal["big-blind", "doubles-on-turn"]]
    min_raise: BettingRule[Literal["last-increment", "double"]]
    reopening: BettingRule[Literal["full-raise-faced", "half-raise-faced", "any-raise"]]
    cap: BettingRule[Literal["none", "three-raises", "three-raises-in-limit"]]
    cap_heads_up: BettingRule[Literal["holds", "lifted", "lifted-for-the-last-two"]]
    fold_unbet: BettingRule[Literal["binding", "refused"]]
    uncalled: BettingRule[Literal["returned"]]
    showdown_first: ShowdownRule[Literal["last-aggressor", "left-of-button", "left-of-last-caller"]]
    all_in_shows: ShowdownRule[Literal["must", "may-muck"]]
    muck: ShowdownRule[Literal["allowed", "forbidden"]]
    show_one: Annotated[ShowdownRule[Literal["show-all", "not-required"]], "exposed"]
    play_board: ShowdownRule[Literal["tabling", "declare-first"]]
    pots_shown: ShowdownRule[Literal["side-first", "side-hands-first", "main-first"]]
    side_pots: ShowdownRule[Literal["each-by-itself"]]
    odd_chips: ShowdownRule[Literal["one-each", "all-to-first"]]
    verbal: ChipRule[Literal["beats-chips"]]
    string_bet: ChipRule[Literal["first-motion-binds", "announced-first", "one-motion"]]
    half_rule: Annotated[ChipRule[Literal["half-completes", "half-completes-a-raise"]], "half", "less", "open"]
    oversized_chip: Annotated[
        ChipRule[Literal["call-unless-raise", "call-before-flop"]], "limit", "before-flop", "first-in", "facing"
    ]
    raise_word: Annotated[ChipRule[Literal["amount", "minimum"]], "no-limit", "pot-limit"]
    multiple_chips: ChipRule[Literal["remove-one-smallest"]]
    prior_chips: ChipRule[Literal["combined-half-rule", "combined-where-they-covered"]]
    said_amount: ChipRule[Literal["total"]]
    ambiguous: ChipRule[Literal["highest-not-above-pot"]]
    wrong_word: Annotated[ChipRule[Literal["nearest-act"]], "pot"]
    calling: ChipRule[Literal["tiny-chip-to-floor"]]
    under_call: ChipRule[Literal["full-call-when-opening-or-heads-up", "call-or-forfeit-of-the-bet-covered"]]
    out_of_turn: ChipRule[Literal["binding-if-unchanged", "not-binding"]]
    fold_out_of_turn: ChipRule[Literal["binding"]]
    conditional: ChipRule[Literal["floor-decides"]]
    skipped: ChipRule[Literal["until-substantial-action"]]
    late_error: Annotated[ChipRule[Literal["until-next-street"]], "above"]
    splash: ChipRule[Literal["counted", "dead"]]
    chips_behind: ChipRule[Literal["lost-not-won"]]
    misdeals: MisdealRule[Literal["dealer-or-floor"]]
    substantial_action: MisdealRule[Literal["tda-36", "two-players"]]
    redeal: MisdealRule[Literal["exact-replay"]]
    first_card_exposed: MisdealRule[Literal["first-card", "first-two-cards"]]
    exposed_cards: MisdealRule[Literal["two-is-misdeal"]]
    extra_card: MisdealRule[Literal["misdeal", "one-is-burned"]]
    card_count: MisdealRule[Literal["misdeal"]]
    button_short: MisdealRule[Literal["completed"]]
    missing_hand: MisdealRule[Literal["misdeal"]]
    wrong_seat: Annotated[MisdealRule[Literal["misdeal"]], "button"]
    boxed_cards: MisdealRule[Literal["two-is-misdeal"]]
    foreign_card: MisdealRule[Literal["misdeal"]]
    fouled_deck: Annotated[MisdealRule[Literal["all-returned"]], "stub"]
    flop_count: MisdealRule[Literal["redealt", "floor-picks-burn"]]
    premature_flop: MisdealRule[Literal["reshuffled"]]
    premature_card: MisdealRule[Literal["robert", "tda-rp5"]]
    burns: Annotated[MisdealRule[Literal["one-a-street"]], "flop"]
    decisions: FloorRule[Literal["floor-final"]]
    corrections: FloorRule[Literal["until-next-hand"]]
    fold_undo: FloorRule[Literal["confirmed", "at-once"]]
    absent: FloorRule[Literal["killed"]]
    penalties: FloorRule[Literal["hands", "rounds"]]
    disqualified: FloorRule[Literal["chips-leave-play"]]
    chip_race: FloorRule[Literal["cards", "round-up"]]
    player_clock: FloorRule[Literal["thirty-seconds"]]
    time_bank: FloorRule[Literal["none", "three-chips", "five-chips", "ten-chips"]]
    rabbit_hunting: FloorRule[Literal["refused"]]
    identity: EventRule[Literal["of-the-room", "names-and-id"]]
    sits: EventRule[Literal["one-at-a-time", "everyone"]]
    cap_counts: EventRule[Literal["entries", "people"]]
    late_roster: EventRule[Literal["refused", "waiting-list"]]
    no_show: EventRule[Literal["dealt-in", "forfeited"]]
    rescheduling: EventRule[Literal["allowed", "refused"]]
    defaults: EventRule[Literal["allowed", "refused"]]
    table_size: EventRule[Literal["of-the-room", "eight", "crews-of-five"]]
    balancing: EventRule[Literal["largest-to-smallest"]]
    balance_move: EventRule[Literal["next-big-blind-to-worst-seat"]]
    halting: EventRule[Literal["three-short"]]
    break_order: EventRule[Literal["smallest-first"]]
    break_seats: EventRule[Literal["any-seat", "nearest-seat"]]
    hand_for_hand: EventRule[Literal["runs", "one-minute", "two-minutes", "three-minutes"]]
    flights: EventRule[Literal["of-the-room", "two-left", "top-stack-of-each-table"]]
    final_stacks: EventRule[Literal["carried", "fresh"]]
    source: str = ""
    structure: str = "club"


EIGHT = 8
CREW = 5


def most_seats(book: RuleBook, most: int) -> int:
    """The maximum number of players who may sit at one table with `most` seats."""
    return min(most, EIGHT) if book.table_size.value == "eight" else most


def most_in_crew(book: RuleBook, most: int) -> int:
    """The most registered players who may be grouped at a table with `most` seats (R3.2, Intramural 2). A winners'
    table may be larger."""
    return min(most, CREW) if book.table_size.value == "crews-of-five" else most_seats(book, most)


class Cited(NamedTuple):
    """The clauses for some choices: the book's own, and the standard's where the book's document says nothing."""

    own: str
    standard: str


def cited(book: RuleBook, *rules: Rule[Any]) -> Cited:
    """The clauses for these choices in a book, each listed once."""
    own = [rule.clause for rule in rules if rule.book == book.id]
    others = [rule.clause for rule in rules if rule.book != book.id]
    return Cited("; ".join(dict.fromkeys(own)), "; ".join(dict.fromkeys(others)))


WORDS = ("id", "name", "edition", "source", "structure")
"""The fields of a book that are not choices."""
OWN = "book"


class Choice(NamedTuple):
    """One row of `RuleBook`: the group on the rule card, the supported values, and the cases that may have their own
    clauses."""

    group: str
    values: tuple[str, ...]
    cases: tuple[str, ...]


CHOICES = {
    field: Choice(kind.__metadata__[0], kind.__origin__.__args__[0].__args__, kind.__metadata__[1:])
    for field, kind in RuleBook.__annotations__.items()
    if field not in WORDS
}

Shelf = Callable[[str], str]
"""A function that returns the text of a book, given its id. It raises `BadBook` if there is no such book."""


def shipped(book_id: str) -> str:
    """The text of a book that ships with the program. For any other book, raises `BadBook`, which lists the available
    ones."""
    if book_id not in shipped_ids():
        raise BadBook("no-such-book", book=repr(book_id), books=", ".join(shipped_ids()))
    return (_FOLDER / f"{book_id}.toml").read_text("utf-8")


def shipped_ids() -> tuple[str, ...]:
    """The books that ship with the program."""
    return tuple(sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml")))


@cache
def load_book(book_id: str) -> RuleBook:
    """A book that ships with the program. For any other id, raises `BadBook`, which lists the available books."""
    return parse_book(shipped(book_id), f"{book_id}.toml")


def parse_book(text: str, source: str, shelf: Shelf = shipped) -> RuleBook:
    """Read a book from TOML `text`. Errors name `source`; `shelf` provides the books that it extends. Raises
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
    for name in CHOICES:
        if problem := _unlike(name, getattr(book, name)):
            raise BadBook("field-of-file", path=book.id, field=name, problem=problem)
    for field, other, needed in contradictions(book):
        raise BadBook("field-of-file", path=book.id, field=field, problem=_contradicting(book, field, other, needed))
    return book


def _unlike(name: str, rule: Rule[Any]) -> Message | None:
    if not rule.clause.strip():
        return message("clause-empty")
    if unknown := next((case for case in rule.cases if case not in CHOICES[name].cases), None):
        named = ", ".join(CHOICES[name].cases)
        wrong = message("no-such-case", case=repr(unknown), allowed=named)
        return wrong if named else message("no-cases", case=repr(unknown))
    return None


def _against_itself(book: RuleBook, own: "_Layer", field: str, other: str, needed: Message) -> BadBook:
    """The error for two contradictory choices. It points to the choice that this file sets."""
    if field not in own.raw and other in own.raw:
        field, other = other, field
    return own.bad(field, _contradicting(book, field, other, needed), "value")


def _contradicting(book: RuleBook, field: str, other: str, needed: Message) -> Message:
    mine, theirs = getattr(book, field).value, getattr(book, other).value
    return message("choices-contradict", mine=mine, other=other, theirs=theirs, needed=needed)


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
            raise self.bad(name, with_allowed(problem, CHOICES[name].values if key == "value" else ()), key) from error
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


@lru_cache(maxsize=8)  # most books extend the same one
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
