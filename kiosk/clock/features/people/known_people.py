"""The people on file: everyone who has ever entered one of the room's tournaments. They are suggested while a name is
being typed. Pure.
"""

from collections.abc import Iterable

from engine.tournament.state import Tournament
from kiosk.clock.store.names import is_erased
from kiosk.clock.tournaments.twins import FormerNames, member_number
from kiosk.protocol.players import KnownPeople, KnownPerson


def known_people(room: Iterable[Tournament], former: FormerNames) -> KnownPeople:
    """The people in the room's tournaments, which are given in the order in which they were created. A person whose
    name was erased is left out.
    """
    found: dict[str, KnownPerson] = {}
    for one in room:
        here = {entry.player: entry.name for entry in one.entries.values() if not entry.voided and not entry.roster}
        for player, name in here.items():
            events = found[player].events if player in found else 0
            number, was = member_number(player, name), former.get(player, ())
            found[player] = KnownPerson(name, player, events + 1, one.name, number, was)
    known = (one for one in found.values() if not is_erased(one.name))
    return KnownPeople(tuple(sorted(known, key=lambda one: one.name.casefold())))
