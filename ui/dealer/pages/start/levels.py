"""The blinds that a table without a clock can choose from, and the chips that go with them. All functions are pure."""

from collections.abc import Callable

from engine.events import Blinds
from ui.dealer.model.taps import Tap
from ui.dealer.model.values import ButtonView, GridView
from ui.words import Words

BLINDS = (
    (10, 20), (25, 50), (50, 100), (75, 150), (100, 200),
    (150, 300), (200, 400), (300, 600), (400, 800), (500, 1_000),
    (600, 1_200), (800, 1_600), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000),
)  # fmt: skip
COLUMNS = 5
USUAL = 4
"""The index of the usual blinds: 100 and 200."""


def blinds_at(place: int, ante: bool, chip: int = 0) -> Blinds:
    """The blinds at a position in the list; `chip` is the smallest chip in play, if it is known."""
    small, big = BLINDS[place]
    smallest = chip or (5 if small < 25 else 25 if small < 1_000 else 100)
    return Blinds(place + 1, small, big, big if ante else 0, "big-blind" if ante else "none", smallest)


def level_grids(
    words: Words, give: Callable[[int], Tap | None], now: int | None, ante: bool, turn: Tap | None
) -> tuple[GridView, GridView]:
    """Every level in order, with `now` marked, and below them the ante, which `turn` switches on or off."""
    say = words.start
    buttons = tuple(
        ButtonView(
            f"blinds-{place}",
            words.blinds.format(small=words.amount(small), big=words.amount(big)),
            give(place),
            emphasis="warn" if place == now else "plain",
        )
        for place, (small, big) in enumerate(BLINDS)
    )
    turned = ButtonView("blinds-ante", say.ante_on if ante else say.ante_off, turn, say.ante_small)
    return GridView("blinds", COLUMNS, buttons), GridView("blinds-with", 1, (turned,), below=True)
