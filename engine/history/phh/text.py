"""Write hands as PHH, the Poker Hand History standard: `.phh` holds one hand, `.phhs` many.

Facts that the standard cannot express are in extension fields, whose names begin with `_` as the standard requires.
They are the positions of button and blinds, the smallest chip, the pots as they were pushed, and the floor's decisions.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.events import (
    AntePosted,
    BetMade,
    BlindPosted,
    BoardDealt,
    BoardReturned,
    Called,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    PotAwarded,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from engine.hand.showdown import pots_of
from engine.hand.state import BOARD_CARDS, Hand, index_of
from engine.history.record import HandRecord, decided, final, killed_in_the_deal, noted, why_overruled
from engine.history.toml_text import toml_lines

CardEvent = BoardDealt | CardTabled | HandMucked
CONSEQUENCES = (AntePosted, BlindPosted, UncalledReturned, StreetClosed, PotAwarded, HandEnded)
"""Events that are not written because they follow from the fields and the actions."""


class PhhLine(msgspec.Struct, frozen=True, gc=False):
    """One action string, with the floor's reason for a killed hand or an irregular action; or an event for which there
    is no action."""

    text: str
    killed: str = ""
    floor: str = ""
    fact: Event | None = None


def to_phh(record: HandRecord) -> str:
    return toml_lines(phh_fields(record), bare=("time",))


def phh_fields(record: HandRecord) -> dict[str, object]:
    """The fields of one hand by name, required ones first, with players numbered from 1, starting to the left of the
    button. Raises `ChipsNotConserved` for a hand that cannot have been played at a table."""
    hand = final(record)
    lines = [*_dealt(hand), *_played(record, hand)]
    return {
        **_required(record),
        "actions": [line.text for line in lines],
        **_metadata(record, hand),
        **_own(record),
        **_absent(record, hand),
        **_noted("_killed", [line.killed for line in lines]),
        **_noted("_floor", [line.floor for line in lines]),
        **_noted("_facts", [msgspec.to_builtins(line.fact) for line in lines]),
    }


def _required(record: HandRecord) -> dict[str, object]:
    deal = record.deal
    # Heads-up, the standard lists blinds and antes in reverse order.
    order = -1 if len(deal.seats) == 2 else 1
    limit = record.book.betting.value == "fixed-limit"
    bets = {"small_bet": deal.terms.big, "big_bet": 2 * deal.terms.big} if limit else {"min_bet": deal.terms.big}
    return {
        "variant": "FT" if limit else "NT",
        "ante_trimming_status": deal.antes_matched,
        "antes": deal.antes[::order],
        "blinds_or_straddles": deal.blinds[::order],
        **bets,
        "starting_stacks": deal.stacks,
    }


def _metadata(record: HandRecord, hand: Hand) -> dict[str, object]:
    deal = record.deal
    fields = {
        "event": record.event,
        **_time(record.started),
        "hand": deal.hand,
        "level": deal.terms.level,
        "seats": deal.seats,
        "seat_count": record.seat_count,
        "table": record.table,
        "players": record.names if any(record.names) else (),
    }
    known = {name: value for name, value in fields.items() if value}
    return {**known, "finishing_stacks": hand.stacks, "winnings": _winnings(record)}


def _time(started: str) -> dict[str, object]:
    if not started:
        return {}
    year, month, day = map(int, started[:10].split("-"))
    return {"time": started[11:], "time_zone": "UTC", "day": day, "month": month, "year": year}


def _winnings(record: HandRecord) -> list[int]:
    won = dict.fromkeys(record.deal.seats, 0)
    for event in record.events:
        if isinstance(event, PotAwarded):
            for seat, share in zip(event.seats, event.shares, strict=True):
                won[seat] += share
    return list(won.values())


def _own(record: HandRecord) -> dict[str, object]:
    deal, hand = record.deal, decided(record)
    index, returned = hand.returned
    fields: dict[str, object] = {
        "_book": record.book.id,
        "_betting": "pot-limit" if record.book.betting.value == "pot-limit" else "",  # not named by the standard
        "_button_seat": deal.button,
        "_small_blind_seat": deal.small,
        "_big_blind_seat": deal.big,
        "_small_blind": deal.terms.small,
        "_smallest_chip": deal.terms.chip,
        "_opener_seat": deal.opener,
        "_uncalled": {"player": index + 1, "amount": returned} if returned else {},
    }
    return {**{name: value for name, value in fields.items() if value}, "_pots": _pots(record, hand)}


def _pots(record: HandRecord, hand: Hand) -> list[dict[str, object]]:
    """The pots as they were pushed, main pot first. `why` is the reason given by the floor or the dealer."""
    pots, overruled = pots_of(hand), why_overruled(record.events)
    pushed = sorted((event for event in record.events if isinstance(event, PotAwarded)), key=lambda event: event.pot)
    return [
        {
            "amount": event.chips,
            "eligible": [index + 1 for index in pots[event.pot].eligible],
            "awards": {
                _player(hand, seat): share for seat, share in zip(event.seats, event.shares, strict=True) if share
            },
            **({"why": why} if (why := overruled or event.floor) else {}),
        }
        for event in pushed
    ]


def _absent(record: HandRecord, hand: Hand) -> dict[str, object]:
    away = {_player(hand, event.seat): noted(event) for event in killed_in_the_deal(record.events)}
    return {"_absent": away} if away else {}


def _noted(name: str, notes: list[Any]) -> dict[str, dict[int, Any]]:
    """The notes that are not empty, keyed by the number of their action, counted from 1."""
    noted = {number: note for number, note in enumerate(notes, 1) if note}
    return {name: noted} if noted else {}


def _player(hand: Hand, seat: int) -> str:
    return f"p{index_of(hand, seat) + 1}"


def _dealt(hand: Hand) -> Iterator[PhhLine]:
    for number, cards in enumerate(hand.tabled, 1):
        yield PhhLine(f"d dh p{number} {_row(cards)}")


def _row(cards: Iterable[Card]) -> str:
    """Both hole cards of a hand, with `??` for unknown ones."""
    return "".join(map(str, cards)).ljust(4, "?")


def _played(record: HandRecord, hand: Hand) -> Iterator[PhhLine]:
    """The actions in order, except that cards shown after the last action come before the board, as in the standard."""
    gone = _taken_off(record.events)
    laid: list[CardEvent] = []
    for number, event in enumerate(record.events):
        if isinstance(event, CardEvent) and number not in gone and not (isinstance(event, CardTabled) and event.floor):
            laid.append(event)
        elif not isinstance(event, CONSEQUENCES) or (isinstance(event, PotAwarded) and event.follows):
            yield from _laid(laid, hand)
            yield _done(event, hand, record.book)
            laid = []
    yield from _laid(sorted(laid, key=lambda event: isinstance(event, BoardDealt)), hand)


def _laid(events: Sequence[CardEvent], hand: Hand) -> Iterator[PhhLine]:
    """The cards of a street or a hand as one action, at the position of the first card."""
    groups: dict[tuple[str, int], list[Card]] = {}
    for event in events:
        cards = groups.setdefault(_group(event, hand), [])
        if not isinstance(event, HandMucked):
            cards.append(event.card)
    for (kind, number), cards in groups.items():
        if kind == "board":
            yield PhhLine(f"d db {''.join(map(str, cards))}")
        else:
            tabled = hand.tabled[number]
            yield PhhLine(f"p{number + 1} sm {_row(tabled[: tabled.index(cards[-1]) + 1]) if cards else ''}".rstrip())


def _group(event: CardEvent, hand: Hand) -> tuple[str, int]:
    """The group that a card belongs to: the street for a board card, or the player for a hole card."""
    match event:
        case BoardDealt():
            index = hand.board.index(event.card)
            return "board", next(street for street, most in enumerate(BOARD_CARDS) if index < most)
        case CardTabled():
            return "shown", index_of(hand, event.seat)
    return "mucked", index_of(hand, event.seat)


def _done(event: Event, hand: Hand, book: RuleBook) -> PhhLine:
    match event:
        case HandKilled():
            return PhhLine(f"{_player(hand, event.seat)} f", killed=noted(event))
        case Folded():
            return PhhLine(f"{_player(hand, event.seat)} f", floor=event.floor)
        case Checked() | Called():
            return PhhLine(f"{_player(hand, event.seat)} cc", floor=event.floor)
        case BetMade() | Raised():
            return PhhLine(f"{_player(hand, event.seat)} cbr {event.to}", floor=event.floor)
    return PhhLine(f"# {event.__struct_config__.tag}", fact=event)  # other readers skip it as a comment


def _taken_off(events: Sequence[Event]) -> set[int]:
    """The numbers of the events that dealt a card that was later taken off the board."""
    on_board: dict[Card, int] = {}
    gone = set[int]()
    for number, event in enumerate(events):
        if isinstance(event, BoardDealt):
            on_board[event.card] = number
        elif isinstance(event, BoardReturned):
            gone |= {on_board.pop(card) for card in event.cards if card in on_board}
    return gone
