"""Makes pictures: `python -m tests.screens.pictures [NAME ...] [--to FOLDER]`."""

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from tests.screens.pictures.catalog import COMMAND, FOLDER, NotDocumented, UnknownPicture, choose

ABOUT = """Make the pictures of the README and the docs from the real programs.

Without names, makes all pictures that a document shows. A name is that of a picture or its beginning, such as guide,
film or dealer-raise. With --to, a name also reaches every state of the dealer's screen in every size and theme, such as
dealer-ruling-15in-light, and the screen's parts, such as parts-dark."""

Scene = Callable[[Path, Collection[str]], Iterator[str]]


def scene_of(name: str) -> Scene:
    """The scene's function. It writes its pictures, and yields their names."""
    # Imported late: --help and a wrong name need neither Qt's screens nor a browser.
    if name == "table":
        from tests.screens.pictures import table  # noqa: PLC0415

        return table.make
    if name == "evening":
        from tests.screens.pictures import evening  # noqa: PLC0415

        return evening.make
    if name == "glass":
        from tests.screens.pictures import glass  # noqa: PLC0415

        return glass.make
    from tests.screens.pictures import film  # noqa: PLC0415

    return film.make


def main(words: list[str]) -> int:
    """Write the pictures and say which."""
    parser = argparse.ArgumentParser(COMMAND, description=ABOUT, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help=f"default: {FOLDER.relative_to(FOLDER.parents[1])}")
    args = parser.parse_args(words)
    try:
        scenes = choose(args.names, elsewhere=args.to is not None)
    except (UnknownPicture, NotDocumented) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    folder = args.to or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    made, count = 0, sum(map(len, scenes.values()))
    for scene, names in scenes.items():
        for name in scene_of(scene)(folder, names):
            made += 1
            print(f"{made}/{count} {folder / name} {(folder / name).stat().st_size:,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}
    sys.exit(main(sys.argv[1:]))
