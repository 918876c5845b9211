"""One event in a hand as one sentence for players. A sentence does not depend on headings or on other events."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.books.rulebook import RuleBook
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
    MishapKind,
    Overruled,
    PotAwarded,
    Raised,
    StreetClosed,
    StreetPrepared,
    UncalledReturned,
)
from engine.hand.showdown import has_tabled
from engine.hand.state import SHOWDOWN, index_of
from engine.history.reasons import why_dead
from engine.history.record import HandTransition, posts
from engine.message import Message, message
from engine.ranking import best, describe
from ui.words.card_signs import card_row

POSTS = {
    "small blind": message("small-blind"),
    "big blind": message("big-blind"),
    "straddle": message("straddle"),
}
"""The name of each blind that `posts` returns."""
REMEDIES = {
    "misdeal": message("told-misdeal"),
    "repair": message("told-repair"),
    "play-on": message("told-play-on"),
    "floor": message("told-floor-decides"),
}
MISHAPS: dict[MishapKind, Message] = {
    "first-card-exposed": message("mishap-first-card-exposed"),
    "second-card-exposed": message("mishap-second-card-exposed"),
    "card-exposed": message("mishap-card-exposed"),
    "cards-exposed": message("mishap-cards-exposed"),
    "seat-missed": message("mishap-seat-missed"),
    "too-few-cards": message("mishap-too-few-cards"),
    "extra-card": message("mishap-extra-card"),
    "extra-cards": message("mishap-extra-cards"),
    "button-short": message("mishap-button-short"),
    "wrong-seat": message("mishap-wrong-seat"),
    "not-entitled": message("mishap-not-entitled"),
    "button-not-moved": message("mishap-button-not-moved"),
    "boxed-card": message("mishap-boxed-card"),
    "boxed-cards": message("mishap-boxed-cards"),
    "foreign-card": message("mishap-foreign-card"),
    "duplicate-card": message("mishap-duplicate-card"),
    "flop-too-many": message("mishap-flop-too-many"),
    "premature-flop": message("mishap-premature-flop"),
    "premature-turn": message("mishap-premature-turn"),
    "premature-river": message("mishap-premature-river"),
    "missing-burn": message("mishap-missing-burn"),
    "extra-burn": message("mishap-extra-burn"),
    "board-cards-stuck": message("mishap-board-cards-stuck"),
    "stub-exposed": message("mishap-stub-exposed"),
}
DECLARERS = {"dealer": message("the-dealer"), "floor": message("the-floor"), "player": message("a-player")}
UNTIL = {"flop": message("flop"), "turn": message("turn"), "river": message("river")}

Names = Mapping[int, Message]
"""The name of each seat: `seat 3 Ana`."""


def sentence(moment: HandTransition, names: Names, book: RuleBook) -> Message | None:
    """The message of an event, with the floor's reason if the floor decided it. None if a heading covers the event."""
    event = moment.event
    if isinstance(event, HandKilled):
        said: Message | None = _killed(event, names, book)
    else:
        said = _SENTENCES[type(event)](moment, event, names)
    floor = getattr(event, "floor", "")
    return message("told-by-floor", told=said, floor=floor) if said and floor else said


def seat_name(seat: int, name: str) -> Message:
    return message("seat-of", seat=seat, name=name) if name else message("seat-alone", seat=seat)


def _all_in(moment: HandTransition, seat: int, act: Message) -> Message:
    is_all_in = moment.after.stacks[index_of(moment.after, seat)] == 0
    return message("told-all-in", told=act) if is_all_in else act


def _ante(moment: HandTransition, event: AntePosted, names: Names) -> Message:
    return _all_in(moment, event.seat, message("told-ante", who=names[event.seat], chips=event.chips))


def _blind(moment: HandTransition, event: BlindPosted, names: Names) -> Message:
    deal = moment.before.deal
    index = index_of(moment.before, event.seat)
    owed, blind, who = deal.blinds[index], POSTS[posts(deal)[index]], names[event.seat]
    if event.chips < owed:
        said = message("told-blind-short", who=who, chips=event.chips, blind=blind, owed=owed)
    else:
        said = message("told-blind", who=who, blind=blind, owed=owed)
    return _all_in(moment, event.seat, said)


def _fold(_: HandTransition, event: Folded, names: Names) -> Message:
    return message("told-fold", who=names[event.seat])


def _check(_: HandTransition, event: Checked, names: Names) -> Message:
    return message("told-check", who=names[event.seat])


def _call(moment: HandTransition, event: Called, names: Names) -> Message:
    total = moment.after.bets[index_of(moment.after, event.seat)]
    if total < moment.before.price:
        return message("told-call-short", who=names[event.seat], chips=total)
    return _all_in(moment, event.seat, message("told-call", who=names[event.seat], chips=total))


def _bet(moment: HandTransition, event: BetMade, names: Names) -> Message:
    return _all_in(moment, event.seat, message("told-bet", who=names[event.seat], chips=event.to))


def _raise(moment: HandTransition, event: Raised, names: Names) -> Message:
    return _all_in(moment, event.seat, message("told-raise", who=names[event.seat], chips=event.to))


def _killed(event: HandKilled, names: Names, book: RuleBook) -> Message:
    why = why_dead(event, book) or event.why
    if why:
        return message("told-killed-why", who=names[event.seat], why=why)
    return message("told-killed", who=names[event.seat])


def _forfeited(_: HandTransition, event: ChipsForfeited, names: Names) -> Message:
    return message("told-forfeited", who=names[event.seat], chips=event.chips)


def _corrected(_: HandTransition, event: BetsCorrected, names: Names) -> Message:
    each = list(zip(event.seats, event.chips, strict=True))
    if min(event.chips) < 0:
        backs = [message("told-has-back", who=names[seat], chips=-chips) for seat, chips in each]
        return message("told-reduced", backs=tuple(backs))
    added = [message("told-adds", who=names[seat], chips=chips) for seat, chips in each]
    return message("told-corrected", added=tuple(added))


def _returned(_: HandTransition, event: UncalledReturned, names: Names) -> Message:
    return message("told-returned", who=names[event.seat], chips=event.chips)


def _tabled(moment: HandTransition, event: CardTabled, names: Names) -> Message:
    who = names[event.seat]
    cards = moment.after.tabled[index_of(moment.after, event.seat)]
    if not has_tabled(moment.after, index_of(moment.after, event.seat)):
        return message("told-shows", who=who, cards=card_row([event.card]))
    if moment.after.street == SHOWDOWN:
        ranking = describe(best((*cards, *moment.after.board)), moment.after.board)
        return message("told-shows-ranking", who=who, cards=card_row(cards), ranking=ranking)
    return message("told-shows", who=who, cards=card_row(cards))


def _mucked(_: HandTransition, event: HandMucked, names: Names) -> Message:
    return message("told-mucks", who=names[event.seat])


def _mishap(_: HandTransition, event: MishapDeclared, names: Names) -> Message:
    by, remedy, mishap = DECLARERS[event.by], REMEDIES[event.remedy], event.mishap
    kind = MISHAPS[mishap.kind]
    if mishap.cards:
        cards = card_row(mishap.cards)
        return message("told-mishap-cards", by=by, kind=kind, cards=cards, remedy=remedy, clause=event.clause)
    if mishap.seat:
        who = names.get(mishap.seat, seat_name(mishap.seat, ""))
        return message("told-mishap-seat", by=by, kind=kind, who=who, remedy=remedy, clause=event.clause)
    return message("told-mishap", by=by, kind=kind, remedy=remedy, clause=event.clause)


def _held(_: HandTransition, event: ActionHeld, names: Names) -> Message:
    return message("told-held", who=names[event.motion.seat])


def _overruled(_: HandTransition, event: Overruled, __: Names) -> Message:
    return message("told-overruled", by=event.by, why=event.why)


def _revived(_: HandTransition, event: HandRevived, names: Names) -> Message:
    return message("told-revived", who=names[event.seat])


def _moved(_: HandTransition, event: ChipsMoved, names: Names) -> Message:
    if event.chips > 0:
        return message("told-into-pot", who=names[event.seat], chips=event.chips)
    return message("told-out-of-pot", who=names[event.seat], chips=-event.chips)


def _off_board(_: HandTransition, event: BoardReturned, __: Names) -> Message:
    return message("told-off-board", cards=card_row(event.cards))


def _out_of_play(_: HandTransition, event: CardOutOfPlay, __: Names) -> Message:
    if event.until == "never":
        return message("told-out-of-play", cards=card_row([event.card]))
    return message("told-out-of-play-until", cards=card_row([event.card]), street=UNTIL[event.until])


def _prepared(_: HandTransition, event: StreetPrepared, __: Names) -> Message:
    street = UNTIL[event.street]
    if event.reshuffle and not event.burn:
        return message("told-reshuffled-unburnt", street=street)
    if event.reshuffle:
        return message("told-reshuffled", street=street)
    return message("told-as-usual", street=street) if event.burn else message("told-unburnt", street=street)


def _by_heading(_: HandTransition, __: Event, ___: Names) -> None:
    return None


_SENTENCES: dict[type[Event], Callable[[HandTransition, Any, Names], Message | None]] = {
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
