"""The reasons that a hand is dead or a pot was awarded. The record does not contain the wording; the reason is worked
out from the hand, its book, and the reason that a person gave."""

from collections.abc import Iterable

from engine.books.rulebook import RuleBook
from engine.events import AwardPots, Event, HandKilled, KillCause, Overruled, PotAwarded
from engine.message import Message, message


def why_dead(event: HandKilled, book: RuleBook) -> Message | None:
    """Why a hand is dead as a consequence of something else. None if a person declared it dead, with or without a
    reason (`why`)."""
    causes: dict[KillCause, Message] = {
        "away": message("dead-away", clause=book.absent.clause),
        "penalty": message("dead-penalty", misses=event.misses, clause=book.penalties.clause),
        "disqualified": message("dead-disqualified", why=event.why),
        "not-dealt": message("dead-not-dealt"),
        "short-of-cards": message("dead-short-of-cards"),
        "others-won": message("dead-others-won"),
    }
    return causes.get(event.cause)


def noted(event: HandKilled) -> str:
    """The reason as it is written in a history file: the text that was typed, otherwise the name of the cause."""
    return event.why or event.cause or "killed"


def why_overruled(events: Iterable[Event]) -> str:
    """The reason that the floor typed for awarding the pots of this hand; "" if there is none."""
    orders = (event for event in events if isinstance(event, Overruled))
    return next((event.why for event in orders if isinstance(event.order, AwardPots)), "")


def why_reported(event: PotAwarded) -> Message:
    """Why a pot went to the seats that the dealer or the floor named, without an override."""
    shared = len(event.seats) > 1
    if event.floor and shared:
        return message("pot-shared-by-floor", floor=event.floor)
    if event.floor:
        return message("pot-awarded-by-floor", floor=event.floor)
    return message("pot-shared-by-dealer") if shared else message("pot-awarded-by-dealer")
