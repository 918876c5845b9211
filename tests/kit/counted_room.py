"""Two tables of a room where chips really lie: beside each record what is on the felt, which dealers count, now and
then wrongly, and from which chips go astray. By seed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Literal, get_args

from engine.actions import (
    Action,
    Bet,
    Check,
    Fold,
    LeaveSeat,
    OpenTable,
    PlaceButton,
    RaiseTo,
    ReportCount,
    SetLevel,
    StartHand,
    TakeSeat,
)
from engine.books.rulebook import load_book
from engine.events import PotAwarded
from engine.game.game import Game, apply
from engine.public import public
from engine.table.state import is_playing, players
from engine.terms import Blinds
from engine.tournament.custody.differences import LATE_MS, Difference, differences
from engine.tournament.field.entries import Entry, Sitting
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables
from kiosk.clock.tables.facts import SittingRecord, read_event, table_facts
from tests.kit.randomplay import Habits, ask, next_action

Fault = Literal["added", "taken", "wrong pot", "mistyped count", "mistyped arrival", "lost move"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
QUIET = Habits(kill=0, undo=0, move=0)
CHIP, STACK, SEATS, EACH = 25, 20_000, 9, 6
HAND_MS = 120_000
LARGE, CALM = 1_000, 0.95
"""A bet of more than this is made as one in twenty of those that random play would make."""
MISCOUNTS = 0.01
"""How many counts of an honest dealer are wrong."""
TDA = load_book("tda")


@dataclass
class Felt:
    """A table: its record, and what lies there by player."""

    number: int
    game: Game = field(default_factory=Game)
    record: SittingRecord = field(default_factory=SittingRecord)
    lies: dict[str, int] = field(default_factory=dict)
    pushed: list[PotAwarded] = field(default_factory=list)
    """Of the last hand."""

    def ask(self, action: Action, at_ms: int) -> None:
        for event in ask(self.game, action).record:
            self.record = read_event(self.record, self.game, event, self.game.mark + 1, at_ms)
            self.game = apply(self.game, event)
            if isinstance(event, PotAwarded):
                self.pushed.append(event)

    def stacks(self) -> dict[str, int]:
        return {seat.player: seat.chips for seat in self.game.table.seats if seat}

    def seat_of(self, player: str) -> int:
        return next(one for one, seat in enumerate(self.game.table.seats, 1) if seat and seat.player == player)


class CountedRoom:
    """`counts` is how many stacks were counted, `false_alarms` how often two counts agreed on what was not so."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.now_ms = 1_000
        self.counts = self.false_alarms = 0
        self.touched: set[str] = set()
        """Whose chips are astray."""
        self.seen = False
        """Whether somebody could not pay what the record says they did, or keyed what is counted again at once."""
        self.counted: set[str] = set()
        self.mistypes = False
        """Whether the next count is keyed wrongly."""
        self.felts = {number: self._felt(number) for number in (1, 2)}

    def _felt(self, number: int) -> Felt:
        felt = Felt(number)
        felt.ask(OpenTable(number, "Counted", TDA, SEATS), self.now_ms)
        for seat in range(1, EACH + 1):
            player = str(number * 10 + seat)
            felt.ask(TakeSeat(seat, player, f"Player {player}", STACK), self.now_ms)
            felt.lies[player] = STACK
        felt.ask(SetLevel(Blinds(1, 50, 100, 100, "big-blind", CHIP)), self.now_ms)
        felt.ask(PlaceButton(1), self.now_ms)
        return felt

    @property
    def facts(self) -> Tables:
        return {number: table_facts(number, felt.record, felt.game) for number, felt in self.felts.items()}

    @property
    def tournament(self) -> Tournament:
        numbers = [int(one) for table in (1, 2) for one in (str(table * 10 + seat) for seat in range(1, EACH + 1))]
        entries = {number: Entry(number, str(number), f"Player {number}", STACK) for number in numbers}
        return Tournament(entries=entries, sittings={one: Sitting(one, one, SEATS) for one in (1, 2)})

    def found(self) -> list[Difference]:
        return differences(self.tournament, self.facts, self.now_ms)

    # Play

    def play(self, hands: int) -> None:
        """So many hands at each table with three players or more."""
        for _ in range(hands):
            self.now_ms += HAND_MS
            for felt in self.felts.values():
                if len(players(felt.game.table)) > 2:
                    self._hand(felt)

    def _hand(self, felt: Felt) -> None:
        before = felt.stacks()
        felt.pushed = []
        felt.ask(StartHand(), self.now_ms)
        while is_playing(felt.game.table):
            felt.ask(self._act(felt.game), self.now_ms)
        after = felt.stacks()
        won = {player: after.get(player, 0) - had for player, had in before.items()}
        for player, chips in won.items():
            felt.lies[player] += chips
        winner = max(won, key=lambda player: won[player])
        for player in set(before) - set(after):  # what is left or lacks goes with the pot
            self._pass_on(felt, player, winner)
        for player, chips in felt.lies.items():
            self.seen |= chips < 0 and player in self.touched

    def _act(self, game: Game) -> Action:
        """At random; a large bet is a rare one."""
        action = next_action(game, self.dice, QUIET)
        if isinstance(action, Bet | RaiseTo) and action.to > LARGE and self.dice.random() < CALM:
            return Check(action.seat) if isinstance(action, Bet) else Fold(action.seat)
        return action

    def _pass_on(self, felt: Felt, loser: str, winner: str) -> None:
        rest = felt.lies.pop(loser)
        felt.lies[winner] += rest
        if loser in self.touched:
            self.touched = (self.touched - {loser}) | {winner}

    # Counts

    def count_all(self) -> None:
        """As at a break: at each table the seats whose turn it is, and again what differs."""
        for felt in self.felts.values():
            for seat in public(felt.game).count_next:
                self._count_seat(felt, seat)

    def _count_seat(self, felt: Felt, seat: int) -> None:
        self.counts += 1
        self.counted.add(public(felt.game).seats[seat - 1].player)
        player = public(felt.game).seats[seat - 1].player
        while True:
            counted, mistyped = felt.lies[player], self.mistypes
            if mistyped:
                counted, self.mistypes = counted * 10, False
            elif self.dice.random() < MISCOUNTS:
                counted = max(0, counted + CHIP * self.dice.choice((-20, -4, -1, 1, 4, 20)))
            felt.ask(ReportCount((seat,), (counted,)), self.now_ms)
            last = public(felt.game).seats[seat - 1].last_count
            if counted != felt.stacks()[player] and player not in self.touched and last.sure:
                self.false_alarms += 1
            self.seen |= mistyped and last.again
            if not last.again:
                return

    # Faults

    def put_in(self, fault: Fault) -> None:
        """One thing goes wrong, between hands."""
        wrong: dict[Fault, Callable[[], None]] = {
            "added": lambda: self._astray(1),
            "taken": lambda: self._astray(-1),
            "wrong pot": self._wrong_pot,
            "mistyped count": self._mistyped_count,
            "mistyped arrival": lambda: self._move(typed_wrongly=True),
            "lost move": lambda: self._move(arrives=False),
        }
        wrong[fault]()

    def _somebody(self) -> tuple[Felt, str]:
        felt = self.dice.choice([one for one in self.felts.values() if len(players(one.game.table)) > 2])
        return felt, self.dice.choice(sorted(felt.stacks()))

    def _astray(self, sign: int) -> None:
        felt, player = self._somebody()
        most = max(1, felt.stacks()[player] // CHIP // 2)
        felt.lies[player] += sign * CHIP * self.dice.randint(1, min(40, most))
        self.touched = {player}

    def _wrong_pot(self) -> None:
        felt, _ = self._somebody()
        self._hand(felt)
        while len(felt.lies) < 2:  # it was the table's last hand: nobody is there to be given the pot
            felt, _ = self._somebody()
            self._hand(felt)
        pushed = felt.pushed[0]
        there = felt.game.table.seats[pushed.seats[0] - 1]
        assert there
        other = self.dice.choice(sorted(set(felt.lies) - {there.player}))
        felt.lies[there.player] -= pushed.shares[0]
        felt.lies[other] += pushed.shares[0]
        self.touched = {there.player, other}

    def _mistyped_count(self) -> None:
        self.mistypes = True

    def _move(self, *, arrives: bool = True, typed_wrongly: bool = False) -> None:
        leaves, goes = self.dice.sample(sorted(self.felts), 2)
        felt, there = self.felts[leaves], self.felts[goes]
        player = self.dice.choice(sorted(felt.stacks()))
        seat, chips = felt.seat_of(player), felt.stacks()[player]
        name = f"Player {player}"
        felt.ask(LeaveSeat(seat, goes), self.now_ms)
        lies = felt.lies.pop(player)
        self.touched = {player}
        if arrives:
            free = next(one for one, taken in enumerate(there.game.table.seats, 1) if taken is None)
            keyed = chips * 10 if typed_wrongly else chips
            there.ask(TakeSeat(free, player, name, keyed, leaves), self.now_ms)
            there.lies[player] = lies

    def rest(self) -> None:
        """A break, longer than any walk from table to table."""
        self.now_ms += LATE_MS + 1
