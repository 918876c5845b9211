"""The room's displays: the director's setting for each, and what is sent to it. The settings have their own stream,
because screens stay in place from one tournament to the next. Belongs to the event loop's thread.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.decoders import json_decoder
from engine.tournament.state import Tournament, is_over
from kiosk.clock.clients.latest import Latest
from kiosk.clock.features.displays.board import board
from kiosk.clock.features.displays.spotlight import Spotlight
from kiosk.clock.features.downs import DownsView
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store.keeper import StreamKeeper
from kiosk.clock.store.port import ClockStore
from kiosk.clock.store.remembered import MemoryEntry, read_row
from kiosk.clock.store.streams import ROOM_DISPLAYS
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.publishing.publisher import Publisher
from kiosk.clock.tournaments.room import Tournaments
from kiosk.protocol.codec import EventForm, Written
from kiosk.protocol.displays import (
    Announce,
    ChooseRoom,
    Colors,
    DisplayList,
    DisplayProgram,
    DisplayView,
    PictureList,
    RoomDisplays,
    SetDisplay,
    StoredPicture,
    tidy,
)
from kiosk.protocol.link.wire import WireMessage, encode
from kiosk.storage.keeper import Rules

MOST_SET = 200
"""The maximum number of displays with a setting."""
MOST_LISTED = 500
"""The maximum number of displays listed, because anyone who can reach the clock may open any number of them."""


class DisplaySet(msgspec.Struct, frozen=True, tag_field="is", tag="display-set"):
    """A display's setting from now on. If it is empty, the display shows whatever fits the moment. Its tag and fields
    are stored in records, so they must never change."""

    display: str
    program: DisplayProgram


class RoomChosen(msgspec.Struct, frozen=True, tag_field="is", tag="displays-chosen"):
    """The settings of all displays."""

    room: ChooseRoom


DisplayAction = SetDisplay | ChooseRoom
DisplayEvent = DisplaySet | RoomChosen
DisplaysKeeper = StreamKeeper[RoomDisplays, DisplayAction, DisplayEvent]
FORM: EventForm[DisplayEvent] = EventForm(json_decoder(Written[DisplayEvent]))


def displays_of(store: ClockStore) -> DisplaysKeeper:
    """The displays, read from the store. Announcements of an earlier run are forgotten. Raises `Fault`."""
    if not store.news and store.kept(SAID):
        store.keep(MemoryEntry(SAID, SAID, None))
    return DisplaysKeeper.resume(store, ROOM_DISPLAYS, Rules(decide, apply, FORM.encode, FORM.decode), RoomDisplays())


def decide(room: RoomDisplays, action: DisplayAction) -> list[DisplayEvent]:
    """The events of an action; no events if it is already in effect. Raises `BadInput` if there would be too many
    displays."""
    if isinstance(action, ChooseRoom):
        chosen = replace(action, voice=tidy(action.voice))
        return [] if chosen == room.room else [RoomChosen(chosen)]
    name = tidy(action.display)
    if action.program == room.of(name):
        return []
    others = [one for one in room.programs if one.display != name]
    if len(others) >= MOST_SET:
        raise BadInput("too-many-displays", most=str(MOST_SET))
    return [DisplaySet(name, action.program)]


def apply(room: RoomDisplays, event: DisplayEvent) -> RoomDisplays:
    if isinstance(event, RoomChosen):
        return replace(room, room=event.room)
    others = [one for one in room.programs if one.display != event.display]
    set_now = [SetDisplay(event.display, event.program)] if event.program.slides else []
    return replace(room, programs=tuple(sorted([*others, *set_now], key=lambda one: one.display)))


class OnDisplay(msgspec.Struct, frozen=True):
    id: str
    name: str
    entered: bool
    """Whether anybody has entered."""
    started: bool
    ended: bool


class Shows(WireMessage, frozen=True, tag="shows"):
    """The content of a display: its setting, the tournaments to choose from in the order in which they were created,
    whether it is the display with sound, and its colors unless its address names others."""

    program: DisplayProgram
    tournaments: tuple[OnDisplay, ...] = ()
    voice: bool = False
    colors: Colors = "dark"


class Announced(WireMessage, frozen=True, tag="announced"):
    """An announcement: its text, when it stops being shown (in the service's time), and its unique number."""

    number: int
    text: str
    until_ms: int
    aloud: bool


SAID = "announced"
"""The kind and the id of the entry with the announcements."""


class Said(msgspec.Struct, frozen=True):
    """The announcements that were shown last, each with the display that it is for (empty for all)."""

    all: tuple[tuple[str, Announced], ...]


class ConnectedDisplay(NamedTuple):
    """A page that shows a tournament: the name of the display, as reported by the page, and its size. The name is empty
    for a preview, or for a screen's second tournament."""

    display: str = ""
    width: int = 0
    height: int = 0


class RoomNow(NamedTuple):
    tournaments: Tournaments
    downs: Callable[[], DownsView]


class Displays:
    def __init__(
        self, keeper: DisplaysKeeper, writer: Writer, times: Times, room: RoomNow, settings: ClockSettings
    ) -> None:
        self._keeper = keeper
        self._writer = writer
        self._times = times
        self._tournaments, self._downs = room
        self._push = ""
        """The next push, as last sent to displays."""
        self._names = settings.names
        self._with_prizes = settings.public_prizes
        self._spotlight = Spotlight(times, settings.names)
        self._watching: dict[Latest, tuple[str, ConnectedDisplay]] = {}
        """The id of each page's tournament (empty for the current one), and the page's display."""
        self._last_sent: dict[Latest, dict[str, str]] = {}
        """The messages last sent to each display, by subject."""
        self._boards: dict[str, tuple[object, str]] = {}
        """For each tournament, the data that its board was made from, and the board as text."""
        self._is_shared = bool(settings.server)
        """Whether clocks that follow may show announcements too."""
        self._numbers = count(1)
        self._said: list[tuple[str, Announced]] = []
        """The announcements, each with the display that it is for (empty for all)."""

    def add(self, client: Latest, tournament: str, screen: ConnectedDisplay) -> None:
        """Send this page the contents of the board, apart from the clock."""
        self._watching[client] = tournament, screen
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

    async def keep_picture(self, picture: bytes) -> StoredPicture:
        """Store a picture. Raises `BadInput` if it is not a picture or there are too many, or `Fault`."""
        return StoredPicture(await self._writer.use_pictures(lambda pictures: pictures.keep(picture)))

    async def pictures(self) -> PictureList:
        """All pictures. Raises `Fault`."""
        return PictureList(await self._writer.use_pictures(lambda pictures: pictures.listed()))

    async def picture(self, its_id: str) -> bytes | None:
        """The picture's bytes, or None if there is no picture with this id. Raises `Fault`."""
        return await self._writer.use_pictures(lambda pictures: pictures.read(its_id))

    async def remove_picture(self, its_id: str) -> PictureList:
        """Delete a picture. Raises `BadInput` while a display is set to show it, or `Fault`."""
        if display := self._keeper.state.showing(its_id):
            raise BadInput("picture-is-shown", display=display)
        await self._writer.use_pictures(lambda pictures: pictures.remove(its_id))
        return await self.pictures()

    async def announce(self, words: Announce) -> Announced:
        """Show this announcement on the displays, and speak it on the display that has sound. Raises `Fault` if the
        displays of a clock that follows cannot show it, because the database fails."""
        until_ms = self._times.mono_ms() + words.seconds * 1000
        said = Announced(next(self._numbers), words.text, until_ms, words.aloud)
        self._said.append((words.display, said))
        self.publish()
        if self._is_shared:
            body = msgspec.json.encode(Said(tuple(self._said)))
            await self._writer.keep(MemoryEntry(SAID, SAID, body))
        return said

    def hear(self, kept: Mapping[str, bytes]) -> None:
        """Show the announcements of the clock that runs the room."""
        if (body := kept.get(SAID)) and (found := read_row(body, Said)):
            self._said = list(found.all)

    def listed(self) -> DisplayList:
        """All displays, sorted by name."""
        state = self._keeper.state
        here: dict[str, list[ConnectedDisplay]] = {one.display: [] for one in state.programs}
        for _, screen in self._watching.values():
            if screen.display and (screen.display in here or len(here) < MOST_LISTED):
                here.setdefault(screen.display, []).append(screen)
        return DisplayList(
            tuple(
                DisplayView(name, len(screens), *(screens[-1][1:] if screens else (0, 0)), state.of(name))
                for name, screens in sorted(here.items())
            ),
            state.room,
        )

    def _tell(self, client: Latest) -> None:
        last_sent = self._last_sent[client]
        for subject, text in self._to_tell(*self._watching[client]):
            if last_sent.get(subject) != text:
                last_sent[subject] = text
                client.put(subject, text)

    def _to_tell(self, tournament: str, screen: ConnectedDisplay) -> Iterator[tuple[str, str]]:
        if publisher := self._tournaments.named(tournament):
            yield "board", self._board(publisher)
            yield "all-in", encode(self._spotlight.of(publisher.desk, self._keeper.state.room))
        if self._push:
            yield "push", self._push
        name, state = screen.display, self._keeper.state
        if not name:
            return
        room = (publisher.desk.state for publisher in self._tournaments)
        listed = tuple(OnDisplay(one.id, one.name, _has_entries(one), one.started, is_over(one)) for one in room)
        yield "shows", encode(Shows(state.of(name), listed, name == state.room.voice, state.room.colors))
        for display, said in self._said:
            if display in ("", name):
                yield f"announced {said.number}", encode(said)

    def _board(self, publisher: Publisher) -> str:
        """A tournament's board, which is rebuilt only if its inputs have changed."""
        desk, with_leaders = publisher.desk, self._keeper.state.with_leaders
        links = tuple(desk.audited.links.of(key).linked for key in desk.audited.keys)
        goes_by = (desk.mark, desk.audited.facts_seq, links, with_leaders)
        held = self._boards.get(desk.state.id)
        if held is None or held[0] != goes_by:
            held = (goes_by, encode(board(desk, self._names, with_leaders, self._with_prizes)))
            self._boards[desk.state.id] = held
        return held[1]


def _has_entries(tournament: Tournament) -> bool:
    return any(entry.counts for entry in tournament.entries.values())


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
    return NextPush(
        view.due_ms,
        tuple(ComingDealer(one.table, one.next_name) for one in view.tables if one.next and one.next != one.dealer),
        tuple(one.name for one in view.dealers if not one.next),
    )
