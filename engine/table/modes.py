"""The fallback ladder: how much a table records of its hands, so that a broken reader or screen never stops the game.
While hands are only reported, stacks stay as last counted.

Knows the seats, but nothing about readers or screens.
"""

from engine.actions import CountStacks, ReportHand, SetMode
from engine.books.rulebook import RuleBook
from engine.events import Event, HandReported, HandStarted, Mode, ModeSet, ReportedPot, SeatLeft, StacksCounted
from engine.hand.smallest_chip import check_stacks
from engine.refused import Refused
from engine.table.seats import Seats, sitting

LADDER: tuple[Mode, ...] = ("readers", "pad", "winners", "counts")
"""The modes, from the top of the ladder down."""
REPORTED = ("winners", "counts")
"""Modes in which the chips of a hand are not tracked."""


def set_mode(now: Mode, uncounted: int, hands: int, action: SetMode) -> ModeSet:
    """Change the mode. Raises `Refused` if nothing would change, or if chips would be tracked from stacks that were not
    counted."""
    if action.mode == now:
        raise Refused("mode-already")
    if uncounted and action.mode not in REPORTED:
        raise Refused("count-first", hand=hands - uncounted)
    return ModeSet(action.mode, now, action.why)


def report_hand(mode: Mode, seats: Seats, unit: int, deal: HandStarted, action: ReportHand) -> list[Event]:
    """Record the next hand as reported. Raises `Refused` for an impossible report."""
    if mode not in REPORTED:
        raise Refused("hands-are-played")
    if mode == "winners" and not action.pots:
        raise Refused("who-won-how-much")
    for pot in action.pots:
        _could_be(pot, deal, unit)
    held = sum(seat.chips for seat in seats if seat)
    if sum(pot.chips for pot in action.pots) > held:
        raise Refused("pots-above-table", chips=held)
    _could_be_out(action, deal)
    reported = HandReported(
        deal.hand, deal.button, deal.small, deal.big, deal.terms, tuple(sorted(deal.seats)), action.pots, action.out
    )
    return [reported, *(SeatLeft(number, sitting(seats, number).player, 0) for number in action.out)]


def _could_be(pot: ReportedPot, deal: HandStarted, unit: int) -> None:
    if not pot.seats or len(set(pot.seats)) != len(pot.seats):
        raise Refused("winner-twice")
    if stranger := next((seat for seat in pot.seats if seat not in deal.seats), 0):
        raise Refused("not-dealt-in", seat=stranger)
    if pot.chips <= 0 or pot.chips % max(1, unit):
        raise Refused("pot-below-chip", pot=pot.chips, chip=unit)


def _could_be_out(action: ReportHand, deal: HandStarted) -> None:
    if not action.out:
        return
    if not action.pots:
        raise Refused("out-to-nobody")
    if len(set(action.out)) != len(action.out) or not set(action.out) <= set(deal.seats):
        raise Refused("out-twice")
    if again := next((seat for seat in action.out if seat in action.pots[0].seats), 0):
        raise Refused("winner-out", seat=again)


def count_stacks(seats: Seats, uncounted: int, chip: int, action: CountStacks, book: RuleBook) -> list[Event]:
    """Confirm the counts, or take them as the stacks after hands that were only reported. Raises `Refused` for any
    other difference, which the floor must explain."""
    there = {number: seat for number, seat in enumerate(seats, 1) if seat}
    if sorted(action.seats) != list(there) or len(action.seats) != len(action.stacks):
        raise Refused("count-every-stack")
    if min(action.stacks, default=0) < 0:
        raise Refused("stack-below-zero")
    before = tuple(there[number].chips for number in action.seats)
    if sum(before) != sum(action.stacks):
        change = sum(action.stacks) - sum(before)
        raise Refused("count-too-high" if change > 0 else "count-too-low", held=sum(before), chips=abs(change))
    if action.stacks != before and not uncounted:
        raise Refused("count-differs")
    check_stacks(chip, before, action.stacks, book)
    gone = [seat for seat, chips in zip(action.seats, action.stacks, strict=True) if not chips]
    return [
        StacksCounted(action.seats, before, action.stacks),
        *(SeatLeft(number, there[number].player, 0) for number in gone),
    ]
