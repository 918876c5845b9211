"""What a table's program does once its screen is painted: calls that waited, and modules that a touch may need soon."""

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

from ui.dealer import pages

BELOW_PAINTING = -2
"""Qt posts what is to be painted at -1, its lowest (`Qt.EventPriority`)."""


class AfterPainting(QObject):
    """Calls once all that waits to be painted in a shown window is painted; several call in the order made."""

    def __init__(self, call: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._call = call
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), BELOW_PAINTING)

    def customEvent(self, _: QEvent) -> None:  # noqa: N802  Qt's name
        self._call()


class IdleLoader(QTimer):
    """Imports modules, one whenever nothing else is to be done: a touch waits for one at most."""

    def __init__(self, names: Iterable[str], parent: QObject) -> None:
        super().__init__(parent)
        self._names = iter(names)
        self.timeout.connect(self._load)
        self.start(0)

    def _load(self) -> None:
        name = next(self._names, "")
        if name:
            import_module(name)
        else:
            self.stop()


def page_modules() -> list[str]:
    """All pages, also those that no screen has needed yet. Those in folders of their own first: what lists all pages
    imports them."""
    names = [module.name for module in pkgutil.walk_packages(pages.__path__, f"{pages.__name__}.")]
    return sorted(names, key=lambda name: -name.count("."))
