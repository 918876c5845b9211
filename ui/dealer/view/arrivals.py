"""Players who arrive or leave between two hands: on the stage, on the keys and in the seats."""

from itertools import groupby

from engine.public import PublicTable
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat, TakeSeats
from engine.terms import REPORTED
from engine.tournament.tables.room_info import IncomingPlayer
from ui.dealer.model.surroundings import Due, Surroundings
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, PromptView
from ui.dealer.view.prompts import positions
from ui.words import Words


def waits(table: PublicTable, surroundings: Surroundings) -> IncomingPlayer | None:
    """The first player the deal is waiting for; None for a redeal, or if the hand that was played must be reported
    first."""
    if table.playing or table.redeal or table.mode in REPORTED:
        return None
    return next(iter(surroundings.coming), None)


def follows_first(surroundings: Surroundings, words: Words) -> str:
    """The tasks before the next hand; empty if there are none."""
    say, coming, due = words.arrivals, surroundings.coming, surroundings.due
    if len(coming) + len(due) > 1:
        return say.then_several
    if coming:
        return say.then_comes.format(name=coming[0].name)
    texts = {"enters": say.then_sits, "buys": say.then_buys, "leaves": say.then_leaves}
    return texts[due[0].what].format(name=due[0].name, seat=due[0].seat) if due else ""


def together(table: PublicTable, surroundings: Surroundings) -> tuple[IncomingPlayer, ...]:
    """The waiting players whose seats are free, if one key can seat at least two of them; otherwise nobody."""
    free = {seat.seat for seat in table.seats if not seat.player}
    first = {one.seat: one for one in reversed(surroundings.coming) if one.seat in free}
    return tuple(one for one in surroundings.coming if one in first.values()) if len(first) > 1 else ()


def seat_key(one: IncomingPlayer, table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView:
    """The key in place of DEAL: it seats the awaited players, who have arrived and whose chips have been counted."""
    say, small = words.arrivals, words.people.arrive_sure_small.format(name=one.name, chips=words.amount(one.chips))
    if several := together(table, surroundings):
        sit = TakeSeats(tuple(seated(each, each.seat, table) for each in several))
        return ButtonView("hand-over", say.seat_all, Ask(sit), words.counted(say.several, len(several)), "go")
    if not one.seat:
        from ui.dealer.pages.people.page import PeoplePage  # noqa: PLC0415  a table in play never needs it

        return ButtonView("hand-over", say.pick_seat, OpenPage(PeoplePage()), small, "go")
    if one.seat > len(table.seats) or table.seats[one.seat - 1].player:
        return ButtonView("hand-over", say.seat.format(seat=one.seat), None, say.taken, "go")
    return ButtonView("hand-over", say.seat.format(seat=one.seat), Ask(seated(one, one.seat, table)), small, "go")


def seated(one: IncomingPlayer, seat: int, table: PublicTable) -> TakeSeat:
    return TakeSeat(seat, one.player, one.name, one.chips, one.came_from, 0 < one.came_from == table.table)


def without_key(table: PublicTable, surroundings: Surroundings, words: Words) -> ButtonView | None:
    """The key in place of CHECK: it deals the next hand without the players for whom the deal is waiting."""
    if waits(table, surroundings) is None:
        return None
    say, coming = words.arrivals, surroundings.coming
    deal = Ask(StartHand(without=tuple(one.player for one in coming))) if table.can_start else None
    small = coming[0].name if len(coming) == 1 else words.counted(say.several, len(coming))
    return ButtonView("deal-without", say.without, deal, small)


def prompt(table: PublicTable, surroundings: Surroundings, words: Words) -> PromptView | None:
    """The player the deal is waiting for; otherwise, who has sat down or leaves, and the chips to hand out or to pick
    up before the next hand."""
    if table.playing or table.mode in REPORTED:
        return None
    news = (_came(_staying(surroundings.came, table), words), _leaves(table, surroundings, words))
    say, came = words.arrivals, ". ".join(filter(None, news))
    one = waits(table, surroundings)
    if one is None:
        problem = table.start_problem
        head = words.say(problem) if problem else positions(table, words) or words.ready.format(hand=table.next_hand)
        return PromptView(head, came, calls=True) if came else None
    left = len(surroundings.coming)
    if together(table, surroundings):
        head = say.head_all.format(count=left)
        return PromptView(head, say.body_all, came or say.foot_all, calls=True, beside=positions(table, words))
    head = say.head_of.format(count=left) if left > 1 else say.head
    said = say.body if one.seat else say.body_any
    body = said.format(name=one.name, seat=one.seat, chips=words.amount(one.chips))
    place = say.from_table.format(table=one.came_from) if one.came_from else ""
    foot = came or say.foot.format(seat=one.seat or "")
    return PromptView(head, f"{body} {place}".strip(), foot, calls=True, beside=positions(table, words))


def _came(came: tuple[Due, ...], words: Words) -> str:
    """`Seat 4: Zoe sits down with 10,000. Hand 500 each to seats 2 and 7`."""
    say = words.arrivals
    parts = [
        say.has_sat.format(seat=one.seat, name=one.name, chips=words.amount(one.chips))
        for one in came
        if one.what == "enters"
    ]
    bought: dict[int, int] = {}
    for one in came:
        if one.what == "buys":
            bought[one.seat] = bought.get(one.seat, 0) + one.chips
    for chips, group in groupby(sorted(bought, key=lambda seat: (bought[seat], seat)), key=bought.__getitem__):
        seats = [str(seat) for seat in group]
        text = say.hand_out if len(seats) == 1 else say.hand_out_each
        parts.append(text.format(chips=words.amount(chips), seats=words.row(seats)))
    return ". ".join(parts)


def _staying(came: tuple[Due, ...], table: PublicTable) -> tuple[Due, ...]:
    """The arrivals and purchases of players who do not leave again before the next hand."""
    leaving = {seat.player for seat in table.seats if seat.leaves_for is not None}
    return tuple(one for one in came if one.player not in leaving)


def _leaves(table: PublicTable, surroundings: Surroundings, words: Words) -> str:
    """`Seat 9: Ida leaves, 12,550 out of play`: the chips to pick up of players who go to no other table."""
    booking = surroundings.booking
    moves = {one.player for one in booking.moves}
    if booking.over == "breaking":
        return ""
    return ". ".join(
        words.arrivals.leaves.format(seat=seat.seat, name=seat.name, chips=words.amount(seat.chips))
        for seat in table.seats
        if seat.leaves_for == 0 and seat.chips and seat.player not in moves
    )


def sign(seat: int, surroundings: Surroundings, words: Words) -> str:
    """The chips handed to a player since the last hand; empty if there were none. A new player's chips are the
    stack."""
    chips = sum(one.chips for one in surroundings.came if one.seat == seat and one.what == "buys")
    return words.arrivals.more.format(chips=words.amount(chips)) if chips else ""
