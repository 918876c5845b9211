"""Tables that play on their own thread while a director works: real programs without a screen.

They deal only what a test asks for. `deal` plays hands that everybody folds; `bust` plays hands in which a player goes
all-in and loses to the largest stack of the table. New players are seated and chips are colored up automatically.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.actions import Action, Bet, Call, Check, Fold, HandOver, RaiseTo, SeeCard
from engine.cards import Card, parse_cards
from engine.hand.rules import LegalActions
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.state import is_playing, players
from kiosk.demo.players import next_of_all, unseen_cards
from tests.kit.clock import DEADLINE_S, RandomTable, eventually

LOOK_S = 0.05
TICK_EVERY = 10
BOARD, WINS, LOSES = (parse_cards(cards) for cards in ("KdQh9s6c3d", "AsAhAcAd", "7c2h8s4hTc5h"))


class Played:
    """One table, and its current task."""

    def __init__(self, table: RandomTable) -> None:
        self.table = table
        self.hands = 0
        """How many more hands to deal."""
        self.loser = ""
        self._winner = 0

    def __str__(self) -> str:
        game, said = self.table.game, self.table.face
        seats = {seat.name: seat.chips for seat in game.table.seats if seat}
        done = f"{game.table.hands} hands dealt, to stop at {game.table.stop}"
        asked = f"{done}, {self.hands} to deal, loser {self.loser or 'none'}, in a hand {is_playing(game.table)}"
        updates = f"refused {said.refusals[-2:]}, told {said.notices[-2:]}, {said.surroundings}"
        return f"table {self.table.number}: {asked}, {seats}, {updates}"

    @property
    def rests(self) -> bool:
        """Whether it has finished its task, or cannot."""
        return not (self.hands or self.loser or is_playing(self.table.game.table))

    @property
    def plays(self) -> bool:
        """Whether two players have chips here."""
        return len(players(self.table.game.table)) > 1

    def stack(self, name: str) -> int:
        """A player's chips here; 0 if nobody has that name."""
        return next((seat.chips for seat in self.table.game.table.seats if seat and seat.name == name), 0)

    def next_action(self) -> Action | None:
        """The action that a dealer would record now, or None."""
        game = self.table.game
        seen = public(game)
        if not seen.playing:
            if self.loser and not self.stack(self.loser):
                self.loser = ""
            move = next_of_all(game, self.table.face.surroundings, self.table.dice)
            if isinstance(move, StartHand):
                return self._start(move)
            return move
        if seen.legal.push:
            return HandOver(start=False)
        if seen.legal.due:
            return SeeCard(self._card(seen.legal.due[0]), seen.legal.due[0])
        return self._act(seen.legal) if seen.legal.seat else None

    def _start(self, move: StartHand) -> StartHand | None:
        if not (self.hands or self.loser):
            return None
        seats = enumerate(self.table.game.table.seats, 1)
        others = [(seat.chips, number) for number, seat in seats if seat and seat.name != self.loser]
        self._winner = max(others)[1]
        return move

    def _card(self, where: int) -> Card:
        wanted = {0: BOARD, self._winner: WINS}.get(where, LOSES)
        free = unseen_cards(public(self.table.game))
        return next(card for card in wanted if card in free)

    def _act(self, legal: LegalActions) -> Action:
        seat = self.table.game.table.seats[legal.seat - 1]
        if seat and seat.name == self.loser and legal.most:
            return (Bet if legal.opens else RaiseTo)(legal.seat, legal.most)
        stays = self.loser and legal.seat == self._winner
        if legal.call and (stays or (seat and seat.name == self.loser)):
            return Call(legal.seat)
        return Check(legal.seat) if legal.check else Fold(legal.seat)


class PlayingTables:
    """All tables, running until the context ends."""

    def __init__(self, folder: Path, socket: str, *numbers: int) -> None:
        self._tables: dict[int, Played] = {}
        self._ends = threading.Event()
        self._began = threading.Event()
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, args=(folder, socket, numbers), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._began.wait(DEADLINE_S)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ends.set()
        self._thread.join(DEADLINE_S)
        assert not self._failed, self._failed

    def deal(self, hands: int, *numbers: int) -> None:
        """Play this many hands at each of these tables, or at every table that can play. Returns when they are over."""
        asked = [self._tables[number] for number in numbers] or [one for one in self._tables.values() if one.plays]
        for one in asked:
            one.hands = hands
        self._until(lambda: all(one.rests for one in asked))

    def bust(self, name: str) -> None:
        """These players lose all they have, in as many hands as it takes."""
        one = self.of(name)
        one.loser = name
        self._until(lambda: one.rests)

    def wait_until_held(self) -> None:
        """Wait until every table that can play knows that it plays hand for hand.

        A table that deals before that is a hand ahead.
        """
        self._until(lambda: all(one.table.game.table.stop for one in self._tables.values() if one.plays))

    def of(self, name: str) -> Played:
        """The table where a player sits with chips. Raises `StopIteration`."""
        return next(one for one in self._tables.values() if one.stack(name))

    def stacks(self) -> dict[str, int]:
        """Each player's chips, by name."""
        seats = (seat for one in self._tables.values() for seat in one.table.game.table.seats)
        return {seat.name: seat.chips for seat in seats if seat and seat.chips}

    def where(self) -> dict[str, int]:
        """The table of each player with chips, by name."""
        return {name: self.of(name).table.number for name in self.stacks()}

    def _until(self, happened: Callable[[], bool]) -> None:
        try:
            eventually(lambda: bool(self._failed) or happened())
        except AssertionError as error:
            error.add_note("\n".join(map(str, self._tables.values())))
            raise
        assert not self._failed, self._failed

    def _run(self, folder: Path, socket: str, numbers: tuple[int, ...]) -> None:
        try:
            self._tables = {number: Played(RandomTable(folder, socket, number)) for number in numbers}
            self._began.set()
            rounds = 0
            while not self._ends.wait(LOOK_S):
                rounds += 1
                for one in self._tables.values():
                    self._work(one, rounds % TICK_EVERY == 0)
        except BaseException as error:  # raised in the thread where the test waits
            self._failed.append(error)
        finally:
            for one in self._tables.values():
                one.table.host.stop()

    @staticmethod
    def _work(one: Played, ticks: bool) -> None:
        host = one.table.host
        if ticks:
            host.tick()
        else:
            host.take_posts()
        while action := one.next_action():
            before = one.table.game.mark
            host.orders.ask(action)
            if one.table.game.mark == before:
                return  # refused, or requested from the room
            if isinstance(action, StartHand):
                one.hands = max(0, one.hands - 1)  # only after the deal: with none left, the table rests
