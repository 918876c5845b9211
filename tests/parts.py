"""The parts of the program, from its own imports: `python -m tests.parts` renews the list in `docs/design.md` and the
picture `docs/parts.svg`. A test holds both to what the sources say."""

import ast
import re
from collections.abc import Mapping
from pathlib import Path

from tests.fence import OURS, imports, read_sources

ROOT = Path(__file__).parents[1]
DESIGN, PICTURE = ROOT / "docs" / "design.md", ROOT / "docs" / "parts.svg"
MARKS = ("<!-- made by python -m tests.parts -->", "<!-- end of what is made -->")
WHOLE = ("engine", "hardware", "kiosk", "ui", "ui.dealer")
"""What says only what a whole folder promises."""
WIDE, HIGH, GAP, HEAD, MARGIN = 330, 40, 10, 44, 14


def folders(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Every folder with its own modules, in the order of their names."""
    packages = {name.rpartition(".")[0] for name in sources}
    found: dict[str, list[str]] = {}
    for name in sorted(sources):
        if name not in packages:
            folder, _, module = name.rpartition(".")
            found.setdefault(folder, []).append(module)
    return found


def module_list(sources: Mapping[str, str]) -> str:
    """A line of a table for each folder: what it promises, and its modules."""
    rows = ["| folder | what it is | modules |", "|---|---|---|"]
    for folder, modules in folders(sources).items():
        says = (ast.get_docstring(ast.parse(sources.get(folder, ""))) or "").split("\n\n")[0]
        first = re.split(r"(?<=\.)\s", " ".join(says.split()))[0]
        rows.append(f"| `{folder.replace('.', '/')}` | {first} | {', '.join(modules)} |")
    return "\n".join(rows)


def picture(sources: Mapping[str, str]) -> str:
    """The folders as boxes in four columns, each above all that it imports from, which it names as far as nothing
    between them says it already."""
    names = frozenset(sources)
    graph: dict[str, set[str]] = {_part(name): set() for name in sources if name not in WHOLE}
    for name, source in sources.items():
        if name not in WHOLE:
            graph[_part(name)] |= {_part(other) for other in imports(source, names) & names} - {_part(name)}
    columns = [sorted(_under(graph, top), key=lambda part: (_rank(graph, part), part)) for top in OURS]
    bottom = HEAD + max(map(len, columns)) * (HIGH + GAP)
    drawn: list[str] = []
    for number, (top, parts) in enumerate(zip(OURS, columns, strict=True)):
        x = MARGIN + number * (WIDE + 2 * GAP)
        uses = sorted({other.split(".")[0] for part in parts for other in graph[part]} - {top})
        head = f"{top}: uses {' and '.join(uses) or 'nothing of ours'}"
        drawn.append(f'<text x="{x}" y="{HEAD - 18}" class="head">{head}</text>')
        for row, part in enumerate(parts, 1):
            y = bottom - row * (HIGH + GAP)
            below = ", ".join(_short(other) for other in sorted(_plain(graph, part)))
            drawn.append(
                f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="5"/>'
                f'<text x="{x + 10}" y="{y + 18}">{_short(part)}</text>'
                f'<text x="{x + 10}" y="{y + 34}" class="below">{"on " + below if below else ""}</text>'
            )
    style = (
        "rect{fill:#eef3f6;stroke:#4a5b66}text{font:13px sans-serif;fill:#10181d}"
        ".head{font-weight:bold}.below{font-size:11px;fill:#4a5b66}"
    )
    width = 2 * MARGIN + len(OURS) * (WIDE + 2 * GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom}" role="img" '
        f'aria-label="The parts of the program, each above those it imports from"><style>{style}</style>\n'
        f'<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def _rank(graph: Mapping[str, set[str]], part: str) -> int:
    """How many parts of its own top folder lie below it, one on the other."""
    return max((1 + _rank(graph, other) for other in _near(graph, part)), default=0)


def _near(graph: Mapping[str, set[str]], part: str) -> set[str]:
    return {other for other in graph[part] if other.split(".")[0] == part.split(".", maxsplit=1)[0]}


def _short(part: str) -> str:
    return part.partition(".")[2].replace(".", "/")


def _part(name: str) -> str:
    """The folder that stands for a module in the picture: two names deep, three on the dealer's screen."""
    parts = name.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["ui", "dealer"] else 2])


def _under(graph: Mapping[str, set[str]], top: str) -> list[str]:
    return [part for part in graph if part.startswith(f"{top}.")]


def _plain(graph: Mapping[str, set[str]], part: str) -> set[str]:
    """What a part imports and none of what it imports imports for it, within its own top folder."""
    near = _near(graph, part)
    further: set[str] = set()
    queue = list(near)
    while queue:
        for other in _near(graph, queue.pop()) - further:
            further.add(other)
            queue.append(other)
    return near - further


def with_list(design: str, sources: Mapping[str, str]) -> str:
    """The paper with today's list between its marks."""
    before, _, rest = design.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}\n{module_list(sources)}\n{MARKS[1]}{after}"


def main() -> None:
    """Renew both."""
    sources = read_sources(ROOT)
    DESIGN.write_text(with_list(DESIGN.read_text("utf-8"), sources), "utf-8")
    PICTURE.write_text(picture(sources), "utf-8")


if __name__ == "__main__":
    main()
