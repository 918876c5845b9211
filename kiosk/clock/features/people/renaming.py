"""The people on file. Corrects names, merges two people who are actually the same person, and works out what that
changes in all of the room's tournaments.

Belongs to the event loop. `kiosk/clock/store/corrections.py` defines what is stored.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

import msgspec

from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.actions import EntriesOut, EntryAdded, UnbookedBooked
from engine.tournament.field.entries import Entry, counted
from engine.tournament.state import Tournament, is_over
from engine.tournament.state import standing as acts_standing
from kiosk.clock.store.corrections import (
    TURNED_AWAY,
    CorrectionKeeper,
    EntryCorrected,
    PersonCorrected,
    forerunners,
    standing,
)
from kiosk.clock.store.names import Names, is_erased
from kiosk.clock.tournaments.room import RoomServices
from kiosk.clock.tournaments.twins import FormerNames, another_id, member_number
from kiosk.protocol.players import Correction, KnownPeople, KnownPerson

LONGEST_NAME = 200


class NameChange(NamedTuple):
    """In these entries, the person with the old name is now called `name`."""

    was: str
    name: str
    entries: tuple[EntryCorrected, ...]
    is_merge: bool = False
    undoes: int = 0


class Renaming:
    """Corrects names. Every tournament with an affected name reads its records again."""

    def __init__(self, keeper: CorrectionKeeper, names: Names, services: RoomServices) -> None:
        self._keeper = keeper
        self._names, self._text = names, names.text_of
        self._services = services
        self._turn = asyncio.Lock()

    @property
    def all(self) -> tuple[Correction, ...]:
        text, stands = self._text, standing(self._keeper.state)
        return tuple(
            Correction(
                one.number, text(one.was), text(one.name), text(one.by), one.at_ms, one.is_merge, one.undoes,
                one.number not in stands and not one.undoes,
                tuple((each.tournament, each.entry) for each in one.entries),
            )
            for one in reversed(self._keeper.state.all)
        )  # fmt: skip

    @property
    def former(self) -> FormerNames:
        """For each player, every other name and id from the corrections in force."""
        corrections, by_id = self._keeper.state, {one.id: one for one in self._room}
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for at in (at for one in standing(corrections).values() for at in one.entries if at.tournament in by_id):
            entry = by_id[at.tournament].entries.get(at.entry)
            if entry is None:
                continue
            for pairs, now, is_id in ((at.ids, entry.player, True), (at.numbers, entry.name, False)):
                for old in (old for old, _ in pairs if self._names.has(old)):
                    was = self._text(old)
                    is_other = name_key(was) not in (name_key(entry.name), name_key(entry.player))
                    if is_other and self._text(corrections.of(at.tournament, at.entry, old, is_id)) == now:
                        found[entry.player][name_key(was)] = was
        return {player: tuple(texts.values()) for player, texts in found.items()}

    async def do(self, change: Callable[[], NameChange], by: str) -> None:
        """Make a change on behalf of the person `by`. The change is worked out when its turn comes. Raises `Refused` or
        `Fault`."""
        with self._services.reported():
            async with self._turn:
                one = change()
                asked = PersonCorrected(
                    0, self._names.number_of(one.was), self._names.number_of(one.name), one.entries,
                    self._names.number_of(by), self._services.times.wall_ms(), one.is_merge, one.undoes,
                )  # fmt: skip
                await self._keeper.do(self._services.writer, lambda: asked, asked.at_ms)
                touched = {each.tournament for each in one.entries}
                for publisher in self._services.tournaments:
                    if publisher.desk.state.id in touched:
                        await publisher.desk.read_again()

    def renamed(self, was: str, player: str, name: str) -> NameChange:
        """The change that renames the player who was entered with this id, or under the name `was` if the id is empty.
        Raises `Refused`."""
        name, room = one_line(name)[:LONGEST_NAME], self._room
        if not name_key(name) or is_erased(name):
            raise Refused("entry-without-name")
        people, key = _people(room), name_key(was)
        theirs = (one.name for one in people if (one.player == player if player else name_key(one.name) == key))
        before = next(theirs, "" if player else one_line(was))
        key = name_key(before)
        ids = {one.player for one in people if name_key(one.name) == key}
        if not player and len(ids) > 1:
            raise Refused("several-of-that-name", name=was, players=", ".join(sorted(ids)))
        player = player or next(iter(ids), "")
        after = self._id_after(player, before, name, room)
        is_alone = len(ids | {player} - {""}) <= 1

        def names_of(one: Entry | EntryAdded) -> Iterator[tuple[str, str]]:
            is_theirs = bool(player) and one.player == player
            if is_theirs:
                yield one.name, name
            for text in _others(one):
                if (is_alone and name_key(text) == key) or (is_theirs and text == one.name):
                    yield text, name

        entries = list(self._entries(room, names_of, {player: after}))
        if is_alone:
            number_of, new = self._names.number_of, self._names.number_of(name)
            spelled = tuple((number_of(text), new) for text in self._names.texts_of(key))
            away = [one.id for one in room if key in one.turned_away]
            entries += [EntryCorrected(its_id, TURNED_AWAY, spelled) for its_id in away if spelled]
        if not key or is_erased(before) or not (entries or ids):
            raise Refused("nobody-of-that-name", name=was or player)
        if not entries:
            raise Refused("name-as-it-is", name=name)
        return NameChange(before, name, tuple(entries))

    def merged(self, player: str, into: str, anyway: bool = False) -> NameChange:
        """The change that merges the player with id `player` into the one with id `into`. Raises `Refused` if both are
        still in a tournament and, unless `anyway` is set, if both have played in one event at the same time."""
        room = self._room
        gone, kept = (next((one for one in _people(room) if one.player == its_id), None) for its_id in (player, into))
        if gone is None or kept is None or is_erased(gone.name) or is_erased(kept.name):
            raise Refused("nobody-of-that-name", name=player if gone is None else into)
        if player == into:
            raise Refused("one-person-already", name=kept.name)
        for one in room:
            if not is_over(one) and all(_plays(one, its_id) for its_id in (player, into)):
                raise Refused("both-play", name=gone.name, other=kept.name, event=one.name)
            if not anyway and _overlap(one, player, into):
                raise Refused("both-played", name=gone.name, other=kept.name, event=one.name)

        def names_of(one: Entry | EntryAdded) -> Iterator[tuple[str, str]]:
            if one.player == player:
                yield one.name, kept.name
                yield from ((text, kept.name) for text in _others(one) if text == one.name)

        return NameChange(gone.name, kept.name, tuple(self._entries(room, names_of, {player: into})), is_merge=True)

    def undone(self, number: int) -> NameChange:
        """The change that undoes a correction. Raises `Refused`."""
        state = self._keeper.state
        found = standing(state).get(number)
        if found is None:
            raise Refused("no-such-correction", number=number)
        where = _places(found)
        later = [one.number for one in standing(state).values() if one.number > number and where & _places(one)]
        if later:
            raise Refused("correction-used", later=later[-1])
        before = {old for one in found.entries for old, _ in one.pairs} | {found.was}
        if not all(map(self._names.has, before)):
            raise Refused("correction-erased")
        ids = self._ids_back(found)
        entries = [
            msgspec.structs.replace(
                one,
                numbers=tuple((new, old) for old, new in one.numbers),
                ids=tuple((new, ids.get(new, old)) for old, new in one.ids),
            )
            for one in found.entries
        ]
        if not found.is_merge:
            back = {self._text(new): self._text(old) for one in found.entries for old, new in one.numbers}
            back_ids = {self._text(new): self._text(old) for new, old in ids.items()}

            def names_of(one: Entry | EntryAdded) -> Iterator[tuple[str, str]]:
                if one.player in back_ids or name_key(one.name) == name_key(self._text(found.name)):
                    yield from ((text, back[text]) for text in (one.name, *_others(one)) if text in back)

            others = self._entries(self._room, names_of, back_ids)
            entries += [one for one in others if (one.tournament, one.entry) not in where]
        return NameChange(self._text(found.name), self._text(found.was), tuple(entries), found.is_merge, number)

    def before(self, texts: Sequence[str], room: Iterable[Tournament]) -> list[str]:
        """All names and ids that were later corrected to one of these, unless someone else has them. They must be
        erased too."""
        keys = set(map(name_key, texts))
        used = {
            text
            for one in room
            for entry in one.entries.values()
            if name_key(entry.name) not in keys
            for text in (entry.name, entry.player, *_others(entry))
        }
        held = [number for text in texts if (number := self._names.find(text))]
        found = (self._text(number) for number in forerunners(self._keeper.state, held) if self._names.has(number))
        return sorted({*found} - used - {*texts})

    @property
    def _room(self) -> list[Tournament]:
        return [publisher.desk.state for publisher in self._services.tournaments]

    def _id_after(self, player: str, before: str, name: str, room: Sequence[Tournament]) -> str:
        """A player's id after a rename, made from the new name if the old one was made from the old name. Raises
        `Refused` if another person has that id."""
        if not player or member_number(player, before) or name_key(before) == name_key(name):
            return player
        taken = {one.player for one in _people(room)} - {player}
        if name_key(name) in taken and name_key(player) == name_key(before):
            raise Refused("rename-is-merge", name=before, other=name)
        return another_id(name, taken)

    def _ids_back(self, undone: PersonCorrected) -> dict[int, int]:
        """The ids that a correction assigned, mapped to the earlier ones, or to new ones if the earlier ones are now
        taken."""
        number_of, taken = self._names.number_of, {one.player for one in _people(self._room)}
        back = {new: old for one in undone.entries for old, new in one.ids}
        return {
            new: number_of(another_id(self._text(undone.was), taken)) if self._text(old) in taken else old
            for new, old in back.items()
        }

    def _entries(
        self,
        room: Iterable[Tournament],
        names_of: Callable[[Entry | EntryAdded], Iterator[tuple[str, str]]],
        ids: Mapping[str, str],
    ) -> Iterator[EntryCorrected]:
        for one in room:
            found: dict[int, tuple[dict[int, int], dict[int, int]]] = {}
            for entry in _entered(one):
                number = entry.number if isinstance(entry, Entry) else entry.entry
                names, players = found.setdefault(number, ({}, {}))
                for old, new in names_of(entry):
                    self._pair(names, old, new)
                self._pair(players, entry.player, ids.get(entry.player, ""))
            for at, (names, players) in found.items():
                if names or players:
                    yield EntryCorrected(one.id, at, tuple(names.items()), tuple(players.items()))

    def _pair(self, pairs: dict[int, int], old: str, new: str) -> None:
        if old and new and old != new:
            pairs[self._names.number_of(old)] = self._names.number_of(new)


def _places(one: PersonCorrected) -> set[tuple[str, int]]:
    return {(each.tournament, each.entry) for each in one.entries}


def _entered(tournament: Tournament) -> Iterator[Entry | EntryAdded]:
    """Everyone who was entered, including withdrawn entries, because they may come back."""
    yield from tournament.entries.values()
    for act in tournament.acts:
        if act.undone_by:
            yield from (event for event in act.events if isinstance(event, EntryAdded))


def _people(room: Iterable[Tournament]) -> list[Entry]:
    """The entries, newest first."""
    return [entry for one in reversed([*room]) for entry in reversed([*one.entries.values()])]


def _others(one: Entry | EntryAdded) -> list[str]:
    """The other names in an entry, which are the names of team members."""
    return [text for text in (one.captain, one.team, *(person.name for person in one.roster)) if text]


def _plays(tournament: Tournament, player: str) -> bool:
    here = (one for one in tournament.entries.values() if one.player == player and not one.voided)
    return any(one.is_in or one.waits for one in here)


def _overlap(tournament: Tournament, player: str, other: str) -> bool:
    """Whether two players played at the same time, which means that neither was out before the other entered."""
    one, two = (_times(tournament, its_id) for its_id in (player, other))
    return any(came < other_went and other_came < went for came, went in one for other_came, other_went in two)


def _times(tournament: Tournament, player: str) -> list[tuple[float, float]]:
    """When each of a player's entries was made and when it went out, as action numbers. Undone actions do not count."""
    entries = {one.number for one in counted(tournament.entries) if one.player == player}
    came, went = dict.fromkeys(entries, 0), dict.fromkeys(entries, inf)
    for act in acts_standing(tournament):
        for event in act.events:
            if isinstance(event, EntryAdded | UnbookedBooked) and event.entry in entries:
                came[event.entry] = act.number
            elif isinstance(event, EntriesOut):
                went |= {one.entry: act.number for one in event.out if one.entry in entries}
    return [(came[entry], went[entry]) for entry in entries]


def known_people(room: Iterable[Tournament], former: FormerNames) -> KnownPeople:
    """The people in the room's tournaments, except those whose names were erased. `room` is in the order of
    creation."""
    found: dict[str, KnownPerson] = {}
    for one in room:
        here = {entry.player: entry.name for entry in one.entries.values() if not entry.voided and not entry.roster}
        for player, name in here.items():
            events = found[player].events if player in found else 0
            number, was = member_number(player, name), former.get(player, ())
            found[player] = KnownPerson(name, player, events + 1, one.name, number, was)
    known = (one for one in found.values() if not is_erased(one.name))
    return KnownPeople(tuple(sorted(known, key=lambda one: one.name.casefold())))
