"""Draw seats, seat late entries, move and pin entries, and take seats out of use."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from engine.cards import Card
from engine.refused import Refused
from engine.tournament.changes import seated
from engine.tournament.field.entries import SeatAt, crowds, left
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.rules.field.away_rules import seat_holder, sits_elsewhere
from engine.tournament.rules.field.entry_rules import check_may_go, check_not_barred, entry_in, is_ready, seat_of
from engine.tournament.rules.field.rebuy_rules import brings_nothing, received
from engine.tournament.rules.seating.draw_rules import draw_of, is_committed
from engine.tournament.rules.seating.seat_rules import (
    check_free,
    check_seats,
    check_settled,
    draw_pile,
    next_drawn,
    open_sitting,
    open_sittings,
    ring_of,
)
from engine.tournament.seating.balance import next_big_blind
from engine.tournament.seating.draw import LINKS, SHORTEST_SEED, Assigned, Draw, SeedChain, by_cards, draw_seats
from engine.tournament.state import Event, StateChange, StatePart, Tournament
from engine.tournament.tables.facts import has_sat

LEAST_SEATS = 2


class SeatCard(msgspec.Struct, frozen=True, gc=False):
    """The card drawn by the player in a seat or, in the first draw, by the entry with this number."""

    seat: int
    card: Card


class Balanced(msgspec.Struct, frozen=True, gc=False):
    """A move that balances the tables better. It gives the number of players at the table that the entry leaves and at
    the table that it joins. It also says whether the entry was due to move because it would have had the next big
    blind."""

    players: int
    there: int
    due: bool


class DrawSeats(TournamentActionBase, frozen=True, tag="draw-seats"):
    """Draw a seat for every entry that does not have one, or use the `cards` that they drew, in order of entry. With
    `alternates`, entries for which there is no seat wait as alternates, also before the start."""

    right = "run"
    cards: tuple[Card, ...] = ()
    alternates: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Once play has started, entries for which there is no seat wait as alternates. Raises `Refused` if there is no
        seed, no entry to seat, or no free seat, and before the start if there are too few. If `cards` are given, there
        must be one from the pile for each entry."""
        unseated = next_drawn(tournament, context)
        if not unseated:
            away = [entry.number for entry in left(tournament.entries) if entry.seat is None]
            for number in away:
                check_not_barred(tournament, number, context)
            raise Refused("nobody-checked-in", entries=len(away)) if away else Refused("nobody-to-seat")
        if not self.alternates:
            check_seats(tournament, context)
        if self.cards:
            by_card = by_cards(draw_pile(tournament, context), unseated, self.cards)
            cards = tuple(SeatCard(entry, card) for entry, card in zip(unseated, self.cards, strict=True))
            return [SeatsDrawn(tuple(Assigned(entry, by_card[entry]) for entry in unseated), cards=cards)]
        of, seed = draw_of(tournament, f"seats {tournament.drawn + 1}")
        drawn = draw_seats(seed, unseated, open_sittings(tournament), tournament.occupied)
        return [SeatsDrawn(tuple(Assigned(entry, drawn[entry]) for entry in sorted(drawn)), of)]


class SeatEntry(TournamentActionBase, frozen=True, tag="seat-entry"):
    """Seat one late entry at a free seat, which is drawn if `to` is None."""

    right = "floor"
    entry: int
    to: SeatAt | None = None

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for an entry that has a seat or may not have one, and for a seat that is taken."""
        entry = entry_in(tournament, self.entry)
        if entry.seat:
            raise Refused("entry-has-seat", name=entry.name)
        check_not_barred(tournament, entry.number, context)
        if not is_ready(tournament, entry, context):
            raise Refused("not-checked-in", name=entry.name)
        if self.to:
            check_free(tournament, self.to)
            return [EntrySeated(entry.number, self.to)]
        of, seed = draw_of(tournament, f"entry {entry.number}")
        drawn = draw_seats(seed, [entry.number], open_sittings(tournament), tournament.occupied)
        return [EntrySeated(entry.number, drawn[entry.number], of)]


class MoveEntry(TournamentActionBase, frozen=True, tag="move-entry"):
    """Move a seated entry to a free seat."""

    right = "floor"
    entry: int
    to: SeatAt

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for an entry that is already in transit or is pinned to a seat of a table in play. Also
        raises `Refused` for a move to another table before a new player's table has confirmed that the player is
        seated. The seat must be free and, once the entry has sat down, it must be at another table."""
        entry = entry_in(tournament, self.entry)
        seat = seat_of(entry)
        check_settled(entry, context.tables)
        here = tournament.sittings[seat.sitting]
        if entry.is_pinned and not here.breaking:
            raise Refused("entry-pinned", name=entry.name, table=here.table, seat=seat.seat)
        check_free(tournament, self.to)
        begun = entry.number in has_sat(context.tables)
        if begun and brings_nothing(tournament, entry, self.to.sitting, context.tables):
            begun = False
        if begun and self.to.sitting == seat.sitting:
            raise Refused("same-table", name=entry.name)
        if self.to.sitting != seat.sitting:
            check_may_go(tournament, entry, context.tables)
        kept = () if begun else received(entry, context.tables)
        balanced, crowd = None, crowds(tournament.occupied)
        if crowd[seat.sitting] - crowd[self.to.sitting] > 1:  # the move makes the two tables more equal
            due = next_big_blind(ring_of(tournament, context, here)) == seat.seat
            balanced = Balanced(crowd[seat.sitting], crowd[self.to.sitting], due)
        return [EntryMoved(entry.number, seat, self.to, begun, balanced=balanced, kept=kept)]


class SeatsDrawn(Event, frozen=True, tag="seats-drawn", omit_defaults=True):
    """Seats were drawn for these entries, either by a seed or by the cards that they drew."""

    seats: tuple[Assigned, ...]
    draw: Draw | None = None
    cards: tuple[SeatCard, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        change = seated(tournament, self.seats, self.draw)
        return replace(change, fields={"drawn": tournament.drawn + 1}, uses=change.uses | {StatePart("seeds")})


class EntrySeated(Event, frozen=True, tag="entry-seated", omit_defaults=True):
    """A late entry was given a seat, with a `draw` if the seat was drawn."""

    entry: int
    seat: SeatAt
    draw: Draw | None = None

    def change(self, tournament: Tournament) -> StateChange:
        return seated(tournament, (Assigned(self.entry, self.seat),), self.draw)


class EntryMoved(Event, frozen=True, tag="entry-moved", omit_defaults=True):
    """An entry is assigned another seat. `begun` is set if it has had chips and brings them. `balanced` is given if the
    move balanced the tables better. `kept` lists purchases that an entry without chips has already lost; these stay
    where they were handed out."""

    entry: int
    came_from: SeatAt
    seat: SeatAt
    begun: bool = True
    draw: Draw | None = None
    balanced: Balanced | None = None
    kept: tuple[int, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        return seated(tournament, (Assigned(self.entry, self.seat, self.begun),), self.draw, self.kept)


class PrepareDraw(TournamentActionBase, frozen=True, tag="prepare-draw"):
    """Commit to the seeds of draws before any draw is made; `seed` is the root of these seeds."""

    right = "run"
    seed: str

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` while there is a seed that no draw has used yet."""
        if is_committed(tournament):
            raise Refused("draw-prepared")
        return [committed(self.seed)]


class DrawPrepared(Event, frozen=True, tag="draw-prepared"):
    """The root of the seeds of the next `links` draws (see `SeedChain`). The root is secret, but its commitment is
    public."""

    seed: str
    links: int

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"seeds": (*tournament.seeds, SeedChain(self.seed, self.links))})


class UseSeat(TournamentActionBase, frozen=True, tag="use-seat"):
    """Take an unassigned seat out of use, so that nobody is seated there, or put it back into use."""

    right = "floor"
    seat: SeatAt
    on: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for a seat that is assigned, taken or already in that state, and for either of the last two
        seats in use."""
        seat = self.seat
        sitting = open_sitting(tournament, seat.sitting)
        if not 1 <= seat.seat <= sitting.seat_count:
            raise Refused("no-such-seat", seat=seat.seat)
        if self.on != (seat.seat in sitting.unused):
            raise Refused("seat-in-use" if self.on else "seat-out-of-use", seat=seat.seat, table=sitting.table)
        if self.on:
            return [SeatUseSet(seat, used=True)]
        assigned = tournament.occupied.get(seat)
        name = tournament.entries[assigned].name if assigned else ""
        if name := seat_holder(tournament, seat, context.tables) or name:
            raise Refused("seat-held", seat=seat.seat, table=sitting.table, name=name)
        if sitting.room <= LEAST_SEATS:
            raise Refused("seats-needed", table=sitting.table, least=LEAST_SEATS)
        return [SeatUseSet(seat, used=False)]


class PinEntry(TournamentActionBase, frozen=True, tag="pin-entry"):
    """Pin an entry to its seat, so that balancing does not move it and a redraw leaves it there; or unpin it, so that
    it is moved like any other."""

    right = "floor"
    entry: int
    on: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for an entry that is sitting elsewhere or at a broken table, or is already pinned or
        unpinned as ordered."""
        entry = entry_in(tournament, self.entry)
        seat, name = seat_of(entry), entry.name
        if not self.on:
            if not entry.is_pinned:
                raise Refused("entry-not-pinned", name=name)
            return [EntryPinSet(entry.number, None)]
        table = open_sitting(tournament, seat.sitting).table
        if entry.is_pinned:
            raise Refused("entry-pinned-already", name=name, table=table, seat=seat.seat)
        if there := sits_elsewhere(entry, context.tables):
            at = tournament.sittings[there.sitting].table
            raise Refused("pin-elsewhere", name=name, table=at, seat=there.seat)
        return [EntryPinSet(entry.number, seat)]


class SeatUseSet(Event, frozen=True, tag="seat-use-set"):
    """The seat is out of use, so that nobody is seated there, or it is `used` again."""

    seat: SeatAt
    used: bool

    def change(self, tournament: Tournament) -> StateChange:
        where, seat = tournament.sittings[self.seat.sitting], self.seat.seat
        unused = tuple(sorted({*where.unused, seat} - ({seat} if self.used else set())))
        # A player who left the seat does not go back while it is out of use.
        taken = frozenset({StatePart("seat", self.seat)})
        return StateChange(sittings={where.number: replace(where, unused=unused)}, uses=taken)


class EntryPinSet(Event, frozen=True, tag="entry-pin-set"):
    """The entry is pinned to the seat that it has. If `seat` is None, the entry is no longer pinned."""

    entry: int
    seat: SeatAt | None

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange({self.entry: replace(tournament.entries[self.entry], pinned=self.seat)})


def committed(seed: str) -> DrawPrepared:
    """The commitment to the seeds that follow from this one. Raises `Refused` if the seed is too short."""
    if len(seed) < SHORTEST_SEED:
        raise Refused("seed-too-short", least=SHORTEST_SEED)
    return DrawPrepared(seed, LINKS)
