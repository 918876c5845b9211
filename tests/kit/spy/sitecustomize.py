"""Python runs this file in every process that has this folder on its path: a table's program then answers a test.

The program itself is not changed. A thread takes requests on a Unix socket, and Qt's thread answers them. KIOSK_SPY is
the path of the socket, or a folder with a socket for each table, named after the folder of the table's settings.
"""

import os
import sys
from pathlib import Path

SHOWN = "KIOSK_GLASS_LINE" in os.environ or os.environ.get("QT_QPA_PLATFORM") == "offscreen"
"""Whether this process has the table's window: the host of a glass has none."""

if os.environ.get("KIOSK_SPY") and SHOWN:
    from threading import Thread

    def _serve() -> None:
        from tests.kit.spied_dealer import serve  # noqa: PLC0415  only in a spied program

        place = Path(os.environ["KIOSK_SPY"])
        serve(str(place / Path(sys.orig_argv[-1]).parent.name if place.is_dir() else place))

    Thread(target=_serve, daemon=True).start()
