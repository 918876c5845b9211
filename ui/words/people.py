"""The texts of the pages about people and authority."""

import msgspec

from ui.words.label import Label
from ui.words.plural import Plural


class PeopleWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    clear: str
    ok: str
    more: str
    space: str
    erase: str
    keyboard: dict[str, str]
    hyphen: str
    apostrophe: str

    pin_dealer: str
    pin_floor: str
    pin_of: str
    pin_none: str
    pin_wrong: str
    pin_wait: str
    pin_asked: str
    pin_away: str

    sign_title: str
    sign_now: str
    sign_nobody: str
    sign_out: str
    sign_key: str
    no_dealer: str
    hand_by: str

    floor_title: str
    floor_called: str
    floor_called_ago: str
    floor_hint: str
    floor_here: str
    floor_here_small: str
    floor_not_needed: str
    floor_not_needed_small: str
    reasons: dict[str, str]

    people_title: str
    people_note: str
    seat_free: str
    away: str
    misses: Plural
    leaves: str
    moves: str
    asked: str
    gone: str
    on_the_way: str
    bring_back: str
    bring_back_who: str
    arrives: str

    arrive_title: str
    arrive_playing: str
    arrive_from: str
    arrive_chips: str
    arrive_new: str
    arrive_new_small: str
    again_small: str
    arrive_moved: str
    arrive_moved_small: str
    arrive_name: str
    arrive_table: str
    arrive_stack: str
    arrive_sure: str
    arrive_sure_small: str
    arrive_next: str
    table_named: str
    not_in_chips: str

    seat_title: str
    seat_leaves: str
    seat_moves: str
    seat_asked: str
    seat_refused: str
    seat_misses: Plural
    seat_away: str
    is_away: str
    is_away_small: str
    is_back: str
    is_back_small: str
    move: str
    move_small: str
    rebuy: str
    rebuy_small: str
    leave: str
    leave_small: str
    stay: str
    stay_small: str
    penalty: str
    penalty_small: str
    lift: str
    lift_small: str
    lifted: str
    move_title: str
    move_sure: str
    move_said: str
    move_leaves_title: str
    move_whither: str
    move_waits: str
    move_at_once: str
    move_back_help: str
    move_pick_table: str
    move_pick_seat: str
    move_no_table: str
    move_free: Plural
    move_full: str
    move_taken: str
    move_more: str
    move_leaves: str
    move_away: str
    move_alone: str
    move_by_director: str
    move_now: str
    move_after: str
    leave_title: str
    leave_help: str

    penalty_title: str
    penalty_pick: str
    measures: dict[str, Label]
    """Named by what is missed, and how many of them."""
    whys: dict[str, str]
