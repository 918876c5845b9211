"""Nobody reads a tournament before the tables have its changes."""

import asyncio

from engine.books.rulebook import load_book
from engine.tournament.actions import Create, UseTable
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels.structure import load_structure
from engine.tournament.prizes.payouts import load_payouts
from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings, TableWithToken
from kiosk.clock.times import Times

WANTED = Create("", "Sunday", load_book("tda"), load_structure("club"), EventTerms(load_payouts("club")))


def test_an_opened_table_is_on_the_floor_as_soon_as_it_is_in_the_tournament(tmp_path):
    """Pages ask for figures at any moment of an order, even after the client that sent it has disconnected."""

    async def look():
        settings = ClockSettings("key", (TableWithToken(1, "one"),), database_named=str(tmp_path / "clock.db"), port=0)
        service = Service(settings, Times(lambda: 0, lambda: 0, "boot"))
        try:
            publisher = service.tournaments.named(await service.orders.create(WANTED))
            assert publisher
            desk = publisher.desk
            order = asyncio.create_task(desk.order(UseTable(1, 9)))
            await asyncio.sleep(0)
            order.cancel()
            while not desk.state.sittings:
                await asyncio.sleep(0)
            assert set(desk.state.sittings) == set(desk.audited.keys)
        finally:
            service.close()

    asyncio.run(look())
