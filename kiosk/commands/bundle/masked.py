"""Masks secrets and names in settings files and logs."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

MASK = "***"
_SECRET = re.compile(r"key|token|pin|pass|secret|auth|hash", re.IGNORECASE)
_NAMES = frozenset({"name", "captain"})
_VALUE = re.compile(r'"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
"""A string in TOML."""
NOT_TOML = (ValueError, RecursionError)
"""The errors of reading TOML, including numbers with thousands of digits and lists nested a thousand deep."""
_SECTION = re.compile(r"\s*\[\[?[\w.-]+\]?\]?\s*")
_SETTING = re.compile(r"(\s*[\w.-]+\s*=\s*)(true|false|\d{1,5})?")
_PERSON = re.compile("‹[^›\n]*›")
"""A name as `kiosk.log.person` writes it."""
_LEAST = 4
"""The shortest value, in characters, that is masked wherever it occurs. Shorter ones occur in too many words."""


def hidden_values(settings: str) -> list[str]:
    """The secrets and names in settings, longest first. Empty if the text is not TOML."""
    try:
        found = {value for value in _hidden(tomllib.loads(settings)) if len(value) >= _LEAST}
    except NOT_TOML:
        return []
    return sorted(found, key=len, reverse=True)


def masked(text: str, values: list[str]) -> str:
    """The text with these values masked wherever they occur, and with the names of people in a log masked."""
    text = _PERSON.sub(f"‹{MASK}›", text)
    for value in values:
        text = text.replace(value, MASK)
    return text


def masked_settings(settings: str) -> str:
    """Settings with every secret and name masked. If the text is not TOML, for example because of a missing quote, only
    the names of sections and settings, `true`, `false` and short numbers are left."""
    try:
        tomllib.loads(settings)
    except NOT_TOML:
        return "".join(f"{_outline(line)}\n" for line in settings.splitlines())
    lines = [_masked_line(line) for line in settings.splitlines(keepends=True)]
    return masked("".join(lines), hidden_values(settings))


def _outline(line: str) -> str:
    if not line.strip() or _SECTION.fullmatch(line):
        return line
    if not (found := _SETTING.match(line)):
        return MASK
    said, value = found.groups()
    is_plain = value and found.end() == len(line.rstrip()) and not _is_hidden(said.partition("=")[0].strip())
    return line if is_plain else f"{said}{MASK}"


def _masked_line(line: str) -> str:
    """The line with its value masked if it is a secret or a name, even a short one."""
    key = line.partition("=")[0].strip()
    return _VALUE.sub(f'"{MASK}"', line) if _is_hidden(key) else line


def _is_hidden(key: str) -> bool:
    return bool(_SECRET.search(key)) or key in _NAMES


def _hidden(value: Any, key: str = "") -> Iterator[str]:
    """The strings under the key of a secret or a name, and the credentials in URLs."""
    match value:
        case dict():
            for name, each in value.items():
                yield from _hidden(each, key if _is_hidden(key) else name)
        case list():
            for each in value:
                yield from _hidden(each, key)
        case str() if _is_hidden(key):
            yield value
        case str():
            yield from re.findall(r"//([^/@\s]+)@", value)
