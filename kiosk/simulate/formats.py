"""The parts of each book's event: one tournament, flights with a final, or tables that feed a winners' table. Has no
side effects."""

from typing import Literal, get_args

import msgspec

from engine.books.rulebook import RuleBook, most_in_crew, most_seats
from engine.tournament.event_terms import EventTerms, Prizes, Registration
from engine.tournament.field.entries import Person
from engine.tournament.formats import HEADS_UP, Redraws, ShootOut, flight_by_book
from engine.tournament.prizes.payouts import load_payouts

BUY_IN = 2_000
BOUNTY = 500
"""The bounty on each player, if the whole event is one tournament."""
FEE = 2_000
"""The fee for a forfeit: 20 dollars (R1.7)."""
SEATS = 9
CAP = 30
"""The cap on entries (R1.4)."""
ROSTER = 16
"""The largest number of names on a team's roster (R1.2)."""
FLIGHTS = 3
"""The number of flights (Washburn 2)."""
Form = Literal["book", "redraws", "shoot-out", "fresh-shoot-out", "heads-up"]
FORMS: tuple[Form, ...] = get_args(Form)
"""`book` plays the format in the book's document. The others are alternative formats, played under the book's rules."""
TABLES_REDRAWN = (3, 2)
"""The numbers of full tables at which all remaining players draw new seats."""


class Applicant(msgspec.Struct, frozen=True):
    """An applicant for an entry: a player, or a team with its roster."""

    player: str
    name: str
    roster: tuple[Person, ...] = ()


class EventPart(msgspec.Struct, frozen=True):
    """One tournament in the event. `absent` applicants register but do not show up; `late` ones register later."""

    name: str
    terms: EventTerms
    applicants: tuple[Applicant, ...] = ()
    seats: int = SEATS
    absent: int = 0
    late: int = 0
    is_final: bool = False
    """Whether its players come from earlier parts."""


def parts_of(book: RuleBook, players: int) -> tuple[EventPart, ...]:
    """The tournaments of the book's event, in order."""
    seats, flight = most_seats(book, SEATS), flight_by_book(book)
    if flight is None:
        prizes = Prizes(bounty=BOUNTY, round_to=100)
        terms = EventTerms(load_payouts("curve"), BUY_IN, late_levels=1, re_entries=1, prizes=prizes)
        return (EventPart("Simulated", terms, _singles(players), seats, late=min(players // 5, 3)),)
    final = EventPart("Final", EventTerms(load_payouts("club"), BUY_IN), seats=seats, is_final=True)
    if flight.who == "top-stacks":
        has_teams = book.late_roster.value == "waiting-list"
        registration = Registration(cap=CAP, roster=ROSTER, forfeit_fee=FEE) if has_teams else Registration()
        terms = EventTerms(load_payouts("club"), BUY_IN, registration=registration, flight=flight)
        applicants = _teams(players) if has_teams else _singles(players)
        return (
            EventPart(
                "Tables", terms, applicants, most_in_crew(book, SEATS), absent=min(2, players // 10) if has_teams else 0
            ),
            msgspec.structs.replace(final, name="Winners' table"),
        )
    terms = EventTerms(load_payouts("club"), BUY_IN, flight=flight)
    everybody, flights = _singles(players), min(FLIGHTS, players // 2)
    return (
        *(EventPart(f"Flight {'ABC'[n]}", terms, everybody[n::flights], seats) for n in range(flights)),
        final,
    )


def parts_in_form(book: RuleBook, players: int, form: Form) -> tuple[EventPart, ...]:
    """The single tournament of a format or, for `book`, all parts of the book's own event."""
    seats, payouts = most_seats(book, SEATS), load_payouts("curve")
    match form:
        case "book":
            return parts_of(book, players)
        case "redraws":
            at = tuple(tables * seats for tables in TABLES_REDRAWN)
            terms = EventTerms(
                payouts, BUY_IN, late_levels=2, re_entries=1, prizes=Prizes(bounty=BOUNTY), redraws=Redraws(at, "book")
            )
            return (EventPart("Redraws", terms, _singles(players), seats, late=min(players // 5, 3)),)
        case "shoot-out" | "fresh-shoot-out":
            shoot_out = ShootOut(seats, stacks="fresh" if form == "fresh-shoot-out" else "carried")
            return (_in_rounds("Shoot-out", shoot_out, players),)
        case "heads-up":
            return (_in_rounds("Heads-up", HEADS_UP, players),)


def _in_rounds(name: str, shoot_out: ShootOut, players: int) -> EventPart:
    terms = EventTerms(load_payouts("curve"), BUY_IN, prizes=Prizes(bounty=BOUNTY), shoot_out=shoot_out)
    return EventPart(name, terms, _singles(players), shoot_out.seats)


def tables_of(parts: tuple[EventPart, ...]) -> int:
    """The number of tables for the largest part. The final uses the same tables."""
    most = [len(part.applicants) for part in parts if not part.is_final]
    caps = [part.terms.registration.cap or players for part, players in zip(parts, most, strict=False)]
    return max(-(-min(players, cap) // part.seats) for part, players, cap in zip(parts, most, caps, strict=False))


def _singles(count: int) -> tuple[Applicant, ...]:
    return tuple(Applicant(f"Player {number}", f"Player {number}") for number in range(1, count + 1))


def _teams(count: int) -> tuple[Applicant, ...]:
    """Teams of one to sixteen players. All players have names and IDs that have been checked."""
    return tuple(
        Applicant(
            f"Team {number}",
            f"Team {number}",
            tuple(Person(f"Player {number}-{one}", id_seen=True) for one in range(1, 2 + number % ROSTER)),
        )
        for number in range(1, count + 1)
    )
