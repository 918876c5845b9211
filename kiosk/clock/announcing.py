"""Announces the clock on its network, so that `kiosk setup` can offer its address.

The package zeroconf has a thread of its own, and a thread of this module waits for it. The clock's loop waits for
neither, and a network failure never stops the clock. Knows nothing about tables or tournaments.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from secrets import token_hex
from socket import inet_aton

from kiosk.clock.clients.site_address import is_own, own_address
from kiosk.clock.settings import ClockSettings
from kiosk.faults import Fault
from kiosk.protocol.link.announced import SERVICE, AnnouncedClock

EXTRA = "announce"
EVERY_ADDRESS = "0.0.0.0"
LOOK_S = 30.0
"""The interval, in seconds, at which the announced address is compared with the machine's, and at which a network that
has failed is tried again."""
WITHDRAWAL_S = 1.0
"""A stopping clock waits at most this many seconds for the withdrawal of its announcement."""

log = logging.getLogger(__name__)


def address_to_announce(settings: ClockSettings, host: str) -> Callable[[], str] | None:
    """A function that looks up the address to announce for a clock that listens on `host`. It returns an empty string
    while the machine is not on a network. None if the clock is not announced: because of its settings, because only its
    own machine can reach it, or because it listens on IPv6."""
    if not settings.announce or is_own(host) or ":" in host:
        return None
    return own_address if host == EVERY_ADDRESS else lambda: host


async def keep_announcing(
    clock: AnnouncedClock, address: Callable[[], str], service: str = SERVICE, look_s: float = LOOK_S
) -> None:
    """Announce a clock at the address that `address` returns, until this is canceled. Then withdraw it."""
    ending = threading.Event()
    thread = asyncio.create_task(asyncio.to_thread(_announce, clock, address, service, look_s, ending))
    try:
        await asyncio.shield(thread)
    finally:
        ending.set()
        await asyncio.wait([thread], timeout=WITHDRAWAL_S)


def _announce(
    clock: AnnouncedClock, address: Callable[[], str], service: str, look_s: float, ending: threading.Event
) -> None:
    try:
        from zeroconf import Error  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        log.info("the clock is not announced: %s", Fault("not-installed", module=missing.name or "", extra=EXTRA))
        return
    said = ""
    while not ending.is_set():
        try:
            if here := address():
                with _announced(clock, here, service):
                    log.info("the clock is announced at %s", here)
                    while not ending.wait(look_s) and address() == here:
                        pass
                continue
        except (OSError, Error) as error:
            if str(error) != said:
                said = str(error)
                log.info("the clock is not announced, because the network cannot be used: %s", error)
        ending.wait(look_s)


@contextmanager
def _announced(clock: AnnouncedClock, here: str, service: str) -> Iterator[None]:
    """Announce a clock at this address until the block ends. Raises `OSError` and `zeroconf.Error`."""
    from zeroconf import ServiceInfo, Zeroconf  # noqa: PLC0415

    instance = token_hex(8)
    info = ServiceInfo(
        service, f"{instance}.{service}", clock.port, properties=clock.texts(), server=f"{instance}.local.",
        addresses=[inet_aton(here)],
    )  # fmt: skip
    with closing(Zeroconf([here], use_asyncio=False)) as network:
        network.register_service(info, cooperating_responders=True)  # the name is random, so nobody else has it
        yield
