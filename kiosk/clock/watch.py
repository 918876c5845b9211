"""One table as the clock sees it: its records followed with the same engine, and what does not add up.

A pure fold. Nothing a table sends can stop it: what cannot be followed is flagged with a sentence for the director and
the table stands where it last made sense; its records are kept elsewhere, all of them.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import replay
from engine.actions import (
    BOARD,
    Action,
    Bet,
    Call,
    ChangeDeck,
    Check,
    CorrectBets,
    Declare,
    Disqualify,
    DrawButton,
    Fold,
    ForfeitChips,
    KillHand,
    LeaveSeat,
    MarkAway,
    Muck,
    OpenTable,
    Overrule,
    Penalise,
    PlaceButton,
    Push,
    RaiseTo,
    SeeCard,
    SetLevel,
    StartHand,
    TakeSeat,
    Undo,
)
from engine.events import (
    AwayMarked,
    BetMade,
    BetsCorrected,
    BoardDealt,
    ButtonDrawn,
    ButtonPlaced,
    Called,
    CardTabled,
    Checked,
    ChipsForfeited,
    DeckChanged,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandStarted,
    LevelSet,
    MishapDeclared,
    Overruled,
    PlayerDisqualified,
    PlayerPenalised,
    PotAwarded,
    Raised,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TakenBack,
)
from engine.felt import ChipsNotConserved
from engine.refused import Refused
from engine.replay import BadRecord, Game
from engine.rulebook import RuleBook
from kiosk.chain import Record
from kiosk.wire import Seating, SeatIssued, Unreadable, decode_event

MOST_FLAGS = 20


class Watched(msgspec.Struct, frozen=True):
    """A table as of record `seq`. `seating` is what the clock gave out to it, to be played by `book`."""

    seating: Seating
    book: RuleBook
    seq: int = 0
    game: Game = Game()
    sat: frozenset[int] = frozenset()
    """The issued seats that somebody has sat down in."""
    expected: tuple[Event, ...] = ()
    """What must follow from the last thing asked."""
    astray: bool = False
    """What followed was not as expected; until the next thing asked it is not judged again."""
    stuck: bool = False
    """A record could not be followed: the game stands still."""
    flags: tuple[str, ...] = ()


def follow(watched: Watched, record: Record) -> Watched:
    """The table after one more record, flagged where no table can have come to it by the rules."""
    if watched.stuck:
        return replace(watched, seq=record.seq)
    try:
        event = decode_event(record.body)
        judged = _judge(watched, event, record.seq)
        return replace(judged, seq=record.seq, game=replay.apply(watched.game, event))
    except (Unreadable, BadRecord, ChipsNotConserved) as error:
        why = str(error)
    except Exception as error:  # from outside, so it may be anything: it must not stop the other tables
        why = f"it makes no sense at this point ({type(error).__name__}: {error})"
    stopped = flag(watched, f"record {record.seq} cannot be followed: {why}; counts stand as they were before it")
    return replace(stopped, seq=record.seq, stuck=True)


def flag(watched: Watched, sentence: str) -> Watched:
    """The same, with something the director must look at."""
    if sentence in watched.flags or len(watched.flags) >= MOST_FLAGS:
        return watched
    return replace(watched, flags=(*watched.flags, sentence))


class Chips(msgspec.Struct, frozen=True):
    """The chips of a table or of the room, and what became of those that were given out.

    `found` are with players, in pots, and given out to players who have yet to sit down; `issued` is what the clock
    gave out; the floor corrected counts by `adjusted` in all, and `removed` left play with disqualified players.
    """

    found: int = 0
    issued: int = 0
    adjusted: int = 0
    removed: int = 0

    @property
    def expected(self) -> int:
        """What must be found."""
        return self.issued + self.adjusted - self.removed

    def __add__(self, other: "Chips") -> "Chips":
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Chips(*[one + more for one, more in zip(mine, theirs, strict=True)])


def chips(watched: Watched) -> Chips:
    """The chips of one table."""
    table, seats = watched.game.table, watched.seating.seats
    waiting = sum(seat.chips for seat in seats if seat.seat not in watched.sat)
    return Chips(table.issued + waiting, sum(seat.chips for seat in seats), table.adjusted, table.removed)


def players_left(watched: Watched) -> int:
    """Players who are not out, those who have yet to sit down among them."""
    sitting = sum(seat is not None for seat in watched.game.table.seats)
    return sitting + sum(seat.seat not in watched.sat for seat in watched.seating.seats)


def _judge(watched: Watched, event: Event, seq: int) -> Watched:
    """Would the table have come to this by asking? The engine decides again."""
    if watched.expected:
        if event == watched.expected[0]:
            return replace(watched, expected=watched.expected[1:])
        why = f"{_said(event)}, but {_said(watched.expected[0])} must follow here"
        return replace(flag(watched, f"record {seq}: {why}"), expected=(), astray=True)
    action = _asked(watched.game, event)
    if action is None:
        return watched if watched.astray else flag(watched, f"record {seq}: {_said(event)}, and nobody asked for it")
    watched = replace(_issued_so(watched, event, seq), astray=False)
    try:
        facts = replay.decide(watched.game, action)
    except Refused as refused:
        if not refused.clause:  # not against the rules but impossible, such as a call by a seat that is not in the hand
            raise BadRecord(f"{_said(event)}, though {refused}") from refused
        return replace(flag(watched, f"record {seq}: {_said(event)}, though {refused}"), astray=True)
    if event != facts[0]:
        why = f"{_said(event)}, but by the rules it is: {_said(facts[0])}"
        return replace(flag(watched, f"record {seq}: {why}"), astray=True)
    return replace(watched, expected=tuple(facts[1:]))


def _issued_so(watched: Watched, event: Event, seq: int) -> Watched:
    """Players and chips are what the clock gave out."""
    seating = watched.seating
    if isinstance(event, TableOpened):
        mine = (event.table, event.event, event.book, event.seat_count)
        if mine != (seating.table, seating.event, watched.book, seating.seat_count):
            why = f"opened as table {event.table} of {event.event!r} by {event.book.name}, not as it was given out"
            return flag(watched, f"record {seq}: {why}")
    if isinstance(event, SeatTaken):
        watched = replace(watched, sat=watched.sat | {event.seat})
        if SeatIssued(event.seat, event.player, event.name, event.chips) not in seating.seats:
            why = f"{event.name} sat down in seat {event.seat} with {event.chips:,}, which the clock did not give out"
            return flag(watched, f"record {seq}: {why}")
    return watched


def _asked(game: Game, event: Event) -> Action | None:
    """What a dealer must have asked for this to happen; None for a consequence."""
    if isinstance(event, PotAwarded) and game.table.hand and game.table.hand.awarded:
        return None  # the pots are pushed together
    if isinstance(event, HandStarted) and game.table.redeal:
        return StartHand()  # as it was dealt before, a straddle included
    asked = _ASKED.get(type(event))
    return asked(event) if asked else None


def _said(event: Event) -> str:
    """An event in short: `raised (seat 3, to 900)`."""
    fields = msgspec.to_builtins(event)
    kind = fields.pop("is").replace("-", " ")
    told = ", ".join(f"{name} {value}" for name, value in fields.items() if value and not isinstance(value, dict))
    return f"{kind} ({told})" if told else kind


_ASKED: dict[type[Event], Callable[[Any], Action]] = {
    TableOpened: lambda event: OpenTable(event.table, event.event, event.book, event.seat_count),
    SeatTaken: lambda event: TakeSeat(event.seat, event.player, event.name, event.chips),
    SeatLeft: lambda event: LeaveSeat(event.seat),
    ButtonPlaced: lambda event: PlaceButton(event.seat),
    ButtonDrawn: lambda event: DrawButton(event.seats, event.cards),
    LevelSet: lambda event: SetLevel(event.blinds),
    DeckChanged: lambda event: ChangeDeck(event.deck),
    HandStarted: lambda event: StartHand(straddle=max(event.blinds) > event.terms.big),
    Folded: lambda event: Fold(event.seat, event.floor),
    Checked: lambda event: Check(event.seat, event.floor),
    Called: lambda event: Call(event.seat, event.floor),
    BetMade: lambda event: Bet(event.seat, event.to, event.floor),
    Raised: lambda event: RaiseTo(event.seat, event.to, event.floor),
    HandKilled: lambda event: KillHand(event.seat, event.why),
    BoardDealt: lambda event: SeeCard(event.card, BOARD),
    CardTabled: lambda event: SeeCard(event.card, event.seat, event.floor),
    ChipsForfeited: lambda event: ForfeitChips(event.seat, event.chips, event.floor),
    BetsCorrected: lambda event: CorrectBets(event.seats, event.chips, event.floor),
    HandMucked: lambda event: Muck(event.seat, event.floor),
    PotAwarded: lambda _: Push(),
    HandEnded: lambda _: Push(),  # with nothing in the pot: a walk, and no small blind
    MishapDeclared: lambda event: Declare(event.mishap, event.by),
    Overruled: lambda event: Overrule(event.by, event.why, event.order),
    AwayMarked: lambda event: MarkAway(event.seat, event.away),
    PlayerPenalised: lambda event: Penalise(event.seat, event.by, event.why, event.hands, event.rounds),
    PlayerDisqualified: lambda event: Disqualify(event.seat, event.by, event.why),
    TakenBack: lambda _: Undo(confirmed=True),  # or the table would have refused
}
