"""A tablet that asks a clock to be a table, without its screen."""

import threading
from typing import Any

from kiosk.faults import Fault
from kiosk.protocol.pairing import CodeAndCheck
from kiosk.table.pairing.paired import PairedClock
from kiosk.table.pairing.pairing_request import PairingRequest, ask_to_be_table
from tests.kit.clock import DEADLINE_S, eventually, however_slow


class TabletThread:
    """A tablet that asks on a thread. `got` is None once it has left, or the code of a fault."""

    def __init__(self, address: str, table: int = 0) -> None:
        self.shown: list[CodeAndCheck] = []
        self.got: list[PairedClock | str | None] = []
        self._left = threading.Event()
        self._thread = threading.Thread(target=self._ask, args=(PairingRequest(address, table, "en"),))

    def _ask(self, asked: PairingRequest) -> None:
        try:
            self.got.append(however_slow(lambda: ask_to_be_table(asked, self._show, self._left.is_set)))
        except Fault as fault:
            self.got.append(fault.message.code)

    def _show(self, shown: CodeAndCheck, _: str) -> None:
        self.shown.append(shown)

    def __enter__(self) -> "TabletThread":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._thread.join(DEADLINE_S)

    def shows(self) -> CodeAndCheck:
        """The code and the number, as soon as the tablet shows them."""
        eventually(lambda: bool(self.shown or self.got))
        return self.shown[-1]

    def has(self) -> Any:
        """The result, as soon as there is one."""
        eventually(lambda: bool(self.got))
        return self.got[-1]
