"""The files of the browser pages. A page's script is sent together with all modules that it imports: the console has a
hundred of them, and each request takes the browser and the clock longer than the module itself.

Every module of such a page has its imports as whole statements with names in braces, and exports where it declares. No
two modules import each other. A vendored module may list its exports at its end."""

import os
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Scope

SMALL_BYTES = 64 * 1024
"""The largest file of a page that is kept in memory."""
IMPORT = re.compile(r'(?:^|(?<=;))import\s*(?:\{([^}]*)\}\s*from\s*)?"([^"]+)";', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"export\{([^}]*)\};")
SOURCE_MAP = re.compile(r"^//# .*", re.MULTILINE)


class PageFiles(StaticFiles):
    """The files of a folder. Small files are kept in memory, because Starlette switches threads four times to read one.
    The script with this name is sent with its modules."""

    def __init__(self, folder: Path, script: str = "") -> None:
        super().__init__(directory=folder, html=True)
        self._folder = folder
        self._script = script

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path != self._script or scope["method"] not in ("GET", "HEAD"):
            return await super().get_response(path, scope)
        content = await run_in_threadpool(page_script, self._folder / path)
        tag = f'"{sha256(content).hexdigest()}"'
        answer = Response(content, media_type="text/javascript", headers={"ETag": tag})
        is_known = self.is_not_modified(answer.headers, Headers(scope=scope))
        return NotModifiedResponse(answer.headers) if is_known else answer

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file, and read it if it is small. Runs in a worker thread, so it may wait for the disk."""
        full_path, found = super().lookup_path(path)
        if found and S_ISREG(found.st_mode) and found.st_size <= SMALL_BYTES:
            _content(full_path, found.st_mtime_ns)
        return full_path, found

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        is_part = "range" in Headers(scope=scope)
        if not isinstance(answer, FileResponse) or is_part or stat_result.st_size > SMALL_BYTES:
            return answer
        return Response(_content(str(full_path), stat_result.st_mtime_ns), status_code, answer.headers)


@lru_cache(maxsize=1000)
def _content(path: str, _changed_ns: int) -> bytes:
    return Path(path).read_bytes()


class Module(NamedTuple):
    """A module of a page, as JavaScript: the names and the path of each import, the fields of an object of its exports,
    and the rest of the module."""

    imports: tuple[tuple[str, str], ...]
    exports: str
    rest: str


def page_script(file: Path) -> bytes:
    """A page's script and the modules that it imports, as one module. Each is a block, after the blocks that it needs.
    Paths from the root start in the folder that all pages are in."""
    blocks: dict[str, str] = {}
    _add_block(blocks, str(file), str(file.parent.parent))
    return "".join(blocks.values()).encode()


def _add_block(blocks: dict[str, str], file: str, pages: str) -> str:
    """Add a module's block, unless it is there. Returns the name of the object with its exports."""
    name = "module" + re.sub(r"\W", "_", file.removeprefix(pages))
    if name in blocks:
        return name
    module = _module(file, os.stat(file).st_mtime_ns)
    lines = [f"const {name} = {{}};", "{"]
    for names, path in module.imports:
        needed = pages + path if path.startswith("/") else os.path.normpath(f"{file}/../{path}")
        lines.append(f"const {{{names}}} = {_add_block(blocks, needed, pages)};")
    blocks[name] = "\n".join([*lines, module.rest, f"Object.assign({name}, {{{module.exports}}});", "}\n"])
    return name


@lru_cache(maxsize=1000)
def _module(file: str, _changed_ns: int) -> Module:
    text = SOURCE_MAP.sub("", Path(file).read_text("utf-8"))
    imports = tuple((_renamed(names or "", r"\1: \2"), path) for names, path in IMPORT.findall(text))
    declared = [name for _, name in EXPORT.findall(text)]
    listed = [_renamed(names, r"\2: \1") for names in EXPORT_LIST.findall(text)]
    rest = EXPORT_LIST.sub("", EXPORT.sub(r"\1", IMPORT.sub("", text)))
    return Module(imports, ", ".join(declared + listed), rest)


def _renamed(names: str, form: str) -> str:
    return re.sub(r"([\w$]+)\s+as\s+([\w$]+)", form, names)
