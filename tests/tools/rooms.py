"""The rooms of the clock, from its own imports: `python -m tests.tools.rooms` draws `docs/clock.svg`."""

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from tests.fence import imports, read_sources, within

ROOT = Path(__file__).parents[2]
CLOCK, PICTURE = "kiosk.clock", ROOT / "docs" / "clock.svg"
WIDE, HIGH, GAP, BETWEEN, MARGIN = 170, 34, 26, 58, 20

Rooms = Mapping[str, set[str]]


def rooms_of(sources: Mapping[str, str], folder: str = CLOCK) -> dict[str, set[str]]:
    """Everything directly within a folder, and what each of these imports from the others."""
    names = frozenset(sources)
    found: dict[str, set[str]] = {}
    for name in names:
        if name != folder and within(name, folder):
            room = _room(name, folder)
            others = {other for other in imports(sources[name], names) if other != folder and within(other, folder)}
            found.setdefault(room, set()).update({_room(other, folder) for other in others} - {room})
    return found


def floors(rooms: Rooms) -> list[list[str]]:
    """The rooms by floor, the lowest first: each is one floor above the highest that it imports from. There must be no
    circle."""
    found: list[list[str]] = []
    left = dict(rooms)
    while left:
        floor = sorted(room for room, others in left.items() if not others & left.keys())
        found.append(floor)
        for room in floor:
            del left[room]
    return found


def picture(rooms: Rooms) -> str:
    """The floors, one above the other. Arrows that follow from others are left out."""
    levels = floors(rooms)
    width = 2 * MARGIN + max(map(len, levels)) * (WIDE + GAP) - GAP
    height = 2 * MARGIN + len(levels) * (HIGH + BETWEEN) - BETWEEN
    at: dict[str, tuple[int, int]] = {}
    for number, level in enumerate(levels):
        y = height - MARGIN - HIGH - number * (HIGH + BETWEEN)
        first = (width - len(level) * (WIDE + GAP) + GAP) // 2
        at |= {room: (first + place * (WIDE + GAP), y) for place, room in enumerate(level)}
    lines, boxes = [], []
    for room in sorted(rooms):
        x, y = at[room]
        for other in sorted(_plain(rooms, room)):
            to_x, to_y = at[other]
            lines.append(
                f'<line x1="{x + WIDE // 2}" y1="{y + HIGH}" x2="{to_x + WIDE // 2}" y2="{to_y - 6}" '
                'marker-end="url(#tip)"/>'
            )
        boxes.append(
            f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="5"/>'
            f'<text x="{x + WIDE // 2}" y="{y + 22}">{escape(room)}</text>'
        )
    style = (
        "rect{fill:#eef3f6;stroke:#4a5b66}line{stroke:#8496a1}text{font:14px sans-serif;fill:#10181d;"
        "text-anchor:middle}"
    )
    tip = (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" style="fill:#8496a1"/></marker></defs>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" '
        f'aria-label="The rooms of the clock, each above those it imports from"><style>{style}</style>{tip}\n'
        f'<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>\n' + "\n".join([*lines, *boxes])
        + "\n</svg>\n"
    )  # fmt: skip


def _room(name: str, folder: str) -> str:
    return name.removeprefix(f"{folder}.").split(".", maxsplit=1)[0]


def _plain(rooms: Rooms, room: str) -> set[str]:
    """The imports of a room that none of its other imports brings in already."""
    further: set[str] = set()
    queue = list(rooms[room])
    while queue:
        for other in rooms[queue.pop()] - further:
            further.add(other)
            queue.append(other)
    return rooms[room] - further


def main() -> None:
    """Draw the picture."""
    PICTURE.write_text(picture(rooms_of(read_sources(ROOT))), "utf-8")


if __name__ == "__main__":
    main()
