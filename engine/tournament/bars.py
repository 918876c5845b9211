"""What keeps somebody from entering: a fee that is owed for a forfeit, or a suspension, at any event of the room.

Both bind the person, the team's name and everybody on its roster until they are cleared (R1.7).
"""

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from engine.refused import Refused
from engine.tournament.entries import Entry

SUSPENDS = 2
"""So many forfeits that were not lifted (R1.7)."""


class Bar(msgspec.Struct, frozen=True):
    """Who is kept out, why, and at which event they forfeited; `fee` in the currency's minor unit."""

    name: str
    why: Literal["fee-owed", "suspended"]
    event: str
    fee: int = 0


def names_of(name: str, captain: str, people: Iterable[str]) -> frozenset[str]:
    """Everybody whom an entry binds, and whose forfeits bind it."""
    return frozenset(one.strip().casefold() for one in (name, captain, *people) if one.strip())


def bar_of(names: Collection[str], events: Iterable[tuple[str, Iterable[Entry]]]) -> Bar | None:
    """What keeps somebody of these names out, given all events of the room with their entries; None for nothing."""
    suspending = 0
    owed: Bar | None = None
    last: Bar | None = None
    for event, entries in events:
        for entry in entries:
            forfeit = entry.forfeit
            bound = names_of(entry.name, entry.captain, (person.name for person in entry.roster))
            if forfeit is None or not bound & frozenset(names):
                continue
            if not forfeit.paid and forfeit.fee:
                owed = owed or Bar(entry.name, "fee-owed", event, forfeit.fee)
            if not forfeit.lifted:
                suspending += 1
                last = Bar(entry.name, "suspended", event)
    return last if suspending >= SUSPENDS else owed


def refusal(bar: Bar, clause: str) -> Refused:
    """Why somebody is kept out."""
    if bar.why == "suspended":
        return Refused("suspended", clause, name=bar.name, event=bar.event)
    return Refused("fee-owed", clause, name=bar.name, event=bar.event, fee=bar.fee)
