"""The rooms of the clock, from its own imports: `python -m tests.tools.rooms` draws them in `docs/architecture.md`."""

from collections.abc import Mapping
from pathlib import Path

from tests.tools.fence import imports, read_sources, within

ROOT = Path(__file__).parents[2]
CLOCK, PAGE = "kiosk.clock", ROOT / "docs" / "architecture.md"
MARKS = ("<!-- drawn by python -m tests.tools.rooms -->", "<!-- end of the drawing -->")

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
    """The floors as a Mermaid chart. Arrows that follow from others are left out."""
    lines = ["```mermaid", "flowchart TB"]
    for number, floor in reversed([*enumerate(floors(rooms), 1)]):
        lines += [f'  subgraph floor{number}["{number}"]', *(f"    {room}" for room in floor), "  end"]
    lines += [f"  {room} --> {other}" for room in sorted(rooms) for other in sorted(_plain(rooms, room))]
    return "\n".join([*lines, "```"])


def with_picture(page: str, rooms: Rooms) -> str:
    """The page with today's picture between its marks."""
    before, _, rest = page.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}\n{picture(rooms)}\n{MARKS[1]}{after}"


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
    PAGE.write_text(with_picture(PAGE.read_text("utf-8"), rooms_of(read_sources(ROOT))), "utf-8")


if __name__ == "__main__":
    main()
