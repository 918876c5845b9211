"""Python runs this file in every process that has this folder on its path: a table's program then answers a test.

The program itself is not changed. A thread takes requests on a Unix socket, and Qt's thread answers them.
"""

import os

if os.environ.get("KIOSK_SPY") and "KIOSK_GLASS_LINE" in os.environ:
    from threading import Thread

    def _serve() -> None:
        from tests.kit.spied_dealer import serve  # noqa: PLC0415  only in a spied program

        serve(os.environ["KIOSK_SPY"])

    Thread(target=_serve, daemon=True).start()
