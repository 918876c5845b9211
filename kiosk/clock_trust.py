"""Verifies that the server at the clock's address is the room's clock. The server must use TLS 1.3, with a certificate
from the authority that the table pinned, or from one that the table's machine trusts. Otherwise, the table plays on
without the clock."""

import asyncio
import ssl
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from kiosk.faults import Fault
from kiosk.protocol.pairing import AUTHORITY_PATH, CLOCK_NAME, fingerprint_of, modern, plain_fingerprint

PATIENCE_S = 5.0
LARGEST_ANSWER = 16 * 1024
HTTPS = 443
EXPIRED, NOT_YET = 10, 9
"""OpenSSL's X509_V_ERR_CERT_HAS_EXPIRED and X509_V_ERR_CERT_NOT_YET_VALID."""


class Trust:
    """A table's trust in the clock at `url`. If `fingerprint` is empty, the machine's own authorities are trusted."""

    def __init__(self, url: str, fingerprint: str) -> None:
        self._url = urlsplit(url)
        self._fingerprint = plain_fingerprint(fingerprint)
        self._pinned: ssl.SSLContext | None = None

    async def arguments(self) -> dict[str, Any]:
        """The TLS arguments for a connection. There are none if the URL is not `wss`. Raises `Fault` if the server has
        a different authority, and `OSError` if it cannot be reached."""
        if self._url.scheme != "wss":
            return {}
        if not self._fingerprint:
            return {"ssl": modern(ssl.create_default_context())}
        if self._pinned is None:
            self._pinned = await self._pin()
        return {"ssl": self._pinned, "server_hostname": CLOCK_NAME}

    async def context(self) -> ssl.SSLContext | None:
        """The TLS context for clients that cannot set a server name, or None without TLS. Raises the same errors as
        `arguments`."""
        context: ssl.SSLContext | None = (await self.arguments()).get("ssl")
        if context and self._pinned:
            context.check_hostname = False  # the pinned authority does not sign other servers' certificates
        return context

    async def _pin(self) -> ssl.SSLContext:
        """Fetch the server's authority, unverified and without sending a secret. Only the fingerprint proves that it is
        the right one."""
        said = await authority_at(self._url.geturl())
        with suppress(ValueError):
            if fingerprint_of(said) == self._fingerprint:
                return modern(ssl.create_default_context(cadata=said))
        raise Fault("clock-not-ours", clock=self._url.netloc)


async def authority_at(url: str) -> str:
    """The certificate of the authority that the server at `url` names, as PEM; empty if it does not name one. It is not
    verified, and no secret is sent. Raises `OSError` or `TimeoutError`."""
    there = urlsplit(url)
    anybody = modern(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await asyncio.open_connection(
            there.hostname, there.port or HTTPS, ssl=anybody, server_hostname=CLOCK_NAME
        )
        try:
            writer.write(f"GET {AUTHORITY_PATH} HTTP/1.0\r\nHost: {CLOCK_NAME}\r\n\r\n".encode())
            answer = b""
            while len(answer) < LARGEST_ANSWER and (part := await reader.read(LARGEST_ANSWER)):
                answer += part
        finally:
            writer.transport.abort()
    return answer.partition(b"\r\n\r\n")[2].decode("ascii", "replace")


def why_not_secure(clock: str, error: ssl.SSLError) -> Fault:
    if isinstance(error, ssl.SSLCertVerificationError):
        if error.verify_code in (EXPIRED, NOT_YET):
            return Fault("clock-certificate-date", clock=clock)
        return Fault("clock-not-ours", clock=clock)
    return Fault("clock-speaks-no-tls", clock=clock, error=error.reason or str(error))
