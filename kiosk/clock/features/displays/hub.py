"""The connected displays, and what is sent to each of them. Belongs to the event loop's thread; knows nothing about
sockets."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import NamedTuple

import msgspec

from engine.bad_input import BadInput
from engine.tournament.state import is_over
from kiosk.clock.clients.latest import Latest
from kiosk.clock.features.dealers.view import DownsView
from kiosk.clock.features.displays.board import board
from kiosk.clock.features.displays.display_programs import DisplayAction, DisplaysKeeper
from kiosk.clock.features.displays.messages import Announced, OnDisplay, Shows
from kiosk.clock.features.displays.pictures import Pictures
from kiosk.clock.features.displays.spotlight import Spotlight
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Tournaments
from kiosk.protocol.displays import Announce, DisplayList, DisplayView, PictureList
from kiosk.protocol.link.wire import WireMessage, encode

MOST_LISTED = 500
"""The maximum number of displays listed. It is bounded because anyone who can reach the clock may open any number of
them."""


class ConnectedDisplay(NamedTuple):
    """A page that shows a tournament: the name of the display, as reported by the page, and its size. The name is empty
    for a preview, or for a screen's second tournament."""

    display: str = ""
    width: int = 0
    height: int = 0


class DisplaySubscription(NamedTuple):
    """A client's subscription: a tournament by its id, or the current one if the id is empty."""

    tournament: str
    screen: ConnectedDisplay


class RoomNow(NamedTuple):
    """The source of the data that the displays show."""

    tournaments: Tournaments
    downs: Callable[[], DownsView]


class Displays:
    """All the displays in the room, and the pictures that they show."""

    def __init__(
        self, keeper: DisplaysKeeper, writer: Writer, times: Times, room: RoomNow, settings: ClockSettings
    ) -> None:
        self._keeper = keeper
        self._writer = writer
        self._times = times
        self._tournaments, self._downs = room
        self._push = ""
        """The next push as it was last sent."""
        self._names = settings.names
        self._with_prizes = settings.public_prizes
        self.pictures = Pictures(settings.database)
        self._spotlight = Spotlight(times, settings.names)
        self._watching: dict[Latest, DisplaySubscription] = {}
        self._last_sent: dict[Latest, dict[str, str]] = {}
        """The messages last sent to each display, by subject."""
        self._boards: dict[str, tuple[object, str]] = {}
        """For each tournament, the data that its board was made from, and the board as text."""
        self._numbers = count(1)
        self._said: list[tuple[str, Announced]] = []
        """The announcements, each with the display that it is for. The name is empty if the announcement is for all
        displays.
        """

    def add(self, client: Latest, tournament: str, screen: ConnectedDisplay) -> None:
        """Send this page what a board shows besides the clock."""
        self._watching[client] = DisplaySubscription(tournament, screen)
        self._last_sent[client] = {}
        self._tell(client)

    def remove(self, client: Latest) -> None:
        self._watching.pop(client, None)
        self._last_sent.pop(client, None)

    def publish(self) -> None:
        """Send every page what has changed. Called once a second."""
        now_ms = self._times.mono_ms()
        self._push = encode(next_push_of(self._downs()) if self._keeper.state.with_pushes else NextPush())
        self._said = [one for one in self._said if one[1].until_ms > now_ms]
        for client in self._watching:
            self._tell(client)

    async def change(self, action: DisplayAction) -> DisplayList:
        """Set what a display shows, or a setting of all displays. Raises `BadInput` or `Fault`."""
        await self._keeper.do(self._writer, lambda: action, self._times.wall_ms())
        self.publish()
        return self.listed()

    def remove_picture(self, its_id: str) -> PictureList:
        """Delete a picture. Raises `BadInput` while a display is set to show it, or `Fault`."""
        if display := self._keeper.state.showing(its_id):
            raise BadInput("picture-is-shown", display=display)
        self.pictures.remove(its_id)
        return PictureList(self.pictures.listed())

    def announce(self, words: Announce) -> Announced:
        """Show this announcement on the displays, and speak it on the display that has sound."""
        until_ms = self._times.mono_ms() + words.seconds * 1000
        said = Announced(next(self._numbers), words.text, until_ms, words.aloud)
        self._said.append((words.display, said))
        self.publish()
        return said

    def listed(self) -> DisplayList:
        """All displays, sorted by name."""
        state = self._keeper.state
        here: dict[str, list[ConnectedDisplay]] = {one.display: [] for one in state.programs}
        for watch in self._watching.values():
            if watch.screen.display and (watch.screen.display in here or len(here) < MOST_LISTED):
                here.setdefault(watch.screen.display, []).append(watch.screen)
        return DisplayList(
            tuple(
                DisplayView(name, len(screens), *(screens[-1][1:] if screens else (0, 0)), state.of(name))
                for name, screens in sorted(here.items())
            ),
            state.room,
        )

    def _tell(self, client: Latest) -> None:
        """Send a display everything that has not been sent to it yet."""
        watch, last_sent = self._watching[client], self._last_sent[client]
        for subject, text in self._to_tell(watch):
            if last_sent.get(subject) != text:
                last_sent[subject] = text
                client.put(subject, text)

    def _to_tell(self, watch: DisplaySubscription) -> Iterator[tuple[str, str]]:
        if publisher := self._tournaments.named(watch.tournament):
            yield "board", self._board(publisher)
            yield "all-in", encode(self._spotlight.of(publisher.desk, self._keeper.state.room))
        if self._push:
            yield "push", self._push
        name = watch.screen.display
        if not name:
            return
        state = self._keeper.state
        listed = tuple(_on_display(one) for one in self._tournaments)
        yield "shows", encode(Shows(state.of(name), listed, bool(name) and name == state.room.voice))
        for display, said in self._said:
            if display in ("", name):
                yield f"announced {said.number}", encode(said)

    def _board(self, publisher: Publisher) -> str:
        """A tournament's board, which is made again only if its inputs have changed."""
        desk, with_leaders = publisher.desk, self._keeper.state.with_leaders
        links = tuple(desk.audited.links.of(key).linked for key in desk.audited.keys)
        goes_by = (desk.mark, desk.audited.facts_seq, links, with_leaders)
        held = self._boards.get(desk.state.id)
        if held is None or held[0] != goes_by:
            held = (goes_by, encode(board(desk, self._names, with_leaders, self._with_prizes)))
            self._boards[desk.state.id] = held
        return held[1]


def _on_display(publisher: Publisher) -> OnDisplay:
    state = publisher.desk.state
    return OnDisplay(state.id, state.name, state.started, is_over(state))


class ComingDealer(msgspec.Struct, frozen=True):
    """A dealer who will deal at a table after the next push."""

    table: int
    name: str


class NextPush(WireMessage, frozen=True, tag="push"):
    """When the push is due (UTC ms, or None before the first), every table that gets a different dealer, and the
    dealers who are off after that. Empty while no display is set to show it."""

    due_ms: int | None = None
    tables: tuple[ComingDealer, ...] = ()
    off: tuple[str, ...] = ()


def next_push_of(view: DownsView) -> NextPush:
    """The push as the rota proposes it."""
    return NextPush(
        view.due_ms,
        tuple(ComingDealer(one.table, one.next_name) for one in view.tables if one.next and one.next != one.dealer),
        tuple(one.name for one in view.dealers if not one.next),
    )
