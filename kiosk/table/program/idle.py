"""Runs deferred calls once the screen is painted, and loads modules that a touch may need soon."""

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

from ui.dealer import pages

BELOW_PAINTING = -2
"""Qt posts paint events at -1, its lowest priority (`Qt.EventPriority`)."""


class AfterPainting(QObject):
    """Runs calls, in the order in which they were made, once everything that is waiting to be painted in a shown window
    has been painted."""

    def __init__(self, call: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._call = call
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), BELOW_PAINTING)

    def customEvent(self, _: QEvent) -> None:  # noqa: N802  Qt's name
        self._call()


class IdleLoader(QTimer):
    """Imports modules one at a time while the program is idle, so that a touch has to wait for one import at most."""

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
    """All pages, including those that no screen has needed yet. Pages in folders of their own come first, because the
    module that lists all pages imports them.
    """
    names = [module.name for module in pkgutil.walk_packages(pages.__path__, f"{pages.__name__}.")]
    return sorted(names, key=lambda name: -name.count("."))
