"""A program on a port that is not a clock."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

SSH = b"SSH-2.0-else\r\n"
WEB = b"HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n"


@contextmanager
def other_program(port: int, says: bytes) -> Iterator[None]:
    """Send this once, to the first client that asks."""
    with socket.create_server(("127.0.0.1", port)) as listening:

        def answer() -> None:
            talk, _ = listening.accept()
            with talk:
                talk.recv(4096)
                talk.sendall(says)

        answering = threading.Thread(target=answer)
        answering.start()
        yield
        answering.join()
