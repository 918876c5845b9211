"""One table's settings: its number, its clock, its journal and its readers."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from hardware.readers import kind_of
from hardware.readers.kind import ReaderConfig
from kiosk.faults import bad_input
from kiosk.protocol.link.addresses import is_clock_address, table_url
from kiosk.protocol.staff import Member, check_staff
from kiosk.settings import check_secret, read_settings, secret_in
from kiosk.storage.plain import check_beside
from kiosk.table.place_names import check_place
from ui.dealer.model.profile import Sounds, TextSize, ThemeName
from ui.words.languages import LANGUAGES

if TYPE_CHECKING:
    from hardware.reading.reading import ReaderMessage

MOST_TABLES = 9999
GLASS_LINE, GLASS_SCALE = "KIOSK_GLASS_LINE", "KIOSK_GLASS_SCALE"
"""The environment variables of a table's program on a virtual screen: the number of its socket to the host, and the
pixels in a millimeter of the glass."""


class ReaderSettings(ReaderConfig, frozen=True, forbid_unknown_fields=True):
    """One card reader: its address, its place, and the options of its serial line or camera."""

    def __post_init__(self) -> None:
        for place in (self.place, *self.line.places.values(), *self.camera.places):
            check_place(place)
        kind_of(self.url).check(self)

    def is_source_of(self, message: "ReaderMessage") -> bool:
        """Whether this reader sent the message: by its address, or by its place if the message has no address."""
        return message.address == self.url or (not message.address and message.place == self.place)


class SoundSettings(Sounds, frozen=True, forbid_unknown_fields=True):
    """The sounds for dealers who have not chosen their own."""


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's settings file. If there is no `token`, the table asks the clock to pair it, and a director approves. If
    there is no `clock` either, the table's screen asks for the clock's address, or the table plays without a clock."""

    table: int
    """The table's number in the room, from 1 to 9999. If it is 0, the director assigns a number."""
    journal: str
    """The file that contains this table's record, relative to the settings file. Other files are written to the same
    folder."""
    clock: str = ""
    """The clock's address: `wss://192.168.1.10:8443`, or `ws://192.168.1.10:8080` without TLS."""
    token: str = ""
    """This table's secret. The clock's settings must have the same one. Without a token, the table is paired on its
    touch screen."""
    clock_fingerprint: str = ""
    """The fingerprint of the room's certificate authority, which the clock logs when it starts. If it is set, the table
    does not connect to any other clock. If it is not, this machine must trust the clock's certificate."""
    other_clocks: tuple[str, ...] = ()
    """The addresses of clocks that take over if the first one fails. A table also remembers the addresses that the
    clock tells it."""
    deck: str = "plain"
    """The codes of the cards: `plain` (the code is the card, `Qh`), `stickers` (as printed, `QH`), or a deck file."""
    other_decks: tuple[str, ...] = ()
    """The decks that alternate with `deck`."""
    readers: tuple[ReaderSettings, ...] = ()
    """The card readers. If there are none, the dealer enters cards on the pad."""
    token_file: str = ""
    """A file that contains the token, such as a systemd credential."""
    # The screen's settings for dealers who have not chosen their own:
    theme: ThemeName = "dark"
    """The colors of the screen. Use `glare` in bright light."""
    language: str = "en"
    """The language on the screen: `en`, `de` or `es`."""
    left_handed: bool = False
    """Whether the buttons are on the left."""
    text: TextSize = "M"
    """The size of the text on the screen."""
    in_blinds: bool = False
    """Whether stacks, bets and pots are shown in big blinds."""
    slides: bool = True
    """Whether chips slide to their places."""
    sounds: SoundSettings = SoundSettings()
    """Which sounds are on."""
    full_screen: bool = False
    """Whether the program fills the whole screen. Otherwise, it opens in a window."""
    px_per_mm: float = 0.0
    """The number of pixels per millimeter on the screen. If it is 0, the program uses what the screen reports."""
    staff: tuple[Member, ...] = ()
    """The people who sign in here with a PIN that this table checks. If the list is empty, the clock's staff sign in,
    and the clock checks their PINs. If the clock has no staff either, the table does not ask for PINs."""

    def __post_init__(self) -> None:
        check_secret("token", self.token, self.token_file)
        if not (1 if self.token or self.token_file else 0) <= self.table <= MOST_TABLES:
            raise bad_input("table-number", most=str(MOST_TABLES), given=str(self.table))
        if Path(self.journal).name in ("", ".."):
            raise bad_input("journal-no-file", given=repr(self.journal))
        if self.px_per_mm and not 1 <= self.px_per_mm <= 100:  # also rejects a value that is not a number
            raise bad_input("px-per-mm", given=str(self.px_per_mm))
        if self.language not in LANGUAGES:
            raise bad_input("language-unknown", allowed=", ".join(LANGUAGES), given=repr(self.language))
        check_staff(self.staff)
        _check_once([reader.url for reader in self.readers])
        for clock in filter(None, (self.clock, *self.other_clocks)):
            check_clock(clock)
            _check_fingerprint(clock, self.clock_fingerprint)

    @property
    def clock_urls(self) -> tuple[str, ...]:
        """The addresses of the clocks' endpoints for tables. The first one is the address in `clock`."""
        return tuple(map(table_url, (self.clock, *self.other_clocks)))

    @property
    def clock_place(self) -> str:
        return self.clock.partition("://")[2].rstrip("/")


def read_table_settings(path: Path) -> TableSettings:
    """A table's settings, with the path of the journal resolved relative to the settings file. Raises `Fault` with a
    clear one-line message, including for a pipe or a device beside the journal. About ten files are read from that
    folder, and opening a pipe would wait forever."""
    settings = read_settings(path, TableSettings)
    token = secret_in(path, settings.token, settings.token_file)
    settings = replace(settings, journal=str(path.parent / settings.journal), token=token, token_file="")
    check_beside(Path(settings.journal))
    return settings


def _check_once(urls: list[str]) -> None:
    """Raise if a device has more than one reader: a second one would wait for the device forever."""
    for url in urls:
        kind = kind_of(url)
        if urls.count(url) == 1 or kind.may_repeat:
            continue
        if kind.at_screen:
            raise bad_input("screen-once", url=url)
        raise bad_input("reader-twice", url=url)


def check_clock(url: str) -> None:
    """Raises `BadInput` if this is not the address of a clock."""
    if not is_clock_address(url):
        raise bad_input("clock-no-address", given=repr(url))


def _check_fingerprint(url: str, fingerprint: str) -> None:
    if not fingerprint:
        return
    # Imported late: the first frame does not wait for TLS.
    from kiosk.protocol.pairing import plain_fingerprint  # noqa: PLC0415

    if not plain_fingerprint(fingerprint):
        raise bad_input("fingerprint-unlike", given=repr(fingerprint))
    if not url.startswith("wss:"):
        raise bad_input("fingerprint-without-tls", given=repr(url))
