"""Several motions: the chips that count, and the chips that are returned. All it needs to know about the words is
whether an amount was announced."""

from msgspec.structs import replace

from engine.rulings.chips import laid_out
from engine.rulings.motion import Motion
from engine.rulings.speech.announcement import Announcement
from engine.rulings.spot import Spot


def counted(spot: Spot, motion: Motion, announced: Announcement) -> Motion:
    """The motion with its chips reduced to those that count. An announced action may take any number of motions.
    Otherwise, only the first motion is binding. After "raise" and exactly the amount of a call, one more motion
    counts."""
    if not motion.motions:
        return motion
    first, *rest = [chips for chips in motion.motions if chips] or [()]
    is_sized = announced.amount is not None or announced.pot or announced.least
    if announced.verb in ("fold", "check", "call", "all-in") or is_sized:
        return replace(motion, chips=motion.moved)
    if rest and announced.verb and _protects(spot, replace(motion, chips=first)):
        return replace(motion, chips=(*first, *rest[0]))
    return replace(motion, chips=first)


def _protects(spot: Spot, motion: Motion) -> bool:
    """Whether the word "raise" allows one more motion after exactly the amount of a call."""
    is_call = spot.owed > 0 and laid_out(spot, motion) == spot.price
    return is_call and spot.book.string_bet.value == "first-motion-binds"


def dismissed(motion: Motion, counts: Motion) -> int:
    """The chips of motions that do not count."""
    return sum(motion.moved) - sum(counts.chips)
