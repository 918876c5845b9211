"""Results as CSV: names that a spreadsheet would execute, and nothing before the end."""

import csv
import re

import httpx
import pytest

from engine.tournament.actions import TournamentEnded
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entry
from engine.tournament.prizes.finishes import EntryWinnings
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.state import Tournament
from kiosk.clock.web.tournament.reads import COLUMNS, results_csv
from kiosk.zone import said_in
from tests.kit.clock import KEY
from tests.kit.prize_surfaces import pdf_text
from tests.kit.room import RoomApi, clock

__all__ = ["clock"]

HEADERS = {"Authorization": f"Bearer {KEY}"}


@pytest.mark.parametrize(
    ("name", "written"),
    [("=1+1", "'=1+1"), ("@home", "'@home"), ('A "Q", B', 'A "Q", B'), ("Zoë", "Zoë"), ("-5", "'-5")],
)
def test_a_name_is_never_a_formula_and_stays_readable(name, written):
    over = TournamentEnded(1, (EntryWinnings(1, 1, 500, 25),))
    terms = EventTerms(load_payouts("club"), 500, 30)
    tournament = Tournament(entries={1: Entry(1, "p", name, 100, 2)}, terms=terms, ended=over)

    rows = list(csv.reader(results_csv(tournament).splitlines()))

    assert rows == [list(COLUMNS), ["1", "0", written, "500", "25", "", "1", "2", "500", "30", "p"]]


@pytest.mark.parametrize(
    ("currency", "amounts"),
    [("EUR", ["159.73", "0.05", "20.00", "3.00"]), ("JPY", ["15973", "5", "2000", "300"]),
     ("KWD", ["15.973", "0.005", "2.000", "0.300"]), ("", ["15973", "5", "2000", "300"])],
)  # fmt: skip
def test_amounts_are_in_the_currency_and_only_tied_players_are_marked(currency, amounts):
    over = TournamentEnded(1, (EntryWinnings(1, 1, 15_973, 5), EntryWinnings(2, 2, 100), EntryWinnings(3, 2, 100)))
    terms = EventTerms(load_payouts("club"), 2000, 300, currency)
    entries = {number: Entry(number, f"p{number}", f"P{number}", 100) for number in (1, 2, 3)}
    tournament = Tournament(entries=entries, terms=terms, ended=over)

    first, *tied = csv.DictReader(results_csv(tournament).splitlines())

    assert [first[name] for name in ("payout", "bounties", "paid_in", "fee")] == amounts
    assert [one["tied"] for one in (first, *tied)] == ["0", "2", "2"]


def test_a_row_ends_with_the_member_number_if_the_player_has_one():
    over = TournamentEnded(1, (EntryWinnings(1, 1, 500), EntryWinnings(2, 2, 0)))
    entries = {1: Entry(1, "0042", "Ana Bell", 100), 2: Entry(2, "bo", "Bo", 100)}
    tournament = Tournament(entries=entries, terms=EventTerms(load_payouts("club"), 500), ended=over)

    assert [row["member"] for row in csv.DictReader(results_csv(tournament).splitlines())] == ["0042", ""]


@pytest.mark.slow
def test_the_results_carry_the_date_on_which_the_tournament_started(clock):
    with RoomApi(clock) as room:
        one = room.create("Friday", structure="demo", buy_in=2000, currency="EUR")
        one.open_tables(1)
        one.enter("Ana", "Bo")

        def results():
            printed = httpx.get(f"{clock.site}/api/tournaments/{one.id}/prints/results", headers=HEADERS).content
            shown = httpx.get(f"{clock.site}/api/results?tournament={one.id}").json()
            return shown["began_ms"], re.findall(r"played on (\S+)", pdf_text(printed))

        assert results() == (None, [])
        one.do("start")
        began_ms, printed = results()
        assert printed == [said_in(began_ms, "Europe/Berlin")[:10]]
        one.do("pause")
        one.do("start")
        assert results() == (began_ms, printed)


def test_there_is_only_the_heading_before_the_end():
    assert results_csv(Tournament()) == ",".join(COLUMNS) + "\r\n"
