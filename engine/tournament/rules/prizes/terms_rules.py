"""The terms of a tournament: whether they are consistent, and which of them may still be changed."""

from collections.abc import Iterator

from engine.chips import Discs, worth
from engine.message import Message, message
from engine.money import is_currency
from engine.refused import Refused
from engine.tournament.event_terms import EventTerms, Prizes, all_begin_at_once
from engine.tournament.field.entries import counted
from engine.tournament.formats import levels_in, never_ends
from engine.tournament.levels.structure import Structure
from engine.tournament.order import Context
from engine.tournament.prizes.finishes import places
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.field.rebuy_rules import add_on_comes_too_late
from engine.tournament.rules.prizes.prize_pool import places_paid
from engine.tournament.state import Act, StatePart, Tournament

PRIZES = frozenset(Prizes.__struct_fields__)


def check_terms(structure: Structure, terms: EventTerms) -> None:
    """Raises `Refused` for terms under which nobody could play."""
    if not is_currency(terms.currency):
        if is_currency(terms.currency.upper()):
            raise Refused("currency-in-capitals", given=terms.currency, capitals=terms.currency.upper())
        raise Refused("no-such-currency", currency=terms.currency)
    if add_on_comes_too_late(structure, terms):
        raise Refused("add-on-too-late", level=terms.prizes.add_on_after, levels=terms.late_levels)
    if terms.stack and not _makes_stack(terms.stack, structure):
        raise Refused("stack-unlike", stack=structure.starting_stack)
    if terms.flight and never_ends(terms.flight, structure):
        if terms.flight.at > (levels := levels_in(structure)):
            raise Refused("no-such-level", level=terms.flight.at, levels=levels)
        raise Refused("flight-never-ends", level=terms.flight.at)
    if terms.shoot_out and not all_begin_at_once(terms):
        raise Refused("shoot-out-begins-at-once")
    if (first := terms.first_level or 1) > (levels := levels_in(structure)):
        raise Refused("no-such-level", level=first, levels=levels)


def check_terms_undo(tournament: Tournament, act: Act, context: Context) -> None:
    """Raises `Refused` if play has used the terms since they were changed."""
    before = next((change.fields["terms"] for change in act.before if "terms" in change.fields), None)
    if StatePart("id") not in act.sets and isinstance(before, EventTerms):
        was_open = takes_entries(tournament, context._replace(terms=before))
        check_used(tournament, before, context, is_open=was_open or takes_entries(tournament, context))


def check_used(tournament: Tournament, terms: EventTerms, context: Context, *, is_open: bool) -> None:
    """Raises `Refused` if the new terms would change something that was already paid, won or bought, or that has
    ended."""
    now = context.terms
    for field, refused in _used(tournament, is_open=is_open):
        if _value(now, field) != _value(terms, field):
            raise refused
    if not is_open and _pays_otherwise(tournament, now, terms):
        raise Refused("terms-places-taken")


def binding(tournament: Tournament, context: Context) -> dict[str, Message]:
    """The fields of `ChangeTerms` that can no longer be changed, each with the reason. The payments for places are
    fixed by a deal and, once entries are closed, as soon as a paid place is taken."""
    is_open = takes_entries(tournament, context)
    fixed = {field: refused.message for field, refused in _used(tournament, is_open=is_open)}
    paid = len(places_paid(tournament, context.terms))
    taken = min(places(tournament.entries, tournament.finishes).values(), default=paid + 1)
    if tournament.deal or (not is_open and taken <= paid):
        fixed |= dict.fromkeys(PAYS, message("terms-places-taken"))
    return fixed


PAYS = ("payouts", "guarantee", "round_to")
"""The fields that determine the payments for places."""


def _used(tournament: Tournament, *, is_open: bool) -> Iterator[tuple[str, Refused]]:
    """The fields that can no longer be changed because the tournament has already used them, each with the error to
    raise."""
    entries = counted(tournament.entries)
    bought = [one for entry in entries for one in entry.bought]
    used: list[tuple[tuple[str, ...], Refused, bool]] = [
        (("buy_in", "fee", "currency"), Refused("terms-paid"), bool(entries)),
        (("bounty",), Refused("terms-heads-won"), bool(tournament.carried) or any(entry.bust for entry in entries)),
        (("rebuy_chips", "rebuy_cost"), Refused("terms-rebought"), any(one.cost is None for one in bought)),
        (
            ("add_on_chips", "add_on_cost", "add_on_after"),
            Refused("terms-added-on"),
            any(one.cost is not None for one in bought),
        ),
        (("late_levels", "re_entries", "rebuys"), Refused("terms-entries-closed"), not is_open),
    ]
    for fields, refused, is_used in used:
        if is_used:
            yield from ((field, refused) for field in fields)


def _value(terms: EventTerms, field: str) -> object:
    return getattr(terms.prizes if field in PRIZES else terms, field)


def _pays_otherwise(tournament: Tournament, now: EventTerms, terms: EventTerms) -> bool:
    """Whether the new terms change the prizes that a deal divides, or the payment for a place that is taken."""
    before, after = places_paid(tournament, now), places_paid(tournament, terms)
    if tournament.deal:
        return before != after
    taken = min(places(tournament.entries, tournament.finishes).values(), default=len(before) + len(after) + 1)
    return before[taken - 1 :] != after[taken - 1 :]


def _makes_stack(stack: Discs, structure: Structure) -> bool:
    values = [value for value, _ in stack]
    sound = set(values) <= set(structure.chips) and len(set(values)) == len(values)
    return sound and all(number > 0 for _, number in stack) and worth(stack) == structure.starting_stack
