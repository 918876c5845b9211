"""A small room in which a director gives every kind of order, each as likely as the others and more often sensible than
not.

Dealers sometimes key wrong arrivals. Everything follows from a seed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import Rule, RuleBook
from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    AddEntries,
    AddEntry,
    AddMember,
    AddTime,
    AdvanceDue,
    BookUnbooked,
    CarryOver,
    CatchUp,
    ChangeTerms,
    CheckIn,
    ClearForfeit,
    ConfirmBust,
    CountBag,
    Create,
    DrawSeats,
    EditStructure,
    EndFlight,
    EnterAt,
    Forfeit,
    HaltTable,
    HandForHand,
    Jump,
    MakeDeal,
    MoveEntry,
    NextHand,
    PinEntry,
    PrepareDraw,
    PreviousLevel,
    Promote,
    Rebuy,
    Recover,
    Redraw,
    Schedule,
    SeatAgain,
    SeatEntry,
    SendPurchases,
    SetBreakOrder,
    SetPolicy,
    Start,
    TimeHand,
    TournamentAction,
    TurnAway,
    TypeTable,
    UndoAct,
    UndoClock,
    UseSeat,
    UseTable,
    VoidEntry,
)
from engine.tournament.custody.differences import differences
from engine.tournament.event_terms import EventTerms, Prizes, Registration
from engine.tournament.field.entries import Person, SeatAt, free_seats
from engine.tournament.formats import Finalist, FlightEnds, FlightResult
from engine.tournament.levels.played import PlayedLevel, TableMark
from engine.tournament.levels.structure import blinds
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.rules.field.entry_rules import next_waiting
from engine.tournament.rules.prizes.deal_rules import offer
from engine.tournament.rules.seating.seat_rules import open_sittings, short_tables
from engine.tournament.tables.facts import TypedCount
from tests.kit.small_room import CLUB, TDA, FakeTable, SmallRoom

T = TypeVar("T")
Builder = Callable[[], TournamentAction]
NOT_AT_RANDOM = {Create, TimeHand}
"""Orders that are given only when they fit."""
TIMES = {Redraw: 4, MakeDeal: 4, HaltTable: 3, Promote: 3, Rebuy: 3, UndoAct: 2}
"""How often an order is given for each of the others; most of these are refused, because entries are open or chips are
in transit."""
SEED = "0123456789abcdef0123456789abcdef"
PEOPLE = 30
AFTERWARDS = 15
"""Rounds that are left for orders after the end, and for undoing the end."""


class WideRoom(SmallRoom):
    """Counts the accepted orders of each kind in `done`."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.done: Counter[type[TournamentAction]] = Counter()
        self.teams = False
        self.everyone_sits = seed % 3 == 0
        self.away: set[int] = set()
        """The sittings that receive nothing from the room."""

    @property
    def _kiosks(self) -> list[int]:
        return [number for number in super()._kiosks if number not in self.away]

    def lose_a_table(self) -> None:
        """The link to one table is gone, and the link to another is back."""
        self.away = {self._sitting()} if self.dice.random() < 0.5 else set()

    def ask(self, action: TournamentAction, by: str = "Dana") -> bool:
        was_done = super().ask(action, by)
        self.done[type(action)] += was_done
        return was_done

    def create_any(self) -> Create:
        """An event with any of the options that an event can have."""
        dice = self.dice
        self.teams = dice.random() < 0.3
        flight = dice.choice((None, None, FlightEnds("players-left", 2), FlightEnds("last-level", 4, "top-stacks")))
        late = dice.choice((0, 3, 3)) if flight is None else 1
        terms = EventTerms(
            load_payouts("club"), 2000, 300, "EUR", late, 1, 2, rebuy_cost=1500,
            registration=Registration(
                cap=dice.choice((0, 8, 12)), roster=5 if self.teams else 0, check_in=dice.random() < 0.2,
                forfeit_fee=500,
            ),
            prizes=Prizes(
                bounty=dice.choice((0, 500)), guarantee=dice.choice((0, 100_000)), add_on_chips=5_000,
                add_on_cost=1000,
            ) if late else Prizes(),
        )  # fmt: skip
        if flight:
            terms = replace(terms, flight=flight)
        return Create("id", "Club night", self._book(), CLUB, terms)

    def _book(self) -> RuleBook:
        book = replace(TDA, sits=Rule("everyone", "X-3", "All sit.", "x")) if self.everyone_sits else TDA
        if self.dice.random() < 0.5:
            return book
        return replace(
            book, no_show=Rule("forfeited", "X-1", "Out.", "x"), late_roster=Rule("waiting-list", "X-2", "Waits.", "x")
        )

    def anything(self) -> TournamentAction:
        """An order of any kind; if it needs a value, mostly one that fits."""
        if self.tournament.barrier and (dice := self.dice.random()) < 0.15:
            return NextHand() if dice < 0.1 else TimeHand()
        return self.dice.choice(self._builders())()

    def _differing(self) -> int:
        return self._of([one.entry for one in differences(self.tournament, self.facts, self.now_ms)])

    def _builders(self) -> Sequence[Builder]:
        own = self._own()
        kinds: tuple[type[TournamentAction], ...] = get_args(TournamentAction)
        usual: dict[type[TournamentAction], Builder] = {
            kind: partial(self._filled, kind) for kind in kinds if kind not in own and kind not in NOT_AT_RANDOM
        }
        return [build for kind, build in {**usual, **own}.items() for _ in range(TIMES.get(kind, 1))]

    def _filled(self, kind: type[TournamentAction]) -> TournamentAction:
        """An order of a kind whose fields say by their names and types what they need."""
        fields: dict[str, Any] = {}
        for one in msgspec.structs.fields(kind):
            if one.name == "entry":
                fields[one.name] = self._entry()
            elif one.name == "sitting":
                fields[one.name] = self._sitting()
            elif one.type is SeatAt:
                fields[one.name] = self._free_seat()
            elif one.name == "on":
                fields[one.name] = self.dice.random() < 0.6
            elif one.name == "reason":
                fields[one.name] = "Ruling"
            elif one.required:
                raise TypeError(f"{kind.__name__} needs a builder of its own, for {one.name}")
        return kind(**fields)

    def _own(self) -> Mapping[type[TournamentAction], Builder]:
        """The orders that need more than a random entry, sitting or seat to be sensible."""
        return {
            AcceptDifference: lambda: AcceptDifference(
                self._differing(), self.dice.choice(("Dana", "Dana", "")), self.now_ms
            ),
            AddEntry: self._entered,
            AddEntries: lambda: AddEntries((self._entered(), self._entered())),
            EnterAt: lambda: EnterAt(self._entered(), self._seat()),
            AddMember: lambda: AddMember(self._entry(), Person(f"Member {self.dice.randrange(99)}")),
            AddTime: lambda: AddTime(self.dice.choice((-3_600_000, -60_000, 60_000, 0, 10**12))),
            BookUnbooked: lambda: BookUnbooked(
                self.dice.randint(1, 4), f"walk-in {self.dice.randint(1, 4)} 1", self.dice.random() < 0.5
            ),
            SetBreakOrder: lambda: SetBreakOrder(self.dice.choice(((), (2,), (3, 1)))),
            PinEntry: lambda: PinEntry(self._of([*self.tournament.occupied.values()]), self.dice.random() < 0.7),
            UseSeat: lambda: UseSeat(self._free_seat(), self.dice.random() < 0.3),
            SetPolicy: lambda: SetPolicy(
                self.dice.choice(("close-table", "seat-again")), self.dice.choice(("ask", "accept", "never"))
            ),
            CarryOver: self._carry_over,
            ChangeTerms: lambda: self.dice.choice(
                (
                    ChangeTerms(guarantee=self.dice.choice((0, 50_000, 100_000)), payouts=load_payouts("curve")),
                    ChangeTerms(late_levels=self.dice.randrange(6), bounty=self.dice.choice((0, 500, 700))),
                    ChangeTerms(buy_in=2500, rebuy_cost=self.dice.choice((1500, 1000))),
                    ChangeTerms(round_to=self.dice.choice((0, 1, 100)), add_on_cost=500),
                )
            ),
            CatchUp: self._catch_up,
            ClearForfeit: lambda: ClearForfeit(
                self._of([one.number for one in self.tournament.entries.values() if one.forfeit]),
                self.dice.choice(("fee", "suspension")),
            ),
            ConfirmBust: lambda: ConfirmBust(self._entry(), (self._entry(),) * self.dice.randrange(2)),
            Redraw: lambda: self.dice.choice((Redraw(), *[Redraw((1, 2, 3), 9)] * 3)),
            CountBag: lambda: CountBag(
                self._of([one.number for one in self.tournament.entries.values() if one.is_in]),
                self.dice.choice((0, 10_000, 1, -5, 10**15)),
                self.dice.random() < 0.7,
            ),
            EditStructure: self._edit,
            EndFlight: lambda: EndFlight(tuple(self.tournament.entries)),
            Forfeit: lambda: Forfeit(
                self._of([one.number for one in self.tournament.entries.values() if not one.checked_in])
            ),
            HandForHand: lambda: HandForHand(not self.tournament.barrier),
            Jump: lambda: Jump(self.dice.randint(-1, len(CLUB.entries)), self._marks()),
            MakeDeal: self._deal,
            MoveEntry: lambda: MoveEntry(self._of([*self.tournament.occupied.values()]), self._free_seat()),
            HaltTable: lambda: HaltTable(self._of([*short_tables(self.tournament)]), self.dice.random() < 0.7),
            UseTable: lambda: UseTable(self.dice.randint(1, 6), self.dice.randint(0, 11), self.dice.random() < 0.3),
            PrepareDraw: lambda: PrepareDraw(SEED),
            PreviousLevel: lambda: PreviousLevel(self._marks()),
            Promote: lambda: Promote(self._of(self._first_waiting())),
            Rebuy: lambda: Rebuy(self._of([*self.tournament.occupied.values()])),
            Recover: lambda: Recover(self.now_ms, self.dice.choice((0, 1000, 3_600_000))),
            Schedule: lambda: Schedule(self.dice.choice((None, 1, 2, 10**13, 10**15, -1))),
            SeatAgain: lambda: SeatAgain(self._entry(), self.dice.choice((None, self._free_seat()))),
            SeatEntry: lambda: SeatEntry(self._entry(), self.dice.choice((None, self._seat()))),
            SendPurchases: lambda: SendPurchases(
                self._of([one.number for one in self.tournament.entries.values() if one.bought])
            ),
            TurnAway: lambda: TurnAway(self.dice.choice(("Nobody", "Somebody", *self._names())), "Not tonight"),
            TypeTable: lambda: TypeTable(self._sitting(), (TypedCount(self._entry(), 500),), 99, 1, adjust=True),
            UndoAct: lambda: UndoAct(
                self.dice.choice(
                    (
                        self.dice.randint(0, len(self.tournament.acts)),
                        len(self.tournament.acts) - self.dice.randint(0, 3),
                    )
                )
            ),
            UndoClock: lambda: UndoClock(self._marks()),
        }

    def _entered(self) -> AddEntry:
        return AddEntry(f"x{self.dice.randrange(PEOPLE)}", "Somebody", roster=self._roster())

    def _of(self, some: Sequence[int]) -> int:
        return self.dice.choice(some) if some else self._entry()

    def _first_waiting(self) -> list[int]:
        """One entry at most."""
        first = next_waiting(self.tournament, self.context)
        return [first.number] if first else []

    def _entry(self) -> int:
        return self.dice.choice([*self.tournament.entries, 99])

    def _sitting(self) -> int:
        return self.dice.choice([*self.tournament.sittings, 99])

    def _seat(self) -> SeatAt:
        return SeatAt(self._sitting(), self.dice.randint(0, 11))

    def _free_seat(self) -> SeatAt:
        """Mostly a seat where a player can sit."""
        sittings = open_sittings(self.tournament)
        free = [seat for sitting in sittings for seat in free_seats(sitting, self.tournament.occupied)]
        return self.dice.choice(free) if free and self.dice.random() < 0.8 else self._seat()

    def _names(self) -> list[str]:
        people = [person.name for one in self.tournament.entries.values() for person in one.roster]
        return [*(one.name for one in self.tournament.entries.values()), *people]

    def _marks(self) -> tuple[TableMark, ...]:
        return tuple(TableMark(number, facts.mark) for number, facts in self.facts.items())

    def _roster(self) -> tuple[Person, ...]:
        if not self.teams:
            return ()
        return tuple(Person(f"Member {self.dice.randrange(9999)}") for _ in range(self.dice.randint(1, 3)))

    def _catch_up(self) -> TournamentAction:
        """The clock comes back, and a table has played on in the meantime."""
        self.ask(Recover(self.now_ms, 60_000), "clock")
        structure = self.tournament.structure or CLUB
        stakes = blinds(structure, min(self.tournament.clock.index + 1, len(structure.entries) - 1))
        return CatchUp(
            tuple(PlayedLevel(number, facts.mark + 1, stakes) for number, facts in self.facts.items()) if stakes else ()
        )

    def _carry_over(self) -> TournamentAction:
        its_id = self.dice.choice(("flight a", "flight b"))
        people = [
            Finalist(place, f"{its_id} {place}", f"Finalist {its_id} {place}", self.dice.choice((9_000, 12_000)))
            for place in range(1, 4)
        ]
        bounty = self.create.terms.prizes.bounty
        return CarryOver((its_id,), (FlightResult(its_id, its_id, 7, 6000, 3, tuple(people), bounty),))

    def _edit(self) -> TournamentAction:
        structure = self.tournament.structure or CLUB
        at = self.dice.randrange(len(structure.entries))
        entry = structure.entries[at]
        changed = replace(entry, minutes=entry.minutes + self.dice.choice((0, 0.5, 1)))
        return EditStructure(
            replace(structure, entries=(*structure.entries[:at], changed, *structure.entries[at + 1 :]))
        )

    def _deal(self) -> TournamentAction:
        try:
            found = offer(self.tournament, self.context, self.dice.choice(("icm", "chips")))
        except Refused:
            return MakeDeal(())
        return MakeDeal(found.shares, found.for_winner)

    def arrived(self, table: FakeTable) -> None:
        """A dealer types the last arrival, a chip too many or too few."""
        if not table.arrivals:
            return
        last = table.arrivals[-1]
        if last.entry in table.held and last.mark == table.mark and last.chips > 100:
            chips = last.chips + self.dice.choice((-100, 100))
            table.arrivals[-1] = replace(last, chips=chips)
            table.held[last.entry] = replace(table.held[last.entry], chips=chips)

    def begin(self) -> None:
        """Set up an event of any kind, and start it."""
        self.create = self.create_any()
        self.ask(self.create)
        typed = self.dice.choice((0, 0, 1))
        for table in range(1, self.dice.randint(2, 3) + 1):
            self.ask(UseTable(table, self.dice.randint(6, 9), table <= typed))
        self.ask(PrepareDraw(SEED))
        for player in range(self.dice.randint(2, 14)):
            self.ask(AddEntry(f"p{player}", f"Player {player}", roster=self._roster()))
        for _ in range(self.dice.randint(0, 15)):
            self.ask(self.anything())
        for entry in list(self.tournament.entries):
            if self.dice.random() < 0.05:  # and a waiting player may have their place
                self.ask(VoidEntry(entry))
            if self.dice.random() < 0.8:
                self.ask(CheckIn(entry))
        self.ask(DrawSeats(alternates=True))
        self.ask(Start())

    def go_on(self, rounds: int) -> Iterator[None]:
        """Play to a little after the end; pauses after every event."""
        dice, over = self.dice, 0
        for _ in range(rounds):
            over += self.tournament.ended is not None or self.tournament.flight is not None
            if over > AFTERWARDS:
                return
            if dice.random() < 0.2:
                self.lose_a_table()
            self.tables_follow()
            for table in self.tables.values():
                if dice.random() < 0.05:
                    self.arrived(table)
            yield
            self.play_hands()
            self.ask(AdvanceDue(), "clock")
            yield
            for _ in range(2):
                self.ask(self.anything())
                yield
            if dice.random() < 0.03 and not self.tournament.ended and self.forget_the_room():
                yield
            if (found := self.proposed()) and dice.random() < 0.6:
                self.ask(dice.choice(found[:2]).action, "policy")
                yield
