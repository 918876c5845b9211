"""The addresses of the demo's pages, and the lines that the demo prints as it starts."""

import socket
from collections.abc import Iterator
from typing import NamedTuple

from engine.message import Message, message
from kiosk.demo.folder import DemoFolder
from ui.words import Words

PAGES_PORT = 8080
"""The clock's usual port."""


class Pages(NamedTuple):
    """The addresses of the pages, and the director's key."""

    display: str
    director: str
    key: str


def port_or_any(usual: int) -> int:
    """The usual port, or 0 (any free port) if it is taken."""
    try:
        socket.create_server(("127.0.0.1", usual)).close()
    except OSError:
        return 0
    return usual


def start_lines(pages: Pages, kept: DemoFolder, port: int, words: Words) -> Iterator[Message]:
    """The lines to print, starting with anything unusual. `port` is 0 if the usual one is taken."""
    if kept.is_other:
        yield message("demo-other-folder", folder=str(kept.path))
    if not port:
        yield message("demo-port-taken", port=str(PAGES_PORT))
    yield message("demo-display", address=pages.display)
    yield message("demo-director", address=pages.director, key=pages.key)
    yield message("demo-how", deal=words.asking.deal, folder=str(kept.path))
