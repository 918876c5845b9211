"""A hand in plain words, for a player to read: who sat there, what was done street by street, who got what and why."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.cards import Card
from engine.events import AntePosted, BoardDealt, BoardReturned, CardTabled, HandMucked, PotAwarded
from engine.hand.showdown import Award, awards, is_decided
from engine.hand.state import SHOWDOWN
from engine.history.reasons import why_overruled, why_told, why_won
from engine.history.record import HandRecord, Moment, decided, final, moments, posts
from engine.history.sentences import Names, capital, card_row, listed, sentence

STREETS = {0: "Flop", 3: "Turn", 4: "River"}
"""Which street begins when so many cards lie there."""
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
ANTES = {"each": "everybody antes {ante:,}", "big-blind": "the big blind antes {ante:,}"}


def in_words(record: HandRecord) -> str:
    """The hand as text, a blank line between its parts. Raises `ChipsNotConserved` for what no table has played."""
    names = _names(record)
    parts = [_heading(record, names), _stacks(record, names), *_streets(record, names), _pots(record, names),
             _ending(record, names)]  # fmt: skip
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _names(record: HandRecord) -> dict[int, str]:
    """What each seat is called; the button may lie before an empty one."""
    deal = record.deal
    called = {seat: f"seat {seat} {name}".rstrip() for seat, name in zip(deal.seats, record.names, strict=True)}
    return {deal.button: f"seat {deal.button} (empty)"} | called


def _heading(record: HandRecord, names: Names) -> list[str]:
    deal = record.deal
    terms = deal.terms
    where = [record.event, f"table {record.table}" if record.table else "", f"hand {deal.hand}"]
    ante = ANTES.get(terms.ante_form, "").format(ante=terms.ante)
    level = [f"Level {terms.level}", f"blinds {terms.small:,} and {terms.big:,}", ante]
    lines = [
        capital(" · ".join(part for part in where if part)),
        _when(record.started),
        " · ".join(part for part in level if part),
        f"Button: {names[deal.button]}",
        "No small blind in this hand" if deal.big and "small blind" not in posts(deal) else "",
        f"Rules: {record.book.name}",
    ]
    return [line for line in lines if line]


def _when(started: str) -> str:
    if not started:
        return ""
    year, month, day = started[:10].split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}, {started[11:16]} UTC"


def _stacks(record: HandRecord, names: Names) -> list[str]:
    stacks = zip(record.deal.seats, record.deal.stacks, _positions(record), strict=True)
    return _columns("Stacks", [(capital(names[seat]), f"{chips:,}", position) for seat, chips, position in stacks])


def _positions(record: HandRecord) -> list[str]:
    button = ["button" if seat == record.deal.button else "" for seat in record.deal.seats]
    return [listed([part for part in parts if part]) for parts in zip(button, posts(record.deal), strict=True)]


def _columns(title: str, rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Names to the left, numbers to the right, a word behind."""
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [title, *(f"  {name:{widths[0]}}  {number:>{widths[1]}}  {word}".rstrip() for name, number, word in rows)]


def _streets(record: HandRecord, names: Names) -> list[list[str]]:
    parts = [["Before the flop"]]
    told = list(_told(record))
    showing = False
    for number, moment in enumerate(told):
        if heading := _new_part(told, number, showing):
            parts.append([heading])
            showing = not isinstance(moment.event, BoardDealt)
        parts[-1] += [f"  {text}" for text in [sentence(moment, names, record.book)] if text]
    if all_ante := _all_ante(record):
        parts[0].insert(1, f"  Everybody pays an ante of {all_ante:,}.")
    return parts


def _told(record: HandRecord) -> Iterator[Moment]:
    """What has a sentence of its own: both cards of a hand are told at once, and an ante that all pay only once."""
    shown = {cards[-1] for cards in final(record).tabled if cards}
    for moment in moments(record):
        event = moment.event
        if isinstance(event, CardTabled) and event.card not in shown:
            continue
        if not isinstance(event, AntePosted) or not _all_ante(record):
            yield moment


def _all_ante(record: HandRecord) -> int:
    """The ante that everybody paid alike, 0 where they did not."""
    antes = {event.seat: event.chips for event in record.events if isinstance(event, AntePosted)}
    alike = len(antes) == len(record.deal.seats) and len(set(antes.values())) == 1
    return next(iter(antes.values())) if alike else 0


def _new_part(told: Sequence[Moment], number: int, showing: bool) -> str:
    """The heading that an event begins; "" where it goes on with what was."""
    before, event, _ = told[number]
    if isinstance(event, BoardDealt) and len(before.board) in STREETS:
        return f"{STREETS[len(before.board)]}: {card_row(_street_cards(told, number))} · pot {before.pot:,}"
    if not isinstance(event, CardTabled | HandMucked) or showing:
        return ""
    if before.street < SHOWDOWN:
        return "The hands are shown"
    return f"Showdown · board {card_row(before.board)} · pot {before.pot:,}"


def _street_cards(told: Sequence[Moment], number: int) -> list[Card]:
    """The cards of the street that begins with this event, as far as they were dealt."""
    most = 3 if not told[number].before.board else 1
    events = (moment.event for moment in told[number:])
    until = takewhile(lambda event: not isinstance(event, BoardReturned), events)
    return [event.card for event in until if isinstance(event, BoardDealt)][:most]


def _pots(record: HandRecord, names: Names) -> list[str]:
    felt = decided(record)
    computed = {award.pot: award for award in awards(felt, record.book)} if is_decided(felt) else {}
    pushed = [event for event in record.events if isinstance(event, PotAwarded)]
    lines = ["Pots" if len(pushed) > 1 else "Pot"]
    for event in pushed:
        award = computed.get(event.pot)
        lines.append(f"  {_pot_name(event.pot, len(pushed), award)}, {event.chips:,}: {_winners(event, names)}.")
        lines += [f"    {capital(text)}." for text in _reasons(event, award, why_overruled(record.events))]
    return lines


def _pot_name(number: int, count: int, award: Award | None) -> str:
    if count == 1:
        return "The pot"
    side = "Side pot" if count == 2 else f"Side pot {number}"
    return f"{side}{_contested(award.eligible) if award else ''}" if number else "Main pot"


def _contested(seats: Sequence[int]) -> str:
    return f" between seats {listed([str(seat) for seat in seats])}" if len(seats) > 1 else ""


def _winners(event: PotAwarded, names: Names) -> str:
    if len(event.seats) == 1:
        return f"{names[event.seats[0]]} wins it"
    shares = zip(event.seats, event.shares, strict=True)
    return listed([f"{names[seat]} gets {share:,}" for seat, share in shares])


def _reasons(event: PotAwarded, award: Award | None, overruled: str) -> list[str]:
    """Why, the five cards that won, and who got the odd chip; what the floor decided otherwise speaks for itself."""
    if award is None or award.shares != event.shares or award.seats != event.seats:
        return [overruled or why_told(event)]
    why = overruled or (why_told(event) if event.follows else why_won(award))
    five = f"the five cards: {card_row(award.ranking.five)}" if award.ranking else ""
    only = "nobody else is in this pot" if event.pot and len(award.eligible) == 1 else ""
    return [text for text in (why, only, five, award.odd) if text]


def _ending(record: HandRecord, names: Names) -> list[str]:
    deal = record.deal
    stacks = zip(deal.seats, deal.stacks, final(record).stacks, strict=True)
    return _columns(
        "After the hand", [(capital(names[seat]), f"{now:,}", _change(was, now)) for seat, was, now in stacks]
    )


def _change(was: int, now: int) -> str:
    if now == 0:
        return "out"
    return f"{'+' if now > was else '−'}{abs(now - was):,}" if now != was else ""
