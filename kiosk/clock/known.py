"""Whom the room knows: everybody who ever entered one of its tournaments, to be found as a name is typed. Pure."""

from collections.abc import Iterable

import msgspec

from engine.tournament.state import Tournament
from kiosk.clock.alike import FormerNames, member_number
from kiosk.clock.store.names import is_erased


class KnownPerson(msgspec.Struct, frozen=True):
    """A player by the name and id of the newest entry; in so many `events`, the newest of them `last`. `number` is the
    member number, of who has one; `was` are names and ids from before they were corrected."""

    name: str
    player: str
    events: int
    last: str
    number: str = ""
    was: tuple[str, ...] = ()


class KnownPeople(msgspec.Struct, frozen=True):
    """All of them, by name."""

    people: tuple[KnownPerson, ...]


def known_people(room: Iterable[Tournament], former: FormerNames) -> KnownPeople:
    """In the tournaments of the room, in the order they were made. Whose name was erased is not known any more."""
    found: dict[str, KnownPerson] = {}
    for one in room:
        here = {entry.player: entry.name for entry in one.entries.values() if not entry.voided and not entry.roster}
        for player, name in here.items():
            events = found[player].events if player in found else 0
            number, was = member_number(player, name), former.get(player, ())
            found[player] = KnownPerson(name, player, events + 1, one.name, number, was)
    known = (one for one in found.values() if not is_erased(one.name))
    return KnownPeople(tuple(sorted(known, key=lambda one: one.name.casefold())))
