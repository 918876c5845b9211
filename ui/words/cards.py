"""The texts about card readings and decks: odd cards, missed cards, the deck in play."""

import msgspec

from ui.words.plural import Plural


class CardsWords(msgspec.Struct, frozen=True):
    """Its part of `Words`."""

    # A card that should have been read
    not_read: dict[str, str]
    not_all_read: str
    seat_not_read: str
    seat_not_all_read: str
    not_read_help: str

    # A card that changes nothing
    on_board: str
    with_seat: str
    lies: str
    lies_and_seen: str
    lies_help: str
    twice_said: str
    mucked: str
    mucked_help: str
    came_back: str
    came_back_help: str
    other_deck: str
    other_deck_unseen: str
    other_deck_help: str
    change: str
    change_help: str
    change_help_unseen: str
    foreign: str
    foreign_help: str
    unheld: str
    unheld_help: str
    nowhere_help: str

    # The deck in play
    deck_title: str
    deck_in_play: str
    deck_who: str
    deck_in_hand: str
    deck_only: str
    deck_now: str
    deck_change: str
    deck_more: str
    asked: dict[str, str]
    enrol: str
    enrol_small: str

    # Enrolling a deck
    back_title: str
    back_help: str
    backs: dict[str, str]
    back_number: str
    go_on: str
    go_on_small: str
    enrol_title: str
    scan: str
    scanned_before: str
    scanned_twice: str
    scanned_foreign: str
    scanned_bad: str
    scanned_at_once: str
    scanned_elsewhere: str
    scanned_nowhere: str
    last_again: str
    card_again: str
    later: str
    later_small: str
    put_off: Plural
    whole: str
    whole_help: str
    whole_restart: str
    play: str
    play_small: str
