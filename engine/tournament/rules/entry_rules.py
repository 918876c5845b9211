"""Rules for entering, re-entering and withdrawing: who may, and until when."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.actions import AddEntry, AddMember, CheckIn, Promote, VoidEntry
from engine.tournament.context import Context
from engine.tournament.events import EntryAdded, EntryCheckedIn, EntryPromoted, EntryVoided, MemberAdded
from engine.tournament.field.bars import Bar, refusal
from engine.tournament.field.entries import Entry, Person, counted
from engine.tournament.field.players import all_of, of_player
from engine.tournament.field.registration import needs_check_in
from engine.tournament.field.teams import of_team, team_of, units
from engine.tournament.levels import level_clock
from engine.tournament.levels.by_play import counted_play, play_at
from engine.tournament.levels.structure import advances_by, level_number
from engine.tournament.rules.heard_rules import check_may_go
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import has_sat, lost_all, next_entry


def takes_entries(tournament: Tournament, context: Context) -> bool:
    """Whether entries are still being taken. They are before the start, and until the end of the last level of late
    registration and of a break that follows it."""
    if tournament.ended or tournament.flight or tournament.deal:
        return False
    return _begins_within(tournament, context, context.terms.late_levels)


def check_takes_entries(tournament: Tournament, context: Context) -> None:
    """Raises `Refused` once entries are closed."""
    if not takes_entries(tournament, context):
        levels = context.terms.late_levels
        raise Refused("entries-closed", levels=levels) if levels else Refused("no-late-registration")


def _begins_within(tournament: Tournament, context: Context, levels: int) -> bool:
    """Whether the tournament has yet to start or is still within this number of first levels."""
    return not tournament.started or level_number(context.structure, _index(tournament, context)) <= levels


def _index(tournament: Tournament, context: Context) -> int:
    """The index of the current entry in the structure; if levels advance by play, that of the table that is furthest
    ahead."""
    structure = context.structure
    if advances_by(structure) == "minutes":
        return level_clock.advance(tournament.clock, structure, context.now_ms).index
    clock = tournament.clock
    each = ((one.sitting, (one.hands, one.orbits)) for one in context.tables.values())
    return max((play_at(structure, *counted_play(clock, structure, *one)).index for one in each), default=clock.index)


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
        raise Refused("registration-not-open", _clause(tournament, "late_roster"))
    again = before[-1] if before and before[-1].team and not action.roster else None  # for the same team
    has_room = _has_room(tournament, context, max(1, len(action.roster)), again.team if again else "")
    if before and not has_room and tournament.started:
        raise Refused("no-room-to-re-enter", name=name, cap=window.cap)
    waits = not has_room or next_waiting(tournament, context) is not None
    if is_closed(context, action.at_ms):
        if _value(tournament, "late_roster") != "waiting-list":
            raise Refused("registration-closed", _clause(tournament, "late_roster"))
        waits = True
    roster, captain, id_seen = (again.roster, again.captain, False) if again else _team(tournament, action, context)
    if roster and not again and _value(tournament, "sits") == "everyone":
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
    before = of_player(tournament.entries, tournament.players, player)
    if any(entry.is_in for entry in before) or _waits(tournament, player):
        gone = any(one.is_in and lost_all(context.tables, one.number) for one in before)
        raise Refused("player-without-chips" if gone and context.terms.rebuy.most else "player-is-in", name=name)
    if len(before) > context.terms.re_entries:
        raise Refused("re-entries-used", name=name, most=context.terms.re_entries)


def add_member(tournament: Tournament, action: AddMember, context: Context) -> MemberAdded | EntryAdded:
    """Add a member to a roster. Members may join at any time, because a roster is never frozen (R1.2). If all members
    sit, the new member becomes an entry, as long as entries are being taken. Raises `Refused` for a full roster, for a
    person without name and ID, or if the cap counts people and has been reached."""
    entry = _listed(tournament, action.entry)
    if not context.terms.registration.roster:
        raise Refused("entered-singly")
    _check_let_in(tournament, (action.person.name,), action.bar)
    person = _cleaned(action.person)
    if entry.team:
        _check_roster(tournament, (person,), context)
        _check_size(tournament, 1 + len(team_of(tournament.entries, entry)), context)
    else:
        _check_roster(tournament, (*entry.roster, person), context, entry.number)
    if entry.counts and _value(tournament, "cap_counts") == "people" and not _has_room(tournament, context, 1):
        raise Refused("field-is-full", _clause(tournament, "cap_counts"), cap=context.terms.registration.cap)
    if not entry.team:
        return MemberAdded(entry.number, person)
    check_takes_entries(tournament, context)
    player = name_key(person.name)
    _check_again(tournament, player, person.name, context)
    return EntryAdded(
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


def check_in(tournament: Tournament, action: CheckIn, context: Context) -> EntryCheckedIn:
    """Check in an entry. Raises `Refused` for an entry that has checked in already, is not in the field, or is
    barred."""
    entry = entry_in(tournament, action.entry)
    if entry.checked_in:
        raise Refused("checked-in-already", name=entry.name)
    check_not_barred(tournament, entry.number, context)
    return EntryCheckedIn(entry.number)


def promote(tournament: Tournament, action: Promote, context: Context) -> EntryPromoted:
    """Let an entry in from the waiting list. Raises `Refused` unless the entry is the first one on the waiting list
    that is not barred, and while there is no room. It also raises it after the first level or late registration,
    because replacements are for players who did not come at the start (R1.1)."""
    named = tournament.entries.get(action.entry)
    if named and named.waits and not named.voided:
        check_not_barred(tournament, named.number, context)
    first = next_waiting(tournament, context)
    if first is None or named is None:
        raise Refused("nobody-waits")
    if first.number != action.entry:
        raise Refused("first-waiting-first", name=first.name)
    levels = max(1, context.terms.late_levels)
    if tournament.ended or tournament.flight or not _begins_within(tournament, context, levels):
        raise Refused("entries-closed", levels=levels)
    if not has_place(tournament, first, context, action.at_ms):
        raise Refused("field-is-full", _clause(tournament, "cap_counts"), cap=context.terms.registration.cap)
    return EntryPromoted(first.number)


def void_entry(tournament: Tournament, action: VoidEntry, context: Context) -> EntryVoided:
    """Void an entry that was a mistake, or that is refunded before it has played. Raises `Refused` once the entry has
    had chips at a table, or may have had them."""
    entry = _listed(tournament, action.entry)
    if entry.bust:
        raise Refused("entry-is-out", name=entry.name)
    if entry.forfeit:
        raise Refused("entry-forfeited", name=entry.name)
    if tournament.deal:
        raise Refused("deal-made")
    if entry.number in has_sat(context.tables):
        raise Refused("entry-has-played", name=entry.name)
    check_may_go(tournament, entry, context.tables)
    return EntryVoided(entry.number)


def entry_in(tournament: Tournament, number: int) -> Entry:
    """An entry that may still win. Raises `Refused` for any other entry."""
    entry = _listed(tournament, number)
    if entry.waits:
        raise Refused("entry-waits", name=entry.name)
    if entry.forfeit:
        raise Refused("entry-forfeited", name=entry.name)
    if entry.bust or entry.cut:
        raise Refused("entry-is-out", name=entry.name)
    return entry


def next_waiting(tournament: Tournament, context: Context) -> Entry | None:
    """The first entry on the waiting list, skipping those that were turned away, since another player of the same name
    may have been meant. The director cancels such an entry or lets it in again. An entry that owes a fee or is
    suspended is skipped but keeps its place."""
    waiting = [entry for entry in tournament.entries.values() if entry.waits and not entry.voided]
    let_in = (
        entry
        for entry in waiting
        if not any(_is_kept_out(tournament, one, context) for one in team_of(tournament.entries, entry))
    )
    return min(let_in, key=lambda entry: entry.number, default=None)


def _is_kept_out(tournament: Tournament, entry: Entry, context: Context) -> bool:
    names = (name_key(entry.name), name_key(entry.team))
    return entry.number in context.bars or any(name in tournament.turned_away for name in names)


def check_not_barred(tournament: Tournament, number: int, context: Context) -> None:
    """Raises `Refused` for an entry that owes a fee or is suspended."""
    if bar := context.bars.get(number):
        raise refusal(bar, _clause(tournament, "no_show"))


def has_place(tournament: Tournament, entry: Entry, context: Context, at_ms: int) -> bool:
    """Whether an entry on the waiting list can be let in. It can be if the field is below the cap and, once
    registration is over, only in place of an entry that dropped out (R1.1)."""
    people = sum(max(1, len(one.roster)) for one in team_of(tournament.entries, entry) if one.waits)
    if not _has_room(tournament, context, people, entry.team):
        return False
    rotation = units(one for one in tournament.entries.values() if not one.waited and not one.waits)
    return not is_closed(context, at_ms) or units(counted(tournament.entries)) < rotation


def is_closed(context: Context, at_ms: int) -> bool:
    """Whether the last day of registration is over."""
    closes_ms = context.terms.registration.closes_ms
    return bool(closes_ms) and at_ms > closes_ms


def is_ready(tournament: Tournament, entry: Entry, context: Context) -> bool:
    """Whether an entry may be seated. It may be if it is not barred and, if check-in is required, it has checked in."""
    is_there = entry.checked_in or not needs_check_in(context.terms.registration, tournament.book)
    return is_there and entry.number not in context.bars


def _listed(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.get(number)
    if entry is None or entry.voided:
        raise Refused("no-such-entry", entry=number)
    return entry


def _waits(tournament: Tournament, player: str) -> bool:
    entries = all_of(tournament.entries, tournament.players, player)
    return any(one.waits and not one.voided for one in entries)


def _check_let_in(tournament: Tournament, names: Sequence[str], bar: Bar | None) -> None:
    """Raises `Refused` for a player who was turned away, owes a fee or is suspended."""
    for name in names:
        reason = tournament.turned_away.get(name_key(name))
        if reason is not None:
            raise Refused("turned-away", name=name, reason=reason)
    if bar:
        raise refusal(bar, _clause(tournament, "no_show"))


def _has_room(tournament: Tournament, context: Context, people: int, team: str = "") -> bool:
    """Whether there is room for an entry of this many people. If the cap counts people, the size of the roster matters.
    If it counts entries, a `team` that is already in does not take up any extra room."""
    cap = context.terms.registration.cap
    is_in = bool(team) and any(one.counts for one in of_team(tournament.entries, team))
    more = people if _value(tournament, "cap_counts") == "people" else int(not is_in)
    return not cap or of_cap(tournament, counted(tournament.entries)) + more <= cap


def of_cap(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """How much of the cap these entries use, counted in entries or in people, whichever the book uses."""
    if _value(tournament, "cap_counts") == "people":
        return sum(max(1, len(entry.roster)) for entry in entries)
    return units(entries)


def _team(tournament: Tournament, action: AddEntry, context: Context) -> tuple[tuple[Person, ...], str, bool]:
    """The roster, its captain, and whether a single player's ID was seen."""
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
    if _value(tournament, "identity") != "names-and-id":
        return
    for person in roster:
        if len(person.name.split()) < 2 or not person.id_seen:
            raise Refused("name-and-id-needed", _clause(tournament, "identity"), name=person.name)


def _check_size(tournament: Tournament, people: int, context: Context) -> None:
    most = context.terms.registration.roster
    if not 1 <= people <= most:
        raise Refused("roster-size", _clause(tournament, "identity"), most=most, people=people)


def _value(tournament: Tournament, choice: str) -> str:
    return str(getattr(tournament.book, choice).value) if tournament.book else ""


def _clause(tournament: Tournament, choice: str) -> str:
    book: RuleBook | None = tournament.book
    return str(getattr(book, choice).clause) if book else ""
