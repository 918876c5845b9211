"""Which modules may import which. Reads sources and runs nothing; imports inside functions count like any others."""

import ast
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

OURS = ("engine", "hardware", "kiosk", "ui")
QT = ("PySide6", "shiboken6")

# Each part of ours, and the parts that it may import. The longest matching name counts.
# If none matches, all may be imported.
_WHY = ("engine.message", "engine.bad_input", "engine.decoders")
"""How bytes are read, and a code for what is wrong with them: hardware reports it as the engine does, and the room sees
both in its own language.
"""
_VALUES = (
    "engine.cards",
    "engine.names",
    "engine.chips",
    "engine.money",
    "engine.button",
    *_WHY,
    "engine.refused",
    "engine.books",
)
_FACTS = (*_VALUES, "engine.terms", "engine.event")
_RECORD = (*_FACTS, "engine.hand", "engine.rulings", "engine.table", "engine.actions", "engine.events")
_READING = ("engine.cards", *_WHY, "hardware.bad_input", "hardware.reading")
_MODEL = ("engine", "ui.look", "ui.words", "ui.dealer.model")
_KIOSK = ("engine", "hardware", "ui", "kiosk.arguments", "kiosk.faults", "kiosk.times",
          "kiosk.zone", "kiosk.log", "kiosk.log_words", "kiosk.peer_log", "kiosk.local_http", "kiosk.clock_trust",
          "kiosk.pins", "kiosk.rulebooks", "kiosk.settings", "kiosk.settings_file", "kiosk.storage", "kiosk.structures",
          "kiosk.protocol")  # fmt: skip
_OF_TABLE = ("kiosk.table.settings", "kiosk.table.readers", "kiosk.table.decks", "kiosk.table.recovery.clock_copy",
             "kiosk.table.pairing.paired")  # fmt: skip
_ROOMS = {
    "clients": (),
    "health": (),
    "settings": (),
    "store": (),
    "times": (),
    "tables": ("store", "times"),
    "tls": ("clients", "settings"),
    "access": ("settings", "store", "times"),
    "tournaments": ("access", "clients", "settings", "store", "tables", "times"),
    "features": ("clients", "settings", "store", "tables", "times", "tournaments"),
    "links": ("access", "clients", "store", "times", "tournaments"),
    "recovery": ("access", "clients", "settings", "store", "tables", "times", "tournaments"),
    "backup": ("recovery", "settings", "store"),
}
"""The rooms of the clock, and the rooms that each may import from. The others may import from any."""
MAY = {
    "engine": ("engine",),
    "engine.cards": (),
    "engine.names": (),
    "engine.chips": (),
    "engine.button": ("engine.cards",),
    "engine.money": (),
    "engine.message": ("engine.cards", "engine.money"),
    "engine.bad_input": ("engine.cards", "engine.message"),
    "engine.decoders": (),
    "engine.refused": ("engine.message",),
    "engine.books": _VALUES,
    "engine.terms": _VALUES,
    "engine.event": ("engine.cards",),
    "engine.hand": (*_FACTS, "engine.hand"),
    "engine.rulings": (*_FACTS, "engine.hand", "engine.rulings"),
    "engine.table": (*_FACTS, "engine.hand", "engine.rulings", "engine.table"),
    "engine.actions": (*_FACTS, "engine.hand", "engine.table", "engine.actions"),
    "engine.events": _RECORD,
    "engine.game": (*_RECORD, "engine.game"),
    "engine.leagues": (*_VALUES, "engine.leagues"),
    "engine.staffing": (*_VALUES, "engine.staffing"),
    "engine.tournament": (*_VALUES, "engine.terms", "engine.tournament"),
    "hardware.pictures": (),
    "hardware": ("hardware", "engine.cards", *_WHY),
    "hardware.reading": _READING,
    "hardware.keys": (*_READING, "hardware.keys"),
    "hardware.decks": (*_READING, "hardware.decks"),
    "hardware.serial": (*_READING, "hardware.decks", "hardware.serial"),
    "hardware.recognition": (*_READING, "hardware.decks", "hardware.pictures", "hardware.recognition"),
    "hardware.camera": (*_READING, "hardware.decks", "hardware.pictures", "hardware.recognition", "hardware.camera"),
    "ui": ("ui", "engine"),
    "ui.words": ("ui.words", "engine"),
    "ui.words.compiled": ("ui.words", "ui.text_compiler"),
    "ui.text_compiler": ("ui.text_compiler",),
    "ui.dealer.model": _MODEL,
    "ui.dealer.layout": (*_MODEL, "ui.dealer.layout"),
    "ui.dealer.pages": (*_MODEL, "ui.dealer.layout", "ui.dealer.pages"),
    "ui.dealer.view": (*_MODEL, "ui.dealer.layout", "ui.dealer.pages", "ui.dealer.view"),
    "ui.dealer.content": (*_MODEL, "ui.dealer.layout", "ui.dealer.pages"),
    "ui.dealer.notices": (*_MODEL, "ui.dealer.face", "ui.dealer.notices"),
    "ui.dealer.sound": (*_MODEL, "ui.dealer.sound"),
    "ui.dealer.widgets.painting": (*_MODEL, "ui.dealer.face", "ui.dealer.layout", "ui.dealer.widgets.painting"),
    "ui.dealer.widgets": (
        *_MODEL,
        "ui.dealer.face",
        "ui.dealer.layout",
        "ui.dealer.pages",
        "ui.dealer.view",
        "ui.dealer.widgets",
    ),
    "kiosk.arguments": ("ui.words",),
    "kiosk.cli": ("kiosk.arguments", "kiosk.faults", "ui.words"),
    "kiosk.faults": _WHY,
    "kiosk.times": (),
    "kiosk.zone": (*_WHY, "kiosk.faults"),
    "kiosk.log": (),
    "kiosk.log_words": ("engine.message", "kiosk.faults", "ui.words"),
    "kiosk.peer_log": (),
    "kiosk.pins": ("kiosk.faults", "kiosk.protocol.staff"),
    "kiosk.storage": (*_WHY, "kiosk.faults", "kiosk.storage"),
    "kiosk.structures": ("engine", "kiosk.rulebooks", "kiosk.storage", "kiosk.structures"),
    "kiosk.protocol": ("engine", "kiosk.faults", "kiosk.storage", "kiosk.protocol"),
    "kiosk.table": (*_KIOSK, "kiosk.table"),
    "kiosk.clock": (*_KIOSK, "kiosk.clock"),
    **{
        f"kiosk.clock.{room}": (*_KIOSK, *(f"kiosk.clock.{other}" for other in (room, *others)))
        for room, others in _ROOMS.items()
    },
    "kiosk.host": (
        *_KIOSK,
        "kiosk.host",
        "kiosk.table.settings",
        "kiosk.table.pairing.paired",
        "kiosk.table.pairing.pairing_request",
        "kiosk.table.link.dial",
        "kiosk.clock.clients.site_address",
    ),
    "kiosk.commands": (
        *_KIOSK,
        "kiosk.commands",
        *_OF_TABLE,
        "kiosk.host.settings",
        "kiosk.host.virtual_screen",
        "kiosk.clock.settings",
        "kiosk.clock.store",
        "kiosk.clock.tls.room_key",
    ),
}

# The rules get time, randomness, files and threads as arguments.
NOT_IN_ENGINE = ("time", "datetime", "random", "secrets", "logging", "threading", "socket", "sqlite3", "os")
PURE_ALL_THE_SAME = {"engine.decoders": "threading", "engine.history.pokerstars": "datetime"}
"""The decoders have one lock, because of a thread bug in a library. The hands for trackers have the local time of New
York beside the time that they are given; they read no clock."""

# The view of the dealer's screen is pure; the rest of the folder draws it, and the programs start it.
QT_MAY = ("ui.dealer", "kiosk.table", "kiosk.demo", "kiosk.practice")
QT_MAY_NOT = ("ui.dealer.model", "ui.dealer.layout", "ui.dealer.pages", "ui.dealer.view", "ui.dealer.content")

# The clock's machine has no screen and no readers: nothing that it imports, even indirectly, may need them.
NOT_IN_CLOCK = ("hardware", "ui.dealer", *QT)


def within(name: str, *places: str) -> bool:
    """`ui.dealer.view.screen` is within `ui` and `ui.dealer`."""
    return any(name == place or name.startswith(f"{place}.") for place in places)


def read_sources(root: Path) -> dict[str, str]:
    """Every module of ours by its dotted name, with its source."""
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path.read_text("utf-8")
        for top in OURS
        for path in sorted((root / top).rglob("*.py"))
    }


def imports(source: str, modules: frozenset[str]) -> set[str]:
    """The modules a source names; `from engine import cards` names `engine.cards` if that is a module, and so does
    `import_module("engine.cards")`."""
    found = set()
    tree = ast.parse(source)
    for node in ast.walk(tree) if "import_module" in source else _statements(tree):
        match node:
            case ast.Call(
                ast.Name("import_module") | ast.Attribute(attr="import_module"), [ast.Constant(str(name)), *_]
            ):
                found.add(name)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found |= {full if (full := f"{base}.{alias.name}") in modules else base for alias in node.names}
    return found


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement: an import is one, and expressions are most of a source."""
    waiting = [tree]
    while waiting:
        yield (node := waiting.pop())
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, block, ())
            waiting += inner if isinstance(inner, list) else ()


def breaches(sources: Mapping[str, str]) -> list[str]:
    """One line for each import that breaks the rules; none if all is well."""
    modules = frozenset(sources)
    graph = {name: imports(source, modules) for name, source in sources.items()}
    direct = [f"{name} imports {other}: {why}" for name in graph for other in graph[name] if (why := _why(name, other))]
    return sorted([*direct, *_clock(graph), *_cycle(graph), *_folders(graph)])


def _why(name: str, other: str) -> str:
    """The reason why this import is not allowed, or nothing."""
    top = name.split(".", maxsplit=1)[0]
    if other.startswith("."):
        return "write the name in full"
    here = max((place for place in MAY if within(name, place)), key=len, default="")
    if here and within(other, *OURS) and not within(other, *MAY[here]):
        return f"{here} may import only {' and '.join(MAY[here]) or 'nothing of ours'}"
    if top == "engine" and not within(other, "engine", "msgspec", *sys.stdlib_module_names):
        return "the engine needs only the standard library and msgspec"
    if top == "engine" and PURE_ALL_THE_SAME.get(name) != other and within(other, *NOT_IN_ENGINE):
        return "time, dice, files and threads are handed to the engine"
    if within(other, *QT) and (not within(name, *QT_MAY) or within(name, *QT_MAY_NOT)):
        return f"Qt only in {', '.join(QT_MAY)}, and not in {', '.join(QT_MAY_NOT)}"
    return ""


def _clock(graph: Mapping[str, set[str]]) -> Iterator[str]:
    ways = {name: [name] for name in graph if within(name, "kiosk.clock")}
    queue = list(ways)
    for name in queue:
        for other in sorted(graph.get(name, set()) - ways.keys()):
            ways[other] = [*ways[name], other]
            queue.append(other)
            if within(other, *NOT_IN_CLOCK):
                yield f"{' imports '.join(ways[other])}: the clock's machine has no screen and no readers"


def _cycle(graph: Mapping[str, set[str]]) -> Iterator[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        yield f"{' is imported by '.join(cycle.args[1])}: a cycle"


def _folders(graph: Mapping[str, set[str]]) -> Iterator[str]:
    """The files and folders within each folder must not import each other in a circle either."""
    levels: dict[str, dict[str, set[str]]] = {}
    for name, others in graph.items():
        for other in others & graph.keys():
            mine, theirs = name.split("."), other.split(".")
            depth = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)
            if depth:
                level = levels.setdefault(".".join(mine[:depth]), {})
                level.setdefault(mine[depth], set()).add(theirs[depth])
    for folder, level in levels.items():
        try:
            TopologicalSorter(level).prepare()
        except CycleError as cycle:
            yield f"in {folder} {' is imported by '.join(cycle.args[1])}: a circle"
