"""A scheduled start, and the desk's knowledge of the room's other tournaments."""

import asyncio

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.refused import Refused
from engine.tournament.actions import (
    AddEntry,
    BagCounted,
    CarryOver,
    CheckIn,
    ClearForfeit,
    CloseTable,
    ConfirmBust,
    CountBag,
    Create,
    DrawSeats,
    End,
    EndFlight,
    Forfeit,
    Schedule,
    Start,
    TurnAway,
    TypeTable,
    UndoAct,
    UseTable,
)
from engine.tournament.event_terms import EventTerms, Registration
from engine.tournament.field.bars import Bar
from engine.tournament.field.entries import Person
from engine.tournament.formats import FlightEnds
from engine.tournament.levels.level_clock import is_running
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from engine.tournament.tables.facts import TypedCount
from kiosk.clock.clients.latest import Latest
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings, TableWithToken
from kiosk.clock.times import Times
from kiosk.clock.tournaments.shown.view import tournament_view
from kiosk.simulate.loop import VirtualLoop
from ui.words.languages import words_in

ASTATE = load_book("astate-2009")
TERMS = EventTerms(load_payouts("club"), registration=Registration(roster=16, forfeit_fee=2_000))
SIX = 18 * 3_600_000
ANN = (Person("Ann Bell", id_seen=True),)


class VirtualClock:
    """A clock in virtual time, whose day begins a minute before six in the evening."""

    def __init__(self, folder):
        loop = asyncio.get_running_loop()
        self.set_back_ms = 0

        def mono_ms():
            return round(loop.time() * 1000)

        def wall_ms():
            return SIX - 60_000 + mono_ms() - self.set_back_ms

        settings = ClockSettings("key", (TableWithToken(1, "one"),), database_named=str(folder / "clock.db"), port=0)
        self.service = Service(settings, Times(mono_ms, wall_ms, "boot"))

    async def desk(self, name="Hold'em", terms=TERMS, book=ASTATE):
        its_id = await self.service.orders.create(Create("", name, book, load_structure(book.structure), terms))
        publisher = self.service.tournaments.named(its_id)
        assert publisher
        return publisher.desk


@pytest.fixture
def played(tmp_path):
    """Runs a test's coroutine in virtual time."""

    def run(test):
        async def whole():
            bench = VirtualClock(tmp_path)
            try:
                await test(bench)
            finally:
                bench.service.close()

        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            runner.run(whole())

    return run


def test_r3_1_the_clock_starts_by_itself_at_the_scheduled_time(played):
    async def test(bench):
        desk = await bench.desk()
        await desk.order(Schedule(SIX))
        await asyncio.sleep(59.5)
        assert not is_running(desk.state.clock)

        await asyncio.sleep(1)

        assert is_running(desk.state.clock)
        assert desk.state.acts[-1].by == "clock"

    played(test)


def test_a_start_comes_later_if_the_wall_clock_is_set_back_in_the_meantime(played):
    async def test(bench):
        desk = await bench.desk()
        await desk.order(Schedule(SIX))
        bench.set_back_ms = 30_000
        await asyncio.sleep(61)
        assert not is_running(desk.state.clock)

        await asyncio.sleep(30)

        assert is_running(desk.state.clock)

    played(test)


def test_a_start_comes_sooner_if_the_wall_clock_is_set_forward_in_the_meantime(played):
    async def test(bench):
        desk = await bench.desk()
        await desk.order(Schedule(SIX))
        beating = asyncio.create_task(bench.service.heartbeat())
        bench.set_back_ms = -30_000
        await asyncio.sleep(28)
        assert not is_running(desk.state.clock)

        await asyncio.sleep(4)

        assert is_running(desk.state.clock)
        beating.cancel()

    played(test)


def test_a_start_in_the_past_cannot_be_scheduled(played):
    async def test(bench):
        desk = await bench.desk()
        with pytest.raises(Refused) as refused:
            await desk.order(Schedule(SIX - 10 * 60_000))
        assert refused.value.code == "start-is-past"
        assert desk.state.starts_ms is None

    played(test)


@pytest.mark.parametrize("how", ["undone", "started by hand", "missed"])
def test_a_scheduled_start_is_dropped_if_missed_or_undone_or_already_started_by_hand(how, played):
    async def test(bench):
        desk = await bench.desk()
        await desk.order(Schedule(SIX))
        if how == "missed":
            bench.set_back_ms = -600_000
            await desk.order(TurnAway("Nobody", "an order of any kind"))
        if how == "undone":
            await desk.order(UndoAct(len(desk.state.acts)))
        if how == "started by hand":
            await desk.order(Start())
        acts = len(desk.state.acts)

        await asyncio.sleep(120)

        assert len(desk.state.acts) == acts

    played(test)


def test_r1_7_a_player_who_owes_a_fee_at_one_event_enters_no_other_until_it_is_paid(played):
    async def test(bench):
        january, april = await bench.desk("January"), await bench.desk("April")
        await january.order(AddEntry("a", "The Aces", roster=ANN))
        await january.order(Start())
        await january.order(Forfeit(1))
        lies = AddEntry("b", "The Bees", roster=ANN, bar=None)

        with pytest.raises(Refused, match="fee-owed") as caught:
            await april.order(lies)
        assert caught.value.clause == "R1.7"
        await january.order(ClearForfeit(1))
        await april.order(lies)

        assert len(april.state.entries) == 1
        with pytest.raises(Refused, match="player-is-in"):  # a bar that the sender claims is ignored
            await april.order(replace(lies, bar=Bar("x", "suspended", "y")))

    played(test)


def test_r1_7_a_player_who_forfeits_at_another_event_is_not_seated_until_the_fee_is_paid(played):
    async def test(bench):
        january, april = await bench.desk("January"), await bench.desk("April")
        for desk in (january, april):
            await desk.order(AddEntry("a", "The Aces", roster=ANN))
            await desk.order(UseTable(1 if desk is april else 2, 5))
        await january.order(Start())
        await january.order(Forfeit(1))

        with pytest.raises(Refused, match="fee-owed") as caught:
            await april.order(CheckIn(1))
        assert caught.value.clause == "R1.7"
        with pytest.raises(Refused, match="fee-owed"):
            april.would(DrawSeats())
        said = tournament_view(april, words_in("en")).entries[0].barred
        assert said == "The Aces owes 2,000 for a forfeit at January: collect it first"
        await january.order(ClearForfeit(1))
        await april.order(CheckIn(1))
        await april.order(DrawSeats())

        assert april.state.entries[1].seat

    played(test)


def test_a_page_is_updated_when_a_fee_is_owed_or_paid_at_another_event(played):
    async def test(bench):
        january, april = await bench.desk("January"), await bench.desk("April")
        for desk in (january, april):
            await desk.order(AddEntry("a", "The Aces", roster=ANN))
        page = Latest()
        publisher = bench.service.tournaments.named(april.state.id)
        assert publisher
        publisher.add_director(page, False, words_in("en"))
        await asyncio.sleep(1)  # the update for the entry itself comes first
        page.put("end", "")
        await page.take()

        for action, said in ((Start(), ""), (Forfeit(1), "owes 2,000"), (ClearForfeit(1), '"barred":""')):
            await january.order(action)
            await asyncio.sleep(1)
            page.put("end", "")
            shown = dict(await page.take()).get("tournament", "")
            assert said in shown
            assert bool(said) == bool(shown)

    played(test)


def test_only_one_final_takes_over_a_flight_and_only_once_the_flight_is_over(played):
    async def test(bench):
        tda = load_book("tda")
        terms = EventTerms(load_payouts("club"), flight=FlightEnds("players-left", 2))
        flight = await bench.desk("Flight", terms, tda)
        finals = [await bench.desk(name, EventTerms(load_payouts("club")), tda) for name in ("Final", "Other")]
        here = (flight.state.id,)
        for wrong, code in ((("nowhere",), "no-such-flight"), (here, "flight-goes-on")):
            with pytest.raises(Refused, match=code):
                await finals[0].order(CarryOver(wrong))
        await flight.order(UseTable(1, 9))
        await flight.order(Start())
        await flight.order(EndFlight())  # nobody entered, so nobody is left to play
        end = len(flight.state.acts)

        await finals[0].order(CarryOver(here))

        with pytest.raises(Refused, match="flight-taken-over"):
            await finals[1].order(CarryOver(here))
        with pytest.raises(Refused, match="flight-taken-over"):
            await flight.order(UndoAct(end))
        await finals[0].order(UndoAct(len(finals[0].state.acts)))
        await flight.order(UndoAct(end))

    played(test)


async def _flight_of_two(bench):
    """A flight that is over, with one bag counted."""
    terms = EventTerms(load_payouts("club"), flight=FlightEnds("players-left", 2))
    flight = await bench.desk("Flight", terms, load_book("tda"))
    counts = tuple(TypedCount(entry, flight.state.structure.starting_stack) for entry in (1, 2))
    for action in (
        UseTable(1, 9, typed=True), AddEntry("a", "Ann"), AddEntry("b", "Ben"),
        DrawSeats(), Start(), TypeTable(1, counts, 1, 1), EndFlight(), CountBag(1, counts[0].chips - 100, adjust=True),
    ):  # fmt: skip
        await flight.order(action)
    return flight


def test_a_bag_in_play_in_a_final_is_not_recounted_and_its_count_is_not_undone(played):
    async def test(bench):
        flight = await _flight_of_two(bench)
        final = await bench.desk("Final", EventTerms(load_payouts("club")), load_book("tda"))
        counted = next(act.number for act in flight.state.acts if isinstance(act.events[0], BagCounted))
        await final.order(CarryOver((flight.state.id,)))
        chips = sum(entry.chips for entry in final.state.entries.values())

        for late in (CountBag(2, 1, adjust=True), UndoAct(counted)):
            with pytest.raises(Refused, match="flight-taken-over"):
                await flight.order(late)
        assert (flight.state.entries[1].bag or 0) + flight.state.flight.going_on[1].chips == chips

        await final.order(UndoAct(len(final.state.acts)))
        await flight.order(UndoAct(counted))
        assert flight.state.entries[1].bag is None

    played(test)


def test_a_flight_is_not_taken_over_twice_by_repeated_undoing(played):
    async def test(bench):
        flight = await _flight_of_two(bench)
        finals = [
            await bench.desk(name, EventTerms(load_payouts("club")), load_book("tda")) for name in ("Final", "Other")
        ]
        here = CarryOver((flight.state.id,))
        await finals[0].order(here)
        for _ in range(3):  # undo, redo, undo
            await finals[0].order(UndoAct(len(finals[0].state.acts)))
        await finals[1].order(here)

        with pytest.raises(Refused, match="flight-taken-over"):
            await finals[0].order(UndoAct(len(finals[0].state.acts)))

    played(test)


def test_an_end_is_not_undone_while_an_older_event_plays_at_one_of_its_tables(played):
    """
    The newest event that is not over has the table: without the refusal, the table would leave the running event.
    """

    async def test(bench):
        terms = EventTerms(load_payouts("club"))
        january, april = [await bench.desk(name, terms, load_book("tda")) for name in ("January", "April")]
        counts = (TypedCount(1, 2 * april.state.structure.starting_stack), TypedCount(2, 0))
        for action in (
            UseTable(1, 9, typed=True), AddEntry("a", "Ann"), AddEntry("b", "Ben"), DrawSeats(), Start(),
            TypeTable(1, counts, 1, 1), ConfirmBust(2), End(),
        ):  # fmt: skip
            await april.order(action)
        end = len(april.state.acts)
        await january.order(UseTable(1, 9, typed=True))

        with pytest.raises(Refused, match="table-in-other"):
            await april.order(UndoAct(end))

        await january.order(CloseTable(1))
        await april.order(UndoAct(end))
        assert not april.state.ended

    played(test)


def test_a_check_in_at_the_desk_survives_a_restart(played, tmp_path):
    async def test(bench):
        desk = await bench.desk()
        await desk.order(AddEntry("a", "The Aces", roster=ANN))
        await desk.order(CheckIn(1))
        its_id = desk.state.id
        bench.service.close()

        bench.service = VirtualClock(tmp_path).service

        assert bench.service.tournaments.named(its_id).desk.state.entries[1].checked_in

    played(test)
