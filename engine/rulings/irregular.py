"""Irregularities outside the betting: chips splashed into the pot, exposed cards, and chips found behind an all-in."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.hand.actions.betting import Fold
from engine.hand.actions.cards import SeeCard
from engine.hand.actions.corrections import ForfeitChips
from engine.hand.state import Hand, index_of
from engine.message import message
from engine.rulings.motion import Motion, Option, Ruling
from engine.rulings.spot import Spot


def splashed(spot: Spot, motion: Motion, as_counted: Ruling) -> Ruling:
    """Chips splashed into the pot are forfeited to it, or the floor determines the amount as well as possible."""
    rule = spot.book.splash
    if rule.value == "counted":
        return replace(as_counted, clause=rule.clause, floor=True, why=message("splash-counted", why=as_counted.why))
    chips = sum(motion.chips)
    why = message("splash-surrendered", chips=chips)
    options = (
        Option(message("option-bet-again")),
        Option(message("option-fold"), (Fold(spot.seat, message("splashed").code),)),
    )
    everything = chips == spot.all_in - spot.bet
    return Ruling("", spot.bet, 0, rule.clause, why, everything, (ForfeitChips(spot.seat, chips),), options=options)


def exposed(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """If the book requires it, cards that one player saw are shown to everyone. The hand stays live and the floor is
    called."""
    bet = hand.bets[index_of(hand, motion.seat)]
    rule = book.show_one
    if motion.shown_to and rule.value == "not-required":
        return Ruling("", bet, 0, rule.clause, message("cards-not-shown-to-others"), floor=True)
    why = message("cards-shown-to-all") if motion.shown_to else message("cards-exposed-to-all")
    clause = rule.clause if motion.shown_to else rule.clause_of("exposed")
    cards = tuple(SeeCard(card, motion.seat, why.code) for card in motion.exposed)
    return Ruling("", bet, 0, clause, why, floor=True, actions=cards)


def found_behind(hand: Hand, motion: Motion, book: RuleBook) -> Ruling:
    """Chips found after an all-in can be lost but cannot win anything."""
    bet = hand.bets[index_of(hand, motion.seat)]
    why = message("chips-found-behind", chips=motion.behind)
    options = (Option(message("option-behind-counts")), Option(message("option-behind-stays")))
    return Ruling("", bet, 0, book.chips_behind.clause, why, floor=True, options=options)
