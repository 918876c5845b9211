"""Python runs this file in every process that has this folder on its path: a table's program then answers a test.

The program itself is not changed. A thread takes requests on a Unix socket, and Qt's thread answers them.
"""

import os

SHOWN = "KIOSK_GLASS_LINE" in os.environ or os.environ.get("QT_QPA_PLATFORM") == "offscreen"
"""Whether this process has the table's window: the host of a glass has none."""

if os.environ.get("KIOSK_SPY") and SHOWN:
    from threading import Thread

    def _serve() -> None:
        from tests.kit.spied_dealer import serve  # noqa: PLC0415  only in a spied program

        serve(os.environ["KIOSK_SPY"])

    Thread(target=_serve, daemon=True).start()
