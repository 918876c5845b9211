"""Erases names permanently from the room's list of names, so that every decision shows a number in place of the name.

Records that contain the name itself keep it, because a record never changes. These are the records of tables where a
dealer seated a player by name. The person who erases a name is shown which records these are.
"""

from collections.abc import Iterable, Sequence

from engine.names import name_key
from engine.refused import Refused
from engine.tournament.field.bars import bar_of, bound_by
from engine.tournament.state import Tournament
from kiosk.clock.features.people.renaming import Renaming
from kiosk.clock.store.names import Names
from kiosk.clock.store.streams import tournament_stream
from kiosk.clock.tournaments.desk.order_facts import field_of
from kiosk.clock.tournaments.room import RoomServices, Tournaments
from kiosk.protocol.tournaments import Erased, KeptIn


def check_may_go(name: str, room: Sequence[Tournament]) -> None:
    """Raises `Refused` while the name is still needed: the player is still in, owes a fee, or is suspended."""
    wanted = frozenset([name_key(name)])
    for one in room:
        if one.ended is None and any(
            (entry.is_in or entry.waits) and bound_by(entry) & wanted for entry in one.entries.values()
        ):
            raise Refused("erased-in-play", name=name, event=one.name)
    if bar := bar_of(wanted, [field_of(one) for one in room]):
        raise Refused("erased-while-barred", name=name, event=bar.event)


class Erasure:
    def __init__(self, names: Names, renaming: Renaming, services: RoomServices) -> None:
        self._names = names
        self._renaming = renaming
        self._services = services

    async def erase(self, name: str, anyway: bool = False) -> Erased:
        """Erase a name permanently. Raises `Refused`, with nothing erased, if there is no such name or, unless `anyway`
        is set, if a person with that name is playing or barred. Raises `Fault`."""
        names, room = self._to_erase(name, anyway)
        with self._services.reported():
            entries = (entry for one in room for entry in one.entries.values())
            ids = {entry.player for entry in entries if name_key(entry.name) == name_key(name)}
            texts = [*names, *sorted(ids)]
            before = self._renaming.before(texts, room)
            streams = await self._services.writer.erase([*texts, *before], [*names, *before])
            for publisher in self._services.tournaments:
                await publisher.desk.read_again()
        return Erased(name, kept_in(streams, self._services.tournaments))

    async def would_erase(self, name: str, anyway: bool = False) -> Erased:
        """The result of erasing a name. Nothing is changed. Raises the same errors as `erase`."""
        names, _ = self._to_erase(name, anyway)
        return Erased(name, kept_in(await self._services.writer.naming(names), self._services.tournaments))

    def _to_erase(self, name: str, anyway: bool) -> tuple[list[str], list[Tournament]]:
        """Every spelling of a name that may be erased, and the room's tournaments. Raises `Refused`."""
        room = [publisher.desk.state for publisher in self._services.tournaments]
        listed = self._names.texts_of(name)
        recorded = {text for one in room for text in _names_in(one) if name_key(text) == name_key(name)}
        if not listed and not recorded:
            raise Refused("nobody-of-that-name", name=name)
        if not anyway:
            check_may_go(name, room)
        return sorted({*listed, *recorded, name.strip()}), room


def kept_in(streams: Iterable[str], tournaments: Tournaments) -> tuple[KeptIn, ...]:
    """The names and tables of these streams, as the director knows them."""
    own = {tournament_stream(publisher.desk.state.id): publisher.desk.state.name for publisher in tournaments}
    places = ((stream, tournaments.at(stream)) for stream in streams)
    return tuple(
        KeptIn(place.desk.state.name, place.desk.table_of(place.key)) if place else KeptIn(own.get(stream, stream))
        for stream, place in places
    )


def _names_in(tournament: Tournament) -> Iterable[str]:
    for entry in tournament.entries.values():
        yield from (entry.name, entry.captain, entry.team, *(person.name for person in entry.roster))
    yield from tournament.turned_away
