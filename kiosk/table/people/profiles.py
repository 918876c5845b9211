"""Each dealer's screen preferences, and the position of seat 1, in a file beside the journal: `table.journal.profiles`.
A profile that is missing, damaged or in a later format counts as never chosen."""

import logging
from pathlib import Path
from typing import Annotated

import msgspec

from engine.decoders import NOT_JSON, converted, json_decoded
from engine.table.state import MOST_SEATS
from kiosk.log import person
from kiosk.storage.files import write_atomic
from kiosk.table.settings import TableSettings
from ui.dealer.model.profile import Profile, Sounds
from ui.words.languages import LANGUAGES

log = logging.getLogger(__name__)

VERSION = 1


class ProfileFile(msgspec.Struct, frozen=True):
    """The profiles by dealer's name, which is empty for a table where nobody has signed in."""

    version: int = VERSION
    dealers: dict[str, msgspec.Raw] = {}
    left_seat: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] = 1


class Profiles:
    """Each dealer's profile. Dealers without a profile get the table's own profile, from its settings."""

    def __init__(self, settings: TableSettings) -> None:
        journal = Path(settings.journal)
        self._path = journal.with_name(f"{journal.name}.profiles")
        self._plain = plain_profile(settings)
        kept = _read(self._path)
        read = ((name, _profile(name, raw)) for name, raw in kept.dealers.items())
        self._chosen = {name: profile for name, profile in read if profile}
        self.left_seat = kept.left_seat

    def of(self, dealer: str) -> Profile:
        return self._chosen.get(dealer, self._plain)

    def keep(self, dealer: str, profile: Profile) -> None:
        """Use this profile from now on. If this raises `Fault`, the profile was not saved and lasts only until a
        restart."""
        self._chosen[dealer] = profile
        self._write()

    def turn(self, left_seat: int) -> None:
        """Put this seat to the dealer's left. If this raises `Fault`, the change lasts only until a restart."""
        self.left_seat = left_seat
        self._write()

    def _write(self) -> None:
        dealers = {name: msgspec.Raw(msgspec.json.encode(one)) for name, one in self._chosen.items()}
        write_atomic(self._path, msgspec.json.encode(ProfileFile(dealers=dealers, left_seat=self.left_seat)))


def plain_profile(settings: TableSettings) -> Profile:
    """The profile in a table's settings, for dealers who have not chosen anything."""
    return Profile(
        left_handed=settings.left_handed,
        text=settings.text,
        theme=settings.theme,
        language=settings.language,
        sounds=converted(msgspec.structs.asdict(settings.sounds), Sounds),
        in_blinds=settings.in_blinds,
        slides=settings.slides,
    )


def _read(path: Path) -> ProfileFile:
    try:
        found = json_decoded(path.read_bytes(), ProfileFile)
    except FileNotFoundError:
        return ProfileFile()
    except (OSError, *NOT_JSON) as error:
        log.info("the dealers' profiles cannot be read, so the settings apply to everyone: %s", error)
        return ProfileFile()
    if found.version != VERSION:
        log.info("the dealers' profiles have format %d, but this program reads format %d", found.version, VERSION)
        return ProfileFile()
    return found


def _profile(dealer: str, raw: msgspec.Raw) -> Profile | None:
    try:
        profile = json_decoded(raw, Profile)
    except NOT_JSON as error:
        log.info("the profile of %s cannot be read: %s", person(dealer) if dealer else "this table", error)
        return None
    return profile if profile.language in LANGUAGES else None
