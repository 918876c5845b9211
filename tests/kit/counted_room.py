"""A tournament at two tables with physical chips: the chips on the felt are kept next to each record.

Dealers count the chips, sometimes wrongly, and some chips go astray. The room's own rules decide, play and check it
all. Everything follows from a seed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Literal, get_args

from msgspec.structs import replace

from engine.actions import Action, Bet, Check, Fold, RaiseTo
from engine.events import PotAwarded
from engine.game.game import Game, apply
from engine.public import public
from engine.table.actions.chips import ReportCount
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from engine.table.state import is_playing, players
from engine.terms import Blinds
from engine.tournament import state
from engine.tournament.actions import ConfirmBust, MoveEntry, TournamentAction
from engine.tournament.custody.differences import LATE_MS, Difference, differences
from engine.tournament.custody.ledger import Ledger, ledger
from engine.tournament.field.entries import free_seats
from engine.tournament.rules.barrier import to_confirm
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables
from engine.tournament.targets import RosterSeat, target
from engine.tournament.tournament import order
from kiosk.clock.tables.facts import SittingRecord, read_event, table_facts
from tests.kit.randomplay import Habits, ask, next_action
from tests.kit.small_room import CREATE, TDA, SmallRoom

Fault = Literal["added", "taken", "wrong pot", "mistyped count", "mistyped arrival", "lost move"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
QUIET = Habits(kill=0, undo=0, move=0)
CHIP, STACK, SEATS, PLAYERS = 25, 20_000, 9, 12
HAND_MS = 120_000
LARGE, CALM = 1_000, 0.95
"""A bet above this amount is made only one time in twenty that random play would make it."""
MISCOUNTS = 0.01
"""How many counts of an honest dealer are wrong: half of them miscounted, half mistyped."""
BESIDE = {
    "1": "24",
    "2": "135",
    "3": "26",
    "4": "157",
    "5": "2468",
    "6": "359",
    "7": "48",
    "8": "5790",
    "9": "68",
    "0": "8",
}
"""For each key of a number pad, the keys next to it."""


@cache
def opened() -> Tournament:
    """Everybody has entered and has a seat. The clock runs."""
    room = SmallRoom(1)
    room.open(PLAYERS, 2, SEATS, create=replace(CREATE, structure=replace(CREATE.structure, starting_stack=STACK)))
    return room.tournament


def mistyped(dice: Random, number: int) -> int:
    """A mistyped number: a digit doubled, dropped, swapped with the next or replaced by its neighbor on the pad; or ten
    times as much.
    """
    digits, keyed = str(number), str(number)
    while not keyed or int(keyed) == number:
        at = dice.randrange(len(digits))
        before, digit, after = digits[:at], digits[at], digits[at + 1 :]
        keyed = dice.choice((
            before + digit * 2 + after,
            before + after,
            before + after[:1] + digit + after[1:],
            before + dice.choice(BESIDE[digit]) + after,
            digits + "0",
        ))  # fmt: skip
    return int(keyed)


@dataclass
class Felt:
    """A table: its record, and the chips there by entry."""

    number: int
    game: Game = field(default_factory=Game)
    record: SittingRecord = field(default_factory=SittingRecord)
    lies: dict[int, int] = field(default_factory=dict)
    pushed: list[PotAwarded] = field(default_factory=list)
    """In the last hand."""

    def ask(self, action: Action, at_ms: int) -> None:
        for event in ask(self.game, action).record:
            self.record = read_event(self.record, self.game, event, self.game.mark + 1, at_ms)
            self.game = apply(self.game, event)
            if isinstance(event, PotAwarded):
                self.pushed.append(event)

    def sit(self, one: RosterSeat, chips: int, at_ms: int) -> None:
        self.ask(TakeSeat(one.seat, str(one.entry), one.name, chips, one.came_from), at_ms)

    def stacks(self) -> dict[int, int]:
        """According to the records."""
        return {int(seat.player): seat.chips for seat in self.game.table.seats if seat}

    def entry_at(self, seat: int) -> int:
        there = self.game.table.seats[seat - 1]
        assert there
        return int(there.player)


class CountedRoom:
    """`counts` is how many stacks were counted; `false_alarms` is how often the room was sure of something that was
    wrong.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.tournament = opened()
        self.now_ms = 1_000_000
        self.counts = self.false_alarms = 0
        self.strays: set[int] = set()
        """Entries that never arrived, or arrived with a different number of chips than they carried."""
        self.counted: set[int] = set()
        """In the last break."""
        self.mistypes = self.noticed = False
        """The next count is keyed wrongly, and somebody has noticed."""
        self.felts = {number: self._felt(number) for number in self.tournament.sittings}

    def _felt(self, number: int) -> Felt:
        felt, goal = Felt(number), target(self.tournament, number)
        felt.ask(OpenTable(goal.table, goal.name, TDA, goal.seat_count), self.now_ms)
        for one in goal.roster:
            felt.sit(one, one.chips, self.now_ms)
            felt.lies[one.entry] = one.chips
        felt.ask(SetLevel(Blinds(1, 50, 100, 100, "big-blind", CHIP)), self.now_ms)
        felt.ask(PlaceButton(goal.roster[0].seat), self.now_ms)
        return felt

    @property
    def facts(self) -> Tables:
        return {number: table_facts(number, felt.record, felt.game) for number, felt in self.felts.items()}

    def found(self) -> list[Difference]:
        """The differences that the director sees."""
        return differences(self.tournament, self.facts, self.now_ms)

    def sure(self) -> set[int]:
        """The entries for which the clock tells the director that chips are missing, or that there are too many."""
        return {one.entry for one in self.found() if one.sure}

    def ledger(self) -> Ledger:
        return ledger(self.tournament.entries, self.facts)

    @property
    def wrong(self) -> set[int]:
        """The entries whose chips do not match the records."""
        off = {
            entry for felt in self.felts.values() for entry, chips in felt.stacks().items() if felt.lies[entry] != chips
        }
        return off | self.strays

    def order(self, action: TournamentAction) -> None:
        """The director's act."""
        for event in order(self.tournament, action, "Dana", self.now_ms, self.facts):
            self.tournament = state.apply(self.tournament, event)

    # Play

    def play(self, hands: int) -> None:
        """Play this many hands at each table with three players or more. Every player who busts is confirmed."""
        for _ in range(hands):
            self.now_ms += HAND_MS
            for felt in self.felts.values():
                if len(players(felt.game.table)) > 2:
                    self._hand(felt)
            while out := to_confirm(self.tournament, self.facts):
                self.order(ConfirmBust(out[0][0][1].entry))

    def _hand(self, felt: Felt) -> None:
        before = felt.stacks()
        felt.pushed = []
        felt.ask(StartHand(), self.now_ms)
        while is_playing(felt.game.table):
            felt.ask(self._act(felt.game), self.now_ms)
        after = felt.stacks()
        won = {entry: after.get(entry, 0) - had for entry, had in before.items()}
        for entry, chips in won.items():
            felt.lies[entry] += chips
        winner = max(won, key=lambda entry: won[entry])
        for entry in set(before) - set(after):  # the rest, or the shortfall, goes with the pot
            felt.lies[winner] += felt.lies.pop(entry)
        for entry, chips in felt.lies.items():  # a player who is short pays the chips that are there
            felt.lies[winner] += min(0, chips)
            felt.lies[entry] = max(0, felt.lies[entry])

    def _act(self, game: Game) -> Action:
        """A random action; a large bet is rare."""
        action = next_action(game, self.dice, QUIET)
        if isinstance(action, Bet | RaiseTo) and action.to > LARGE and self.dice.random() < CALM:
            return Check(action.seat) if isinstance(action, Bet) else Fold(action.seat)
        return action

    # Counts

    def count_all(self) -> None:
        """As at a break: count the seats that are due at each table, then count the differing ones again."""
        self.counted = set()
        for felt in self.felts.values():
            for seat in public(felt.game).count_next:
                self._count_seat(felt, seat)

    def _count_seat(self, felt: Felt, seat: int) -> None:
        entry = felt.entry_at(seat)
        self.counts += 1
        self.counted.add(entry)
        while True:
            mistypes, self.mistypes = self.mistypes, False
            keyed = mistyped(self.dice, felt.lies[entry]) if mistypes else self._keyed(felt.lies[entry])
            felt.ask(ReportCount((seat,), (keyed,)), self.now_ms)
            differences = [one for one in self.found() if one.entry == entry and one.found == "count"]
            self.noticed |= mistypes and bool(differences)
            self.false_alarms += entry not in self.wrong and any(one.sure for one in differences)
            if not public(felt.game).seats[seat - 1].last_count.again:
                return

    def _keyed(self, chips: int) -> int:
        """The number that a dealer types after counting this many chips."""
        if self.dice.random() >= MISCOUNTS:
            return chips
        if self.dice.random() < 0.5:
            return mistyped(self.dice, chips)
        return max(0, chips + CHIP * self.dice.choice((-20, -4, -1, 1, 4, 20)))

    def rest(self) -> None:
        """A break, longer than any walk from table to table."""
        self.now_ms += LATE_MS + 1

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

    def _somebody(self) -> tuple[Felt, int]:
        felt = self.dice.choice([one for one in self.felts.values() if len(players(one.game.table)) > 2])
        return felt, self.dice.choice(sorted(felt.stacks()))

    def _astray(self, sign: int) -> None:
        felt, entry = self._somebody()
        most = max(1, felt.stacks()[entry] // CHIP // 2)
        felt.lies[entry] += sign * CHIP * self.dice.randint(1, min(40, most))

    def _wrong_pot(self) -> None:
        felt, _ = self._somebody()
        self._hand(felt)
        while len(felt.lies) < 2:  # it was the table's last hand: nobody is left to get the pot
            felt, _ = self._somebody()
            self._hand(felt)
        pushed = felt.pushed[0]
        winner = felt.entry_at(pushed.seats[0])
        other = self.dice.choice(sorted(set(felt.lies) - {winner}))
        felt.lies[winner] -= pushed.shares[0]
        felt.lies[other] += pushed.shares[0]

    def _mistyped_count(self) -> None:
        self.mistypes = True

    def _move(self, *, arrives: bool = True, typed_wrongly: bool = False) -> None:
        """The director moves a player to the other table: both tables follow their targets."""
        felt, entry = self._somebody()
        there = next(one for one in self.felts.values() if one is not felt)
        self.order(MoveEntry(entry, free_seats(self.tournament.sittings[there.number], self.tournament.occupied)[0]))
        chips = felt.stacks()[entry]
        (leaves,) = target(self.tournament, felt.number).leaving
        seat = next(one for one, taken in enumerate(felt.game.table.seats, 1) if taken and taken.player == str(entry))
        felt.ask(LeaveSeat(seat, leaves.to_table), self.now_ms)
        lies = felt.lies.pop(entry)
        if typed_wrongly or not arrives:
            self.strays.add(entry)
        if arrives:
            (place,) = [one for one in target(self.tournament, there.number).roster if one.entry == entry]
            keyed = mistyped(self.dice, chips) if typed_wrongly else chips
            there.sit(place, keyed, self.now_ms)
            there.lies[entry] = lies
