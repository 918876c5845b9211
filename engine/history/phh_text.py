"""A hand as PHH, the Poker Hand History standard: `.phh` holds one hand, `.phhs` many.

What the standard cannot say is in fields of our own, which begin with `_` as it asks: where the button and the blinds
were, the smallest chip, the pots as they were pushed, and what the floor did.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

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
from engine.felt import Hand, place_of
from engine.history.record import HandRecord, decided, final, started_at
from engine.history.toml_text import toml_lines
from engine.showdown import pots_of

CONSEQUENCES = (AntePosted, BlindPosted, UncalledReturned, StreetClosed, PotAwarded, HandEnded)
"""What nobody asks for: it follows from the fields and the actions."""


class Line(msgspec.Struct, frozen=True):
    """One action string: something done, a hand shown, or cards of the board.

    With it go why it is a killed hand, why the floor let it stand, or the event that the standard has no action for.
    """

    text: str
    kind: Literal["done", "shown", "board"] = "done"
    killed: str = ""
    floor: str = ""
    fact: Event | None = None


def to_phh(record: HandRecord) -> str:
    """One hand as the text of a `.phh` file."""
    return toml_lines(phh_fields(record))


def to_phhs(records: Iterable[HandRecord]) -> str:
    """Hands as the text of a `.phhs` file: a table each, named by running number from 1."""
    return "\n".join(f"[{number}]\n{to_phh(record)}" for number, record in enumerate(records, 1))


def phh_fields(record: HandRecord) -> dict[str, object]:
    """The fields of one hand by name, those that the standard requires first. Players count from 1, left of the button.

    Raises `ChipsNotConserved` for a hand that no table has played.
    """
    felt = final(record)
    lines = [*_dealt(felt), *_played(record, felt)]
    return {
        **_required(record),
        "actions": [line.text for line in lines],
        **_known(record, felt),
        **_own(record),
        **_noted("_killed", [line.killed for line in lines]),
        **_noted("_floor", [line.floor for line in lines]),
        **_noted("_facts", [msgspec.to_builtins(line.fact) for line in lines]),
    }


def _required(record: HandRecord) -> dict[str, object]:
    deal = record.deal
    # With two players the standard lists blinds and antes the other way round.
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


def _known(record: HandRecord, felt: Hand) -> dict[str, object]:
    deal = record.deal
    fields = {
        "event": record.event,
        **_time(record),
        "hand": deal.hand,
        "level": deal.terms.level,
        "seats": deal.seats,
        "seat_count": record.seat_count,
        "table": record.table,
        "players": record.names if any(record.names) else (),
    }
    told = {name: value for name, value in fields.items() if value}
    return {**told, "finishing_stacks": felt.stacks, "winnings": _winnings(record)}


def _time(record: HandRecord) -> dict[str, object]:
    start = started_at(record)
    if start is None:
        return {}
    return {
        "time": start.time().replace(microsecond=0),
        "time_zone": "UTC",
        "day": start.day,
        "month": start.month,
        "year": start.year,
    }


def _winnings(record: HandRecord) -> list[int]:
    won = dict.fromkeys(record.deal.seats, 0)
    for event in record.events:
        if isinstance(event, PotAwarded):
            for seat, share in zip(event.seats, event.shares, strict=True):
                won[seat] += share
    return list(won.values())


def _own(record: HandRecord) -> dict[str, object]:
    deal, felt = record.deal, decided(record)
    place, returned = felt.returned
    fields: dict[str, object] = {
        "_book": record.book.id,
        "_betting": "pot-limit" if record.book.betting.value == "pot-limit" else "",  # the standard has no name for it
        "_button_seat": deal.button,
        "_small_blind_seat": deal.small,
        "_big_blind_seat": deal.big,
        "_small_blind": deal.terms.small,
        "_smallest_chip": deal.terms.chip,
        "_opener_seat": deal.opener,
        "_uncalled": {"player": place + 1, "amount": returned} if returned else {},
    }
    return {**{name: value for name, value in fields.items() if value}, "_pots": _pots(record.events, felt)}


def _pots(events: Sequence[Event], felt: Hand) -> list[dict[str, object]]:
    """The pots as they were pushed, the main pot first."""
    stood = pots_of(felt)
    pushed = sorted((event for event in events if isinstance(event, PotAwarded)), key=lambda event: event.pot)
    return [
        {
            "amount": event.chips,
            "eligible": [place + 1 for place in stood[event.pot].eligible],
            "awards": {
                _player(felt, seat): share for seat, share in zip(event.seats, event.shares, strict=True) if share
            },
            "why": event.why,
        }
        for event in pushed
    ]


def _noted(name: str, notes: list[Any]) -> dict[str, dict[int, Any]]:
    """The notes there are, by the number of their action from 1."""
    noted = {number: note for number, note in enumerate(notes, 1) if note}
    return {name: noted} if noted else {}


def _player(felt: Hand, seat: int) -> str:
    return f"p{place_of(felt, seat) + 1}"


def _dealt(felt: Hand) -> Iterator[Line]:
    for number, cards in enumerate(felt.tabled, 1):
        yield Line(f"d dh p{number} {_row(cards)}")


def _row(cards: Iterable[Card], count: int = 2) -> str:
    """Cards in a row, with `??` for those that nobody saw."""
    return "".join(map(str, cards)).ljust(2 * count, "?")


def _played(record: HandRecord, felt: Hand) -> Iterator[Line]:
    """The actions as they happened, a hand's cards and a street's where the first of them lay."""
    begun = set[str]()
    for line in _in_order(list(_lines(record.events, felt))):
        if line.kind == "done" or line.text not in begun:
            begun.add(line.text)
            yield line


def _in_order(lines: list[Line]) -> list[Line]:
    """As the standard wants it: what is shown after the last action comes before the board that is dealt after it."""
    last = max((number for number, line in enumerate(lines) if line.kind == "done"), default=-1)
    return [*lines[: last + 1], *sorted(lines[last + 1 :], key=lambda line: line.kind == "board")]


def _lines(events: Sequence[Event], felt: Hand) -> Iterator[Line]:
    gone = _taken_off(events)
    for number, event in enumerate(events):
        if number in gone or (isinstance(event, PotAwarded) and event.follows):
            yield _fact(event)
        elif not isinstance(event, CONSEQUENCES):
            yield _line(felt, event)


def _line(felt: Hand, event: Event) -> Line:
    """What an event is as an action."""
    match event:
        case BoardDealt():
            return Line(f"d db {_row(_street_of(felt.board, event.card), 0)}", "board")
        case CardTabled(floor=""):
            return Line(f"{_player(felt, event.seat)} sm {_row(felt.tabled[place_of(felt, event.seat)])}", "shown")
        case HandMucked():
            return Line(f"{_player(felt, event.seat)} sm", "shown")
        case HandKilled():
            return Line(f"{_player(felt, event.seat)} f", killed=event.why or "killed")
        case Folded() | Checked() | Called() | BetMade() | Raised():
            return Line(f"{_player(felt, event.seat)} {_act(event)}", floor=event.floor)
    return _fact(event)


def _act(event: Folded | Checked | Called | BetMade | Raised) -> str:
    match event:
        case Folded():
            return "f"
        case Checked() | Called():
            return "cc"
    return f"cbr {event.to}"


def _fact(event: Event) -> Line:
    """A line that other readers take for a comment."""
    return Line(f"# {event.__struct_config__.tag}", fact=event)


def _taken_off(events: Sequence[Event]) -> set[int]:
    """The numbers of those events that dealt a card which was taken off the board again."""
    lying: dict[Card, int] = {}
    gone = set[int]()
    for number, event in enumerate(events):
        if isinstance(event, BoardDealt):
            lying[event.card] = number
        elif isinstance(event, BoardReturned):
            gone |= {lying.pop(card) for card in event.cards if card in lying}
    return gone


def _street_of(board: Sequence[Card], card: Card) -> Sequence[Card]:
    """The cards that were dealt together with this one: the flop, the turn or the river."""
    streets = (board[:3], board[3:4], board[4:])
    return next(street for street in streets if card in street)
