"""The texts of the misdeal page."""

import msgspec

from ui.words.label import Label
from ui.words.plural import Plural


class MisdealWords(msgspec.Struct, frozen=True):
    """`kinds` has every kind of mishap that the engine knows; the steps are in the catalogue of its codes."""

    title: str
    help: str
    groups: dict[str, str]
    kinds: dict[str, Label]
    remedies: dict[str, str]
    which_seat: str
    which_card: str
    step: str
    seat: str
    card: str
    unknown: str
    declare: str
    another: str
    all_steps: Plural
    back: str
    clear: str
