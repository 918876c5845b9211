"""Asks over the link to be paired with a clock. Also finds a clock whose address has changed: it is identified by the
certificate authority that the table has pinned, and receives no data about the table. Writes nothing to disk."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from kiosk.clock_trust import HTTPS, PATIENCE_S, Trust, authority_at, why_not_secure
from kiosk.faults import Fault
from kiosk.protocol.link.addresses import possible_addresses
from kiosk.protocol.link.pairing import AskPairing, ClocksNonce, Paired, PairingWaits, TellNonce
from kiosk.protocol.link.wire import encode
from kiosk.protocol.pairing import TRUSTED, CodeAndCheck, commitment, fingerprint_of, new_nonce, shown
from kiosk.table.link.dial import answer_of, answered, dial, receive, wait_for
from kiosk.table.pairing.paired import PairedClock, moved_address


class PairingRequest(NamedTuple):
    """A request to pair: the clock, the table's number (0 for any), and the language of the answers."""

    address: str
    table: int
    language: str


def ask_to_be_table(
    asked: PairingRequest, show: Callable[[CodeAndCheck, str], object], left: Callable[[], bool]
) -> PairedClock | None:
    """Ask to be paired. Returns the clock that approved this table; None once `left` returns true. Once the director
    can approve the request, `show` is called with the codes to display and the address at which the clock was found.
    Raises `Fault`."""
    return answer_of(_ask(asked, show, left), asked.address)


async def pair_as_table(asked: PairingRequest, show: Callable[[CodeAndCheck, str], object]) -> PairedClock:
    """Like `ask_to_be_table`, in the caller's event loop. To leave, cancel it."""
    paired = await answered(_ask(asked, show, bool), asked.address)
    assert paired
    return paired


async def _ask(
    asked: PairingRequest, show: Callable[[CodeAndCheck, str], object], left: Callable[[], bool]
) -> PairedClock | None:
    nonce = new_nonce()
    async with _first_that_answers(asked.address) as (url, fingerprint, clock):
        await clock.send(encode(AskPairing(commitment(nonce), asked.table, asked.language)))
        clocks = await receive(clock)
        if not isinstance(clocks, ClocksNonce):
            raise Fault("clock-pairs-not")
        await clock.send(encode(TellNonce(nonce)))
        if await wait_for(clock, PairingWaits, left) is None:
            return None
        seen = fingerprint or (TRUSTED if url.startswith("wss:") else "")
        show(shown(nonce, clocks.nonce, seen), url)
        paired = await wait_for(clock, Paired, left)
    return PairedClock(url, fingerprint, paired.table, paired.token) if paired else None


@asynccontextmanager
async def _first_that_answers(typed: str) -> AsyncIterator[tuple[str, str, ClientConnection]]:
    """Connect to the first address that answers. Yields the address, the fingerprint of its certificate authority (or
    an empty string), and a connection verified against that authority. Raises `Fault` or the socket's own
    exceptions."""
    found = possible_addresses(typed)
    if not found:
        raise Fault("clock-address", url=typed)
    connection = AsyncExitStack()
    for url in found:
        try:
            fingerprint = await _fingerprint(url)
            clock = await connection.enter_async_context(dial(Trust(url, fingerprint), f"{url}/table"))
            break
        except (OSError, WebSocketException, TimeoutError):
            if url == found[-1]:
                raise
    async with connection:
        yield url, fingerprint, clock


async def _fingerprint(url: str) -> str:
    if not url.startswith("wss:"):
        return ""
    try:
        return fingerprint_of(await authority_at(url))
    except ValueError:  # it names no authority: either this machine trusts its certificate, or the clock is not trusted
        return ""


def clock_found_at(typed: str, before: str, fingerprint: str) -> str:
    """The address, in the settings' form, at which the clock with this authority answers. `typed` may be only the
    changed part of the address `before`. Raises `Fault`, with `clock-not-ours` if another clock answers."""
    given = typed.strip()
    found = [url for url in possible_addresses(given) if url.startswith("wss:")]
    if found and "://" not in given:
        found.insert(0, moved_address(before, given.partition("/")[0]))
    if not found:
        raise Fault("clock-address", url=given)
    return asyncio.run(_first_proven(tuple(dict.fromkeys(found)), fingerprint))


async def _first_proven(urls: Sequence[str], fingerprint: str) -> str:
    why: Fault | None = None
    for url in urls:
        place = urlsplit(url)
        try:
            async with asyncio.timeout(PATIENCE_S):
                secure = await Trust(url, fingerprint).arguments()
                _, writer = await asyncio.open_connection(place.hostname, place.port or HTTPS, **secure)
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
            return url
        except Fault as fault:
            why = fault
        except ssl.SSLError as error:
            why = why or why_not_secure(place.netloc, error)
        except (OSError, TimeoutError):
            pass
    raise why or Fault("clock-silent", clock=", ".join(urlsplit(url).netloc for url in urls))
