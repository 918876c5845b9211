"""Writes hands in the PokerStars text format, which poker trackers such as PokerTracker 4 and Holdem Manager 3 import.

The form has no specification; it follows files that the site itself wrote. Amounts are chips. The text cannot express
every ruling of a floor, so it keeps to what the chips did. An absent player's hand is folded when the turn comes to it.
Chips that went to the pot other than by a bet are part of the ante. A corrected bet is written as corrected.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from zlib import crc32

from engine.cards import RANKS, Card
from engine.events import (
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    BoardDealt,
    Called,
    CardTabled,
    Checked,
    ChipsForfeited,
    ChipsMoved,
    Event,
    Folded,
    HandKilled,
    HandMucked,
    HandRevived,
    PotAwarded,
    Raised,
    UncalledReturned,
)
from engine.hand.ranking import Category, best
from engine.hand.state import SHOWDOWN, index_of
from engine.history.record import HandRecord, HandTransition, final, moments, posts

LIMITS = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "fixed-limit": "Limit"}
ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
ONE = dict(zip(RANKS, (
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
), strict=True))  # fmt: skip
MANY = {rank: f"{name}es" if name == "Six" else f"{name}s" for rank, name in ONE.items()}
POSTS = ("small blind", "big blind", "straddle")
BLINDS = POSTS[:2]
RANKINGS = {
    Category.HIGH_CARD: "high card {one}", Category.ONE_PAIR: "a pair of {many}",
    Category.TWO_PAIR: "two pair, {many} and {pair}", Category.THREE_OF_A_KIND: "three of a kind, {many}",
    Category.STRAIGHT: "a straight, {last} to {one}", Category.FLUSH: "a flush, {one} high",
    Category.FULL_HOUSE: "a full house, {many} full of {over}", Category.FOUR_OF_A_KIND: "four of a kind, {many}",
    Category.STRAIGHT_FLUSH: "a straight flush, {last} to {one}", Category.ROYAL_FLUSH: "a Royal Flush",
}  # fmt: skip
STREETS = ("FLOP", "TURN", "RIVER")
CARDS_OF_STREETS = (0, 3, 4, 5)
FOLDED = ("before Flop", "on the Flop", "on the Turn", "on the River")
RESERVED = re.compile(r"[\s:()\[\]]+")
"""Characters of a name that a reader could take for a part of the line."""
FIRST_DAY = datetime(2020, 1, 1)
SECONDS = 900_000_000
BETWEEN = "\n\n\n"
"""The blank lines between two hands."""


def to_pokerstars(record: HandRecord) -> str:
    """One hand as text. Raises `ChipsNotConserved` for a hand that cannot have been played at a table."""
    return _Text(record).text()


class _Text:
    """The text of one hand, and what a reader of the lines so far knows: stacks, bets and the street."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.deal = deal = record.deal
        self.hand = final(record)
        self.names = dict(zip(deal.seats, _names(record), strict=True))
        self.posts = dict(zip(deal.seats, posts(deal), strict=True))
        self.corrected, self.dead = _corrections(record.events)
        self.left = dict(zip(deal.seats, deal.stacks, strict=True))
        self.in_ante: Counter[int] = Counter()
        """Chips that the text already has in the ante: a bet with them was returned, and then the floor moved them to
        the pot. The bet and the return are written without them."""
        self.bets: Counter[int] = Counter()
        self.folded: dict[int, str] = {}
        self.voluntary = set[int]()
        self.killed: list[int] = []
        """Dead hands that have not been folded yet, because the turn has not come to them."""
        self.turn = -1
        """The index of the player who acted last on this street."""
        self.board: tuple[Card, ...] = ()
        self.lines: list[str] = []

    def text(self) -> str:
        self.lines += [*self._header(), *self._posted()]
        self._play()
        self._fold_dead_hands()
        self.lines += [*self._showdown(), *self._summary()]
        return "\n".join(self.lines) + "\n"

    def _header(self) -> Iterator[str]:
        record, deal = self.record, self.deal
        event = crc32(record.event.encode())
        terms, limit = deal.terms, LIMITS[record.book.betting.value]
        stakes = (terms.big, 2 * terms.big) if limit == "Limit" else (terms.small, terms.big)
        yield (
            f"PokerStars Hand #{_number(record)}: Tournament #{event}, Freeroll  Hold'em {limit}"
            f" - Level {_roman(terms.level)} ({stakes[0]}/{stakes[1]}) - {_times(record.started)}"
        )
        size = max(record.seat_count, *deal.seats)
        yield f"Table '{event} {record.table}' {size}-max Seat #{deal.button} is the button"
        for seat, chips in sorted(zip(deal.seats, deal.stacks, strict=True)):
            yield f"Seat {seat}: {self.names[seat]} ({chips} in chips)"

    def _posted(self) -> Iterator[str]:
        """The antes, then the blinds, the small blind first. Heads-up, it is the last to be dealt."""
        posted = Counter({event.seat: event.chips for event in self.record.events if isinstance(event, AntePosted)})
        for seat in self.deal.seats:
            if chips := posted[seat] + self.dead[seat]:
                yield self._paid(seat, f"posts the ante {chips}", chips)
        blinds = [(number, event) for number, event in enumerate(self.record.events) if isinstance(event, BlindPosted)]
        for number, event in sorted(blinds, key=lambda blind: POSTS.index(self.posts[blind[1].seat])):
            self.bets[event.seat] = chips = event.chips + self.corrected[number]
            yield self._paid(event.seat, f"posts {self.posts[event.seat]} {chips}", chips)
        yield "*** HOLE CARDS ***"

    def _play(self) -> None:
        revived = _revived(self.record.events)
        streets = _last_dealt(self.record.events, self.hand.board)
        began = False
        for number, moment in enumerate(moments(self.record)):
            event = moment.event
            if not began and not isinstance(event, AntePosted | BlindPosted):
                began = True
                self.turn = moment.before.last
            if number not in revived:
                self._write(number, moment)
            if number in streets:
                self._street(streets[number])

    def _write(self, number: int, moment: HandTransition) -> None:
        event = moment.event
        match event:
            case Folded(seat=seat):
                self._turn_to(seat)
                self._fold(seat)
            case HandKilled(seat=seat) if moment.before.street < SHOWDOWN:
                self.killed.append(seat)
            case Checked(seat=seat):
                self._turn_to(seat)
                self.lines.append(f"{self.names[seat]}: checks")
            case Called(seat=seat) | BetMade(seat=seat) | Raised(seat=seat):
                self._turn_to(seat)
                self._bet(event, moment.before.price, self._added(number, moment, seat))
            case UncalledReturned(seat=seat, chips=chips):
                self._fold_dead_hands()
                self._return(seat, chips)
            case ChipsMoved(seat=seat, chips=chips) if chips < 0:
                self._return(seat, -chips)

    def _added(self, number: int, moment: HandTransition, seat: int) -> int:
        index = index_of(moment.before, seat)
        return moment.before.stacks[index] - moment.after.stacks[index] + self.corrected[number]

    def _bet(self, event: Called | BetMade | Raised, price: int, chips: int) -> None:
        seat = event.seat
        self.in_ante[seat] += max(chips - self.left[seat], 0)
        chips = min(chips, self.left[seat])
        price = max(price, *self.bets.values(), 0)
        self.bets[seat] += chips
        self.voluntary.add(seat)
        total = self.bets[seat]
        if not price:
            does = f"bets {chips}"
        elif total > price and not isinstance(event, Called):
            does = f"raises {total - price} to {total}"
        else:
            does = f"calls {chips}"
        self.lines.append(self._paid(seat, does, chips))

    def _return(self, seat: int, chips: int) -> None:
        in_ante = min(chips, self.in_ante[seat])
        self.in_ante[seat] -= in_ante
        if chips > in_ante:
            self.left[seat] += chips - in_ante
            self.lines.append(f"Uncalled bet ({chips - in_ante}) returned to {self.names[seat]}")

    def _paid(self, seat: int, does: str, chips: int) -> str:
        self.left[seat] -= chips
        return f"{self.names[seat]}: {does}{'' if self.left[seat] else ' and is all-in'}"

    def _turn_to(self, seat: int) -> None:
        """Fold the dead hands that the turn passes on its way to a seat."""
        seats = self.deal.seats
        index = seats.index(seat)
        passed = (index - self.turn - 1) % len(seats)
        self._fold_dead_hands([seats[(self.turn + step) % len(seats)] for step in range(1, passed + 1)])
        self.turn = index

    def _fold_dead_hands(self, among: Sequence[int] | None = None) -> None:
        seats = among if among is not None else self.deal.seats
        for seat in sorted(set(self.killed) & set(seats), key=seats.index):
            self.killed.remove(seat)
            self._fold(seat)

    def _fold(self, seat: int) -> None:
        street = CARDS_OF_STREETS.index(len(self.board))
        bet = street or self.posts[seat] in BLINDS or seat in self.voluntary
        self.folded[seat] = f"folded {FOLDED[street]}" if bet else f"folded {FOLDED[street]} (didn't bet)"
        self.lines.append(f"{self.names[seat]}: folds")

    def _street(self, number: int) -> None:
        self._fold_dead_hands()
        before, self.board = self.board, self.hand.board[: CARDS_OF_STREETS[number + 1]]
        parts = " ".join(_row(part) for part in (before, self.board[len(before) :]) if part)
        self.lines.append(f"*** {STREETS[number]} *** {parts}")
        self.bets, self.turn = Counter(), -1

    def _showdown(self) -> Iterator[str]:
        left = [seat for seat in self.deal.seats if seat not in self.folded]
        won = self._won()
        if len(left) > 1:
            yield "*** SHOW DOWN ***"
            yield from self._shown(_in_order(self.record.events, left), won)
        yield from self._collected()
        if len(left) == 1:
            yield self._shows(left[0]) or f"{self.names[left[0]]}: doesn't show hand"

    def _shown(self, seats: Iterable[int], won: Counter[int]) -> Iterator[str]:
        for seat in seats:
            if shows := self._shows(seat):
                yield shows
            elif not won[seat]:
                yield f"{self.names[seat]}: mucks hand"

    def _shows(self, seat: int) -> str:
        cards = self._tabled(seat)
        return f"{self.names[seat]}: shows {_row(cards)} ({_ranked(cards, self.board)})" if cards else ""

    def _tabled(self, seat: int) -> tuple[Card, ...]:
        cards = self.hand.tabled[index_of(self.hand, seat)]
        return cards if len(cards) == 2 else ()

    def _collected(self) -> Iterator[str]:
        pots = self._pots()
        for event, name in zip(reversed(pots), reversed(_pot_names(len(pots))), strict=True):
            for seat, share in zip(event.seats, event.shares, strict=True):
                if share:
                    yield f"{self.names[seat]} collected {share} from {name}"

    def _pots(self) -> list[PotAwarded]:
        return sorted((event for event in self.record.events if isinstance(event, PotAwarded)), key=lambda pot: pot.pot)

    def _won(self) -> Counter[int]:
        won: Counter[int] = Counter()
        for event in self._pots():
            won.update(dict(zip(event.seats, event.shares, strict=True)))
        return won

    def _summary(self) -> Iterator[str]:
        pots, won = self._pots(), self._won()
        names = [f"{name.capitalize()} {event.chips}." for name, event in zip(_pot_names(len(pots)), pots, strict=True)]
        each = f" {' '.join(names)}" if len(pots) > 1 else ""
        yield "*** SUMMARY ***"
        yield f"Total pot {sum(event.chips for event in pots)}{each} | Rake 0"
        if self.board:
            yield f"Board {_row(self.board)}"
        for seat in sorted(self.deal.seats):
            places = [
                *(["button"] if seat == self.deal.button else []),
                *([self.posts[seat]] if self.posts[seat] in BLINDS else []),
            ]
            name = " ".join([self.names[seat], *(f"({place})" for place in places)])
            yield f"Seat {seat}: {name} {self._result(seat, won[seat])}"

    def _result(self, seat: int, won: int) -> str:
        cards = () if seat in self.folded else self._tabled(seat)
        if cards:
            ranked = _ranked(cards, self.board)
            return f"showed {_row(cards)} and {f'won ({won})' if won else 'lost'} with {ranked}"
        return f"collected ({won})" if won else self.folded.get(seat, "mucked")


def _names(record: HandRecord) -> list[str]:
    """The players' names without characters that have a meaning in the format. If two players have the same name, their
    ids are added, which are the numbers of their entries."""
    plain = [RESERVED.sub(" ", name).strip() for name in record.names]
    ids = record.players or ("",) * len(plain)
    found: list[str] = []
    for seat, name, player in zip(record.deal.seats, plain, ids, strict=True):
        alone = f"{name or 'Player'} {RESERVED.sub(' ', player).strip() or seat}"
        said = name if name and plain.count(name) == 1 else alone
        found.append(said if said not in found else f"{said} {seat}")
    return found


def _corrections(events: Sequence[Event]) -> tuple[Counter[int], Counter[int]]:
    """The chips that the floor later added to a blind or a bet, by the number of that event. The second is the chips
    that went to the pot other than by a bet, by seat."""
    bets: Counter[int] = Counter()
    dead: Counter[int] = Counter()
    last: dict[int, int] = {}
    for number, event in enumerate(events):
        match event:
            case BlindPosted(seat=seat) | Called(seat=seat) | BetMade(seat=seat) | Raised(seat=seat):
                last[seat] = number
            case BetsCorrected():
                for seat, chips in zip(event.seats, event.chips, strict=True):
                    if seat in last:
                        bets[last[seat]] += chips
                    else:
                        dead[seat] += chips
            case ChipsForfeited(seat=seat, chips=chips) | ChipsMoved(seat=seat, chips=chips):
                dead[seat] += max(chips, 0)
    return bets, dead


def _revived(events: Sequence[Event]) -> set[int]:
    """The numbers of the folds and kills that the floor took back."""
    gone: dict[int, int] = {}
    revived = set[int]()
    for number, event in enumerate(events):
        match event:
            case Folded(seat=seat) | HandKilled(seat=seat) | HandMucked(seat=seat):
                gone[seat] = number
            case HandRevived(seat=seat) if seat in gone:
                revived.add(gone.pop(seat))
    return revived


def _last_dealt(events: Sequence[Event], board: Sequence[Card]) -> dict[int, int]:
    """The streets that were dealt (0 is the flop), by the number of the event that completed each."""
    dealt = {event.card: number for number, event in enumerate(events) if isinstance(event, BoardDealt)}
    streets = enumerate(CARDS_OF_STREETS[1:])
    return {max(dealt[card] for card in board[:size]): street for street, size in streets if len(board) >= size}


def _in_order(events: Iterable[Event], left: Sequence[int]) -> list[int]:
    """The seats at the showdown, in the order in which they showed or mucked."""
    acted = [event.seat for event in events if isinstance(event, CardTabled | HandMucked) and event.seat in left]
    return list(dict.fromkeys([*acted, *left]))


def _number(record: HandRecord) -> int:
    """A number that no other hand of the room has: the second at which the hand began, its table and its number. It
    starts again after 28 years, so that it stays exact in a program that keeps it as a floating point number."""
    seconds = int((_moment(record.started) - FIRST_DAY).total_seconds()) % SECONDS
    return (seconds * 1000 + record.table % 1000) * 10_000 + record.deal.hand % 10_000


def _moment(started: str) -> datetime:
    return datetime.fromisoformat(started) if started else FIRST_DAY


def _times(started: str) -> str:
    """The time in UTC and, as the site always adds, in New York."""
    moment = _moment(started)
    return f"{_time(moment)} UTC [{_time(moment - timedelta(hours=4 if _is_summer(moment) else 5))} ET]"


def _time(moment: datetime) -> str:
    return f"{moment:%Y/%m/%d} {moment.hour}:{moment:%M:%S}"


def _is_summer(moment: datetime) -> bool:
    """Whether New York has daylight saving time, which lasts from the second Sunday in March to the first in November,
    2 o'clock local time. `moment` is in UTC."""
    march, november = datetime(moment.year, 3, 8, 7), datetime(moment.year, 11, 1, 6)
    first, last = (day + timedelta(days=6 - day.weekday()) for day in (march, november))
    return first <= moment < last


def _roman(level: int) -> str:
    text = ""
    left = max(level, 1)
    for value, digits in ROMAN:
        text += digits * (left // value)
        left %= value
    return text


def _pot_names(count: int) -> list[str]:
    if count < 3:
        return ["pot"] if count == 1 else ["main pot", "side pot"][:count]
    return ["main pot", *(f"side pot-{number}" for number in range(1, count))]


def _row(cards: Iterable[Card]) -> str:
    return f"[{' '.join(map(str, cards))}]"


def _ranked(cards: Sequence[Card], board: Sequence[Card]) -> str:
    """The hand in the words of the format. Before the flop, it is a pair or a high card."""
    if not board:
        high = max(cards, key=lambda card: RANKS.index(card.rank)).rank
        return f"a pair of {MANY[high]}" if cards[0].rank == cards[1].rank else f"high card {ONE[high]}"
    ranking = best([*cards, *board])
    ranks = [card.rank for card in ranking.five]
    return RANKINGS[ranking.category].format(
        one=ONE[ranks[0]], last=ONE[ranks[-1]], many=MANY[ranks[0]], pair=MANY[ranks[2]], over=MANY[ranks[-1]]
    )
