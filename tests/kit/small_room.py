"""A room of small tables in a test's own memory: the records that the tables would make during a tournament, by seed.

The play is the least that makes chips move: in each hand some seats put in chips and one takes them all.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.button import Positions, first_positions, next_positions
from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    AddEntry,
    AddOn,
    BreakTable,
    CheckIn,
    ConfirmBust,
    Create,
    DrawSeats,
    End,
    EndFlight,
    Forfeit,
    GiveUp,
    HandForHand,
    MoveEntry,
    NextHand,
    NextLevel,
    PrepareDraw,
    Rebuy,
    Redraw,
    RoomOrder,
    Schedule,
    SeatAgain,
    SeatEntry,
    SendPurchases,
    Start,
    TournamentAction,
    TypeTable,
    UndoAct,
    UseTable,
    VoidEntry,
)
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.bars import Bar
from engine.tournament.field.entries import SeatAt, left
from engine.tournament.formats import GoingOn
from engine.tournament.levels.level_clock import is_running
from engine.tournament.levels.structure import load_structure
from engine.tournament.order import Context
from engine.tournament.prizes.finishes import EntryWinnings
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.proposals.proposal import Proposal
from engine.tournament.proposals.proposals import proposals
from engine.tournament.rules.field.away_rules import was_let_go
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.state import Event, Tournament, apply
from engine.tournament.tables.facts import (
    Arrival,
    Bust,
    Departure,
    SeatedEntry,
    TableFacts,
    Tables,
    TypedCount,
    Unbooked,
    handed_out,
    has_sat,
    in_transit,
)
from engine.tournament.targets import TableTarget, target
from engine.tournament.tournament import order

CLUB = load_structure("club")
TDA = load_book("tda")
TERMS = EventTerms(
    load_payouts("club"), buy_in=2000, fee=300, currency="EUR", late_levels=3, re_entries=1, rebuys=2, rebuy_cost=1500
)
CREATE = Create("id", "Club night", TDA, CLUB, TERMS)


@dataclass
class FakeTable:
    """A sitting's own record, as its kiosk would keep it."""

    number: int
    held: dict[int, SeatedEntry] = field(default_factory=dict)
    busts: list[Bust] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    mark: int = 0
    hands: int = 0
    button: int = 1
    """Before the first hand."""
    form: str = "dead"
    """How the button moves."""
    at: Positions = field(default_factory=Positions)
    purchases: list[int] = field(default_factory=list)
    orbits: int = 0
    adjusted: int = 0
    keyed: dict[int, Unbooked] = field(default_factory=dict)
    """Players seated by name; their entries at this table are below 0."""

    def facts(self) -> TableFacts:
        return TableFacts(
            self.number,
            self.mark,
            self.hands,
            False,
            self.at.button or self.button,
            {entry: held for entry, held in self.held.items() if entry > 0},
            tuple(one for one in self.busts if one.entry > 0),
            tuple(one for one in self.departures if one.entry > 0),
            tuple(self.arrivals),
            adjusted=self.adjusted,
            orbits=self.orbits,
            purchases=tuple(self.purchases),
            unbooked=tuple(map(self._now, self.keyed)),
            at=self.at,
        )

    def deal(self) -> None:
        """The next hand: button and blinds move on."""
        self.mark += 1
        self.hands += 1
        seats = sorted(held.seat for held in self.held.values())
        self.at = next_positions(self.form, seats, self.at) if self.at.big else first_positions(seats, self.button)

    def _now(self, who: int) -> Unbooked:
        held = self.held.get(who)
        return replace(
            self.keyed[who],
            chips=held.chips if held else 0,
            bust=next((replace(one, entry=0) for one in self.busts if one.entry == who), None),
            left=next((replace(one, entry=0) for one in self.departures if one.entry == who), None),
        )

    def seat_by_name(self, seat: int, chips: int = 10_000) -> None:
        """A dealer seats a player who was not booked."""
        self.mark += 1
        who = -1 - len(self.keyed)
        player = f"walk-in {self.number} {-who}"
        self.keyed[who] = Unbooked(seat, player, player, chips, chips, self.mark)
        self.held[who] = SeatedEntry(seat, chips)

    def let_go(self, who: int, to: int = 0) -> None:
        """A player leaves with the chips."""
        self.mark += 1
        self.departures.append(Departure(who, self.held.pop(who).chips, self.mark, to))

    def set_stack(self, who: int, chips: int) -> None:
        """A player's chips are changed for different ones."""
        self.adjusted += chips - self.held[who].chips
        self.held[who] = SeatedEntry(self.held[who].seat, chips)

    def player(self, entry: int, goal: TableTarget) -> int:
        """The player of an entry at this table."""
        names = [one.player for one in goal.aliases if one.entry == entry]
        found = (who for who, one in self.keyed.items() if one.player in names and who in self.held)
        return next(found, entry)

    def has_lost_all(self, knows: set[int]) -> bool:
        """Whether the player with one of these numbers busted here, and did not leave afterwards."""
        outs = [one.mark for one in self.busts if one.entry in knows]
        gone = [one.mark for one in self.departures if one.entry in knows]
        return bool(outs) and max(outs) > max(gone, default=0)

    @property
    def free(self) -> list[int]:
        """The empty seats."""
        taken = {held.seat for held in self.held.values()}
        return [seat for seat in range(1, 11) if seat not in taken]


class TournamentRoom(ABC):
    """A tournament and all its records; a subclass adds the tables."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.tournament = Tournament()
        self.events: list[Event] = []
        self.now_ms = 0
        self.create = CREATE
        self.bars: dict[int, Bar] = {}

    @property
    @abstractmethod
    def facts(self) -> Tables:
        """The facts in the tables' records."""

    @abstractmethod
    def tables_follow(self) -> None:
        """Each table works towards its target, as between hands."""

    @abstractmethod
    def play_hands(self) -> None:
        """One hand at each table with two players or more; a minute passes in any case."""

    @property
    def context(self) -> Context:
        terms = self.tournament.terms or self.create.terms
        return Context(self.create.structure, terms, self.now_ms, self.facts, self.now_ms, self.bars)

    def ask(self, action: TournamentAction, by: str = "Dana") -> bool:
        """Send the order; returns whether it was accepted."""
        self.now_ms += 1000
        try:
            events = order(self.tournament, action, by, self.now_ms, self.facts, self.bars)
        except Refused:
            return False
        for event in events:
            self.tournament = apply(self.tournament, event)
        self.events += events
        return bool(events)

    def open(  # noqa: PLR0913, PLR0917  a whole evening in one call
        self, players: int, tables: int, seats: int, typed: int = 0, create: Create = CREATE, who: str = "p"
    ) -> None:
        """From nothing to a running clock, with everyone seated for whom there is a seat; the first `typed` tables are
        typed."""
        self.create = create
        self.ask(create)
        for table in range(1, tables + 1):
            self.ask(UseTable(table, seats, table <= typed))
        self.ask(PrepareDraw(f"{self.dice.getrandbits(128):032x}"))
        for player in range(players):
            self.ask(AddEntry(f"{who}{player}", f"Player {player}"))
        self.ask(DrawSeats(alternates=True))
        self.ask(Start())

    def open_tables(self, tables: int, seats: int) -> None:
        """Seat every entry that is in, and start."""
        for table in range(1, tables + 1):
            assert self.ask(UseTable(table, seats))
        assert self.ask(PrepareDraw(f"{self.dice.getrandbits(128):032x}"))
        assert self.ask(DrawSeats())
        assert self.ask(Start())

    @property
    def paid(self) -> tuple[EntryWinnings, ...]:
        """Every entry's prize; the tournament is over."""
        assert self.tournament.ended
        return self.tournament.ended.paid

    @property
    def going_on(self) -> tuple[GoingOn, ...]:
        """The entries that go on to the final; the flight is over."""
        assert self.tournament.flight
        return self.tournament.flight.going_on

    def seat_of(self, entry: int) -> SeatAt:
        """The assigned seat of an entry."""
        seat = self.tournament.entries[entry].seat
        assert seat
        return seat

    def next_level(self) -> None:
        """The clock goes on to the next level."""
        assert self.ask(NextLevel())

    def end(self) -> bool:
        """Pay, and close the books."""
        return self.ask(End())

    def proposed(self) -> list[Proposal]:
        """Proposals with everything they need: the director signs for a difference."""
        return [replace(one, action=self._signed(one.action)) for one in proposals(self.tournament, self.context)]

    def _signed(self, action: RoomOrder) -> RoomOrder:
        signs = isinstance(action, AcceptDifference)
        return replace(action, by="Dana", at_ms=self.now_ms) if signs else action

    def anything(self) -> TournamentAction:
        """Any order that a director might give, sensible or not."""
        dice, entries = self.dice, [*self.tournament.entries, 99]
        seat = SeatAt(dice.randint(1, 4), dice.randint(0, 11))
        return dice.choice((
            AddEntry(f"p{dice.randrange(30)}", "Somebody"), VoidEntry(dice.choice(entries)), UseTable(9, 6),
            SeatEntry(dice.choice(entries)), SeatEntry(dice.choice(entries), seat),
            TypeTable(dice.randint(1, 4), (TypedCount(dice.choice(entries), 500),), 99, 1, adjust=True),
            MoveEntry(dice.choice(entries), seat), BreakTable(dice.randint(1, 4)),
            Rebuy(dice.choice(entries)), Rebuy(dice.choice(entries)), SeatAgain(dice.choice(entries)),
            SendPurchases(dice.choice(entries)), HandForHand(dice.choice((True, False))), NextHand(),
            CheckIn(dice.choice(entries)), AddOn(dice.choice(entries)), Schedule(dice.choice((None, 1, 2))),
            GiveUp(dice.choice(entries)), EndFlight(), Forfeit(dice.choice(entries)), Redraw(),
            ConfirmBust(dice.choice(entries)), UndoAct(dice.randint(0, len(self.tournament.acts))),
        ))  # fmt: skip

    def forget_the_room(self) -> bool:
        """While there is no clock, a dealer makes a change that was not booked. Returns whether anything was done."""
        return False

    def seat_everyone(self) -> None:
        """Every player without a seat draws one and sits down."""
        for entry in [one.number for one in left(self.tournament.entries) if one.seat is None]:
            self.ask(SeatEntry(entry))
        self.tables_follow()

    def play(self, mischief: float = 0.3) -> Iterator[None]:
        """Play to the end; pauses after every event."""
        while not self.tournament.ended:
            self.tables_follow()
            yield
            self.play_hands()
            yield
            for _ in range(3):
                if self.dice.random() < mischief and not self._is_late():
                    self.ask(self.anything())
                    yield
            if self.dice.random() < mischief / 10 and not self._is_late() and self.forget_the_room():
                yield
            if not is_running(self.tournament.clock):
                self.ask(Start())
            if not self.tournament.seeds:
                self.ask(PrepareDraw(f"{self.dice.getrandbits(128):032x}"))
            if (found := self.proposed()) and self.dice.random() < 0.8:
                self.ask(found[0].action, "policy")
                yield

    def _is_late(self) -> bool:
        """Whether more trouble would only keep the evening from ending."""
        return self.now_ms > 3 * 60 * 60_000


class SmallRoom(TournamentRoom):
    """A room of tables that only move chips."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tables: dict[int, FakeTable] = {}

    @property
    def facts(self) -> Tables:
        return with_typed(self.tournament, {number: table.facts() for number, table in self.tables.items()})

    @property
    def _kiosks(self) -> list[int]:
        return [number for number, sitting in self.tournament.sittings.items() if not sitting.typed]

    @property
    def _typed(self) -> list[int]:
        return [one.number for one in self.tournament.sittings.values() if one.typed and not one.closed]

    def tables_follow(self) -> None:
        for number in self._kiosks:
            table, goal = self.tables.setdefault(number, self._fake_table(number)), target(self.tournament, number)
            self._hand_out(table, goal)
            for one in goal.leaving:
                if (who := table.player(one.entry, goal)) in table.held:
                    if one.fresh:
                        table.set_stack(who, one.fresh)
                    table.let_go(who)
        carried = in_transit(self.facts)
        for number in self._kiosks:
            table, goal = self.tables[number], target(self.tournament, number)
            sat = {bust.entry for bust in table.busts}
            for place in goal.roster:
                if table.player(place.entry, goal) in table.held or place.entry in sat:
                    continue
                if place.chips and not self._has_sat(place.entry) and place.seat in table.free:
                    table.mark += 1
                    table.held[place.entry] = SeatedEntry(place.seat, place.chips)
                elif place.entry in carried and (back := self._comes_back(number, place.entry)) is not None:
                    seat = place.seat if place.seat in table.free else table.free[0]
                    table.mark += 1
                    table.held[place.entry] = SeatedEntry(seat, carried[place.entry])
                    table.arrivals.append(Arrival(place.entry, carried[place.entry], table.mark, back))
            self._hand_out(table, goal)
        for number in self._typed:
            facts, there = self.facts.get(number), self.chips_there(number)
            if there != ({entry: held.chips for entry, held in facts.held.items()} if facts else {}):
                self.type_table(number, there, 0)

    def _fake_table(self, number: int) -> FakeTable:
        return FakeTable(number, form=self.create.book.button.value)

    def chips_there(self, number: int) -> dict[int, int]:
        """Everybody's chips at a typed table, including chips brought and bought since the counts were typed."""
        carried, given, facts = in_transit(self.facts), handed_out(self.facts), self.facts.get(number)
        there: dict[int, int] = {}
        for seat, one in self.tournament.occupied.items():
            if seat.sitting != number:
                continue
            entry = self.tournament.entries[one]
            if facts and one in facts.held:
                there[one] = facts.held[one].chips
            elif one in carried or not self._has_sat(one):
                there[one] = carried.get(one, entry.chips)
            elif any(each.number not in given and each.sitting == number for each in entry.bought):
                there[one] = 0  # back with the chips bought
            else:
                continue
            there[one] += sum(
                each.chips for each in entry.bought if each.number not in given and each.sitting == number
            )
        return there

    def type_table(self, number: int, chips: Mapping[int, int], hands: int = 1, adjust: bool = False) -> bool:
        """The director types these counts after some more hands."""
        played = self.facts[number].hands if number in self.facts else 0
        counts = tuple(TypedCount(entry, chips[entry]) for entry in chips)
        return self.ask(TypeTable(number, counts, played + hands, 1, adjust, self.now_ms))

    def _comes_back(self, number: int, entry: int) -> bool | None:
        """Whether a player in transit returns to the only table, which let them go. None for not yet."""
        if not was_let_go(self.tournament.entries[entry], self.facts):
            return False
        return True if [one.number for one in open_sittings(self.tournament)] == [number] else None

    def forget_the_room(self) -> bool:
        """A dealer seats a player by name, or lets one go."""
        sittings = self.tournament.sittings
        tables = [
            one
            for one in self.tables.values()
            if one.number in sittings and not sittings[one.number].closed and len(one.held) > 1
        ]
        if not tables:
            return False
        table = self.dice.choice(tables)
        free = [seat for seat in table.free if seat <= sittings[table.number].seat_count]
        if free and self.dice.random() < 0.5:
            table.seat_by_name(self.dice.choice(free), self.dice.choice((10_000, 10_000, 9_000)))
        else:
            table.let_go(self.dice.choice(sorted(table.held)), self.dice.randint(0, 3))
        return True

    def _hand_out(self, table: FakeTable, goal: TableTarget) -> None:
        """A player who has lost everything sits down again with new chips."""
        begins = {place.entry for place in goal.roster if not place.chips and not place.came_from}
        for one in goal.bought:
            if one.number in table.purchases:
                continue
            if (who := table.player(one.entry, goal)) not in table.held:
                names = [each.player for each in goal.aliases if each.entry == one.entry]
                knows = {one.entry, *(key for key, each in table.keyed.items() if each.player in names)}
                if one.seat not in table.free or not (one.entry in begins or table.has_lost_all(knows)):
                    continue
                who = one.entry
                table.held[who] = SeatedEntry(one.seat, 0)
                table.busts = [bust for bust in table.busts if bust.entry != who]
            table.mark += 1
            held = table.held[who]
            table.held[who] = SeatedEntry(held.seat, held.chips + one.chips)
            table.purchases.append(one.number)

    def _has_sat(self, entry: int) -> bool:
        return entry in has_sat(self.facts)

    def lose(self, sitting: int, *entries: int) -> None:
        """These entries lose all of their chips in one hand, to another player of the table."""
        table = self.tables[sitting]
        self.now_ms += 1000
        table.deal()
        winner = next(entry for entry in table.held if entry not in entries)
        for entry in entries:
            had = table.held.pop(entry).chips
            table.held[winner] = SeatedEntry(table.held[winner].seat, table.held[winner].chips + had)
            table.busts.append(Bust(entry, table.hands, had, table.mark, self.now_ms))

    def play_hands(self) -> None:
        self.now_ms += 60_000
        for number in self._typed:
            if len(there := self.chips_there(number)) > 1:
                self.type_table(number, {**there, **self._hand(there)})
        for table in self.tables.values():
            if len(table.held) < 2 or self._has_winners(table):
                continue
            table.deal()
            had = {entry: held.chips for entry, held in table.held.items()}
            for entry, chips in self._hand(had).items():
                table.held[entry] = SeatedEntry(table.held[entry].seat, chips)
                if not chips:
                    del table.held[entry]
                    table.busts.append(Bust(entry, table.hands, had[entry], table.mark, self.now_ms))

    def _has_winners(self, table: FakeTable) -> bool:
        """Whether it has stopped because only its winners are left."""
        stop = target(self.tournament, table.number).stop if table.number in self.tournament.sittings else None
        return stop is not None and stop.why == "players-left" and len(table.held) <= stop.at

    def _hand(self, had: Mapping[int, int]) -> dict[int, int]:
        """One hand: the stacks of its players after it."""
        in_hand = self.dice.sample(sorted(had), self.dice.randint(2, min(4, len(had))))
        winner = self.dice.choice(in_hand)
        stake = max(had[winner] // self.dice.choice((1, 1, 2)) // 25 * 25, min(25, had[winner]))
        paid = {entry: min(had[entry], stake) for entry in in_hand if entry != winner}
        won = {winner: -sum(paid.values())}
        return {entry: had[entry] - chips for entry, chips in {**paid, **won}.items()}
