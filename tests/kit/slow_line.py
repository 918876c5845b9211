"""A connection to a server on this machine that limits how fast clients can send."""

import asyncio
import threading
from typing import Self

CHUNK = 4096


class SlowLine:
    """Listens on a port of its own while it is open. Clients send at most `bits_s` bits a second each."""

    def __init__(self, port: int, bits_s: float) -> None:
        """`port` is that of the server."""
        self._server_port = port
        self._bits_s = bits_s
        self.port = 0
        self._up = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="slow line")

    def __enter__(self) -> Self:
        self._thread.start()
        self._up.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    def _run(self) -> None:
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._ended = asyncio.Event()
        self._lines: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._up.set()
        await self._ended.wait()
        server.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        for line in (self._pass_on(reader, back, self._bits_s), self._pass_on(there, writer)):
            task = asyncio.create_task(line)
            self._lines.add(task)
            task.add_done_callback(self._lines.discard)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, bits_s: float = float("inf")
    ) -> None:
        free_s = 0.0
        try:
            while data := await reader.read(CHUNK):
                free_s = max(free_s, self._loop.time()) + 8 * len(data) / bits_s
                await asyncio.sleep(free_s - self._loop.time())
                writer.write(data)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()
