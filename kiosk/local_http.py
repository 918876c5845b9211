"""What a machine in the same building serves over HTTP: never through a proxy, which knows only the world outside."""

from collections.abc import Mapping
from urllib.request import ProxyHandler, Request, build_opener


def fetch(url: str, timeout_s: float, headers: Mapping[str, str] | None = None) -> bytes:
    """The body of a page. Raises `OSError`; `HTTPError`, which is one, where it answers with an error."""
    opener = build_opener(ProxyHandler({}))
    with opener.open(Request(url, headers=dict(headers or {})), timeout=timeout_s) as answer:
        return bytes(answer.read())
