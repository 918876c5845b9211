"""Why a hand is dead, and why a pot went where it went. The record holds no sentence: it follows from the hand, from its
book, and from what somebody gave as the reason."""

from collections.abc import Iterable

from engine.books.rulebook import RuleBook
from engine.events import AwardPots, Event, HandKilled, Overruled, PotAwarded
from engine.message import Message, message


def why_dead(event: HandKilled, book: RuleBook) -> Message | None:
    """Why a hand is dead where it followed; None where somebody declared it, with or without a reason (`why`)."""
    match event.cause:
        case "away":
            return message("dead-away", clause=book.absent.clause)
        case "penalty":
            return message("dead-penalty", misses=event.misses, clause=book.penalties.clause)
        case "disqualified":
            return message("dead-disqualified", why=event.why)
        case "not-dealt":
            return message("dead-not-dealt")
        case "short-of-cards":
            return message("dead-short-of-cards")
        case "others-won":
            return message("dead-others-won")
    return None


def noted(event: HandKilled) -> str:
    """The reason as a history file notes it: what was typed, else the cause's name."""
    return event.why or event.cause or "killed"


def why_overruled(events: Iterable[Event]) -> str:
    """The reason the floor typed for awarding the pots of this hand; "" where it did not."""
    orders = (event for event in events if isinstance(event, Overruled))
    return next((event.why for event in orders if isinstance(event.order, AwardPots)), "")


def why_told(event: PotAwarded) -> Message:
    """Why a pot went to the seats that the dealer or the floor named, where nobody overruled."""
    if event.floor:
        code = "pot-shared-by-floor" if len(event.seats) > 1 else "pot-awarded-by-floor"
        return Message(code, {"floor": event.floor})
    return message("pot-shared-by-dealer") if len(event.seats) > 1 else message("pot-awarded-by-dealer")
