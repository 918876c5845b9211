"""One event of a hand as one sentence that a player can read. Knows nothing of headings or of what else happened."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.events import (
    ActionHeld,
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    BoardDealt,
    BoardReturned,
    Called,
    CardOutOfPlay,
    CardTabled,
    Checked,
    ChipsForfeited,
    ChipsMoved,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandRevived,
    MishapDeclared,
    Overruled,
    PotAwarded,
    Raised,
    StreetClosed,
    StreetPrepared,
    UncalledReturned,
)
from engine.hand.showdown import has_tabled
from engine.hand.state import SHOWDOWN, place_of
from engine.history.reasons import why_dead
from engine.history.record import Moment, posts
from engine.ranking import best

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
REMEDIES = {
    "misdeal": "the deal does not count",
    "repair": "it is put right and the hand goes on",
    "play-on": "the hand goes on",
    "floor": "the floor decides",
}
UNTIL = {"flop": "until the flop", "turn": "until the turn", "river": "until the river", "never": "for this hand"}

Names = Mapping[int, str]
"""What each seat is called: `seat 3 Ana`."""


def sentence(moment: Moment, names: Names, book: RuleBook) -> str:
    """The event in words, with the floor's reason where it let the event stand; "" where a heading says it."""
    event = moment.event
    if isinstance(event, HandKilled):
        said = _killed(event, names, book)
    else:
        said = _SENTENCES[type(event)](moment, event, names)
    floor = getattr(event, "floor", "")
    whole = f"{said}. The floor: {floor}" if floor else said
    return f"{capital(whole)}." if whole else ""


def capital(text: str) -> str:
    """With a capital letter first, the rest as it is."""
    return text[:1].upper() + text[1:]


def card_text(card: Card) -> str:
    """As printed on the card: `10♥`."""
    return f"{card.rank.replace('T', '10')}{SUITS[card.suit]}"


def card_row(cards: Iterable[Card]) -> str:
    return " ".join(map(card_text, cards))


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def _all_in(moment: Moment, seat: int) -> str:
    return " and is all-in" if moment.after.stacks[place_of(moment.after, seat)] == 0 else ""


def _ante(moment: Moment, event: AntePosted, names: Names) -> str:
    return f"{names[event.seat]} pays an ante of {event.chips:,}{_all_in(moment, event.seat)}"


def _blind(moment: Moment, event: BlindPosted, names: Names) -> str:
    deal = moment.before.deal
    place = place_of(moment.before, event.seat)
    owed = deal.blinds[place]
    short = f"{event.chips:,} of " if event.chips < owed else ""
    return f"{names[event.seat]} posts {short}the {posts(deal)[place]} of {owed:,}{_all_in(moment, event.seat)}"


def _fold(_: Moment, event: Folded, names: Names) -> str:
    return f"{names[event.seat]} folds"


def _check(_: Moment, event: Checked, names: Names) -> str:
    return f"{names[event.seat]} checks"


def _call(moment: Moment, event: Called, names: Names) -> str:
    total = moment.after.bets[place_of(moment.after, event.seat)]
    if total < moment.before.price:
        return f"{names[event.seat]} calls for less, {total:,}, and is all-in"
    return f"{names[event.seat]} calls {total:,}{_all_in(moment, event.seat)}"


def _bet(moment: Moment, event: BetMade, names: Names) -> str:
    return f"{names[event.seat]} bets {event.to:,}{_all_in(moment, event.seat)}"


def _raise(moment: Moment, event: Raised, names: Names) -> str:
    return f"{names[event.seat]} raises to {event.to:,}{_all_in(moment, event.seat)}"


def _killed(event: HandKilled, names: Names, book: RuleBook) -> str:
    why = why_dead(event, book)
    return f"the hand of {names[event.seat]} is dead" + (f": {why}" if why else "")


def _forfeited(_: Moment, event: ChipsForfeited, names: Names) -> str:
    return f"{names[event.seat]} gives up {event.chips:,} to the pot"


def _corrected(_: Moment, event: BetsCorrected, names: Names) -> str:
    added = [f"{names[seat]} adds {chips:,}" for seat, chips in zip(event.seats, event.chips, strict=True)]
    return f"the bet was too small: {listed(added)}"


def _returned(_: Moment, event: UncalledReturned, names: Names) -> str:
    return f"nobody called {event.chips:,} of this: {names[event.seat]} takes it back"


def _tabled(moment: Moment, event: CardTabled, names: Names) -> str:
    place = place_of(moment.after, event.seat)
    cards = moment.after.tabled[place]
    if not has_tabled(moment.after, place):
        return f"{names[event.seat]} shows {card_text(event.card)}"
    whole = moment.after.street == SHOWDOWN
    ranking = f": {best((*cards, *moment.after.board)).words}" if whole else ""
    return f"{names[event.seat]} shows {card_row(cards)}{ranking}"


def _mucked(_: Moment, event: HandMucked, names: Names) -> str:
    return f"{names[event.seat]} does not show"


def _mishap(_: Moment, event: MishapDeclared, __: Names) -> str:
    kind = event.mishap.kind.replace("-", " ")
    cards = f" ({card_row(event.mishap.cards)})" if event.mishap.cards else ""
    seat = f", seat {event.mishap.seat}" if event.mishap.seat else ""
    return f"something went wrong, says the {event.by}: {kind}{seat}{cards}; {REMEDIES[event.remedy]} ({event.clause})"


def _held(_: Moment, event: ActionHeld, names: Names) -> str:
    return f"{names[event.motion.seat]} acts out of turn: it waits"


def _overruled(_: Moment, event: Overruled, __: Names) -> str:
    return f"the floor, {event.by}, overrules: {event.why}"


def _revived(_: Moment, event: HandRevived, names: Names) -> str:
    return f"the hand of {names[event.seat]} is live again"


def _moved(_: Moment, event: ChipsMoved, names: Names) -> str:
    if event.chips > 0:
        return f"{event.chips:,} more go from {names[event.seat]} to the pot"
    return f"{-event.chips:,} go back from the pot to {names[event.seat]}"


def _off_board(_: Moment, event: BoardReturned, __: Names) -> str:
    return f"off the board again: {card_row(event.cards)}"


def _out_of_play(_: Moment, event: CardOutOfPlay, __: Names) -> str:
    return f"{card_text(event.card)} is out of play {UNTIL[event.until]}"


def _prepared(_: Moment, event: StreetPrepared, __: Names) -> str:
    unusual = [
        words for words, holds in (("after a reshuffle", event.reshuffle), ("without a burn", not event.burn)) if holds
    ]
    return f"the {event.street} will come {listed(unusual) or 'as usual'}"


def _by_heading(_: Moment, __: Event, ___: Names) -> str:
    return ""


_SENTENCES: dict[type[Event], Callable[[Moment, Any, Names], str]] = {
    AntePosted: _ante,
    BlindPosted: _blind,
    Folded: _fold,
    Checked: _check,
    Called: _call,
    BetMade: _bet,
    Raised: _raise,
    ChipsForfeited: _forfeited,
    BetsCorrected: _corrected,
    UncalledReturned: _returned,
    CardTabled: _tabled,
    HandMucked: _mucked,
    MishapDeclared: _mishap,
    ActionHeld: _held,
    Overruled: _overruled,
    HandRevived: _revived,
    ChipsMoved: _moved,
    BoardReturned: _off_board,
    CardOutOfPlay: _out_of_play,
    StreetPrepared: _prepared,
    BoardDealt: _by_heading,
    StreetClosed: _by_heading,
    PotAwarded: _by_heading,
    HandEnded: _by_heading,
}
