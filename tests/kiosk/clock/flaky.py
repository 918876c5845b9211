"""A network between a table and the clock that cuts every connection after some bytes. Real sockets."""

import socket
import threading
from contextlib import suppress
from random import Random


class FlakyNetwork:
    """Passes bytes on to `port`; random numbers decide how long each connection lasts.

    After `heal` connections are never cut.
    """

    def __init__(self, port: int, dice: Random) -> None:
        self._to = port
        self._dice = dice
        self._healed = False
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self.cut = 0
        self._threads = [threading.Thread(target=self._accept)]
        self._open: set[socket.socket] = set()
        self._threads[0].start()

    def heal(self) -> None:
        """No more cuts."""
        self._healed = True

    def close(self) -> None:
        """Take the network down."""
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for end in list(self._open):
            _hang_up(end)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._open |= {near, far}
            allowed = None if self._healed else [self._dice.randint(500, 20_000)]
            for one, other in ((near, far), (far, near)):
                self._threads.append(threading.Thread(target=self._pass, args=(one, other, allowed)))
                self._threads[-1].start()

    def _pass(self, one: socket.socket, other: socket.socket, allowed: list[int] | None) -> None:
        with suppress(OSError):
            while data := one.recv(4096):
                if allowed is not None:
                    allowed[0] -= len(data)
                    if allowed[0] < 0:
                        self.cut += 1
                        break
                other.sendall(data)
        for end in (one, other):
            _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):  # the other side was first
        end.shutdown(socket.SHUT_RDWR)
    end.close()
