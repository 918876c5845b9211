"""HTTP requests within the building: never through a proxy."""

from collections.abc import Mapping
from urllib.request import ProxyHandler, Request, build_opener


def fetch(url: str, timeout_s: float, headers: Mapping[str, str] | None = None) -> bytes:
    """The body of a page. Raises `OSError`, or its subclass `HTTPError` for an error response."""
    opener = build_opener(ProxyHandler({}))
    with opener.open(Request(url, headers=dict(headers or {})), timeout=timeout_s) as answer:
        return bytes(answer.read())
