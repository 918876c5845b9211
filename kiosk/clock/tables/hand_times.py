"""When the hands of a table were dealt and ended, and by which dealer. A pure fold beside the audit."""

from msgspec.structs import replace

from engine.events import (
    Event,
    HandEnded,
    HandReported,
    HandStarted,
    HandVoided,
    PlayEvent,
    TakenBack,
)
from engine.tournament.insight.pace import TimedHand

HandTimes = tuple[TimedHand, ...]
"""The hands in order. Undone and voided hands are left out."""


def timed(  # noqa: PLR0911  one return for each event
    hands: HandTimes, event: Event, seq: int, at_ms: int, dealer: str
) -> HandTimes:
    """The hands after one more event, which is number `seq` of the journal. `dealer` is dealing now."""
    match event:
        case HandStarted():
            return (*hands, TimedHand(seq, event.hand, event.terms.level, dealer, at_ms))
        case HandReported():
            return (*hands, TimedHand(seq, event.hand, event.terms.level, dealer, at_ms, at_ms, at_ms, seq))
        case TakenBack(to=to):
            return tuple(_as_of(one, to) for one in hands if one.mark <= to)
        case HandVoided():
            return hands[:-1]
        case HandEnded() if hands:
            return (*hands[:-1], replace(hands[-1], ended_ms=at_ms, ended=seq))
        case PlayEvent() if hands:
            return (*hands[:-1], replace(hands[-1], acted_ms=at_ms))
    return hands


def _as_of(one: TimedHand, to: int) -> TimedHand:
    return replace(one, ended_ms=0, ended=0) if one.ended > to else one
