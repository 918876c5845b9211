"""The texts of the pages about chips and fallbacks."""

import msgspec

from ui.words.label import Label
from ui.words.plural import Plural


class ChipsWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    # Counting stacks
    counts_title: str
    counts_help: str
    counts_as_of: str
    counts_due: str
    counts_again: str
    counts_for_floor: str
    counts_holds: str
    counts_same: str
    counts_more: str
    counts_less: str
    counts_in_hand: str
    all_agree: str
    all_agree_small: str
    counted: str
    counted_small: str
    report: str
    report_small: str
    correct: str
    floor_needed: str
    recount: str
    recount_difference: str
    count_seat: str
    recorded: str
    key_count: str
    counts_as: str
    differs: str
    agrees: str
    count_tile: str
    tile_now: str
    tile_again: str
    tile_for_floor: str
    set_count: str
    as_recorded: str
    clear: str
    back: str

    # Making change
    change_title: str
    change_none: str
    change_help: str
    change_made: Plural
    change_not: str
    change_short: str
    change_even: str
    change_back: str
    change_broken: str
    change_least: str
    change_gives: str
    change_times: str

    # Colour-up
    race_title: str
    race_none: str
    race_left: str
    race_left_up: str
    race_bring: str
    race_bring_counted: str
    race_recount: str
    race_nothing: str
    race_key: str
    race_odd: str
    race_seat: str
    race_even_only: str
    race_start: str
    race_start_small: str
    race_exchange: str
    race_exchange_small: str
    race_deal: str
    race_shuffle: str
    race_got: str
    race_wins: str
    race_keeps: str
    race_after: str
    race_change: str
    race_even_change: str
    race_done: str
    race_done_small: str

    # The ladder
    ladder_title: str
    ladder_help: str
    ladder_count_first: str
    ladder_in_hand: str
    ladder_now: str
    modes: dict[str, Label]
    reasons: dict[str, str]
    reason: str
    mode_short: dict[str, str]
    as_of: str
    as_of_short: str

    # Telling a hand
    tell_title: str
    tell_where: str
    tell_help: str
    tell_pot: str
    tell_pot_to: str
    tell_next: str
    tell_next_small: str
    tell_done: str
    tell_done_small: str
    tell_wins: str
    tell_out: str
    tell: str
    hand_more: str
    hand_more_small: str

    # The last hands
    recall_title: str
    recall_none: str
    recall_hand: str
    recall_won: str
    recall_split: str
    recall_title_hand: str
    recall_next: str
    recall_back: str
    recall_page: str
    recall_endings: dict[str, str]
    recall_told: str
    recall_counted: str
    recall_told_pot: str
    recall_out: str

    # Counting an all-in down
    down_title: str
    down_none: str
    down_help: str
    down_table: str
    down_agrees: str
    down_more: str
    down_less: str
    down_owes: str
    down_all: str
    down_back: str
    down_stack: str
    down_floor: str
    down_floor_small: str
    down_step: str

    # Breaks
    doubt_title: str
    doubt_why: str
    doubt_over: str
    doubt_stands: str
    doubt_by_day: str
    break_title: str
    break_left: str
    break_over: str
    break_next: str
    break_paused: str
    break_no_clock: str
    break_counts: str
    break_counts_small: str
    break_colour: str
    break_colour_small: str
    break_rack: str

    # Prompts
    count_down: Plural
    burn: str
    no_burn: str
    reshuffle: str
    reshuffle_no_burn: str
    goes_back: str
    level_new: str
    colour_due: str
    race_open: str
    race_go_on: str
    tell_it: str
    count_it: str
    on_break_left: str
