"""The texts of the line that says who went out."""

import msgspec


class OutWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    head: str
    line: str
    who: str
    larger: str
    tied: str
    and_also: str
    then: str
    place: str
    provisional: str
    by_stack: str
    equal: str
    pill: str
    ok: str
    ok_small: str
    fix: str
    fix_small: str
