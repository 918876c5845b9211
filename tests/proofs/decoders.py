"""The calls that decode in the product, found in its syntax trees, and those that the readers of `test_hostile_bytes`

run. It is a program of its own, because modules take their decoders when they are imported.
"""

import ast
import importlib
import inspect
import json
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from engine import bad_input, decoders

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "kiosk", "hardware", "ui")
TYPED = {
    "json_decoder": 0, "json_decoded": 1, "converted": 1, "read_as": 1, "read_row": 1, "read_settings": 1,
    "parse_settings": 2, "read_lines": 1, "Kind": 2,
}  # fmt: skip
"""Functions that decode by a type, or pass one on to such a function, and the position of that argument."""
UNTYPED = ("msgspec.json.decode", "toml_of", "tomllib.loads", "tomllib.load", "json.loads", "json.load")
"""Functions that make plain values."""
EXAMPLES = 20
"""Of each reader."""


class Site(NamedTuple):
    """A call that decodes, in the function `inside`, with its type as written, or the function's name."""

    file: str
    line: int
    inside: str
    what: str


class Calls(ast.NodeVisitor):
    """The sites of a file."""

    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file, self.inside = file, [""]
        self.found: list[tuple[Site, ast.expr | None]] = []
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within(node)

    def _within(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        # A class's constructor is called by the name of the class.
        self.inside.append(self.inside[-1] if node.name == "__init__" else node.name)
        self.generic_visit(node)
        self.inside.pop()

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func)
        at = TYPED.get(name)
        if at is not None and len(node.args) > at:
            kind = node.args[at]
            self.found.append((Site(self.file, node.lineno, self.inside[-1], ast.unparse(kind)), kind))
        elif name in UNTYPED:
            self.found.append((Site(self.file, node.lineno, self.inside[-1], name), None))
        self.generic_visit(node)


def sites() -> Iterator[tuple[Site, ast.expr | None]]:
    """All sites of the product, except the decoders themselves."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            file = str(path.relative_to(ROOT))
            if file != "engine/decoders.py":
                yield from Calls(file, ast.parse(path.read_text("utf-8"))).found


class Noted:
    """A decoder that notes that it was used."""

    def __init__(self, kind: Any, used: set[Any]) -> None:
        self._kind, self._used, self._decoder = kind, used, msgspec.json.Decoder(kind)

    def decode(self, body: bytes | str) -> Any:
        """As the decoder does."""
        self._used.add(self._kind)
        return self._decoder.decode(body)


def uncovered() -> list[Site]:
    """
    The sites that decode something that no reader has decoded. A type that is passed on counts where it comes from.
    """
    kinds: set[Any] = set()
    lines: set[tuple[str, int]] = set()

    def plain(decode: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*given: Any, **more: Any) -> Any:
            frame = inspect.currentframe()
            caller = frame.f_back if frame else None
            if caller:
                lines.add((caller.f_code.co_filename, caller.f_lineno))
            return decode(*given, **more)

        return noting

    convert = decoders.converted

    def converting(raw: object, kind: Any) -> Any:
        kinds.add(kind)
        return convert(raw, kind)

    with (
        patch.object(decoders, "_built", cache(lambda kind: Noted(kind, kinds))),
        patch.object(decoders, "converted", converting),
        patch.object(msgspec.json, "decode", plain(msgspec.json.decode)),
        patch.object(tomllib, "loads", plain(tomllib.loads)),
        patch.object(bad_input, "toml_of", plain(bad_input.toml_of)),
        tempfile.TemporaryDirectory() as folder,
    ):
        readers = importlib.import_module("tests.proofs.test_hostile_bytes").ALL
        for number, (what, one) in enumerate(readers.items()):
            own, dice = Path(folder) / str(number), Random(what)
            own.mkdir()
            for _ in range(EXAMPLES):
                with suppress(*one.errors):
                    one.read(one.example(dice), own)
        return [site for site, kind in sites() if not _is_covered(site, kind, kinds, lines)]


def _is_covered(site: Site, kind: ast.expr | None, kinds: set[Any], lines: set[tuple[str, int]]) -> bool:
    if kind is None:
        return (str(ROOT / site.file), site.line) in lines
    if isinstance(kind, ast.Name) and site.inside in TYPED:
        return True
    module = importlib.import_module(site.file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    try:
        return eval(site.what, vars(module)) in kinds
    except NameError:
        return False


if __name__ == "__main__":
    print(json.dumps(uncovered()))
