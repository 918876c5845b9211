"""A player is warned, penalized or disqualified (TDA 2024 rule 71). `next_deal` says whose hands are killed."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand import rules as hand_rules
from engine.hand.events import HandKilled
from engine.refused import Refused
from engine.table.actions.people import StackRemoved
from engine.table.seats import changed, misses, sitting, warnings
from engine.table.state import PlayerEvent, Table, TableActionBase, book_of, chips_at, players


class Warn(TableActionBase, frozen=True, tag="warning"):
    """A player is warned. This does not require the floor. If `by` is empty, the dealer who is signed in gives the
    warning."""

    seat: int
    why: str
    by: str = ""

    is_ruling = True

    def decide(self, table: Table) -> list[Event]:
        book, seat = book_of(table), sitting(table.seats, self.seat)
        if not self.why.strip():
            raise Refused("penalty-unnamed", book.penalties.clause)
        return [PlayerWarned(self.seat, seat.player, self.by or table.staffing.dealer, self.why)]


class PlayerWarned(PlayerEvent, frozen=True, tag="warning"):
    """The player was warned. `by` is empty if no dealer was signed in."""

    by: str
    why: str

    @property
    def listed(self) -> tuple[int, str]:
        return 0, self.why

    def change(self, table: Table) -> Table:
        more = warnings(table.seats, self.seat) + 1
        return replace(table, seats=changed(table.seats, self.seat, warnings=more))


class Penalize(TableActionBase, frozen=True, tag="penalize"):
    """A player sits out this many hands and rounds, starting with the next hand."""

    is_ruling = True

    seat: int
    by: str
    why: str
    hands: int = 0
    rounds: int = 0

    def decide(self, table: Table) -> list[Event]:
        """A round counts as one hand for each player who has chips now."""
        book = book_of(table)
        _check_named(self, book)
        seat = sitting(table.seats, self.seat)
        if self.hands < 0 or self.rounds < 0:
            raise Refused("penalty-below-zero", book.penalties.clause)
        if not self.hands and not self.rounds:
            raise Refused("penalty-empty", book.penalties.clause)
        if self.rounds and book.penalties.value == "hands":
            raise Refused("penalty-in-hands", book.penalties.clause)
        missed = self.hands + self.rounds * len(players(table))
        return [PlayerPenalized(self.seat, seat.player, self.hands, self.rounds, missed, self.by, self.why)]


class PlayerPenalized(PlayerEvent, frozen=True, tag="player-penalized"):
    """The player sits out `misses` more hands, which are dealt and killed like an absent player's. That number is
    `hands` plus the hands of the `rounds`; a round counts as one hand for each player at the time."""

    hands: int
    rounds: int
    misses: int
    by: str
    why: str

    @property
    def listed(self) -> tuple[int, str]:
        return self.misses, self.why

    def change(self, table: Table) -> Table:
        more = misses(table.seats, self.seat) + self.misses
        return replace(table, seats=changed(table.seats, self.seat, misses=more))


class Disqualify(TableActionBase, frozen=True, tag="disqualify"):
    """A player is disqualified from the event. Their hand is dead, and their chips are taken out of play."""

    is_ruling = True

    seat: int
    by: str
    why: str

    def decide(self, table: Table) -> list[Event]:
        book = book_of(table)
        _check_named(self, book)
        seat = sitting(table.seats, self.seat)
        if seat.disqualified:
            raise Refused("disqualified-already", book.disqualified.clause, name=seat.name)
        out = PlayerDisqualified(self.seat, seat.player, self.by, self.why)
        hand = table.hand
        if hand is None or hand.over or self.seat not in hand.deal.seats:
            return [out, StackRemoved(self.seat, out.player, chips_at(table, self.seat))]
        dead = HandKilled(self.seat, self.why, follows=True, cause="disqualified")
        return [out, *hand_rules.kill_hands(hand, {self.seat: dead})]


class PlayerDisqualified(PlayerEvent, frozen=True, tag="player-disqualified"):
    """The player is out of the event. Their remaining chips are taken out of play at the end of the hand."""

    by: str
    why: str

    @property
    def listed(self) -> tuple[int, str]:
        return 0, self.why

    def change(self, table: Table) -> Table:
        return replace(table, seats=changed(table.seats, self.seat, disqualified=True))


def _check_named(action: Penalize | Disqualify, book: RuleBook) -> None:
    if not action.by.strip() or not action.why.strip():
        raise Refused("penalty-unnamed", book.penalties.clause)


Actions = Warn | Penalize | Disqualify
Events = PlayerWarned | PlayerPenalized | PlayerDisqualified
