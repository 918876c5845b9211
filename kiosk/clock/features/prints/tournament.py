"""A tournament's printouts, and the dealers' rota: who gets a card or a ticket, and the content of each list.

A card is for its player, and the list of entries for the desk, so both have full names. Printouts to pin up show names
the way the room does.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.books.card import rule_card
from engine.money import Money
from engine.refused import Refused
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entry, SeatAt, counted
from engine.tournament.levels.structure import Break, Level, Structure
from engine.tournament.order import Context
from engine.tournament.prizes.finishes import bounties
from engine.tournament.rules.prizes.prize_list import Prize, PrizeList, finishes, prize_list
from engine.tournament.rules.prizes.prize_pool import fees, paid_in
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, has_sat, stacks_held
from kiosk.clock.features.downs import DownsView
from kiosk.clock.features.prints.listing import Cell, Column, Listing, NameCell, PrintedCard, cards_pdf, listing_pdf
from kiosk.clock.settings import Shown
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.tournaments import PaperName, PrintKind
from ui.words import Words


class Printed(NamedTuple):
    """The data for a printout. `at` is the time of day, `day` is the date on which the tournament's clock first started
    (empty if it did not), and `site` is the address of the pages for phones."""

    tournament: Tournament
    context: Context
    names: Shown
    words: Words
    at: str
    day: str
    site: str
    code: Callable[[int], str]

    @property
    def money(self) -> Callable[[int], str]:
        return lambda minor: self.words.money(Money(minor, self.context.terms.currency))

    @property
    def prizes(self) -> PrizeList:
        return prize_list(self.tournament, self.context)

    def place(self, at: SeatAt) -> tuple[int, int]:
        return self.tournament.sittings[at.sitting].table, at.seat

    def link(self, page: str) -> str:
        return f"{self.site}/{page}tournament={self.tournament.id}"


def print_of(printed: Printed, kind: PrintKind, paper: PaperName, entries: Sequence[int]) -> bytes:
    """The PDF file: cards for these `entries`, or for all who need one. Raises `Refused` if nobody does."""
    if kind in ("seat-cards", "moves"):
        found = _to_seat(printed, entries) if kind == "seat-cards" else _to_move(printed, entries)
        if not found:
            raise Refused("nothing-to-print")
        card = _seat_card if kind == "seat-cards" else _ticket
        return cards_pdf([card(printed, entry) for entry in found], paper, printed.words)
    made = {"payouts": _payouts, "results": _results, "entries": _entries, "rules": _rules,
            "structure": _structure}[kind]  # fmt: skip
    return listing_pdf(made(printed), paper, printed.words)


# Cards and tickets


def _to_seat(printed: Printed, wanted: Sequence[int]) -> list[Entry]:
    """The entries for seat cards, by table and seat, or in the requested order."""
    entries = printed.tournament.entries
    if wanted:
        return [entries[number] for number in wanted if number in entries]
    seated = [(printed.place(one.seat), one) for one in entries.values() if one.is_in and one.seat]
    return [one for _, one in sorted(seated, key=lambda each: each[0])]


def _seat_card(printed: Printed, entry: Entry) -> PrintedCard:
    table, seat = printed.place(entry.seat) if entry.seat else (0, 0)
    chips = printed.words.prints.chips.format(chips=printed.words.amount(entry.chips))
    return PrintedCard(entry.number, entry.name, _over(printed, entry), "", table, seat, chips, _follow(printed, entry))


def _to_move(printed: Printed, wanted: Sequence[int]) -> list[Entry]:
    """The entries to print move tickets for: those requested, or all that have yet to sit down at their new table."""
    tables = printed.context.tables
    found = (printed.tournament.entries.get(number) for number in wanted) if wanted else (
        one for one in printed.tournament.entries.values() if one.is_in and not _has_arrived(one, tables)
    )  # fmt: skip
    moving = [one for one in found if one and one.seat and one.moved_from]
    return sorted(moving, key=lambda one: printed.place(one.moved_from or SeatAt(0, 0)))


def _has_arrived(entry: Entry, tables: Tables) -> bool:
    table = tables.get(entry.seat.sitting) if entry.seat else None
    return table is not None and entry.number in table.held


def _ticket(printed: Printed, entry: Entry) -> PrintedCard:
    assert entry.seat
    assert entry.moved_from
    table, seat = printed.place(entry.seat)
    left, chair = printed.place(entry.moved_from)
    before = printed.words.prints.moved.format(table=left, seat=chair)
    return PrintedCard(
        entry.number, entry.name, _over(printed, entry), before, table, seat, printed.at, _follow(printed, entry)
    )


def _over(printed: Printed, entry: Entry) -> str:
    return printed.words.prints.card_of.format(event=printed.tournament.name, entry=entry.number)


def _follow(printed: Printed, entry: Entry) -> str:
    return printed.link(f"player/?entry={entry.number}&code={printed.code(entry.number)}&")


# Lists


def _payouts(printed: Printed) -> Listing:
    words, prizes = printed.words.prints, printed.prizes
    rows: list[list[Cell]] = [
        [str(one.place) if one.place else "", _who(printed, one), printed.money(one.amount)] for one in prizes.prizes
    ]
    return Listing(
        words.titles["payouts"],
        (*_about(printed), *_pool(printed, printed.context.terms)),
        (Column(words.place, 2), Column(words.name, 7), Column(words.prize, 4, "R")),
        rows,
        [["", words.sum, printed.money(sum(one.amount for one in prizes.prizes))]] if rows else (),
        printed.link("results/?"),
    )


def _who(printed: Printed, prize: Prize) -> Cell:
    """The winner of a prize, or a remark if a deal left this prize to be played for."""
    if not prize.place and not prize.entry:
        return printed.words.prints.for_winner
    return _shown(printed, printed.tournament.entries.get(prize.entry))


def _pool(printed: Printed, terms: EventTerms) -> Iterator[str]:
    words, tournament, prizes = printed.words.prints, printed.tournament, printed.prizes
    count = len(counted(tournament.entries))
    yield words.pool.format(pool=printed.money(prizes.pool), count=printed.words.amount(count))
    if added := prizes.pool - paid_in(tournament, terms):
        yield words.overlay.format(amount=printed.money(added), guarantee=printed.money(terms.prizes.guarantee))
    if taken := fees(tournament, terms):
        yield words.fees.format(amount=printed.money(taken))
    if prizes.in_final:
        yield words.in_final
    yield from _deal(printed)
    if prizes.unclaimed:
        yield printed.words.counted(words.unclaimed, prizes.unclaimed, amount=printed.money(prizes.shared))


def _deal(printed: Printed) -> Iterator[str]:
    """The line that explains amounts that the remaining players agreed on, if they made a deal."""
    if deal := printed.tournament.deal:
        yield printed.words.counted(printed.words.prints.agreed, len(deal.shares))


def _results(printed: Printed) -> Listing:
    words, terms, tournament = printed.words.prints, printed.context.terms, printed.tournament
    prizes, heads = printed.prizes.won, _heads(tournament, terms)
    with_heads = any(heads.values())
    agreed = [("", one.entry) for one in printed.prizes.agreed]  # the shares of a deal, until the tournament is over
    found = sorted((place, number) for number, place in finishes(tournament).items())
    rows: list[list[Cell]] = [
        [place, _shown(printed, tournament.entries[number]),
         *([printed.money(heads.get(number, 0))] if with_heads else []),
         printed.money(prizes[number]) if prizes.get(number) else ""]
        for place, number in (*agreed, *((str(place), number) for place, number in found))
    ]  # fmt: skip
    if left := printed.prizes.for_winner:
        rows.insert(len(agreed), ["", words.for_winner, *([""] if with_heads else []), printed.money(left)])
    columns = (Column(words.place, 2), Column(words.name, 7), *([Column(words.bounties, 3, "R")] if with_heads else []),
               Column(words.prize, 4, "R"))  # fmt: skip
    name, as_of = _about(printed)
    played_on = [words.played_on.format(date=printed.day)] if printed.day else []
    return Listing(
        words.titles["results"],
        (name, *played_on, as_of, *_deal(printed)),
        columns,
        rows,
        link=printed.link("results/?"),
    )


def _heads(tournament: Tournament, terms: EventTerms) -> dict[int, int]:
    """Bounties by entry: the amounts paid, or the current amounts if they have not been paid yet."""
    if tournament.ended:
        return {one.entry: one.bounties for one in tournament.ended.paid}
    return dict(bounties(tournament.entries, terms.prizes.bounty))


def _entries(printed: Printed) -> Listing:
    words, tournament, tables = printed.words.prints, printed.tournament, printed.context.tables
    held, sat = stacks_held(tables), has_sat(tables)
    finished = finishes(tournament)
    rows: list[list[Cell]] = []
    for entry in tournament.entries.values():
        if entry.voided:
            continue
        place = words.out.format(place=finished[entry.number]) if entry.number in finished else ""
        seat = "·".join(map(str, printed.place(entry.seat))) if entry.seat and entry.is_in else ""
        chips = held.get(entry.number, 0 if entry.number in sat else entry.chips) if entry.is_in else 0
        shown_chips = printed.words.amount(chips) if entry.is_in else ""
        rows.append([str(entry.number), NameCell(entry.number, entry.name), place or seat, shown_chips])
    columns = (Column(words.number, 2), Column(words.name, 8), Column(words.table_seat, 3), Column(words.stack, 3, "R"))
    return Listing(words.titles["entries"], _about(printed), columns, rows)


def _rules(printed: Printed) -> Listing:
    words, book = printed.words, printed.tournament.book
    assert book
    card = rule_card(book)
    rows: list[list[Cell]] = [
        [words.rule_card.titles[line.field], words.rule_card.values[line.field][line.value], words.rule_clause(line)]
        for section in card.sections
        for line in section.lines
    ]
    columns = (Column(words.prints.choice, 5), Column(words.prints.rule, 8), Column(words.prints.clause, 4))
    return Listing(card.name, (printed.tournament.name, card.source), columns, rows, wraps=True)


def _structure(printed: Printed) -> Listing:
    words, say, structure = printed.words, printed.words.prints, printed.context.structure
    chips = " · ".join(map(words.amount, structure.chips))
    about = [
        printed.tournament.name,
        say.structure_stack.format(stack=words.amount(structure.starting_stack), chips=chips),
    ]
    if late := printed.context.terms.late_levels:
        about.append(say.structure_late.format(level=late))
    columns = (Column(say.level, 4), Column(say.blinds, 5), Column(say.ante, 6), Column(say.length, 4, "R"))
    rows = [_structure_row(one, number, words) for number, one in _numbered(structure)]
    return Listing(say.titles["structure"], about, columns, rows)


def _numbered(structure: Structure) -> Iterator[tuple[int, Level | Break]]:
    """The levels by number, and the breaks between them."""
    number = 0
    for one in structure.entries:
        number += isinstance(one, Level)
        yield number, one


def _structure_row(one: Level | Break, number: int, words: Words) -> list[Cell]:
    say = words.prints
    minutes = say.structure_minutes.format(minutes=words.halves(one.minutes))
    if isinstance(one, Break):
        colors = say.structure_color_up.format(chips=", ".join(map(words.amount, one.color_up))) if one.color_up else ""
        return [words.level_name(one.name or "Break"), colors, "", minutes]
    blinds = words.blinds.format(small=words.amount(one.small), big=words.amount(one.big))
    ante = say.structure_antes[one.ante_form].format(ante=words.amount(one.ante)) if one.ante else ""
    lengths = {"hands": say.structure_hands, "orbits": say.structure_orbits}
    length = minutes if one.lasts == "minutes" else words.counted(lengths[one.lasts], getattr(one, one.lasts))
    return [words.level_name(one.name or f"Level {number}"), blinds, ante, length]


def _about(printed: Printed) -> tuple[str, str]:
    return printed.tournament.name, printed.words.prints.as_of.format(time=printed.at)


def _shown(printed: Printed, entry: Entry | None) -> Cell:
    return NameCell(entry.number, shown(entry, printed.names)) if entry else ""


def rota_pdf(view: DownsView, at: str, due: str, paper: PaperName, words: Words) -> bytes:
    """The rota at the time `at`, with the next push due at `due`. Both are times of day, and `due` is empty before the
    first push. Dealers who are off at either time are in rows without a table."""
    said = words.prints
    rows: list[list[Cell]] = [
        [str(one.table), _named(one.dealer, one.name), _named(one.next, one.next_name)] for one in view.tables
    ]
    resting = [_named(one.dealer, one.name) for one in view.dealers if not one.table]
    to_rest = [_named(one.dealer, one.name) for one in view.dealers if not one.next]
    for number in range(max(len(resting), len(to_rest))):
        rows.append([said.off, *(names[number] if number < len(names) else "" for names in (resting, to_rest))])
    about = (said.as_of.format(time=at), *([said.push_at.format(time=due)] if due else []))
    columns = (Column(said.table, 2), Column(said.deals, 5), Column(said.deals_next, 5))
    return listing_pdf(Listing(said.titles["rota"], about, columns, rows), paper, words)


def _named(dealer: int, name: str) -> Cell:
    return NameCell(dealer, name) if dealer else "–"
