"""The catalog: the strings in one language, by key. Knows nothing about files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

BRACES = re.compile(r"\{[^}]*\}")


class BadCatalog(Exception):
    """A file of strings cannot be compiled. The message names the file and the string."""


@dataclass(frozen=True, slots=True)
class Text:
    """One string in English and its translation. A string with a count has several plural forms."""

    source: tuple[str, ...]
    """The English string that was translated."""
    forms: tuple[str, ...]
    is_fuzzy: bool = False
    """Whether the English has changed since the translation was last checked."""
    before: str = ""
    """The English version of a fuzzy string at the time when it was translated."""
    notes: tuple[str, ...] = ()
    """Notes for translators, from the English files."""
    own_notes: tuple[str, ...] = ()
    """Notes by translators, kept in the PO file."""
    has_little_room: bool = False
    """Whether the translation may be only about as long as the English. Other translations may be up to 40% longer."""

    @property
    def is_plural(self) -> bool:
        return len(self.source) > 1

    @property
    def is_usable(self) -> bool:
        return bool(self.forms) and all(self.forms) and not self.is_fuzzy


@dataclass(frozen=True, slots=True)
class TextCatalog:
    """A language: its strings by key, and its plural rule in gettext's notation."""

    language: str
    forms: int
    rule: str
    texts: dict[str, Text] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Gaps:
    """The work that translators have to do: the keys of the strings, grouped by the problem with the translation."""

    missing: tuple[str, ...]
    """Strings without a translation."""
    changed: tuple[str, ...]
    """Strings whose English has changed since they were translated."""
    unknown: tuple[str, ...]
    """Strings that are not, or are no longer, in the English files."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.changed or self.unknown)


def usable(other: TextCatalog, english: TextCatalog, key: str) -> Text | None:
    """The translation of a string if it is complete and matches the current English version."""
    text = other.texts.get(key)
    return text if text and text.is_usable and text.source == english.texts[key].forms else None


def gaps(other: TextCatalog, english: TextCatalog) -> Gaps:
    lacking = [key for key in english.texts if not usable(other, english, key)]
    changed = {key for key in lacking if key in other.texts and all(other.texts[key].forms)}
    return Gaps(
        tuple(key for key in lacking if key not in changed),
        tuple(key for key in lacking if key in changed),
        tuple(key for key in other.texts if key not in english.texts),
    )


def problems(other: TextCatalog, english: TextCatalog) -> Iterator[str]:
    """Translations that would be wrong on a screen: different braces, or the wrong number of plural forms."""
    for key, source in english.texts.items():
        text = usable(other, english, key)
        if not text:
            continue
        if len(text.forms) != (count := other.forms if source.is_plural else 1):
            yield f"{key}: it has {len(text.forms)} forms, and needs {count}"
        for form in text.forms:
            if source.is_plural:  # the form for one or for zero may omit the number
                fits = set(braces(source.forms[-1])) - {"{count}"} <= set(braces(form)) <= set(braces(source.forms[-1]))
            else:
                fits = braces(form) == braces(source.forms[0])
            if not fits:
                yield f"{key}: {form!r} has other braces than {source.forms[-1]!r}"


def braces(text: str) -> list[str]:
    """The names in braces, each as often as it occurs."""
    return sorted(BRACES.findall(text))
