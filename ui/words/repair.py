"""The texts of the hand's list and of the pages that put it right."""

import msgspec


class RepairWords(msgspec.Struct, frozen=True):
    """`lines` has one sentence for each kind of fact."""

    list: str
    list_small: str
    title: str
    stands: str
    nothing: str
    last: str
    last_small: str
    last_none: str
    who_won: str
    who_won_small: str
    earlier: str
    later: str
    streets: dict[str, str]
    columns: dict[str, str]
    by_itself: str
    correct: str
    lines: dict[str, str]
    moved: str
    moved_in: str
    moved_back: str
    moved_none: str
    moved_ok: str
    moved_first: str
    pushed_ok: str
    agree_title: str
    agree: str
    agree_small: str
    agreed: str
    dropped: str
    inserted: str
    still_in: str
    correct_this: str
    recorded: str
    recorded_auto: str
    folded: str
    checked: str
    called: str
    amount: str
    bet_or_raised: str
    other_seat: str
    other_seat_small: str
    delete: str
    delete_card: str
    delete_card_small: str
    other_card: str
    insert: str
    insert_small: str
    whose: str
    before_this: str
    before_what: str
