"""Values that are recomputed on changes, and how often."""

import asyncio

from kiosk.clock.clients.throttle import Throttle
from tests.kit.patience import PATIENCE_S

EVERY_S, SELDOM_S = 0.5, 3_600


def test_a_value_is_made_at_most_once_per_interval_and_at_once_for_a_waiting_caller():
    soon, later, *_ = asyncio.run(made())

    assert later - soon >= EVERY_S


async def made():
    loop, times, made = asyncio.get_running_loop(), [], asyncio.Event()

    def make():
        times.append(loop.time())
        made.set()

    async def once(ask):
        made.clear()
        for _ in range(3):
            ask()
        await made.wait()

    paced = Throttle(make, 0, EVERY_S, 0.5)
    await once(paced.ask)
    await once(paced.ask)
    seldom = Throttle(make, 0, SELDOM_S, 0.5)
    await once(seldom.ask)
    async with asyncio.timeout(PATIENCE_S):
        await once(seldom.ask_now)
    seldom.ask()
    seldom.close()
    return times
