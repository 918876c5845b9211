"""Reasons that bar a person from entering: an unpaid forfeit fee or a suspension, at any event of the room.

Both apply to the person, the team's name and everyone on its roster until they are cleared (R1.7).
"""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

import msgspec

from engine.money import Money
from engine.names import name_key
from engine.refused import Refused
from engine.tournament.field.entries import Entry, unit

SUSPENDS = 2
"""The number of forfeits that cause a suspension if they have not been lifted (R1.7)."""


class Bar(msgspec.Struct, frozen=True, gc=False):
    """A person who is barred, with the reason and the event at which they forfeited. `fee` is in the minor unit of
    `currency`."""

    name: str
    why: Literal["fee-owed", "suspended"]
    event: str
    fee: int = 0
    currency: str = ""


class EventEntries(NamedTuple):
    """The entries of one of the room's tournaments, its name, and the currency of its fees."""

    event: str
    entries: Iterable[Entry]
    currency: str = ""


def names_of(name: str, captain: str, people: Iterable[str]) -> frozenset[str]:
    """The names of everyone who is bound by an entry, and whose forfeits in turn count against the entry."""
    return frozenset(key for one in (name, captain, *people) if (key := name_key(one)))


def bound_by(entry: Entry) -> frozenset[str]:
    """Everyone who is bound by this entry."""
    return names_of(entry.name, entry.captain, (entry.team, *(person.name for person in entry.roster)))


def bar_of(names: Collection[str], fields: Iterable[EventEntries]) -> Bar | None:
    """The bar against anyone with one of these names, given all fields in the room; None if nobody is barred. Two
    forfeits suspend a person only if both apply to that person. Forfeits by different people do not add up."""
    suspending = Counter[str]()
    owed: Bar | None = None
    last: Bar | None = None
    for field in fields:
        for forfeit in _forfeits(field.entries):
            if not (meant := forfeit.binds & frozenset(names)):
                continue
            if forfeit.fee:
                owed = owed or Bar(forfeit.name, "fee-owed", field.event, forfeit.fee, field.currency)
            if forfeit.stands:
                suspending.update(meant)
                if max(suspending.values()) >= SUSPENDS:
                    last = Bar(forfeit.name, "suspended", field.event)
    return last or owed


class _Forfeit(NamedTuple):
    """The forfeit of an entry, or of a team whose members are all seated. It gives the fee owed for it and whether it
    counts toward a suspension."""

    name: str
    binds: frozenset[str]
    fee: int
    stands: bool


def _forfeits(entries: Iterable[Entry]) -> list[_Forfeit]:
    found: dict[str, _Forfeit] = {}
    for entry in entries:
        if entry.forfeit:
            fee, stands = 0 if entry.forfeit.paid else entry.forfeit.fee, not entry.forfeit.lifted
            one = _Forfeit(entry.team or entry.name, bound_by(entry), fee, stands)
            if before := found.get(unit(entry)):
                one = _Forfeit(one.name, before.binds | one.binds, before.fee + fee, before.stands or stands)
            found[unit(entry)] = one
    return list(found.values())


def barred(entries: Iterable[Entry], fields: Iterable[EventEntries]) -> dict[int, Bar]:
    """The entries that are barred, each with the bar that applies to it."""
    owing = [field._replace(entries=[one for one in field.entries if one.forfeit]) for field in fields]
    owing = [field for field in owing if field.entries]
    found = {entry.number: bar_of(bound_by(entry), owing) for entry in entries} if owing else {}
    return {number: bar for number, bar in found.items() if bar}


def refusal(bar: Bar, clause: str) -> Refused:
    """The message that says why a person is barred."""
    if bar.why == "suspended":
        return Refused("suspended", clause, name=bar.name, event=bar.event)
    return Refused("fee-owed", clause, name=bar.name, event=bar.event, fee=Money(bar.fee, bar.currency))
