"""Why a hand is dead, and why a pot went where it went, in plain words. The record holds no such sentence: it follows
from the hand, from its book, and from what somebody gave as the reason."""

from collections.abc import Iterable

from engine.books.rulebook import RuleBook
from engine.events import AwardPots, Event, HandKilled, KillCause, Overruled, PotAwarded
from engine.hand.showdown import Award


def why_dead(event: HandKilled, book: RuleBook) -> str:
    """Why a hand is dead; "" where nobody said."""
    sentences: dict[KillCause, str] = {
        "away": f"away from the table ({book.absent.clause})",
        "penalty": f"misses {event.misses} more by penalty ({book.penalties.clause})",
        "disqualified": f"disqualified: {event.why}",
        "not-dealt": "no cards were dealt to it",
        "short-of-cards": "short of cards, and has acted",
        "others-won": "the dealer said who won",
    }
    return sentences.get(event.cause, event.why)


def why_overruled(events: Iterable[Event]) -> str:
    """Why the floor awarded the pots of this hand; "" where it did not."""
    orders = (event for event in events if isinstance(event, Overruled))
    return next((event.why for event in orders if isinstance(event.order, AwardPots)), "")


def why_told(event: PotAwarded) -> str:
    """Why a pot went to whom the dealer or the floor named, where nobody overruled."""
    done = "shared" if len(event.seats) > 1 else "awarded"
    return f"{done}, says the floor: {event.floor}" if event.floor else f"{done}, as the dealer said"


def why_won(award: Award) -> str:
    """Why a pot went to the best hand."""
    return award.why
