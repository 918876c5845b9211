"""A tournament on the clock's disk: it survives a restart, and it rejects late orders."""

import asyncio
from contextlib import closing, contextmanager
from functools import reduce
from pathlib import Path
from shutil import copy
from typing import get_args

import pytest

from engine.tournament.actions import NextLevel, Start
from engine.tournament.draws import draws_made
from engine.tournament.events import TournamentEvent
from engine.tournament.field.entries import Forfeited
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.rules.policy_rules import paused
from engine.tournament.state import Tournament, apply
from kiosk.clock.desk.named import FORM
from kiosk.clock.desk.old_room import adopt_old_room, old_path
from kiosk.clock.desk.opening import DeskOpener
from kiosk.clock.desk.rules import TournamentKeeper, tournament_rules
from kiosk.clock.settings import parse_clock_settings
from kiosk.clock.store.store import Alive, Store
from kiosk.clock.store.streams import TOURNAMENT
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Stale
from tests.kit.clock import settings_text
from ui.words.languages import words_in

LEVEL_MS = 180_000
EVENING = Path(__file__).parents[3] / "journals" / "tournament-2.journal"
"""Eight entries at two tables: a draw, a move, a late entry undone and then seated, busts, a broken table, a winner."""
EVENING_HEAD = "077c6ebddfc78b23f9bcd17e3734579a044e48a176b233287f7dea610567fc5b"
SAMPLE = EVENING.with_name("tournament-1.journal")
"""Written when the engine was called the room: every kind of event at the time, in fourteen records."""
HEAD = "c8d845871ba089367eeae4f7bf6f15cae757b079646ac72729a34b1e0fa9fc85"
MENDED = EVENING.with_name("tournament-3.journal")
"""With ids of levels, an undone act, a level that a table had reached, and one that the director reversed."""
MENDED_HEAD = "6083b74dc8c7ac7fcd40a2e852af5c48ef72a0f1bb490067037a1de9131a75af"

TYPED = EVENING.with_name("tournament-4.journal")
"""A structure edited during play, rebuys (one sent on to its buyer's new table), a typed table, and a player seated by
name.
"""
TYPED_HEAD = "5173e9ecaca8a789f9568cef4b263e83ede69242a4796c94774132c5f3ebdf05"


PARTS = EVENING.with_name("tournament-5.journal")
"""A day two of teams: imported finalists, a roster, a waiting list, a player turned away, a scheduled start, a forfeit
cleared, an add-on, hand for hand, a deal, and the end of its flight.
"""
PARTS_HEAD = "4c75602655f09f920d19216e67f793841cd44413b2f9ce23097fcbc3d4cdf27f"
ROUNDS = EVENING.with_name("rounds-1.journal")
"""Five players heads-up, from a round with a bye to the last pair: two redraws, fresh stacks, places by rounds."""
ROUNDS_HEAD = "132a3e41346767588de774a338e53159bd3d105dc70de026e93bc06367c67522"

HALTED = EVENING.with_name("tournament-7.journal")
"""Three tables of four: two players change tables, a short table waits, and plays on when one comes back."""
HALTED_HEAD = "de99e437cdd76a9a999bc5bffb5ec59b867174e09a244e39bc81c6715ce2aa77"
TEAMS = EVENING.with_name("teams-1.journal")
"""Every member of a team has a seat: entered, turned away and back, forfeited and cleared, let in from the waiting
list.
"""
TEAMS_HEAD = "1554bc8db60d221b021e2782acbe48bca2bbbfa8e78ab5f568f05e7f9e7502dc"
COUNTED = EVENING.with_name("tournament-6.journal")
"""A flight: a player arrived with fewer chips than before, and the bags were counted, one of them with too many."""
COUNTED_HEAD = "f1488601b34cd3e23df027ae329fec9846103b2d95457eba499e9ffc6f027864"


TERMS = EVENING.with_name("terms-1.journal")
"""Changed terms, a difference accepted by name, the taker of the last chips typed and then corrected, a
breaking order.
"""
TERMS_HEAD = "b3f325149c1f0d9127652512eca2cb7dc0bb34954bb31f0495a980b9b394451d"
DRAWN = EVENING.with_name("draws-1.journal")
"""Seats by cards, a late one by its seed, a table broken by cards to the nearest seats, a breaking order, a redraw."""
SEATS = EVENING.with_name("seats-1.journal")
"""Two tables of five: a seat is taken out of use and put back."""
SEATS_HEAD = "5931ec3fc6cbc8fce46a56ea2b83b6778ab0c9c5c43c70da41268fd76e1a7c85"
HANDS = EVENING.with_name("hands-1.journal")
"""Two hands played hand for hand that hold up the clock: one of seven minutes, one of forty seconds."""
HANDS_HEAD = "af4aafe294e72f7a60f936e0f93565c634076d26cb1744a5d8d563a891b22238"
PINS = EVENING.with_name("pins-1.journal")
"""Two players are pinned, then one of them is unpinned; at the final table the other keeps the seat."""
PINS_HEAD = "7453ce3f6eac1187a0362ab98828c1c1d293f80bead4ec4843c4fb1385313e1a"
POLICIES = EVENING.with_name("policies-1.journal")
"""A kind of proposal that is never made, one that is accepted automatically, and the undo of such an acceptance."""
POLICIES_HEAD = "64b2cb6c256f338f8f569d3a5c656c75945f57b28ed611a08bd211ad1e45a292"
DRAWN_HEAD = "2d8d3ffb06c61d15067d75b51188cd90c56fe952f509d3d836b672495417ce5b"


@pytest.mark.parametrize(
    ("boot", "away_ms"),
    [("this-boot", 7000), ("another-boot", 90_000), ("", 90_000)],
    ids=["the machine went on", "the machine was restarted", "the machine does not tell"],
)
def test_time_away_is_monotonic_while_the_machine_runs_and_wall_time_over_its_reboot(tmp_path, boot, away_ms):
    settings = parse_clock_settings(settings_text(0), str(tmp_path / "clock.toml"))

    async def start_and_crash():
        with desk_of(settings, Times(lambda: 1000, lambda: 0, boot)) as desk:
            await desk.order(Start())

    asyncio.run(start_and_crash())
    with closing(Store.open(settings.database)) as store:
        store.say_alive(Alive(boot, 3000, 500_000))
        (desk,) = opened(store, settings, Times(lambda: 10_000, lambda: 590_000, "this-boot"))

    assert desk.state.stopped_ms == 10_000 - away_ms
    assert desk.state.clock.left_ms == LEVEL_MS - 2000


def test_an_order_from_a_page_before_the_levels_end_is_stale_before_the_alarm_too(tmp_path):
    settings = parse_clock_settings(settings_text(0), str(tmp_path / "clock.toml"))
    now_ms = 0

    async def order_late():
        nonlocal now_ms
        with desk_of(settings, Times(lambda: now_ms, lambda: 0, "")) as desk:
            await desk.order(Start(), seen=desk.mark)
            now_ms = LEVEL_MS
            with pytest.raises(Stale):
                await desk.order(NextLevel(), seen=desk.mark)
            return desk.state.clock.index

    assert asyncio.run(order_late()) == 1


@contextmanager
def desk_of(settings, times):
    """The event in the settings, running."""
    store = Store.open(settings.database)
    (desk,) = opened(store, settings, times)
    writer = Writer(store, lambda *_: None)
    desk.run(writer)
    yield desk
    desk.close()
    writer.close()


def opened(store, settings, times):
    return DeskOpener(store, times, words_in("en")).desks(settings.event)


@pytest.mark.parametrize(("sample", "head"), [("tournament-1", HEAD), ("tournament-2", EVENING_HEAD)])
def test_an_older_clocks_journal_is_imported_into_the_store_with_the_same_head(sample, head, tmp_path):
    database = tmp_path / "clock.db"
    copy(EVENING.with_name(f"{sample}.journal"), old_path(database))

    for _ in range(2):
        with closing(Store.open(database)) as store:
            adopt_old_room(store, database)
            (stream,) = store.streams(TOURNAMENT)
            assert store.copy(stream).head().hash.hex() == head
            epoch = TournamentKeeper.resume(store, stream, tournament_rules(store.names), Tournament()).epoch

    assert epoch > 2


def folded(journal):
    """The tournament in an older journal."""
    return reduce(apply, (FORM.decode(record.body) for record in journal.walk()), Tournament())


def test_a_journal_of_the_room_opens_as_the_tournament_with_the_same_head(tmp_path):
    path = Path(copy(SAMPLE, tmp_path))

    with Journal.open(path, lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (14, HEAD)
        assert (tournament.id, tournament.name) == ("0123456789abcdef", "Club night")
        assert [len(table.seats) for table in tournament.tables] == [1, 1]
        assert tournament.clock == LevelClock(1, 160_000, -19_500)


def test_a_journal_of_a_whole_evening_is_read_as_it_was_written(tmp_path):
    with Journal.open(Path(copy(EVENING, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (64, EVENING_HEAD)
    assert tournament.ended
    assert [(paid.finish, paid.payout) for paid in tournament.ended.paid][:3] == [(1, 9100), (2, 4900), (3, 0)]
    assert len(tournament.acts) == 32


def test_a_journal_with_the_fixed_clock_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(MENDED, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (13, MENDED_HEAD)
        assert tournament.clock == LevelClock(1, 22_500)
        assert tournament.memory.overruled == {1: 44}


def test_a_journal_with_rebuys_and_a_typed_table_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(TYPED, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (54, TYPED_HEAD)
        assert sorted(tournament.typed) == [1]
        assert len(tournament.entries) - len(tournament.finishes) == 9


def test_a_journal_of_teams_and_flights_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(PARTS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (70, PARTS_HEAD)
    assert tournament.flight
    assert [one.entry for one in tournament.flight.going_on] == [1, 2, 4, 5, 7]
    assert tournament.entries[6].forfeit == Forfeited(2_000, paid=True)
    assert tournament.carried[0].pool == 8_000
    assert tournament.deal


def test_a_journal_of_rounds_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(ROUNDS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (48, ROUNDS_HEAD)
    assert [(one.first, one.players, one.fresh) for one in tournament.redraws] == [(4, 3, 10_000), (6, 2, 10_000)]
    assert [len(group) for group in tournament.finishes] == [2, 1, 1]
    assert tournament.ended
    assert [paid.finish for paid in tournament.ended.paid] == [1, 2, 3, 4, 4]


def test_a_journal_with_counted_bags_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(COUNTED, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (42, COUNTED_HEAD)
    assert tournament.flight
    one, other = tournament.flight.going_on
    assert tournament.entries[one.entry].bag == one.chips
    assert tournament.entries[other.entry].bag == other.chips + 100
    assert [entry.accepted for entry in tournament.entries.values() if entry.accepted] == [300]


def test_a_journal_with_a_table_that_waited_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(HALTED, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (48, HALTED_HEAD)
    assert tournament.halted == {}
    assert tournament.acts[-1].by == "clock"


def test_a_journal_of_teams_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(TEAMS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (49, TEAMS_HEAD)
    found = tournament.entries.values()
    assert [one.name for one in found if one.team == "Team 1"] == ["Ann No1", "Ben No1", "Eve Elm"]
    assert [one.name for one in found if one.forfeit] == ["Ann No2", "Ben No2"]
    assert [one.name for one in found if one.waited] == ["Ann No3", "Ben No3"]


def test_a_journal_with_changed_terms_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(TERMS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (50, TERMS_HEAD)
    assert tournament.terms
    assert (tournament.terms.late_levels, tournament.terms.prizes.guarantee, tournament.terms.prizes.bounty) == (
        3,
        50_000,
        600,
    )
    assert [(one.chips, one.found, one.by) for one in tournament.entries[1].signed] == [(300, "arrival", "Dana")]
    bust = tournament.entries[2].bust
    assert bust
    assert bust.by == (3,), "what was put right was taken back"


def test_a_journal_of_policies_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(POLICIES, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (36, POLICIES_HEAD)
    assert tournament.policies == {"close-table": "never", "confirm-bust": "accept"}
    assert paused(tournament, "confirm-bust")


def test_a_journal_of_draws_by_seeds_and_by_cards_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(DRAWN, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (51, DRAWN_HEAD)
    assert [one.kind for one in draws_made(tournament)] == ["late", "redraw"]
    sittings = tournament.sittings
    assert [sittings[one.seat.sitting].table for one in tournament.entries.values() if one.seat] == [
        35, 34, 35, 35, 34, 34,
    ]  # fmt: skip


def test_a_journal_with_a_seat_out_of_use_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(SEATS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (28, SEATS_HEAD)
    assert len(tournament.occupied) == 6


def test_a_journal_of_hands_that_stopped_the_clock_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(HANDS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (52, HANDS_HEAD)
    assert tournament.clock == LevelClock(0, 1_040_000, 536_000)


def test_a_journal_with_pinned_players_opens_with_the_same_head(tmp_path):
    with Journal.open(Path(copy(PINS, tmp_path)), lambda: 0) as journal:
        tournament = folded(journal)

        assert (journal.head.seq, journal.head.hash.hex()) == (50, PINS_HEAD)
    assert [one.number for one in tournament.entries.values() if one.is_pinned] == [6]
    assert [one.entry for draw in draws_made(tournament) for one in draw.pinned] == [6]


def test_every_event_of_a_tournament_is_still_written_in_its_old_form(tmp_path):
    bodies = []
    for sample in (
        SAMPLE,
        EVENING,
        MENDED,
        TYPED,
        PARTS,
        COUNTED,
        ROUNDS,
        HALTED,
        TEAMS,
        TERMS,
        DRAWN,
        POLICIES,
        SEATS,
        HANDS,
        PINS,
    ):
        with Journal.open(Path(copy(sample, tmp_path)), lambda: 0) as journal:
            bodies += [record.body for record in journal.read(0)]

    kinds = {type(FORM.decode(body)) for body in bodies}
    assert kinds == set(get_args(TournamentEvent))
    assert [FORM.encode(FORM.decode(body)) for body in bodies] == bodies
