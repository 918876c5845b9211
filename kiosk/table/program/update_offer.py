"""Offers the dealer the clock's newer version of the program while nobody plays, and shows the installation's
progress. At a table that was not installed from packages, the notice says how to update it instead."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from engine.message import Message
from engine.table.state import is_playing
from kiosk.faults import Fault
from kiosk.protocol.link.versions import own_version
from kiosk.table.program.update import NO_RESULT, PlayingLock, UpdateFiles, update_files
from kiosk.table.settings import GLASS_LINE
from ui.dealer.notices.update import UpdateNotice
from ui.dealer.splash import SplashScreen
from ui.look import Look

if TYPE_CHECKING:
    from kiosk.table.program.window import TableWindow

EVERY_MS = 1000
MOST_WAITING_CHECKS = 30
"""After this many checks, a request that the service has not started is withdrawn."""
MOST_CHECKS = 30 * 60
"""How many checks an installation may take: longer than the service's own time limit."""


class UpdateOffer:
    """Shows the notice over a table that can be updated now. If it is postponed, it returns after another hand."""

    def __init__(
        self,
        window: "TableWindow",
        opening: SplashScreen,
        look: Look,
        leave: Callable[[], None],
        how: UpdateFiles | str,
    ) -> None:
        """`leave` ends the program, so that its service starts the new version. `how` has this machine's update
        files, or the command that updates a table without them; it is empty for a table on a host without them."""
        self._window = window
        self._opening = opening
        self._look = look
        self._leave = leave
        self._how = how
        self._playing = PlayingLock(how.playing) if isinstance(how, UpdateFiles) and how.playing else None
        """None unless this is a table of a host, which is updated together with the others."""
        self._version = self._postponed = ""
        """The version that the notice is about, and the one that the dealer has postponed."""
        self._checks = 0
        self._fill: Callable[[UpdateNotice], None] = UpdateNotice.add_offer
        """Adds what the notice says."""
        self.notice: UpdateNotice | None = None
        self._timer = QTimer(window.screen, interval=EVERY_MS)
        self._timer.timeout.connect(self.check)
        self._others = QTimer(window.screen, interval=EVERY_MS)
        self._others.timeout.connect(self.check_others)
        window.display.watch(self._follow)
        window.screen.resized.connect(self._fit)
        self._follow()

    def take_away(self) -> None:
        self._timer.stop()
        self._others.stop()
        self._remove()
        self._version = ""

    def check(self) -> None:
        """Check the progress of the installation. Called once a second while it runs."""
        assert isinstance(self._how, UpdateFiles)
        self._checks += 1
        stage, why = self._how.state(self._version)
        if stage == "installed":
            self._timer.stop()
            self._leave()
        elif why:
            self._fail(why)
        elif self._checks > (MOST_WAITING_CHECKS if stage == "requested" else MOST_CHECKS):
            self._how.withdraw()
            self._fail(NO_RESULT)

    def check_others(self) -> None:
        """Check whether anyone is still playing at the host's other tables. Called once a second while somebody is."""
        if not self._others_play():
            self._begin()

    def _others_play(self) -> bool:
        return self._playing is not None and self._playing.is_held_elsewhere()

    def _follow(self) -> None:
        surroundings = self._window.display.surroundings
        if self._playing and surroundings.update:
            self._playing.release()
        elif self._playing:
            self._playing.hold()
        if is_playing(self._window.host.game.table):
            self._postponed = ""
        version = "" if surroundings.disk or surroundings.update == self._postponed else surroundings.update
        if self._timer.isActive() or version == self._version:
            return
        self.take_away()
        if version:
            self._version = version
            self._begin()

    def _begin(self) -> None:
        self._others.stop()
        if isinstance(self._how, str):
            command = self._how
            self._show(lambda notice: notice.add_command(command))
        elif self._how.state(self._version).stage in ("requested", "running"):
            self._wait()  # the program was restarted during the update
        elif self._others_play():
            self._show(UpdateNotice.add_others_play)
            self._others.start()
        else:
            self._show(lambda notice: notice.add_offer(on_host=self._playing is not None))

    def _install(self) -> None:
        assert isinstance(self._how, UpdateFiles)
        if self._others_play():
            self._begin()
            return
        try:
            self._how.ask(self._version)
        except Fault as fault:
            self._fail(fault.message)
        else:
            self._wait()

    def _wait(self) -> None:
        self._checks = 0
        self._timer.start()
        self._show(UpdateNotice.add_progress)

    def _fail(self, why: Message) -> None:
        self._timer.stop()
        self._show(lambda notice: notice.add_failure(why))

    def _close(self) -> None:
        self._postponed = self._version
        self.take_away()

    def _show(self, fill: Callable[[UpdateNotice], None]) -> None:
        """Show a notice in place of the last one. `fill` adds what it says."""
        self._remove()
        look = self._window.screen.fitted(self._look)
        notice = UpdateNotice(look, self._window.display.words, self._version, own_version())
        notice.installs.connect(self._install)
        notice.closed.connect(self._close)
        fill(notice)
        notice.show_at_bottom(self._opening)
        self.notice, self._fill = notice, fill

    def _fit(self) -> None:
        """Show the notice again, because the screen has another size or scale."""
        if self.notice:
            self._show(self._fill)

    def _remove(self) -> None:
        if self.notice:
            self.notice.setParent(None)
            self.notice.deleteLater()
            self.notice = None


def update_offer(
    window: "TableWindow",
    opening: SplashScreen,
    look: Look,
    leave: Callable[[], None],
    environment: Mapping[str, str] = os.environ,
) -> UpdateOffer:
    how: UpdateFiles | str = update_files(environment) or command_of(PurePath(sys.prefix))
    if GLASS_LINE in environment and not (isinstance(how, UpdateFiles) and how.playing):
        how = ""
    return UpdateOffer(window, opening, look, leave, how)


def command_of(prefix: PurePath) -> str:
    """The command that updates a program whose Python environment is in this folder."""
    if prefix.is_relative_to("/opt/kiosk"):
        return "sudo deploy/install.sh table"
    if "pipx" in prefix.parts:
        return "pipx install --force '.[table]'"
    if "uv" in prefix.parts:
        return "uv tool install --force '.[table]'"
    return "./dev kiosk dealer"
