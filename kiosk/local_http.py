"""HTTP requests within the building. They never use a proxy, and a clock that uses TLS is verified by the room's
authority or by its own certificate."""

import ssl
from collections.abc import Mapping
from pathlib import Path
from urllib.request import HTTPSHandler, OpenerDirector, ProxyHandler, Request, build_opener

from kiosk.protocol.pairing import modern
from kiosk.storage.files import disk_faults
from kiosk.storage.tls_files import AUTHORITY_FILE, tls_folder


def opener(trusted: ssl.SSLContext | None = None) -> OpenerDirector:
    """An opener for URLs. Without `trusted`, the machine's own authorities are trusted."""
    return build_opener(ProxyHandler({}), HTTPSHandler(context=trusted or modern(ssl.create_default_context())))


def fetch(
    url: str, timeout_s: float, headers: Mapping[str, str] | None = None, trusted: ssl.SSLContext | None = None
) -> bytes:
    """The body of a page. Raises `OSError`, or its subclass `HTTPError` for an error response."""
    with opener(trusted).open(Request(url, headers=dict(headers or {})), timeout=timeout_s) as answer:
        return bytes(answer.read())


def trusted_of(database: Path, certificate: Path | None) -> ssl.SSLContext:
    """The TLS context for this machine's clock. It trusts the room's authority, or only the `certificate` that the
    clock's settings name. Raises `Fault` if the file cannot be read."""
    path = certificate or tls_folder(database) / AUTHORITY_FILE
    with disk_faults(path):
        text = path.read_text("ascii")
    begin, end = ssl.PEM_HEADER, ssl.PEM_FOOTER
    first = f"{begin}{text.partition(begin)[2].partition(end)[0]}{end}"
    context = modern(ssl.create_default_context(cadata=first))
    if certificate:
        context.verify_flags |= ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
        context.check_hostname = False  # the certificate names the room's host, and the request names this machine
    return context
