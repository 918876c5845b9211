"""Shows on the table's screen the host's latest output and anything that only this machine knows, such as the dealer's
preferences and the picture of a camera."""

from collections.abc import Callable

from msgspec.structs import replace

from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from kiosk.faults import Fault
from kiosk.table.people.profiles import Profiles
from kiosk.table.settings import TableSettings
from ui.dealer.model.cards import OddCard
from ui.dealer.model.practice import Narration
from ui.dealer.model.profile import Profile
from ui.dealer.model.reader_texts import reader_status
from ui.dealer.model.readers import CameraNow, Unlisted
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Aim, Follows
from ui.dealer.screen import Screen
from ui.words.languages import words_in


class ScreenDisplay:
    """The host's display, on a screen. Other code can register to be notified of changes."""

    def __init__(self, screen: Screen, settings: TableSettings) -> None:
        self._screen = screen
        self._profiles = Profiles(settings)
        self.words = words_in(settings.language)
        self._shown: tuple[PublicTable, Game, Surroundings] | None = None
        self._camera: CameraNow | None = None
        self._narration: Narration | None = None
        self._unlisted: tuple[Unlisted, ...] = ()
        self._watchers: list[Callable[[], None]] = []

    @property
    def surroundings(self) -> Surroundings:
        return self._shown[2] if self._shown else Surroundings()

    @property
    def reads(self) -> bool:
        readers = self.surroundings.readers.readers
        return bool(readers) and not any(each.problem for each in readers)

    @property
    def only_shows(self) -> bool:
        link = self.surroundings.link
        return link is not None and link.lost

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` on Qt's thread after the screen has changed."""
        self._watchers.append(watcher)

    def notify_watchers(self) -> None:
        for watcher in self._watchers:
            watcher()

    # The host's display

    def show(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        before, self._shown = self._shown, (table, game, surroundings)
        self._present(then)
        if before is None or _news(before[0], before[2]) != _news(table, surroundings):
            self.notify_watchers()

    def aimed(self, card: Card) -> Aim:
        return self._screen.aimed(card)

    def take_card(self, card: Card) -> bool:
        return self._screen.take_card(card)

    def refuse(self, why: Message, clause: str) -> None:
        self._screen.refuse(why, clause)

    def tell(self, what: Message) -> None:
        self._screen.tell(what)

    def pin_checked(self, answer: PinAnswer) -> None:
        self._screen.pin_checked(answer)

    def show_odd(self, odd: OddCard) -> None:
        self._screen.show_odd(odd)
        self.notify_watchers()

    # What only this machine knows

    def prefer(self, profile: Profile) -> None:
        """Save the dealer's preferences. The screen follows them even if they cannot be saved."""
        try:
            self._profiles.keep(self._shown[0].dealer if self._shown else "", profile)
        except Fault as fault:
            self._screen.refuse(fault.message)
        self._present()

    def turn_table(self, left_seat: int) -> None:
        """Put this seat to the dealer's left. The table is turned even if the setting cannot be saved."""
        try:
            self._profiles.turn(left_seat)
        except Fault as fault:
            self._screen.refuse(fault.message)
        self._present()

    def show_narration(self, narration: Narration) -> None:
        self._narration = narration
        self._present()

    def show_camera(self, camera: CameraNow | None) -> None:
        self._camera = camera
        self._present()

    def show_unlisted(self, found: tuple[Unlisted, ...]) -> None:
        if found != self._unlisted:
            self._unlisted = found
            self._present()

    def _present(self, then: Follows = ()) -> None:
        if self._shown is None:
            return
        table, game, surroundings = self._shown
        readers = replace(surroundings.readers, unlisted=self._unlisted)
        profile = self._profiles.of(table.dealer)
        self.words = words_in(profile.language)
        reader = reader_status(readers.readers, self.words)
        self._screen.present(
            table,
            game,
            replace(
                surroundings,
                readers=readers,
                reader=reader,
                camera=self._camera,
                narration=self._narration,
                profile=profile,
                left_seat=self._profiles.left_seat,
            ),
            then,
        )


def _news(table: PublicTable, surroundings: Surroundings) -> object:
    """The values that watchers are notified about: everything except the passing of time."""
    link = surroundings.link and replace(surroundings.link, away_ms=0)
    problems = tuple(each.problem for each in surroundings.readers.readers)
    shown = (surroundings.coming, surroundings.enrolling, surroundings.disk, surroundings.update)
    return table.mark, link, problems, shown
