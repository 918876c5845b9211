"""Writes the files that the programs read: the strings in a language as JSON, and their Python type."""

import json
import keyword
from gettext import c2py
from typing import Any

from ui.text_compiler.catalog import BadCatalog, Text, TextCatalog, gaps, problems, usable

PLURAL_TABLE = 200
"""The number of counts in a plural table. Below 100, the form depends on the count itself; above that, on its last two
digits."""
BY_CODE = frozenset(
    ("citing", "done", "faults", "messages", "months", "ranks", "reasons", "sheets", "shows_first", "suits")
)
"""The groups that are looked up by a code (`words.done["raised"]`). In other groups a string has a name
(`words.menu.title`), and only a group within them is looked up by code."""
PAGES = frozenset(("broadcast", "camera", "director", "display", "glass", "pages", "player", "results", "standings"))
"""The groups of the clock's pages. Their scripts look strings up by key, so Python needs only the groups that are
looked up by code."""
SHAPES = {
    frozenset(("text", "small")): "ButtonLabel",
    frozenset(("what", "fix")): "FaultWords",
    frozenset(("title", "steps")): "SheetPart",
    frozenset(("title", "about", "parts")): "StaffSheet",
}
"""Groups with exactly these names become a class in `ui.words`."""
HEAD = '''\
"""The type of every text. Made by `./dev words` from `ui/words/en`."""

import msgspec

from ui.words.shapes import ButtonLabel, FaultWords, Plural, StaffSheet
'''
CLASS = '\n\nclass {name}(msgspec.Struct, frozen=True):\n    """{says}"""\n\n'
COMMON = {"language": "str", "plural": "str", "missing": "tuple[str, ...]"}
"""The fields about the catalog itself: its code, its plural table and the keys that are in English."""


def compiled(other: TextCatalog, english: TextCatalog) -> bytes:
    """All strings in nested groups, in English if not translated. Raises `BadCatalog` for a translation that would look
    wrong."""
    if problem := next(problems(other, english), ""):
        raise BadCatalog(f"{other.language}: {problem}")
    lacking = gaps(other, english)
    absent = {*lacking.missing, *lacking.changed}
    missing = [key for key in english.texts if key in absent]
    tree = {"language": other.language, "plural": plural_table(other), "missing": missing, **_tree(other, english)}
    return json.dumps(tree, indent=1, ensure_ascii=False).encode() + b"\n"


def _tree(other: TextCatalog, english: TextCatalog) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, source in english.texts.items():
        translation = usable(other, english, key)
        forms = translation.forms if translation else _english(source, other.forms)
        *parts, last = key.split(".")
        place = tree
        for part in parts:
            place = place.setdefault(part, {})
        place[last] = forms if source.is_plural else forms[0]
    return tree


def _english(text: Text, forms: int) -> tuple[str, ...]:
    """The English forms of a string, as many as the other language has. The plural form is safe for any count."""
    return text.forms if len(text.forms) in (1, forms) else text.forms[-1:] * forms


def plural_table(catalog: TextCatalog) -> str:
    """The plural form of each count below 200. Raises `BadCatalog` for a rule that needs more than two digits."""
    name = f"{catalog.language}.po: Plural-Forms"
    try:
        form = c2py(catalog.rule)
    except ValueError as error:
        raise BadCatalog(f"{name}: {error}") from error
    table = "".join(str(form(count)) for count in range(PLURAL_TABLE))
    for count in (*range(PLURAL_TABLE, 3000), 1_000_000, 1_000_011):
        if str(form(count)) != table[100 + count % 100]:
            raise BadCatalog(f"{name} may go by the last two digits only")
    if max(map(int, table)) >= catalog.forms:
        raise BadCatalog(f"{name} names more forms than nplurals says")
    return table


def typed_face(english: TextCatalog) -> bytes:
    """A module with a class for each group, so that a type checker knows every string. Raises `BadCatalog` for a name
    that is not valid in Python."""
    tree = _tree(english, english)
    classes, fields = [], dict(COMMON)
    for name, value in tree.items():
        if not isinstance(value, dict) or name in BY_CODE:
            fields[name] = _type(value)
        elif inner := {key: _type(each) for key, each in value.items() if name not in PAGES or _is_by_code(each)}:
            fields[name] = f"{''.join(part.capitalize() for part in name.split('_'))}Words"
            classes.append(_class(fields[name], f"The texts below `{name}`.", inner, f"{name}."))
    return "".join((HEAD, *classes, _class("Texts", "Every text in one language.", fields, ""))).encode()


def _class(name: str, says: str, fields: dict[str, str], prefix: str) -> str:
    for field in fields:
        if not field.isidentifier() or keyword.iskeyword(field):
            raise BadCatalog(f"{prefix}{field}: Python cannot say this name: choose another")
    return CLASS.format(name=name, says=says) + "".join(f"    {field}: {kind}\n" for field, kind in fields.items())


def _is_by_code(value: Any) -> bool:
    return isinstance(value, dict) and not any(isinstance(each, dict) for each in value.values())


def _type(value: Any) -> str:
    if not isinstance(value, dict):
        return "str" if isinstance(value, str) else "Plural"
    if shape := SHAPES.get(frozenset(value)):
        return shape
    kinds = sorted({_type(each) for each in value.values()}, key=lambda kind: (kind != "str", kind))
    return f"dict[str, {' | '.join(kinds)}]"
