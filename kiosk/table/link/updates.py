"""The updates that a table sends to the clock over a link, however the link is made."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from kiosk.protocol.messages import Answered, CheckPin, DiskState, ReaderStatus, Request, health_of

if TYPE_CHECKING:
    from kiosk.table.link.session import PendingUpdates


class LinkUpdates(ABC):
    """The table's updates for the clock. The methods may be called from the table's thread."""

    @abstractmethod
    def update(self, change: "Callable[[PendingUpdates], object]") -> None:
        """Change the pending updates, on the thread that sends them. Without a link, nothing happens."""

    def offer(self) -> None:
        self.update(lambda pending: pending.changed.set())

    def report(self, readers: tuple[ReaderStatus, ...], battery: int | None = None, disk: DiskState = "") -> None:
        """Report the readers, the charge in percent of a low battery, and what is wrong with the disk."""
        health = health_of(readers, battery, disk)

        def report(pending: "PendingUpdates") -> None:
            pending.health = health
            pending.changed.set()

        self.update(report)

    def request(self, request: Request) -> None:
        """Send the room a request, and repeat it until it answers."""

        def add(pending: "PendingUpdates") -> None:
            pending.requests[request.id] = request
            pending.changed.set()

        self.update(add)

    def withdraw(self, request: str) -> None:
        self.update(lambda pending: pending.requests.pop(request, None))

    def answered(self, answered: Answered) -> None:

        def add(pending: "PendingUpdates") -> None:
            pending.answered.append(answered)
            pending.changed.set()

        self.update(add)

    def check_pin(self, ask: CheckPin) -> None:
        """Ask the clock to check a PIN. If the connection is lost first, the request is dropped."""
        self.update(lambda pending: pending.pins.put_nowait(ask))
