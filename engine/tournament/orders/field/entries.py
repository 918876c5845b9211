"""Enter players and teams, check them in, promote them from the waiting list, and void entries."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.changes import least_chip, taken_out
from engine.tournament.field.bars import Bar, refusal
from engine.tournament.field.entries import Entry, Person, all_of, of_player, of_team, team_of
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.rules.field.entry_rules import (
    begins_within,
    check_may_go,
    check_not_barred,
    check_takes_entries,
    choice_clause,
    choice_value,
    entry_in,
    everyone_sits,
    has_place,
    has_room_for,
    is_closed,
    listed_entry,
    next_waiting,
    others_of_team,
)
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import has_sat, lost_all, next_entry


class AddEntry(TournamentActionBase, frozen=True, tag="add-entry"):
    """A player buys in, or buys in again after going out. `player` is their id in the room's list; it is empty for a
    player identified only by name."""

    right = "register"
    player: str
    name: str
    captain: str = ""
    roster: tuple[Person, ...] = ()
    id_seen: bool = False
    """Whether a single player's ID was checked. For a team, the roster records this for each member."""
    bar: Bar | None = None
    """The bar against the player, the team or anyone on its roster. The service adds it."""
    at_ms: int = 0
    """The wall-clock time. The service adds it."""

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [add_entry(tournament, self, context)]


class AddMember(TournamentActionBase, frozen=True, tag="add-member"):
    """A person joins an entry's roster, at any time. The service adds the `bar`."""

    right = "register"
    entry: int
    person: Person
    bar: Bar | None = None

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Members may join at any time, because a roster is never frozen (R1.2). If every member of the team is seated,
        the new member becomes an entry, as long as entries are being taken. Raises `Refused`."""
        entry = listed_entry(tournament, self.entry)
        if not context.terms.registration.roster:
            raise Refused("entered-singly")
        _check_let_in(tournament, (self.person.name,), self.bar)
        person = _cleaned(self.person)
        if entry.team:
            _check_roster(tournament, (person,), context)
            _check_size(tournament, 1 + len(team_of(tournament.entries, entry)), context)
        else:
            _check_roster(tournament, (*entry.roster, person), context, entry.number)
        if (
            entry.counts
            and choice_value(tournament, "cap_counts") == "people"
            and not has_room_for(tournament, context, 1)
        ):
            raise Refused("field-is-full", choice_clause(tournament, "cap_counts"), cap=context.terms.registration.cap)
        if not entry.team:
            return [MemberAdded(entry.number, person)]
        check_takes_entries(tournament, context)
        player = name_key(person.name)
        _check_again(tournament, player, person.name, context)
        return [
            EntryAdded(
                entry=next_entry(tournament.entries, context.tables),
                player=player,
                name=person.name,
                nth=len(of_player(tournament.entries, tournament.players, player)) + 1,
                chips=context.structure.starting_stack,
                captain=entry.captain,
                roster=(person,),
                waits=all(one.waits for one in team_of(tournament.entries, entry)),
                team=entry.team,
            )
        ]


class CheckIn(TournamentActionBase, frozen=True, tag="check-in"):
    """The entry has checked in and its player's ID was checked."""

    right = "register"
    entry: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for an entry that has already checked in, is not in the field, or is barred."""
        entry = entry_in(tournament, self.entry)
        if entry.checked_in:
            raise Refused("checked-in-already", name=entry.name)
        check_not_barred(tournament, entry.number, context)
        return [EntryCheckedIn(entry.number)]


class Promote(TournamentActionBase, frozen=True, tag="promote"):
    """The first entry on the waiting list takes a place that has become free. The service adds the wall-clock time."""

    right = "register"
    entry: int
    at_ms: int = 0

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` while there is no room, and unless the entry is the first one waiting that is not barred. It
        is also raised after late registration, because replacements are for players who were not there at the start
        (R1.1)."""
        named = tournament.entries.get(self.entry)
        if named and named.waits and not named.voided:
            check_not_barred(tournament, named.number, context)
        first = next_waiting(tournament, context)
        if first is None or named is None:
            raise Refused("nobody-waits")
        if first.number != self.entry:
            raise Refused("first-waiting-first", name=first.name)
        levels = max(1, context.terms.late_levels)
        if tournament.ended or tournament.flight or not begins_within(tournament, context, levels):
            raise Refused("entries-closed", levels=levels)
        if not has_place(tournament, first, context, self.at_ms):
            raise Refused("field-is-full", choice_clause(tournament, "cap_counts"), cap=context.terms.registration.cap)
        return [EntryPromoted(first.number)]


class VoidEntry(TournamentActionBase, frozen=True, tag="void-entry"):
    """Void an entry that was a mistake, or that is refunded before it has played."""

    right = "register"
    entry: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` once the entry has had chips at a table, or may have had them."""
        entry = listed_entry(tournament, self.entry)
        if entry.bust:
            raise Refused("entry-is-out", name=entry.name)
        if entry.forfeit:
            raise Refused("entry-forfeited", name=entry.name)
        if tournament.deal:
            raise Refused("deal-made")
        if entry.number in has_sat(context.tables):
            raise Refused("entry-has-played", name=entry.name)
        check_may_go(tournament, entry, context.tables)
        return [EntryVoided(entry.number)]


class EntryAdded(Event, frozen=True, tag="entry-added", omit_defaults=True):
    """A player bought in for the `nth` time and was issued `chips`."""

    entry: int
    player: str
    name: str
    nth: int
    chips: int
    captain: str = ""
    roster: tuple[Person, ...] = ()
    id_seen: bool = False
    waits: bool = False
    """Whether the entry is on the waiting list. No chips are issued until it is promoted."""
    team: str = ""
    """The team, if all of its members are seated. This entry is one of them, and its `roster` lists only that
    member."""

    def change(self, tournament: Tournament) -> StateChange:
        added = Entry(
            self.entry, self.player, self.name, self.chips, self.nth, captain=self.captain, roster=self.roster,
            checked_in=self.id_seen, waits=self.waits, least=least_chip(tournament), team=self.team,
        )  # fmt: skip
        return StateChange({self.entry: added})

    def for_team(self, tournament: Tournament) -> Sequence[Event]:
        if not self.roster or self.team or not everyone_sits(tournament):
            return [self]
        return [
            replace(
                self,
                entry=self.entry + index,
                player=name_key(person.name),
                name=person.name,
                nth=1 + len(of_player(tournament.entries, tournament.players, name_key(person.name))),
                roster=(person,),
                team=self.name,
            )
            for index, person in enumerate(self.roster)
        ]


class MemberAdded(Event, frozen=True, tag="member-added"):
    """A person joined an entry's roster."""

    entry: int
    person: Person

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        return StateChange({self.entry: replace(entry, roster=(*entry.roster, self.person))})


class EntryCheckedIn(Event, frozen=True, tag="entry-checked-in"):
    """The entry checked in and its player's ID was checked."""

    entry: int

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange({self.entry: replace(tournament.entries[self.entry], checked_in=True)})


class EntryPromoted(Event, frozen=True, tag="entry-promoted"):
    """The entry moved from the waiting list into the field."""

    entry: int

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        return StateChange({self.entry: replace(entry, waits=False, waited=True, least=least_chip(tournament))})

    def for_team(self, tournament: Tournament) -> Sequence[Event]:
        return [self, *(EntryPromoted(one.number) for one in others_of_team(tournament, self.entry) if one.waits)]


class EntryVoided(Event, frozen=True, tag="entry-voided"):
    """The entry is void and is treated as if it had never existed."""

    entry: int

    def change(self, tournament: Tournament) -> StateChange:
        return taken_out(tournament, self.entry)


def add_entry(tournament: Tournament, action: AddEntry, context: Context, number: int = 0) -> EntryAdded:
    """Make a first entry or a re-entry, with this `number`, or with the next free number if it is 0. It goes on the
    waiting list if the field is full, or if registration is over and the book has a waiting list. Raises `Refused`."""
    window = context.terms.registration
    check_takes_entries(tournament, context)
    name = one_line(action.name)
    if not (key := name_key(name)):
        raise Refused("entry-without-name")
    player = action.player or key
    _check_let_in(tournament, (name, action.captain, *(person.name for person in action.roster)), action.bar)
    before = of_player(tournament.entries, tournament.players, player)
    _check_again(tournament, player, name, context)
    if window.opens_ms and action.at_ms < window.opens_ms:
        raise Refused("registration-not-open", choice_clause(tournament, "late_roster"))
    again = before[-1] if before and before[-1].team and not action.roster else None  # for the same team
    has_room = has_room_for(tournament, context, max(1, len(action.roster)), again.team if again else "")
    if before and not has_room and tournament.started:
        raise Refused("no-room-to-re-enter", name=name, cap=window.cap)
    waits = not has_room or next_waiting(tournament, context) is not None
    if is_closed(context, action.at_ms):
        if choice_value(tournament, "late_roster") != "waiting-list":
            raise Refused("registration-closed", choice_clause(tournament, "late_roster"))
        waits = True
    roster, captain, id_seen = (again.roster, again.captain, False) if again else _team(tournament, action, context)
    if roster and not again and choice_value(tournament, "sits") == "everyone":
        _check_each(tournament, name, roster, context)
    return EntryAdded(
        entry=number or next_entry(tournament.entries, context.tables),
        player=player,
        name=name,
        nth=len(before) + 1,
        chips=context.structure.starting_stack,
        captain=captain,
        roster=roster,
        id_seen=id_seen,
        waits=waits,
        team=again.team if again else "",
    )


def _check_each(tournament: Tournament, team: str, roster: Sequence[Person], context: Context) -> None:
    """Raises `Refused` if the team is in, or if a member is in or has used all re-entries."""
    if any(one.is_in or one.waits for one in of_team(tournament.entries, team)):
        raise Refused("player-is-in", name=team)
    for person in roster:
        _check_again(tournament, name_key(person.name), person.name, context)


def _check_again(tournament: Tournament, player: str, name: str, context: Context) -> None:
    """Raises `Refused` for a player who is in, is on the waiting list, or has used all re-entries."""
    every = all_of(tournament.entries, tournament.players, player)
    before = [entry for entry in every if entry.counts]
    if any(entry.is_in or (entry.waits and not entry.voided) for entry in every):
        gone = any(one.is_in and lost_all(context.tables, one.number) for one in before)
        raise Refused("player-without-chips" if gone and context.terms.rebuys else "player-is-in", name=name)
    if len(before) > context.terms.re_entries:
        raise Refused("re-entries-used", name=name, most=context.terms.re_entries)


def _check_let_in(tournament: Tournament, names: Sequence[str], bar: Bar | None) -> None:
    """Raises `Refused` for a player who was turned away, owes a fee or is suspended."""
    for name in names:
        reason = tournament.turned_away.get(name_key(name))
        if reason is not None:
            raise Refused("turned-away", name=name, reason=reason)
    if bar:
        raise refusal(bar, choice_clause(tournament, "no_show"))


def _team(tournament: Tournament, action: AddEntry, context: Context) -> tuple[tuple[Person, ...], str, bool]:
    """The roster, its captain, and whether a single player's ID was checked."""
    if not context.terms.registration.roster:
        if action.roster:
            raise Refused("entered-singly")
        return (), "", action.id_seen
    roster = tuple(map(_cleaned, action.roster))
    _check_roster(tournament, roster, context)
    named = name_key(action.captain or roster[0].name)
    captain = next((person.name for person in roster if name_key(person.name) == named), None)
    if captain is None:
        raise Refused("captain-not-on-roster", name=action.captain)
    return roster, captain, False


def _cleaned(person: Person) -> Person:
    return replace(person, name=one_line(person.name))


def _check_roster(tournament: Tournament, roster: Sequence[Person], context: Context, own: int = 0) -> None:
    _check_size(tournament, len(roster), context)
    names: dict[str, str] = {}
    for person in roster:
        if (key := name_key(person.name)) in names:
            raise Refused("twice-on-roster", name=person.name)
        names[key] = person.name
    for other in tournament.entries.values():
        if other.number == own or other.voided or not (other.is_in or other.waits):
            continue
        if twice := next((key for person in other.roster if (key := name_key(person.name)) in names), None):
            raise Refused("on-other-roster", name=names[twice], team=other.name)
    if choice_value(tournament, "identity") != "names-and-id":
        return
    for person in roster:
        if len(person.name.split()) < 2 or not person.id_seen:
            raise Refused("name-and-id-needed", choice_clause(tournament, "identity"), name=person.name)


def _check_size(tournament: Tournament, people: int, context: Context) -> None:
    most = context.terms.registration.roster
    if not 1 <= people <= most:
        raise Refused("roster-size", choice_clause(tournament, "identity"), most=most, people=people)
