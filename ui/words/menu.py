"""What the MORE menu calls its pages: two lines for each entry, by the entry's name."""

import msgspec


class MenuWords(msgspec.Struct, frozen=True):
    """`entries` has every name of `ui.dealer.pages.MENU`."""

    more: str = "MORE"
    title: str = "More"
    entries: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "ruling": ("RULING", "words and chips"),
            "misdeal": ("MISDEAL", "cards gone wrong"),
            "kill": ("KILL HAND", "floor"),
            "override": ("OVERRULE", "floor"),
        }
    )
