"""The texts of practice: the narration of a hand, and what to do better."""

import msgspec

from ui.words.label import Label
from ui.words.plural import Plural


class PracticeWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    acts: dict[str, str]
    before: str
    begin: str
    listen: str
    progress: str
    next: str
    no_tap: str
    word: str
    word_small: str
    coach: dict[str, Label]
    coach_count: str
    coach_ok: str
    tips: str
    tips_small: str
    tips_title: str
    tips_back: str
    leave: str
    leave_small: str
    ended_early: str
    past: str
    next_written: str

    review: str
    perfect: str
    fewer: Plural
    right: Plural
    wrong: str
    lag: str
    fixed: Plural
    go_on: str
    to_result: str

    remarks: dict[str, str | Plural]

    result: Plural
    result_none: str
    stars: str
    taps: Plural
    mistakes_none: str
    mistakes: Plural
    bars: str
    done: str
