"""A dealer's preferences for the screen. They are saved for each dealer and take effect at sign-in. Uses no Qt."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ui.look import THEMES, Look

TextSize = Literal["S", "M", "L"]
ThemeName = Literal["dark", "light", "glare"]
Sound = Literal["accepted", "refused", "card", "pot", "level"]

TEXT: dict[TextSize, float] = {"S": 0.9, "M": 1.0, "L": 1.18}
"""Each letter size relative to the regular one."""


class Sounds(msgspec.Struct, frozen=True):
    """The sounds that are on: for an accepted or refused touch, a card that was read, a pot that was pushed, and the
    end of a level."""

    accepted: bool = True
    """A touch was accepted."""
    refused: bool = True
    """A touch was refused."""
    card: bool = True
    """A card was read."""
    pot: bool = True
    """A pot was pushed."""
    level: bool = True
    """A level has ended."""


class Profile(msgspec.Struct, frozen=True):
    left_handed: bool = False
    text: TextSize = "M"
    theme: ThemeName = "dark"
    language: str = "en"
    sounds: Sounds = Sounds()
    in_blinds: bool = False
    """Whether stacks, bets and pots are shown in big blinds."""
    slides: bool = True
    """Whether chips slide to their destination."""
    speaks: bool = False
    """Whether the dealer's next step is read aloud."""


def worn(look: Look, profile: Profile, left_seat: int) -> Look:
    """The look that this dealer prefers, on the same screen, with this seat to the dealer's left."""
    return replace(
        look,
        theme=THEMES[profile.theme],
        left_handed=profile.left_handed,
        left_seat=left_seat,
        text=TEXT[profile.text],
        slides=profile.slides,
    )
