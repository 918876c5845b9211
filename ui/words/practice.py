"""The texts of practice: the narration of a hand, and what to do better."""

import msgspec

from ui.words.plural import Plural


class PracticeWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    acts: dict[str, str]
    before: str
    begin: str
    progress: str
    next: str
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
