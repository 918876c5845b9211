"""A hand as PHH, the Poker Hand History standard: `.phh` holds one hand, `.phhs` many.

What the standard cannot say is in fields of our own, which begin with `_` as it asks: where the button and the blinds
were, the smallest chip, the pots as they were pushed, and what the floor did.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.cards import Card
from engine.events import (
    BetMade,
    BoardDealt,
    Called,
    CardTabled,
    Checked,
    Event,
    Folded,
    HandKilled,
    HandMucked,
    PotAwarded,
    Raised,
)
from engine.felt import Hand, place_of
from engine.history.record import HandRecord, decided, final, started_at
from engine.history.toml_text import toml_lines
from engine.showdown import pots_of

ACTS = (Folded, Checked, Called, BetMade, Raised, HandKilled)


class Line(msgspec.Struct, frozen=True):
    """One action string, with why it is a killed hand or why the floor let it stand."""

    text: str
    killed: str = ""
    floor: str = ""


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
    return {"time": start.time(), "time_zone": "UTC", "day": start.day, "month": start.month, "year": start.year}


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


def _noted(name: str, notes: list[str]) -> dict[str, dict[int, str]]:
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
    for event in _in_order(record.events):
        line = _line(felt, event)
        if line.text and (line.text not in begun or not isinstance(event, BoardDealt | CardTabled)):
            begun.add(line.text)
            yield line


def _in_order(events: Sequence[Event]) -> list[Event]:
    """As the standard wants it: what is shown after the last action comes before the board that is dealt after it."""
    last = max((number for number, event in enumerate(events) if isinstance(event, ACTS)), default=-1)
    tail = sorted(events[last + 1 :], key=lambda event: not isinstance(event, CardTabled | HandMucked))
    return [*events[: last + 1], *tail]


def _line(felt: Hand, event: Event) -> Line:
    """What an event is as an action; no text where it follows from another."""
    match event:
        case BoardDealt():
            return Line(f"d db {_row(_street_of(felt.board, event.card), 0)}")
        case CardTabled():
            act = f"sm {_row(felt.tabled[place_of(felt, event.seat)])}"
        case HandMucked():
            act = "sm"
        case Folded() | HandKilled():
            act = "f"
        case Checked() | Called():
            act = "cc"
        case BetMade() | Raised():
            act = f"cbr {event.to}"
        case _:
            return Line("")
    killed = event.why or "killed" if isinstance(event, HandKilled) else ""
    return Line(f"{_player(felt, event.seat)} {act}", killed, getattr(event, "floor", ""))


def _street_of(board: Sequence[Card], card: Card) -> Sequence[Card]:
    """The cards that were dealt together with this one: the flop, the turn or the river."""
    streets = (board[:3], board[3:4], board[4:])
    return next(street for street in streets if card in street)
