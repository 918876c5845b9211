"""The players who come to one sitting and leave it, according to its record. Knows nothing about the clock."""

from collections.abc import Callable, Iterable, Iterator

from engine.events import Event, HandStarted, TakenBack
from engine.game.game import Game
from engine.public import PublicTable
from engine.table.actions.hands import HandReported
from engine.table.actions.people import ChipsBought, SeatLeft, SeatTaken
from engine.tournament.tables.room_info import Gone
from ui.dealer.model.surroundings import Due


class SittingPlayers:
    """Notes who comes and leaves with each commit. `events` reads the whole record; it is called when the record is
    first needed."""

    def __init__(self, events: Callable[[], Iterator[Event]]) -> None:
        self._events = events
        self.left: tuple[Gone, ...] = ()
        """The players who have left with chips since the program started, and are not seated again."""
        self.came: tuple[Due, ...] = ()
        """The players who have sat down, and the chips handed out, since the last hand."""
        self._arrived: dict[str, int] = {}
        """The players who have sat down while the clock still reports them on the way, each with the mark of the
        arrival."""
        self._sat: frozenset[str] | None = None
        self._lost_all: frozenset[str] = frozenset()

    @property
    def arrived(self) -> frozenset[str]:
        return frozenset(self._arrived)

    @property
    def is_read(self) -> bool:
        """Whether the record has been read: only then are `sat` and `lost_all` known without reading it."""
        return self._sat is not None

    @property
    def sat(self) -> frozenset[str]:
        return self._read()

    @property
    def lost_all(self) -> frozenset[str]:
        self._read()
        return self._lost_all

    def note(self, events: Iterable[Event], before: PublicTable, game: Game) -> None:
        """Note the committed events. `before` is the table before the commit, and `game` is the state after it."""
        for event in events:
            self._note_sat(event)
            self._note_left(event, before)
            self._note_arrived(event, game.mark)
            self._note_came(event, before, game)

    def check_arrived(self, coming: Iterable[str]) -> None:
        reported = set(coming)
        self._arrived = {player: mark for player, mark in self._arrived.items() if player in reported}

    def _read(self) -> frozenset[str]:
        if self._sat is None:
            self._sat = frozenset()
            for event in self._events():
                self._note_sat(event)
        return self._sat

    def _note_sat(self, event: Event) -> None:
        """Note each player who sits down, and so has had chips here, and each who leaves without any."""
        if self._sat is None or not isinstance(event, SeatTaken | SeatLeft):
            return
        self._lost_all -= {event.player}
        if isinstance(event, SeatTaken):
            self._sat |= {event.player}
        elif not event.chips:
            self._lost_all |= {event.player}

    def _note_left(self, event: Event, before: PublicTable) -> None:
        if isinstance(event, SeatLeft | SeatTaken):
            self.left = tuple(one for one in self.left if event.player != one.player and event.seat != one.seat)
        if isinstance(event, SeatLeft) and event.chips:
            name = before.seats[event.seat - 1].name
            self.left = (*self.left, Gone(event.player, name, event.chips, event.seat))

    def _note_arrived(self, event: Event, mark: int) -> None:
        """Note a player who has sat down here, so that a clock that does not know this yet cannot offer them again."""
        if isinstance(event, SeatTaken):
            self._arrived[event.player] = mark
        elif isinstance(event, TakenBack):
            self._arrived = {player: at for player, at in self._arrived.items() if at <= event.to}

    def _note_came(self, event: Event, before: PublicTable, game: Game) -> None:
        match event:
            case HandStarted() | HandReported():
                self.came = ()
            case SeatTaken() if game.table.hands:
                self.came = (*self.came, Due("enters", event.seat, event.player, event.name, event.chips))
            case ChipsBought():
                name = before.seats[event.seat - 1].name
                self.came = (*self.came, Due("buys", event.seat, event.player, name, event.chips))
            case SeatLeft():
                self.came = tuple(one for one in self.came if one.player != event.player)
