"""The public state of a table as plain values, for screens, the director and the protocol.

Hole cards appear only once they are tabled; the engine does not know them earlier.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.actions import BOARD
from engine.button import Positions
from engine.cards import Card
from engine.chips import LastCount
from engine.events import Blinds, Event, MishapDeclared, Mode, PlayEvent
from engine.game.amending import may_straddle
from engine.game.game import Game, is_mid_step, redo_event, undo_asks, undo_is_for_floor
from engine.game.lines import NO_ACTION, LastAction, LogLine, SeatAction, last_actions, lines
from engine.game.questions import Question, ending, question
from engine.hand.betting import Offer, actor, is_all_in, offers
from engine.hand.dealing import next_street, out_of_play
from engine.hand.misdeals.rules import remedy
from engine.hand.rules import LegalActions, legal
from engine.hand.showdown import Award, ShowsFirst, awards, is_decided, pots_of, showing_order, why_first
from engine.hand.state import STREETS, Hand, index_of
from engine.message import Message
from engine.refused import Refused
from engine.table.actions.people import SeatChanged, SeatLeft, StackRemoved
from engine.table.chip_race import Race, race_due
from engine.table.next_deal import next_at, start_problem
from engine.table.seats import Seat, count_next
from engine.table.state import FloorCall, Table, book_of, chips_at, hands_ended, is_playing, on_clock
from engine.terms import Stop


class PublicSeat(msgspec.Struct, frozen=True, gc=False):
    """One seat, numbered from 1; `player` is empty for an empty seat. `chips` are those behind, and `bet` is the amount
    in front of the player on this street."""

    seat: int
    player: str = ""
    name: str = ""
    chips: int = 0
    bet: int = 0
    dealt: bool = False
    live: bool = False
    all_in: bool = False
    mucked: bool = False
    turn: bool = False
    put_in: int = 0
    """All chips that the seat has put into the pots of this hand, not counting those that were returned."""
    cards: tuple[Card, ...] = ()
    away: bool = False
    penalty_hands: int = 0
    """The number of hands that the player must still miss because of a penalty."""
    disqualified: bool = False
    did: SeatAction = ""
    """The seat's last action on this street. A fold or muck counts for the rest of the hand."""
    inferred: bool = False
    doubtful: bool = False
    """Whether the fold was inferred at the close of a street on which another seat called, and should therefore be
    verified."""
    leaves_for: int | None = None
    """The table to which the player moves before the next hand; 0 if the player leaves without moving to another table,
    and None if the player stays."""
    last_count: LastCount = LastCount()


class PublicPot(msgspec.Struct, frozen=True, gc=False):
    """A pot of gathered chips, and the players who can win it. The main pot is number 0, and bets still in front of
    players are not included."""

    number: int
    chips: int
    eligible: tuple[int, ...]


class PublicTable(msgspec.Struct, frozen=True, gc=False):
    """The public state of one table. `mark` is the number of events; each action includes the mark that its sender
    saw."""

    mark: int
    table: int
    event: str
    book: str
    hand: int
    """The number of the hand that is in play or just ended; 0 before the first hand."""
    playing: bool
    street: str
    blinds: Blinds | None
    next_blinds: Blinds | None
    """The level pending for the next hand, if it is different."""
    button: int
    small: int
    big: int
    board: tuple[Card, ...]
    pots: tuple[PublicPot, ...]
    pot: int
    price: int
    """The total to match on this street."""
    seats: tuple[PublicSeat, ...]
    showing: tuple[int, ...]
    shows_first: ShowsFirst | None
    """The reason why the first seat in `showing` shows first. It is given until one of that player's cards is
    tabled."""
    legal: LegalActions
    awards: tuple[Award, ...]
    can_start: bool
    start_problem: Message | None
    last: Event | None
    issued: int
    steps: tuple[Message, ...] = ()
    """The dealer's steps for the irregularity just declared, in order."""
    burn: bool = True
    reshuffle: bool = False
    out: tuple[Card, ...] = ()
    redeal: bool = False
    """Whether the next hand is a repeat of the last deal."""
    adjusted: int = 0
    """The net change in chips from the floor's corrections to counts and from rounding in chip races."""
    removed: int = 0
    """The chips of disqualified players, which are out of play."""
    offers: tuple[Offer, ...] = ()
    """The effect of touching each seat that can be next to act."""
    question: Question | None = None
    ends: Literal["", "fold", "muck", "push", "ask"] = ""
    """The effect of HAND OVER; empty if it would be refused."""
    lines: tuple[LogLine, ...] = ()
    redo: Event | None = None
    undo_floor: bool = False
    """Whether UNDO requires the floor's reason because there has been substantial action in the next hand."""
    mode: Mode = "readers"
    uncounted: int = 0
    """The number of hands reported since the stacks shown were counted."""
    chip: int = 0
    race: Race | None = None
    race_due: tuple[int, int] | None = None
    """The chips to take out of play and the smallest chip that stays, if a color-up is due."""
    raced: int = 0
    """The chips added or lost through rounding in chip races, which are part of `adjusted`."""
    dealer: str = ""
    """The dealer who is signed in; empty if there is none."""
    floor_called: FloorCall | None = None
    straddle: int = 0
    """The seat that may straddle in the hand just dealt, if the book allows straddles; otherwise 0."""
    on_clock: int = 0
    """The seat on which the clock was called, as long as it still has to act; 0 if there is none."""
    undo_asks: bool = False
    """Whether UNDO must be confirmed because it would take back a fold that is final under the book."""
    undo_ends: bool = False
    count_next: tuple[int, ...] = ()
    """The seats to count at the next break."""
    stop: Stop | None = None
    """The point at which the room wants the table to stop dealing."""
    next_at: Positions = Positions()
    """The positions in the next hand, between hands; all 0 during a hand, and while they are unknown."""

    @property
    def is_untouched(self) -> bool:
        """Whether the hand in play has neither an action nor a card recorded yet."""
        return self.playing and not any(isinstance(line.event, PlayEvent) for line in self.lines)

    @property
    def next_hand(self) -> int:
        """The number of the next deal, which repeats the last number if that deal did not count."""
        return self.hand if self.redeal else self.hand + 1


def public(game: Game) -> PublicTable:
    table = game.table
    hand = table.hand
    playing = is_playing(table)
    problem = start_problem(table)
    terms = hand.deal.terms if hand and (playing or table.redeal) else table.blinds
    decided = hand is not None and is_decided(hand)
    coming = next_street(hand) if hand and playing else None
    legal = legal_now(game, hand) if hand and playing else LegalActions()
    waiting, timeline = game.state.waiting, game.state.timeline
    acted = last_actions(timeline.facts) if timeline else {}
    left = left_since(game)
    return PublicTable(
        mark=game.mark,
        table=table.number,
        event=table.event,
        book=table.book.id if table.book else "",
        hand=hand.deal.hand if hand else table.hands,
        playing=playing,
        street=STREETS[hand.street] if hand else "",
        blinds=terms,
        next_blinds=table.blinds if table.blinds != terms else None,
        button=table.at.button or table.button,
        small=table.at.small,
        big=table.at.big,
        board=hand.board if hand else (),
        pots=_gathered(hand) if hand else (),
        pot=hand.pot if hand else 0,
        price=hand.price if hand else 0,
        seats=tuple(
            _seat(table, number, sitting, None if number in left else acted)
            for number, sitting in enumerate(table.seats, 1)
        ),
        showing=tuple(hand.deal.seats[index] for index in showing_order(hand, book_of(table)))
        if hand and playing
        else (),
        shows_first=why_first(hand, book_of(table)) if hand and _shows_first(hand, legal) else None,
        legal=legal,
        awards=awards(hand, book_of(table)) if hand and decided else (),
        can_start=problem is None,
        start_problem=problem.message if problem else None,
        last=game.undo_stack[-1].event if game.undo_stack else None,
        issued=table.issued,
        steps=_steps(game),
        burn=coming is None or coming.burn,
        reshuffle=coming is not None and coming.reshuffle,
        out=tuple(event.card for event in hand.out if out_of_play(hand, event.card)) if hand and playing else (),
        redeal=table.redeal is not None,
        adjusted=table.adjusted,
        removed=table.removed,
        mode=table.mode,
        uncounted=table.uncounted,
        chip=table.chip,
        race=table.race,
        race_due=race_due(table.seats, table.chip, table.blinds) if table.race is None else None,
        raced=table.raced,
        dealer=table.staffing.dealer,
        floor_called=table.staffing.call,
        straddle=may_straddle(game.state) if table.book and table.book.straddle.value != "none" else 0,
        on_clock=on_clock(hand, table.timed),
        undo_asks=undo_asks(game),
        undo_ends=game.state.closed is not None and not game.undo_stack,
        offers=offers(hand, book_of(table)) if hand and playing and not waiting.kind else (),
        question=question(hand, waiting) if hand and playing else None,
        ends=_ends(game),
        lines=lines(timeline.facts) if timeline else (),
        redo=redo_event(game),
        undo_floor=undo_is_for_floor(game),
        count_next=() if playing or table.uncounted else count_next(table.seats, hands_ended(table)),
        stop=table.stop,
        next_at=Positions() if playing else next_at(table),
    )


def legal_now(game: Game, hand: Hand) -> LegalActions:
    """The legal actions. While a question is open, the only legal actions are entering the cards due and killing
    hands."""
    may = legal(hand, book_of(game.table))
    return LegalActions(due=may.due, kill=may.kill) if game.state.waiting.kind else may


def _ends(game: Game) -> Literal["", "fold", "muck", "push", "ask"]:
    table = game.table
    if table.hand is None or not is_playing(table) or game.state.waiting.kind or is_mid_step(game):
        return ""
    try:
        return ending(table.hand, book_of(table)).does
    except Refused:
        return ""


def _steps(game: Game) -> tuple[Message, ...]:
    last = game.undo_stack[-1] if game.undo_stack else None
    if last is None or not isinstance(last.event, MishapDeclared) or last.table.hand is None:
        return ()
    return remedy(last.table.hand, last.event.mishap, book_of(last.table)).steps


def _gathered(hand: Hand) -> tuple[PublicPot, ...]:
    if hand.over:
        return ()
    seats = hand.deal.seats
    gathered = msgspec.structs.replace(
        hand, paid=tuple(paid - bet for paid, bet in zip(hand.paid, hand.bets, strict=True))
    )
    return tuple(
        PublicPot(number, pot.chips, tuple(seats[index] for index in pot.eligible))
        for number, pot in enumerate(pots_of(gathered))
    )


def _shows_first(hand: Hand, legal: LegalActions) -> bool:
    return bool(legal.due) and legal.due[0] != BOARD and not any(hand.tabled)


def left_since(game: Game) -> frozenset[int]:
    """The seats whose players have left since the hand that just ended. Players who have taken these seats since then
    took no part in that hand."""
    timeline = game.state.timeline
    if timeline is None or is_playing(game.table):
        return frozenset()
    events = [fact.event for fact in timeline.facts]
    left = [event.seat for event in events if isinstance(event, SeatLeft | StackRemoved | SeatChanged)]
    return frozenset([*left, *(event.to for event in events if isinstance(event, SeatChanged))])


def _seat(table: Table, number: int, sitting: Seat | None, acted: Mapping[int, LastAction] | None) -> PublicSeat:
    """One seat. `acted` is None for a player who came to the table after the deal."""
    if sitting is None:
        return PublicSeat(number)
    seat = PublicSeat(
        number,
        sitting.player,
        sitting.name,
        chips_at(table, number),
        away=sitting.away,
        penalty_hands=sitting.misses,
        disqualified=sitting.disqualified,
        leaves_for=sitting.leaves_for,
        last_count=sitting.last_count,
    )
    hand = table.hand
    index = index_of(hand, number) if hand else -1
    if hand is None or acted is None or index < 0:
        return seat
    last = acted.get(number, NO_ACTION)
    return msgspec.structs.replace(
        seat,
        bet=hand.bets[index],
        dealt=True,
        live=hand.live[index],
        all_in=is_all_in(hand, index),
        mucked=hand.mucked[index],
        turn=actor(hand) == index and not hand.over,
        put_in=hand.paid[index] + hand.antes[index],
        cards=hand.tabled[index],
        did=last.action,
        inferred=last.inferred,
        doubtful=last.doubtful,
    )
