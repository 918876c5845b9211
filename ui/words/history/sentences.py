"""One event in a hand as one sentence for players. A sentence does not depend on headings or on other events."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import events
from engine.books.rulebook import RuleBook
from engine.hand.ranking import best, describe
from engine.hand.showdown import has_tabled
from engine.hand.state import SHOWDOWN, index_of
from engine.history.record import HandTransition, posts, why_dead
from engine.message import Message, message
from engine.terms import NAMELESS
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
MISHAPS: dict[events.MishapKind, Message] = {
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

IN_HEADINGS = (events.BoardDealt, events.StreetClosed, events.PotAwarded, events.HandEnded)
"""The events that headings cover."""
Names = Mapping[int, Message]
"""The name of each seat: `seat 3 Ana`."""


def sentence(moment: HandTransition, names: Names, book: RuleBook) -> Message | None:
    """The message of an event, with the floor's reason if the floor decided it. None if a heading covers the event."""
    event = moment.event
    if isinstance(event, events.HandKilled):
        said: Message | None = _killed(event, names, book)
    else:
        said = None if isinstance(event, IN_HEADINGS) else _SENTENCES[type(event)](moment, event, names)
    floor = getattr(event, "floor", "")
    return message("told-by-floor", told=said, floor=floor) if said and floor else said


def seat_name(seat: int, name: str) -> Message:
    return message("seat-of", seat=seat, name=name) if name else message("seat-alone", seat=seat)


def _all_in(moment: HandTransition, seat: int, act: Message) -> Message:
    is_all_in = moment.after.stacks[index_of(moment.after, seat)] == 0
    return message("told-all-in", told=act) if is_all_in else act


def _blind(moment: HandTransition, event: events.BlindPosted, names: Names) -> Message:
    deal = moment.before.deal
    index = index_of(moment.before, event.seat)
    owed, blind, who = deal.blinds[index], POSTS[posts(deal)[index]], names[event.seat]
    if event.chips < owed:
        said = message("told-blind-short", who=who, chips=event.chips, blind=blind, owed=owed)
    else:
        said = message("told-blind", who=who, blind=blind, owed=owed)
    return _all_in(moment, event.seat, said)


def _call(moment: HandTransition, event: events.Called, names: Names) -> Message:
    total = moment.after.bets[index_of(moment.after, event.seat)]
    if total < moment.before.price:
        return message("told-call-short", who=names[event.seat], chips=total)
    return _all_in(moment, event.seat, message("told-call", who=names[event.seat], chips=total))


def _killed(event: events.HandKilled, names: Names, book: RuleBook) -> Message:
    why = why_dead(event, book) or event.why
    if why:
        return message("told-killed-why", who=names[event.seat], why=why)
    return message("told-killed", who=names[event.seat])


def _corrected(_: HandTransition, event: events.BetsCorrected, names: Names) -> Message:
    each = list(zip(event.seats, event.chips, strict=True))
    if min(event.chips) < 0:
        backs = [message("told-has-back", who=names[seat], chips=-chips) for seat, chips in each]
        return message("told-reduced", backs=tuple(backs))
    added = [message("told-adds", who=names[seat], chips=chips) for seat, chips in each]
    return message("told-corrected", added=tuple(added))


def _tabled(moment: HandTransition, event: events.CardTabled, names: Names) -> Message:
    who = names[event.seat]
    cards = moment.after.tabled[index_of(moment.after, event.seat)]
    if not has_tabled(moment.after, index_of(moment.after, event.seat)):
        return message("told-shows", who=who, cards=card_row([event.card]))
    if moment.after.street == SHOWDOWN:
        ranking = describe(best((*cards, *moment.after.board)), moment.after.board)
        return message("told-shows-ranking", who=who, cards=card_row(cards), ranking=ranking)
    return message("told-shows", who=who, cards=card_row(cards))


def _mishap(_: HandTransition, event: events.MishapDeclared, names: Names) -> Message:
    by, remedy, mishap = DECLARERS[event.by], REMEDIES[event.remedy], event.mishap
    kind = MISHAPS[mishap.kind]
    if mishap.cards:
        cards = card_row(mishap.cards)
        return message("told-mishap-cards", by=by, kind=kind, cards=cards, remedy=remedy, clause=event.clause)
    if mishap.seat:
        who = names.get(mishap.seat, seat_name(mishap.seat, ""))
        return message("told-mishap-seat", by=by, kind=kind, who=who, remedy=remedy, clause=event.clause)
    return message("told-mishap", by=by, kind=kind, remedy=remedy, clause=event.clause)


def _overruled(event: events.Overruled) -> Message:
    if event.by in NAMELESS:
        return message("told-overruled-unsigned", why=event.why)
    return message("told-overruled", by=event.by, why=event.why)


def _moved(_: HandTransition, event: events.ChipsMoved, names: Names) -> Message:
    if event.chips > 0:
        return message("told-into-pot", who=names[event.seat], chips=event.chips)
    return message("told-out-of-pot", who=names[event.seat], chips=-event.chips)


def _out_of_play(_: HandTransition, event: events.CardOutOfPlay, __: Names) -> Message:
    if event.until == "never":
        return message("told-out-of-play", cards=card_row([event.card]))
    return message("told-out-of-play-until", cards=card_row([event.card]), street=UNTIL[event.until])


def _prepared(_: HandTransition, event: events.StreetPrepared, __: Names) -> Message:
    street = UNTIL[event.street]
    if event.reshuffle and not event.burn:
        return message("told-reshuffled-unburnt", street=street)
    if event.reshuffle:
        return message("told-reshuffled", street=street)
    return message("told-as-usual", street=street) if event.burn else message("told-unburnt", street=street)


_SENTENCES: dict[type[events.Event], Callable[[HandTransition, Any, Names], Message]] = {
    events.AntePosted: lambda moment, event, names: _all_in(
        moment, event.seat, message("told-ante", who=names[event.seat], chips=event.chips)
    ),
    events.BlindPosted: _blind,
    events.Folded: lambda _, event, names: message("told-fold", who=names[event.seat]),
    events.Checked: lambda _, event, names: message("told-check", who=names[event.seat]),
    events.Called: _call,
    events.BetMade: lambda moment, event, names: _all_in(
        moment, event.seat, message("told-bet", who=names[event.seat], chips=event.to)
    ),
    events.Raised: lambda moment, event, names: _all_in(
        moment, event.seat, message("told-raise", who=names[event.seat], chips=event.to)
    ),
    events.ChipsForfeited: lambda _, event, names: message("told-forfeited", who=names[event.seat], chips=event.chips),
    events.BetsCorrected: _corrected,
    events.UncalledReturned: lambda _, event, names: message("told-returned", who=names[event.seat], chips=event.chips),
    events.CardTabled: _tabled,
    events.HandMucked: lambda _, event, names: message("told-mucks", who=names[event.seat]),
    events.MishapDeclared: _mishap,
    events.ActionHeld: lambda _, event, names: message("told-held", who=names[event.motion.seat]),
    events.Overruled: lambda _, event, __: _overruled(event),
    events.HandRevived: lambda _, event, names: message("told-revived", who=names[event.seat]),
    events.ChipsMoved: _moved,
    events.BoardReturned: lambda _, event, __: message("told-off-board", cards=card_row(event.cards)),
    events.CardOutOfPlay: _out_of_play,
    events.StreetPrepared: _prepared,
}
