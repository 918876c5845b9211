"""Checks whether the room's clock answers at another address. It is identified by the authority that the table has
pinned. Sends it nothing about the table.
"""

import asyncio
import ssl
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from kiosk.clock_trust import HTTPS, PATIENCE_S, Trust, why_not_secure
from kiosk.faults import Fault
from kiosk.table.pairing.paired import moved_address
from kiosk.table.pairing.pairing_request import addresses


def clock_found_at(typed: str, before: str, fingerprint: str) -> str:
    """The address, in the form used in the settings, at which the clock with this authority answers. `typed` is the
    address as typed, and `before` the clock's earlier address. Raises `Fault` if it does not answer, with
    `clock-not-ours` if another clock does.
    """
    given = typed.strip()
    found = [url for url in addresses(given) if url.startswith("wss:")]
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
