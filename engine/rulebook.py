"""A rule book: every choice a room makes, named, each with the clause it comes from. Read from TOML."""

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Generic, Literal, TypeVar

import msgspec

Value = TypeVar("Value")


class BadBook(Exception):
    """A rule book that cannot be used: one sentence naming the file, the field and what is allowed there."""


class Rule(msgspec.Struct, Generic[Value], frozen=True, forbid_unknown_fields=True):
    """One choice: the value the engine follows, the clause it comes from, and what the clause says."""

    value: Value
    clause: str
    says: str


class RuleBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of one room. A table's journal carries its book: a hand is for ever judged by its own rules."""

    id: str
    name: str
    edition: str
    in_turn: Rule[Literal["required"]]
    button: Rule[Literal["dead"]]
    heads_up: Rule[Literal["button-posts-small"]]
    short_blind: Rule[Literal["full-to-call"]]
    ante_order: Rule[Literal["blind-first", "ante-first"]]
    min_bet: Rule[Literal["big-blind"]]
    min_raise: Rule[Literal["last-increment"]]
    reopening: Rule[Literal["full-raise-faced", "any-raise"]]
    fold_unbet: Rule[Literal["binding", "refused"]]
    uncalled: Rule[Literal["returned"]]
    all_in_shows: Rule[Literal["must", "may-muck"]]
    showdown_first: Rule[Literal["last-aggressor", "left-of-button"]]
    pots_shown: Rule[Literal["side-first", "main-first"]]
    side_pots: Rule[Literal["each-by-itself"]]
    odd_chips: Rule[Literal["one-each", "all-to-first"]]
    absent: Rule[Literal["killed"]]
    new_level: Rule[Literal["next-hand"]]
    corrections: Rule[Literal["until-next-hand"]]


def parse_book(text: str, source: str) -> RuleBook:
    """Read a book from TOML `text`; `source` is how errors call it. Raises `BadBook`."""
    try:
        return msgspec.convert(tomllib.loads(text), RuleBook)
    except msgspec.ValidationError as error:
        raise BadBook(f"{source}: {_explain(str(error))}") from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists a thousand deep
        raise BadBook(f"{source}: not TOML: {error}") from error


def load_book(book_id: str) -> RuleBook:
    """A book that ships with the program. Raises `BadBook` naming the ones that do."""
    shipped = {path.name.removesuffix(".toml"): path for path in _shelf().iterdir() if path.name.endswith(".toml")}
    if book_id not in shipped:
        raise BadBook(f"there is no rule book {book_id!r}; there are: {', '.join(sorted(shipped))}")
    return parse_book(shipped[book_id].read_text("utf-8"), f"{book_id}.toml")


def _shelf() -> Traversable:
    return files("engine") / "rulebooks"


def _explain(problem: str) -> str:
    what, _, where = problem.partition(" - at `$.")
    field = where.rstrip("`").removesuffix(".value")
    if field in RuleBook.__struct_fields__ and problem.startswith("Invalid enum value"):
        return (
            f"{field}: {what.removeprefix('Invalid enum value ')} is not allowed; allowed: {', '.join(allowed(field))}"
        )
    return f"{what} in {field}" if field else what


def allowed(field: str) -> tuple[str, ...]:
    """The values that the engine can follow for one choice of a book."""
    rule = RuleBook.__annotations__[field]
    return tuple(str(value) for value in rule.__args__[0].__args__)
