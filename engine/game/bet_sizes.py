"""The amounts that the amount sheet offers: round ones, shares of the pot, and likely ones, which are learned from this
event's own bets and raises. Knows nothing about screens or players.

After the flop, players bet round amounts of chips rather than shares of the pot; before the flop, they repeat a few
multiples. So each bet is stored in three ways. Its size in big blinds stays valid at the next level. The other two
measures are its share of the bet or pot that it faced, and how round it was. Each measure then votes for amounts that
the chips in play can make.

The constants below determine the weights of the votes. Doubling or halving any of them changes the hit rate by about
0.01.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import count

import msgspec

from engine.books.rulebook import RuleBook
from engine.events import BetMade, Event, Raised, Touched
from engine.hand.betting import pot_to, turns
from engine.hand.state import Hand, index_of

MOST = 12
"""The maximum number of amounts in a strip. With eight, the strip contains the actual bet less often; with sixteen,
hardly more often."""
REMEMBERED = 100
"""How many bets of each kind are kept. This covers several hours at a table."""
THOUSANDTHS = 1_000
PRIOR = 4.0
"""How many bets the first prior counts for. The second counts for half as many, the third for a third as many, and so
on."""
AS_BLINDS, AS_SHARE = 0.5, 1.0
"""The weight of a vote for the same number of big blinds, and for the same share."""
BESIDE = 0.05
"""The weight of a vote for the amounts that are one smallest chip above and below the amount itself."""
SMALLEST_CHIP, TENTH, QUARTER = range(3)
ROUNDNESS = (1.0, 5.0, 4.0)
"""The prior counts of bets by roundness. A bet is a multiple of only the smallest chip, of a step of at most a tenth of
the bet, or of a step of at most a quarter."""
ROUND_ROWS = ((100, 150, 200), (250, 300, 400), (500, 600, 800))
"""The round amounts of each power of ten, in rows, in hundredths of that power."""
ROUND = 6
"""The number of round amounts on the sheet: two of these rows."""
USUAL = MOST - ROUND
LEAST_POT_PART = 5
"""Bets below a fifth of the pot are rare, so the round amounts begin with the row above it."""
LEAST_TIMES = 2
"""Raises below twice the bet are rare, except before anyone has bet."""
KINDS = ("open", "over-limpers", "three-bet", "four-bet", "flop", "turn", "river", "raise", "re-raise")


class SizedBet(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The total of one bet or raise, in thousandths of the big blind and of the amount that it faced, and how round it
    was."""

    blinds: int
    share: int
    roundness: int


class BetSizes(msgspec.Struct, frozen=True, gc=False):
    """The bets so far, by kind in the order of `KINDS`, with the most recent last."""

    bets: tuple[tuple[SizedBet, ...], ...] = ((),) * len(KINDS)


class SheetSizes(msgspec.Struct, frozen=True, gc=False):
    """The amounts on the amount sheet besides the smallest and the largest."""

    round: tuple[int, ...] = (0,) * ROUND
    """Round amounts in order; 0 if the amount in that place is not possible. The leading digits of a place are always
    those of the same column of `ROUND_ROWS`."""
    usual: tuple[int, ...] = (0,) * USUAL
    """Other amounts: likely ones, and larger round ones if there is room. An amount is always in the same place, and
    only the likeliest of those with one place is offered; 0 if there is none."""
    half_pot: int = 0
    pot: int = 0
    """A bet of the pot, or a raise by the pot; 0 if it is not possible."""

    @property
    def all(self) -> tuple[int, ...]:
        return tuple(to for to in (*self.round, *self.usual, self.half_pot, self.pot) if to)


class _Prior(msgspec.Struct, frozen=True, gc=False):
    """The likely sizes before any bet has been seen, in thousandths of the big blind and of the amount faced."""

    blinds: tuple[int, ...] = ()
    share: tuple[int, ...] = ()


_BETS = _Prior(share=(500, 330, 667, 750, 400, 600, 1000, 250, 850, 1250, 1500))
_RAISES = _Prior(share=(2500, 3000, 2750, 3500, 2250, 4000))
PRIORS = (
    _Prior(blinds=(2500, 3000, 2250, 2200, 2400, 2100, 2750, 3500, 4000, 5000)),
    _Prior(blinds=(4000, 5000, 3500, 4500, 3000, 6000)),
    _Prior(share=(3000, 2500, 3500, 2750, 3250, 4000, 5000)),
    _Prior(share=(2250, 2500, 2000, 2750, 3000)),
    _BETS, _BETS, _BETS, _RAISES, _RAISES,
)  # fmt: skip
"""Most opening raises are multiples of the big blind, and other raises are multiples of the bet that they face."""


class _Spot(msgspec.Struct, frozen=True, gc=False):
    kind: int
    big: int
    answers: int
    chip: int


def learn(sizes: BetSizes, hand: Hand, event: BetMade | Raised) -> BetSizes:
    """Add a bet or raise; `hand` is the state before it. An all-in is left out: its size depends on the stack."""
    index = index_of(hand, event.seat)
    if event.to >= hand.bets[index] + hand.stacks[index]:
        return sizes
    spot = _spot(hand)
    blinds, share = event.to * THOUSANDTHS // spot.big, event.to * THOUSANDTHS // spot.answers
    bet = SizedBet(blinds, share, _roundness(event.to, spot.chip))
    kept = (*sizes.bets[spot.kind][1 - REMEMBERED :], bet)
    return BetSizes((*sizes.bets[: spot.kind], kept, *sizes.bets[spot.kind + 1 :]))


def sheet_sizes(sizes: BetSizes, hand: Hand, seat: int, book: RuleBook, taken_back: tuple[int, ...] = ()) -> SheetSizes:
    """The amounts for a seat once the seats before it are passed over. Totals just `taken_back` by mistake come first
    among the usual ones."""
    index = index_of(hand, seat)
    turn = next((turn for turn in turns(hand, book) if turn.index == index), None)
    if turn is None or not turn.most:
        return SheetSizes()
    chip = hand.deal.terms.chip

    def possible(to: int) -> int:
        return to if turn.least < to < turn.most and to % chip == 0 else 0

    whole = pot_to(hand, index)
    half = hand.price + (whole - hand.price) // 2
    pot, half_pot = possible(whole - whole % chip), possible(half - half % chip)
    amounts = _round_amounts(hand, turn.least)
    rounded, larger = tuple(map(possible, amounts[:ROUND])), filter(None, map(possible, amounts[ROUND:]))
    named = {*rounded, pot, half_pot}
    places: dict[int, int] = {}
    for to in (*_by_likelihood(sizes, hand, seat, book, taken_back, without=named), *larger):
        if to not in named:
            places.setdefault(_place(to, chip), to)
    return SheetSizes(rounded, tuple(places.get(place, 0) for place in range(USUAL)), half_pot, pot)


def _place(to: int, chip: int) -> int:
    """The place of an amount among the usual ones, which is the same while the smallest chip is. Amounts that are often
    likely together have different places: among several such rules, this one lost the fewest real bets."""
    chips = to // chip
    return (chips // 8 + chips % 8) % USUAL


def _round_amounts(hand: Hand, least: int) -> tuple[int, ...]:
    """Four rows of round amounts, beginning with the first row that has an amount above those that are rare."""
    rare = least
    if hand.street and not hand.price:
        rare = max(least, hand.pot // LEAST_POT_PART)
    elif hand.street or len(hand.prices) > 1:
        rare = max(least, hand.price * LEAST_TIMES)
    rows = (tuple(_whole(10**power * part) for part in row) for power in count() for row in ROUND_ROWS)
    found: tuple[int, ...] = ()
    for row in rows:
        if row[-1] > rare:
            found += row
        if len(found) >= ROUND + USUAL:
            return found
    raise AssertionError("there is always a larger row")


def _whole(hundredths: int) -> int:
    return 0 if hundredths % 100 else hundredths // 100


def likely(sizes: BetSizes, hand: Hand, seat: int, book: RuleBook, taken_back: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Up to twelve totals that chips can make, between the smallest and the largest bet or raise open to the seat once
    the seats before it are passed over. Totals just `taken_back` by mistake come first, then the likeliest."""
    return _by_likelihood(sizes, hand, seat, book, taken_back)[:MOST]


def _by_likelihood(  # noqa: PLR0913, PLR0917  # the state of the betting, and what is already offered elsewhere
    sizes: BetSizes,
    hand: Hand,
    seat: int,
    book: RuleBook,
    taken_back: tuple[int, ...] = (),
    without: Collection[int] = (),
) -> tuple[int, ...]:
    """All such totals, except those in `without`."""
    index = index_of(hand, seat)
    turn = next((turn for turn in turns(hand, book) if turn.index == index), None)
    if turn is None or not turn.most:
        return ()
    spot = _spot(hand)
    votes: dict[int, float] = defaultdict(float)
    for to, weight in _votes(sizes.bets[spot.kind], spot):
        if turn.least < to < turn.most and to not in without:
            votes[to] += weight
    again = [to for to in dict.fromkeys(taken_back) if turn.least < to < turn.most and to not in without]
    rest = [to for to in sorted(votes, key=lambda to: (-votes[to], to)) if to not in again]
    return (*again, *rest)


def taken_back(undone: Iterable[Event]) -> tuple[int, ...]:
    """The totals among the events on the redo stack, most recent first."""
    return tuple(
        event.to for event in reversed(tuple(undone)) if isinstance(event, BetMade | Raised | Touched) and event.to
    )


def _spot(hand: Hand) -> _Spot:
    terms = hand.deal.terms
    answers = hand.price or hand.pot
    return _Spot(KINDS.index(_kind(hand)), max(terms.big, 1), max(answers, 1), terms.chip)


def _kind(hand: Hand) -> str:
    raises = len(hand.prices)
    if hand.street == 0:
        if raises > 1:
            return "three-bet" if raises == 2 else "four-bet"
        return "over-limpers" if hand.caller >= 0 else "open"
    if hand.price:
        return "raise" if raises == 1 else "re-raise"
    return ("flop", "turn", "river")[hand.street - 1]


def _votes(bets: tuple[SizedBet, ...], spot: _Spot) -> Iterator[tuple[int, float]]:
    chip, trust = spot.chip, _trust(bets)
    for weight, blinds, share in _samples(bets, PRIORS[spot.kind]):
        if blinds:
            to = _near(blinds * spot.big / THOUSANDTHS, chip)
            yield from ((to, weight * AS_BLINDS), (to - chip, weight * BESIDE), (to + chip, weight * BESIDE))
        if share:
            to_share = share * spot.answers / THOUSANDTHS
            for roundness, part in enumerate(trust):
                yield _near(to_share, _step(to_share, roundness, chip)), weight * part * AS_SHARE


def _trust(bets: tuple[SizedBet, ...]) -> list[float]:
    count = list(ROUNDNESS)
    for bet in bets:
        count[bet.roundness] += 1
    return [each / sum(count) for each in count]


def _samples(bets: tuple[SizedBet, ...], prior: _Prior) -> Iterator[tuple[float, int, int]]:
    """The weight, the size in blinds and the share of each vote. If a vote has no size or no share, that value is 0."""
    yield from ((PRIOR / rank, blinds, 0) for rank, blinds in enumerate(prior.blinds, 1))
    yield from ((PRIOR / rank, 0, share) for rank, share in enumerate(prior.share, 1))
    yield from ((1.0, bet.blinds, bet.share) for bet in bets)


def _near(chips: float, step: int) -> int:
    return int(chips / step + 0.5) * step


def _roundness(to: int, chip: int) -> int:
    for roundness in (QUARTER, TENTH):
        step = _step(to, roundness, chip)
        if step > chip and to % step == 0:
            return roundness
    return SMALLEST_CHIP


def _step(to: float, roundness: int, chip: int) -> int:
    """The step for this roundness: the smallest chip, or 1, 2.5 or 5 times a power of ten if the chips in play can make
    it."""
    if roundness == SMALLEST_CHIP:
        return chip
    most = to / (4 if roundness == QUARTER else 10)
    step, unit = chip, 1
    while unit <= most:
        fitting = [each for each in (unit, unit * 5 // 2, unit * 5) if each <= most and each % chip == 0]
        step = max(step, *fitting, chip)
        unit *= 10
    return step
