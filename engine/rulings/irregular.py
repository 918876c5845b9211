"""What happens beside the betting: chips splashed into the pot, cards seen, chips found behind an all-in."""

from msgspec.structs import replace

from engine.actions import Fold, ForfeitChips, SeeCard
from engine.books.rulebook import RuleBook
from engine.hand.state import Hand, place_of
from engine.rulings.motion import Motion, Option, Ruling
from engine.rulings.spot import Spot


def splashed(spot: Spot, motion: Motion, as_counted: Ruling) -> Ruling:
    """Chips that nobody can count in the pot are surrendered to it, or counted as well as can be by the floor."""
    rule = spot.book.splash
    if rule.value == "counted":
        return replace(as_counted, clause=rule.clause, floor=True, why=f"splashed, and counted: {as_counted.why}")
    chips = sum(motion.chips)
    why = f"{chips:,} splashed into the pot are surrendered to it; the seat bets again or folds"
    options = (Option("bet again"), Option("fold", (Fold(spot.seat, "splashed the pot"),)))
    everything = chips == spot.all_in - spot.bet
    return Ruling("", spot.bet, 0, rule.clause, why, everything, (ForfeitChips(spot.seat, chips),), options=options)


def exposed(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """Cards that one player saw are shown to all, where the book says so; the hand stays live, the floor is told."""
    bet = hand.bets[place_of(hand, motion.seat)]
    rule = book.show_one
    if motion.shown_to and rule.value == "not-required":
        why = "the cards need not be shown to the others; the hand plays on"
        return Ruling("", bet, 0, rule.clause, why, floor=True)
    why = "what one player saw is shown to all" if motion.shown_to else "exposed cards lie open to all"
    cards = tuple(SeeCard(card, motion.seat, why) for card in motion.exposed)
    return Ruling("", bet, 0, rule.clause, f"{why}; the hand plays on", floor=True, actions=cards)


def found_behind(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """Chips found after an all-in can be lost, not won."""
    bet = hand.bets[place_of(hand, motion.seat)]
    why = f"{motion.behind:,} found behind the all-in may be lost but not won; the floor decides whether they count"
    options = (Option("the chips count if the hand loses"), Option("the chips stay behind"))
    return Ruling("", bet, 0, book.chips_behind.clause, why, floor=True, options=options)
