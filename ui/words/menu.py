"""What the MORE menu calls its pages: two lines for each entry, by the entry's name."""

import msgspec


class MenuWords(msgspec.Struct, frozen=True):
    """`entries` has every name of `ui.dealer.pages.MENU`."""

    more: str = "MORE"
    title: str = "More"
    entries: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "people": ("PLAYERS", "seat, move, penalise"),
            "signin": ("DEALER", "sign in or out"),
            "floor": ("FLOOR", "call, or is here"),
            "ruling": ("RULING", "words and chips"),
            "misdeal": ("MISDEAL", "cards gone wrong"),
            "push": ("PUSH ONLY", "no new hand"),
            "kill": ("KILL HAND", "floor"),
            "override": ("OVERRULE", "floor"),
            "countdown": ("COUNT ALL-IN", "chip by chip"),
            "recall": ("LAST HANDS", "the last ten"),
            "counts": ("STACKS", "count and correct"),
            "colour-up": ("COLOUR-UP", "chips out of play"),
            "break": ("BREAK", "how long, what to do"),
            "level": ("LEVEL", "which one it is"),
            "ladder": ("FALLBACK", "how hands are told"),
            "tell": ("TELL HAND", "pot and winner"),
            "readers": ("READERS", "test, and cameras"),
            "deck": ("DECK", "which one is in play"),
        }
    )
