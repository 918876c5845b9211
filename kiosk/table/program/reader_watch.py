"""Serves the pages about readers while they are open: looks for devices that could be readers, and shows a camera's
picture.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from hardware.readers import plugged, unlisted
from hardware.readers.kind import Plugged
from kiosk.table.program.screen_display import ScreenDisplay
from kiosk.table.readers.table_readers import TableReaders
from kiosk.table.readers.view import shown_unlisted
from kiosk.table.settings import TableSettings
from ui.dealer.model.readers import ReaderWatch

PICTURE_MS = 200
"""How often a camera's picture is refreshed: often enough to see a hand move cards."""


class ReaderWatcher(QObject):
    """Does nothing while no such page is open."""

    def __init__(
        self,
        settings: TableSettings,
        readers: TableReaders,
        display: ScreenDisplay,
        look_for: Callable[[], tuple[Plugged, ...]] | None,
        parent: QObject,
    ) -> None:
        """`look_for` replaces the search for possible readers on this machine."""
        super().__init__(parent)
        self._addresses = [reader.url for reader in settings.readers]
        self._readers = readers
        self._display = display
        self._look_for = look_for or plugged
        self._watching: ReaderWatch | None = None
        self._picture = QTimer(self)
        self._picture.timeout.connect(self._show_camera)

    def watch(self, watching: ReaderWatch | None) -> None:
        """Serve a page from now on; None if none of these pages is open."""
        self._watching = watching
        QTimer.singleShot(0, self, self.look_around)  # the page is painted first
        if watching and watching.camera:
            self._show_camera()
            self._picture.start(PICTURE_MS)
        else:
            self._picture.stop()
            self._display.show_camera(None)

    def stop(self) -> None:
        """Stop showing pictures."""
        self._picture.stop()

    def look_around(self) -> None:
        """While the readers page is open, look for possible readers that are not in the settings."""
        if self._watching and not self._watching.camera:
            self._display.show_unlisted(shown_unlisted(unlisted(self._look_for(), self._addresses)))

    def _show_camera(self) -> None:
        """Show the current picture of the camera whose page is open."""
        # Imported late: a table without a camera does not wait for OpenCV.
        from kiosk.table.readers.camera_view import shown_camera  # noqa: PLC0415

        if self._watching is None:
            return
        address = self._watching.camera
        seeing = self._readers.seeing(address)
        places = self._readers.places_of(address)
        self._display.show_camera(shown_camera(address, seeing, places) if seeing else None)
        self._display.notify_watchers()
