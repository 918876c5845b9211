"""The clock notifies the service manager when it is ready, and then again and again; without a service manager it sends
nothing.
"""

import asyncio
import socket

from kiosk.clock.health.open_files import keep_watch
from tests.kit.patience import PATIENCE_S


def test_the_service_manager_is_notified_at_the_start_and_regularly_after_that(tmp_path, monkeypatch):
    notifications = []

    async def listen():
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(tmp_path / "notify"))
            manager.setblocking(False)
            watch = asyncio.create_task(keep_watch(0.001))
            async with asyncio.timeout(PATIENCE_S):
                for _ in range(3):
                    notifications.append(await asyncio.get_running_loop().sock_recv(manager, 100))
            watch.cancel()

    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    asyncio.run(listen())
    monkeypatch.delenv("NOTIFY_SOCKET")
    asyncio.run(keep_watch())

    assert notifications == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
