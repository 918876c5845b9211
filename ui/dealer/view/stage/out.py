"""The results of a finished hand: the players who busted, and its winner if there was no showdown."""

from collections.abc import Mapping
from itertools import groupby

import msgspec
from msgspec.structs import replace

from engine.actions import BOARD
from engine.events import CardTabled, HandEnded, HandStarted, PotAwarded, UncalledReturned
from engine.game.game import Game
from engine.game.timeline import HandTimeline
from engine.public import PublicTable
from engine.table.actions.people import SeatLeft
from engine.tournament.tables.room_info import OutPlace
from ui.dealer.model.surroundings import FoldedOut, Surroundings
from ui.dealer.model.taps import OpenPage, SeeOut
from ui.dealer.model.values import ButtonView, OutSeatView, OutView
from ui.dealer.pages.history.hand import HandPage
from ui.words import Words

MOST_LINES = 2
"""How many players get a line each."""
WINS_MS = 2_000
"""How long the winner of a hand in which nobody showed is displayed."""


class OutSeat(msgspec.Struct, frozen=True):
    """A player who lost all their chips, and what they `had` when the hand began."""

    seat: int
    player: str
    name: str
    had: int


class OutOfHand(msgspec.Struct, frozen=True):
    """The players who went out in one hand, largest stack first, and the mark in the record of the last of them.
    `is_past` is set once the next hand is dealt."""

    hand: int
    mark: int
    seats: tuple[OutSeat, ...]
    is_past: bool


def went_out(game: Game) -> OutOfHand | None:
    """The players who went out in the last finished hand; None if nobody did, or if that is no longer known."""
    ended = _ended(game)
    if ended is None:
        return None
    deal = next((fact.event for fact in ended.facts if isinstance(fact.event, HandStarted)), None)
    left = [fact for fact in ended.facts if isinstance(fact.event, SeatLeft) and not fact.event.chips]
    if deal is None or not left:
        return None
    stacks = dict(zip(deal.seats, deal.stacks, strict=True))
    names = _names(ended, game)
    found = []
    for fact in left:
        if isinstance(fact.event, SeatLeft):
            number = fact.event.seat
            found.append(OutSeat(number, fact.event.player, names.get(number, ""), stacks.get(number, 0)))
    found.sort(key=lambda one: (-one.had, one.seat))
    return OutOfHand(deal.hand, left[-1].mark, tuple(found), ended is not game.state.timeline)


def _names(ended: HandTimeline, game: Game) -> Mapping[int, str]:
    """The players' names by seat in the hand that `ended`, even if the hand cannot be replayed."""
    if ended.start is not None:
        return {number: seat.name for number, seat in enumerate(ended.start.seats, 1) if seat}
    return game.state.closed.names if game.state.closed else {}


def out_view(game: Game, table: PublicTable, surroundings: Surroundings, words: Words) -> OutView | None:
    """The line to confirm, which becomes a pill when the next hand's flop is due. None once it is confirmed here
    or by the director, or if all of these players play on with chips that they bought."""
    gone = _without_returned(went_out(game), table, surroundings)
    if gone is None or gone.mark == surroundings.out_seen or surroundings.booking.over == "closed":
        return None
    say, places = words.out, {one.player: one for one in surroundings.booking.places}
    if all(one.player in places and places[one.player].confirmed for one in gone.seats):
        return None
    seats = tuple(
        OutSeatView(
            seat=one.seat,
            who=say.who.format(seat=one.seat, name=one.name).strip(),
            place=_place(places[one.player], words) if one.player in places else "",
            tied=sum(other.had == one.had for other in gone.seats) > 1,
        )
        for one in gone.seats
    )
    bounties = _bounties(gone, table, places, words)
    open_places = any(one.player in places and not places[one.player].confirmed for one in gone.seats)
    return OutView(
        seats=seats,
        text=say.line.format(who=_in_order(gone, words)),
        head=say.head,
        stacks="" if bounties else _stacks(gone, words),  # the room has decided the order
        bounties=" · ".join(bounties),
        note=say.provisional if open_places else "",
        many=_many(gone, places, words) if len(gone.seats) > MOST_LINES else (),
        pill=ButtonView(
            "out-pill",
            say.pill.format(seats=" ".join(str(one.seat) for one in gone.seats)),
            SeeOut(gone.mark),
            say.ok,
            "quiet",
        ),
        is_pill=gone.is_past and bool(table.board or BOARD in table.legal.due),
        fix=ButtonView("out-fix", say.fix, OpenPage(HandPage(last=gone.is_past)), say.fix_small),
        ok=ButtonView("out-ok", say.ok, SeeOut(gone.mark), say.ok_small, "go"),
    )


def _without_returned(gone: OutOfHand | None, table: PublicTable, surroundings: Surroundings) -> OutOfHand | None:
    """The players who are still out. A player who bought chips sits at the table again, or will after this hand."""
    if gone is None:
        return None
    back = {seat.player for seat in table.seats if seat.player}
    back |= {one.player for one in surroundings.due if one.what == "enters"}
    still_out = tuple(one for one in gone.seats if one.player not in back)
    return replace(gone, seats=still_out) if still_out else None


def _place(one: OutPlace, words: Words) -> str:
    """`12th place` or, if it pays, `3rd place, 300 EUR`."""
    said = words.out.place.format(place=words.ordinal(one.place))
    return f"{said}, {words.money(one.prize)}" if one.prize else said


def _many(gone: OutOfHand, places: Mapping[str, OutPlace], words: Words) -> tuple[str, ...]:
    """`seats 2, 1, 3` and, if the room knows them, `places 27, 28, 29`."""
    say = words.out
    seats = say.seats.format(seats=", ".join(str(one.seat) for one in gone.seats))
    found = [str(places[one.player].place) for one in gone.seats if one.player in places]
    return (seats, say.places.format(places=", ".join(found))) if len(found) == len(gone.seats) else (seats,)


def _bounties(gone: OutOfHand, table: PublicTable, places: Mapping[str, OutPlace], words: Words) -> list[str]:
    """The player or players to whom each bounty goes, in the order in which the players are named."""
    say, won = words.out, dict[tuple[str, ...], list[int]]()
    for one in gone.seats:
        if one.player in places and (takers := places[one.player].bounty_to):
            won.setdefault(takers, []).append(one.seat)
    return [
        words.counted(say.bounty, len(seats), seats=", ".join(map(str, seats)), who=_named(takers, table, words))
        for takers, seats in won.items()
    ]


def _named(players: tuple[str, ...], table: PublicTable, words: Words) -> str:
    there = (seat for player in players for seat in table.seats if seat.player == player)
    return words.out.and_also.join(words.out.who.format(seat=one.seat, name=one.name).strip() for one in there)


def folded_out(game: Game) -> FoldedOut | None:
    """The winner of the last hand that ended without a showdown; None if a player showed, or if several won."""
    ended = _ended(game)
    if ended is None or any(isinstance(fact.event, CardTabled) for fact in ended.facts):
        return None
    awards = [fact for fact in ended.facts if isinstance(fact.event, PotAwarded)]
    won = [fact.event for fact in awards if isinstance(fact.event, PotAwarded)]
    seats = {seat for award in won for seat in award.seats}
    if len(seats) != 1:
        return None
    back = sum(fact.event.chips for fact in ended.facts if isinstance(fact.event, UncalledReturned))
    return FoldedOut(awards[-1].mark, seats.pop(), sum(award.chips for award in won), back)


def unexpired(won: FoldedOut | None, game: Game, now_ms: int) -> FoldedOut | None:
    """The uncontested win to display, as long as it still counts and its time has not run out."""
    now = folded_out(game)
    stands = won is not None and now is not None and now.mark == won.mark
    return won if won and stands and now_ms < won.until_ms else None


def wins_line(won: FoldedOut | None, words: Words) -> str:
    """The line for a winner: `Seat 10 wins 875 (25 returned)`."""
    if won is None:
        return ""
    said = words.wins_back if won.back else words.wins
    return said.format(who=words.who(won.seat, ""), chips=words.amount(won.chips), back=words.amount(won.back))


def _ended(game: Game) -> HandTimeline | None:
    """The last finished hand: the current one if it is over, or else the one before it."""
    for timeline in (game.state.timeline, game.state.last):
        if timeline is not None and any(isinstance(fact.event, HandEnded) for fact in timeline.facts):
            return timeline
    return None


def _in_order(gone: OutOfHand, words: Words) -> str:
    """`seat 1 Marcus (larger stack), then seat 2 Yuki`."""
    say, several = words.out, len({one.had for one in gone.seats}) > 1
    parts = []
    for place, (_, group) in enumerate(groupby(gone.seats, key=lambda one: one.had)):
        names = [say.who.format(seat=one.seat, name=one.name).strip() for one in group]
        part = say.and_also.join(names)
        if len(names) > 1:
            part = say.tied.format(who=part)
        elif several and not place:
            part = say.larger.format(who=part)
        parts.append(part)
    return say.then.join(parts)


def _stacks(gone: OutOfHand, words: Words) -> str:
    """The players' stacks at the start of the hand, if the stacks decide the order."""
    if len(gone.seats) == 1:
        return ""
    if len({one.had for one in gone.seats}) == 1:
        return words.out.equal.format(chips=words.amount(gone.seats[0].had))
    return words.out.by_stack.format(stacks=" / ".join(words.amount(one.had) for one in gone.seats))
