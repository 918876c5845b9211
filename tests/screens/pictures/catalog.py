"""The names of all pictures: those that a document shows, by the scene that makes them, and further ones to look at."""

from difflib import get_close_matches
from itertools import product
from pathlib import Path

from tests.screens.dealer import STATES
from tests.screens.shots import SCREENS
from ui.look import THEMES

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "screens"
COMMAND = "python -m tests.screens.pictures"
SCENES: dict[str, tuple[str, ...]] = {
    "table": (
        "dealer-raise-10in-dark.png", "dealer-side-pots-10in-dark.png", "dealer-card-pad-10in-dark.png",
        "dealer-practice-result-10in-dark.png", "dealer-german-raise-10in-dark.png", "dealer-ruling-10in-light.png",
        "dealer-camera-10in-dark.png",
    ),
    "evening": (
        "guide-pair.webp", "guide-players.webp", "guide-room.webp", "guide-now.webp", "guide-player.webp",
        "director.png", "display.png",
    ),
    "glass": ("glass-code.webp", "glass-approve.webp", "glass-size.webp"),
    "film": ("film.webp",),
}  # fmt: skip
"""The pictures in `docs/screens`. A scene makes all of its pictures in one run."""
DOCUMENTED = tuple(name for names in SCENES.values() for name in names)


def further() -> dict[str, tuple[str, ...]]:
    """Every state of the dealer's screen in every size and theme, and its parts. Only some are in a document."""
    states = tuple(f"dealer-{state}-{size}-{theme}.png" for state, size, theme in product(STATES, SCREENS, THEMES))
    return {"table": (*states, *(f"parts-{theme}.png" for theme in THEMES))}


class UnknownPicture(Exception):
    """No picture has this name. The text says which names are near."""


class NotDocumented(Exception):
    """No document shows this picture."""


def choose(names: list[str], elsewhere: bool) -> dict[str, tuple[str, ...]]:
    """The pictures whose names are, or begin with, one of `names`; those of the documents without names. Pictures that
    no document shows can only be written `elsewhere`. Raises `UnknownPicture` and `NotDocumented`."""
    if not names:
        return SCENES
    more = further()
    known = {scene: tuple(dict.fromkeys((*names, *more.get(scene, ())))) for scene, names in SCENES.items()}
    every = [name for names in known.values() for name in names]
    wanted: set[str] = set()
    for name in names:
        found = {one for one in every if one.startswith(name)} if name else set()
        if not found:
            stems = sorted({one.partition(".")[0] for one in every})
            near = get_close_matches(name, [*stems, *(f"dealer-{state}" for state in STATES)], 5, 0.5)
            raise UnknownPicture(f"no picture is called {name}" + (f"; near: {', '.join(near)}" if near else ""))
        if not elsewhere:
            found &= set(DOCUMENTED)
            if not found:
                raise NotDocumented(f"no document shows {name}: write it to another folder with --to FOLDER")
        wanted |= found
    chosen = {scene: tuple(one for one in known[scene] if one in wanted) for scene in SCENES}
    return {scene: names for scene, names in chosen.items() if names}
