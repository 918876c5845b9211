"""HTTP requests within the building: never through a proxy, and to a clock that speaks TLS by what it is known by."""

import ssl
from collections.abc import Mapping
from pathlib import Path
from urllib.request import HTTPSHandler, OpenerDirector, ProxyHandler, Request, build_opener

from kiosk.protocol.pinned import AUTHORITY_FILE, modern, tls_folder
from kiosk.storage.files import disk_faults


def opener(trusted: ssl.SSLContext | None = None) -> OpenerDirector:
    """What opens pages; `trusted` says whom to believe, None whom this machine believes."""
    return build_opener(ProxyHandler({}), HTTPSHandler(context=trusted or modern(ssl.create_default_context())))


def fetch(
    url: str, timeout_s: float, headers: Mapping[str, str] | None = None, trusted: ssl.SSLContext | None = None
) -> bytes:
    """The body of a page. Raises `OSError`, or its subclass `HTTPError` for an error response."""
    with opener(trusted).open(Request(url, headers=dict(headers or {})), timeout=timeout_s) as answer:
        return bytes(answer.read())


def trusted_of(database: Path, certificate: Path | None) -> ssl.SSLContext:
    """What a clock on this machine is known by: its room's authority, or the very `certificate` that its settings name.
    Raises `Fault` where it cannot be read."""
    path = certificate or tls_folder(database) / AUTHORITY_FILE
    with disk_faults(path):
        text = path.read_text("ascii")
    begin, end = ssl.PEM_HEADER, ssl.PEM_FOOTER
    first = f"{begin}{text.partition(begin)[2].partition(end)[0]}{end}"
    context = modern(ssl.create_default_context(cadata=first))
    if certificate:
        context.verify_flags |= ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
        context.check_hostname = False  # it has the house's name, and is asked by this machine's
    return context
