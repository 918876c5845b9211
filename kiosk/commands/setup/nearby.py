"""The clocks that announce themselves on this machine's networks."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from kiosk.protocol.link.announced import SERVICE, AnnouncedClock, announced_clock

SEARCH_S = 1.5
"""How long the search takes, in seconds. With the time to begin and end it, it takes less than two."""
MOST_CLOCKS = 9
"""The most clocks that are offered."""
MOST_ANSWERS = 100
"""At most this many announcements are read."""


def clocks_nearby(
    search_s: float = SEARCH_S,
    most: int = MOST_CLOCKS,
    interfaces: Sequence[str] = (),
    service: str = SERVICE,
) -> tuple[AnnouncedClock, ...]:
    """The clocks found in `search_s` seconds, by name. The search ends earlier if it has found `most`. `interfaces` are
    this machine's addresses on the networks to search; if it is empty, all networks are searched. Returns nothing
    without the package zeroconf, or if the network cannot be used."""
    try:
        from zeroconf import Error  # noqa: PLC0415
    except ModuleNotFoundError:
        return ()
    try:
        return asyncio.run(_search(search_s, most, interfaces, service))
    except (Error, OSError, RuntimeError):  # RuntimeError: there is no network
        return ()


async def _search(search_s: float, most: int, interfaces: Sequence[str], service: str) -> tuple[AnnouncedClock, ...]:
    from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf  # noqa: PLC0415
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf  # noqa: PLC0415

    found: dict[str, AnnouncedClock] = {}
    asking: dict[str, asyncio.Task[None]] = {}
    enough = asyncio.Event()

    async def ask(network: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(service, name)
        await info.async_request(network, int(search_s * 1000))
        clock = announced_clock(info.parsed_addresses(IPVersion.V4Only), info.port, info.properties)
        if clock:
            found[clock.for_tables] = clock
        if len(found) >= most:
            enough.set()

    def hear(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Added and name not in asking and len(asking) < MOST_ANSWERS:
            asking[name] = asyncio.create_task(ask(zeroconf, name))

    async with AsyncZeroconf(list(interfaces) or InterfaceChoice.All) as network:
        browser = AsyncServiceBrowser(network.zeroconf, service, handlers=[hear])
        with suppress(TimeoutError):
            async with asyncio.timeout(search_s):
                await enough.wait()
        for task in asking.values():
            task.cancel()
        await asyncio.gather(*asking.values(), return_exceptions=True)
        await browser.async_cancel()
    return tuple(sorted(found.values()))[:most]
