"""Compiles the strings in a checkout: by `./dev words`, in a build, and on their first use after a change."""

import fcntl
import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

STAMP = "stamp"
"""The file that says what was compiled: the sources as they are on the disk, and a hash of their contents."""
ARGPARSE = "kiosk-{}/LC_MESSAGES/argparse.mo"
"""The file where gettext looks for argparse's messages in a language."""
COMPILER = Path(__file__).parent


def compile_if_stale(words: Path) -> bool:
    """Compile a `ui/words` folder if needed; returns whether that was needed. Any number of processes may do so at
    once. Raises `BadCatalog` if a string is wrong, and `OSError` if the folder is read-only."""
    into, seen = words / "compiled", _seen(words)
    if _stamp(words)[0] == seen:
        return False
    digest = _digest(words)
    stamp = f"{seen}\n{digest}".encode()
    if _stamp(words)[1] == digest:  # the checkout was copied, or switched to another branch and back
        with suppress(OSError):  # the copy may be read-only
            _replace(into / STAMP, stamp)
        return False
    with _alone(into):
        if _stamp(words)[1] == digest:  # by the process that this one waited for
            return False
        compile_texts(words)
        _replace(into / STAMP, stamp)
    importlib.invalidate_caches()  # the typed module may be imported next
    return True


def compile_texts(words: Path) -> None:
    """Write each language's JSON and argparse messages, the typed module and the template. Raises `BadCatalog`."""
    # A start that does not compile anything does not need to wait for these.
    from ui.text_compiler.english import read_english  # noqa: PLC0415
    from ui.text_compiler.output import compiled, typed_face  # noqa: PLC0415
    from ui.text_compiler.translations import argparse_texts, read_translation, template  # noqa: PLC0415

    english = read_english(words / "en")
    files = {"face.py": typed_face(english), "texts.pot": template(english), "en.json": compiled(english, english)}
    for path in sorted((words / "locale").glob("*.po")):
        translation = read_translation(path)
        files[f"{path.stem}.json"] = compiled(translation, english)
        files[ARGPARSE.format(path.stem)] = argparse_texts(translation, english)
    into = words / "compiled"
    for name, content in files.items():
        if not (into / name).exists() or (into / name).read_bytes() != content:
            _replace(into / name, content)
    for path in into.glob("*.json"):
        if path.name not in files:
            path.unlink()


def _sources(words: Path) -> list[Path]:
    return sorted([*(words / "en").rglob("*.toml"), *(words / "locale").glob("*.po"), *COMPILER.glob("*.py")])


def _seen(words: Path) -> str:
    """The names, sizes and times of the sources: quick to check at every start."""
    stats = [(_name(path), (stat := path.stat()).st_size, stat.st_mtime_ns) for path in _sources(words)]
    return repr(stats)


def _digest(words: Path) -> str:
    import hashlib  # noqa: PLC0415  the opening frame does not need it

    digest = hashlib.sha256()
    for path in _sources(words):
        digest.update(f"{_name(path)} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()


def _name(path: Path) -> str:
    """The path of a source, including its folder; it is the same in every checkout."""
    return "/".join(path.parts[-3:])


def _stamp(words: Path) -> tuple[str, str]:
    """The stamp of the compiled sources. It is two empty strings if not everything has been compiled."""
    names = [STAMP, "face.py", "en.json"]
    for path in (words / "locale").glob("*.po"):
        names += [f"{path.stem}.json", ARGPARSE.format(path.stem)]
    if not all((words / "compiled" / name).exists() for name in names):
        return "", ""
    seen, _, digest = (words / "compiled" / STAMP).read_text().partition("\n")
    return seen, digest


def _replace(path: Path, content: bytes) -> None:
    """Replace a file atomically: another process finds either the whole old file or the whole new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(content)
    new.replace(path)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
