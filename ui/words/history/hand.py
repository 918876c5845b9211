"""A hand in plain words for players to read: the seats, the actions street by street, the winners, and why they won."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.cards import Card
from engine.events import AntePosted, BoardDealt, BoardReturned, CardTabled, HandMucked, PotAwarded
from engine.hand.showdown import Award, awards, is_decided, odd_chips
from engine.hand.state import SHOWDOWN
from engine.history.record import (
    HandRecord,
    HandTransition,
    decided,
    final,
    moments,
    posts,
    why_overruled,
    why_reported,
)
from engine.message import Message, message
from engine.table.state import own_event
from ui.words import Words
from ui.words.card_signs import card_row
from ui.words.history.sentences import POSTS, seat_name, sentence

STREETS = {0: message("flop"), 3: message("turn"), 4: message("river")}
"""The street that begins when the board has this many cards."""


def in_words(record: HandRecord, words: Words) -> str:
    """The hand as text, with blank lines between parts. Raises `ChipsNotConserved` if it cannot have been played."""
    return _Telling(record, words).text()


def streets_in_words(record: HandRecord, words: Words) -> list[list[str]]:
    """A heading and a line for each action, street by street. The hand may still be in play."""
    return [[line.strip() for line in street] for street in _Telling(record, words).streets()]


class _Telling:
    def __init__(self, record: HandRecord, words: Words) -> None:
        self.record, self.words = record, words
        deal = record.deal
        called = {seat: seat_name(seat, name) for seat, name in zip(deal.seats, record.names, strict=True)}
        # The button may be in front of an empty seat.
        self.names = {deal.button: message("seat-without-player", seat=deal.button)} | called

    def text(self) -> str:
        parts = [self._heading(), self._stacks(), *self.streets(), self._pots(), self._ending()]
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"

    def _say(self, part: Message) -> str:
        said = self.words.say(part)
        return said[:1].upper() + said[1:]

    def _heading(self) -> list[str]:
        record, deal, terms = self.record, self.record.deal, self.record.deal.terms
        table = [message("told-table", table=record.table)] if record.table else []
        is_own = bool(record.table) and record.event == own_event(record.table)  # its blinds are set by hand
        where = [
            "" if is_own else record.event,
            *(self.words.say(part) for part in (*table, message("told-hand", hand=deal.hand))),
        ]
        level = [] if is_own else [message("told-level", level=terms.level)]
        level.append(message("told-blinds", small=terms.small, big=terms.big))
        if terms.ante_form == "each":
            level.append(message("told-ante-each", chips=terms.ante))
        elif terms.ante_form == "big-blind":
            level.append(message("told-ante-big-blind", chips=terms.ante))
        dead = deal.big and "small blind" not in posts(deal)
        text = " · ".join(part for part in where if part)
        lines = [
            text[:1].upper() + text[1:],
            self._when(record.started),
            " · ".join(map(self.words.say, level)),
            self._say(message("told-button", who=self.names[deal.button])),
            self._say(message("told-no-small-blind")) if dead else "",
            self._say(message("told-rules", rules=record.book.name)),
        ]
        return [line for line in lines if line]

    def _when(self, started: str) -> str:
        if not started:
            return ""
        year, month, day = started[:10].split("-")
        return self.words.moment.format(
            day=int(day), month=self.words.months[str(int(month))], year=year, time=started[11:16]
        )

    def _stacks(self) -> list[str]:
        deal = self.record.deal
        stacks = zip(deal.seats, deal.stacks, self._positions(), strict=True)
        rows = [(self._say(self.names[seat]), self.words.amount(chips), position) for seat, chips, position in stacks]
        return _columns(self._say(message("told-stacks")), rows)

    def _positions(self) -> list[str]:
        deal = self.record.deal
        found: list[str] = []
        for seat, post in zip(deal.seats, posts(deal), strict=True):
            parts: tuple[Message, ...] = (message("told-on-button"),) if seat == deal.button else ()
            parts += (POSTS[post],) if post else ()
            found.append(self.words.say(message("told-list", parts=parts)) if parts else "")
        return found

    def streets(self) -> list[list[str]]:
        parts = [[self._say(message("told-before-flop"))]]
        listed = list(_listed_moments(self.record))
        showing = False
        for number, moment in enumerate(listed):
            if heading := _new_part(listed, number, showing):
                parts.append([self._say(heading)])
                showing = not isinstance(moment.event, BoardDealt)
            if said := sentence(moment, self.names, self.record.book):
                parts[-1].append(f"  {self._say(said)}.")
        if all_ante := _all_ante(self.record):
            parts[0].insert(1, f"  {self._say(message('told-all-ante', chips=all_ante))}.")
        return parts

    def _pots(self) -> list[str]:
        """The winners of each pot, and why. If only the big blind put chips in and took them back, there is no pot."""
        felt = decided(self.record)
        computed = {award.pot: award for award in awards(felt, self.record.book)} if is_decided(felt) else {}
        pushed = [event for event in self.record.events if isinstance(event, PotAwarded)]
        if not pushed:
            return []
        lines = [self._say(message("told-pots" if len(pushed) > 1 else "told-pot"))]
        for event in pushed:
            award = computed.get(event.pot)
            name = self._say(_pot_name(event.pot, len(pushed), award))
            lines.append(f"  {name}, {self.words.amount(event.chips)}: {self.words.say(self._winners(event))}.")
            lines += [f"    {text[:1].upper()}{text[1:]}." for text in self._reasons(event, award)]
        return lines

    def _winners(self, event: PotAwarded) -> Message:
        if len(event.seats) == 1:
            return message("told-wins", who=self.names[event.seats[0]])
        shares = zip(event.seats, event.shares, strict=True)
        gets = [message("told-gets", who=self.names[seat], chips=share) for seat, share in shares]
        return message("told-list", parts=tuple(gets))

    def _reasons(self, event: PotAwarded, award: Award | None) -> list[str]:
        """Why the pot was won, the winning five cards and the odd chip; or the floor's reason if the floor decided
        differently."""
        if award is None or award.shares != event.shares or award.seats != event.seats:
            return [self._given(event)]
        says = [award.why]
        if event.pot and len(award.eligible) == 1:
            says.append(message("told-alone-in-pot"))
        if award.ranking:
            says.append(message("told-five", cards=card_row(award.ranking.five)))
        odd = odd_chips(award)
        reasons = [self.words.say(message) for message in says]
        if event.follows:
            reasons[0] = self._given(event)
        return [*reasons, *([f"{self.words.say(odd)} ({award.odd_clause})"] if odd else [])]

    def _given(self, event: PotAwarded) -> str:
        """The reason that the floor or the dealer gave."""
        return self.words.reason(why_overruled(self.record.events)) or self.words.say(why_reported(event))

    def _ending(self) -> list[str]:
        deal = self.record.deal
        stacks = zip(deal.seats, deal.stacks, final(self.record).stacks, strict=True)
        rows = [
            (self._say(self.names[seat]), self.words.amount(now), self._change(was, now)) for seat, was, now in stacks
        ]
        return _columns(self._say(message("told-after")), rows)

    def _change(self, was: int, now: int) -> str:
        if now == 0:
            return self.words.say(message("told-out"))
        return f"{'+' if now > was else '−'}{self.words.amount(abs(now - was))}" if now != was else ""


def _columns(title: str, rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Lines with names on the left, numbers on the right, and a word after them."""
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [title, *(f"  {name:{widths[0]}}  {number:>{widths[1]}}  {word}".rstrip() for name, number, word in rows)]


def _listed_moments(record: HandRecord) -> Iterator[HandTransition]:
    """The events with a sentence of their own; both hole cards share one, and so does an ante that all players pay."""
    shown = {cards[-1] for cards in final(record).tabled if cards}
    for moment in moments(record):
        event = moment.event
        if isinstance(event, CardTabled) and event.card not in shown:
            continue
        if not isinstance(event, AntePosted) or not _all_ante(record):
            yield moment


def _all_ante(record: HandRecord) -> int:
    """The ante that every player paid, or 0 if they did not all pay the same amount."""
    antes = {event.seat: event.chips for event in record.events if isinstance(event, AntePosted)}
    alike = len(antes) == len(record.deal.seats) and len(set(antes.values())) == 1
    return next(iter(antes.values())) if alike else 0


def _new_part(listed: Sequence[HandTransition], number: int, showing: bool) -> Message | None:
    """The heading for the part that an event starts. None if the event continues the current part."""
    before, event, _ = listed[number]
    if isinstance(event, BoardDealt) and len(before.board) in STREETS:
        cards = card_row(_street_cards(listed, number))
        return message("told-street", street=STREETS[len(before.board)], cards=cards, chips=before.pot)
    if not isinstance(event, CardTabled | HandMucked) or showing:
        return None
    if before.street < SHOWDOWN:
        return message("told-shown-early")
    return message("told-showdown", cards=card_row(before.board), chips=before.pot)


def _street_cards(listed: Sequence[HandTransition], number: int) -> list[Card]:
    """The cards of the street that begins with this event, as far as they have been dealt."""
    most = 3 if not listed[number].before.board else 1
    events = (moment.event for moment in listed[number:])
    until = takewhile(lambda event: not isinstance(event, BoardReturned), events)
    return [event.card for event in until if isinstance(event, BoardDealt)][:most]


def _pot_name(number: int, count: int, award: Award | None) -> Message:
    if count == 1:
        return message("told-only-pot")
    if not number:
        return message("told-main-pot")
    name = message("told-side-pot") if count == 2 else message("told-side-pot-number", pot=number)
    contested = award is not None and len(award.eligible) > 1
    return message("told-pot-between", pot=name, seats=award.eligible) if award and contested else name
