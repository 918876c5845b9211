"""Structures as JSON: our own, and the lists of levels that other clocks keep."""

from collections.abc import Mapping

import msgspec

from engine.bad_input import not_json
from engine.decoders import NOT_JSON
from engine.message import message
from engine.tournament.levels.structure import MS_A_MINUTE, BadStructure, structure_of
from kiosk.structures.draft import Draft, Entry, Found, completed, whole

FIELDS = {
    "small": "small", "sb": "small", "smallblind": "small", "big": "big", "bb": "big", "bigblind": "big",
    "ante": "ante", "bbante": "bb_ante", "bigblindante": "bb_ante", "minutes": "minutes",
    "durationminutes": "minutes", "durationms": "duration_ms", "colorup": "colour_up", "colourup": "colour_up",
    "label": "name", "name": "name",
}  # fmt: skip
"""What other clocks call ours; case and underscores do not count."""
TAGS = {"play": "level", "level": "level", "break": "break"}
FORMS = {"none": "none", "classic": "each", "bigblind": "big-blind"}
"""Who pays the ante, as other clocks say it."""


def parse_json(text: str, source: str, name: str) -> Found:
    """The structure of a JSON file; errors name it `source`. Raises `BadStructure`."""
    try:
        raw = msgspec.json.decode(text)
    except NOT_JSON as error:
        why = message("text-too-deep") if isinstance(error, msgspec.ValidationError) else not_json(error)
        problem = message("not-json", why=why)
        raise BadStructure("at-place", place=source, problem=problem) from error
    if isinstance(raw, dict) and not isinstance(raw.get("levels"), list):
        return Found(structure_of(raw, source))
    levels, title = (raw["levels"], raw.get("name")) if isinstance(raw, dict) else (raw, None)
    if not isinstance(levels, list):
        raise BadStructure("at-place", place=source, problem=message("json-no-levels"))
    return completed(Draft([_entry(each) for each in levels], title or ""), source, name)


def _entry(item: object) -> object:
    """A level or break in our fields; anything that is neither as it is, for the structure to refuse."""
    if not isinstance(item, Mapping):
        return item
    kind, fields = _kind(item)
    told = {ours: value for name, value in fields.items() if (ours := FIELDS.get(_plain(name)))}
    entry: Entry = {"kind": kind}
    if isinstance(told.get("name"), str) and told["name"]:
        entry["name"] = told["name"]
    if "minutes" in told:
        entry["minutes"] = whole(told["minutes"])
    if "duration_ms" in told:
        entry["minutes"] = _minutes(told["duration_ms"])
    if kind == "break":  # in some files with blinds of 0
        return entry | ({"colour_up": told["colour_up"]} if told.get("colour_up") else {})
    blinds = {name: whole(told[name]) for name in ("small", "big") if name in told}
    return entry | blinds | _ante(told, blinds.get("big"))


def _kind(item: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """`{"Play": {...}}`, `{"type": "Break", ...}` or `{"isBreak": true, ...}`."""
    for name, inner in item.items():
        if _plain(name) in TAGS and isinstance(inner, Mapping):
            return TAGS[_plain(name)], inner
    tags = [value for name in ("type", "kind") if isinstance(value := item.get(name), str)]
    kind = next((TAGS[_plain(tag)] for tag in tags if _plain(tag) in TAGS), "level")
    return ("break" if item.get("isBreak") is True else kind), item


def _ante(told: Mapping[str, object], big: object) -> Entry:
    """The ante, as a number or as `{"BigBlind": 200}`, and who pays it if that is said."""
    if told.get("bb_ante"):
        bb_ante = told["bb_ante"]
        return {"ante": big if bb_ante is True else whole(bb_ante), "ante_form": "big-blind"}
    ante = told.get("ante")
    if isinstance(ante, str) and (form := FORMS.get(_plain(ante))):
        return {} if form == "none" else {"ante": big, "ante_form": form}
    if isinstance(ante, Mapping) and len(ante) == 1:
        ((name, amount),) = ante.items()
        if form := FORMS.get(_plain(name)):
            return {"ante": whole(amount), "ante_form": form}
    return {} if ante is None else {"ante": whole(ante)}


def _minutes(duration_ms: object) -> object:
    if not isinstance(duration_ms, int | float) or isinstance(duration_ms, bool):
        return duration_ms
    minutes, rest = divmod(duration_ms, MS_A_MINUTE)
    return duration_ms / MS_A_MINUTE if rest else int(minutes)


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").replace(" ", "").casefold()
