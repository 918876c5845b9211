"""The texts about cards as readers see them, and about decks: what is odd, what is missed, which deck is in play."""

import msgspec


class CardsWords(msgspec.Struct, frozen=True):
    """English."""

    # A card that should have been read
    not_read: dict[str, str] = msgspec.field(
        default_factory=lambda: {"flop": "FLOP NOT READ", "turn": "TURN NOT READ", "river": "RIVER NOT READ"}
    )
    not_all_read: str = "{got} OF {wanted} READ"
    seat_not_read: str = "SEAT {seat} NOT READ"
    seat_not_all_read: str = "SEAT {seat}: {got} OF {wanted} READ"
    not_read_help: str = "read it again, or tap here: card by hand"

    # A card that changes nothing
    on_board: str = "on the board"
    with_seat: str = "with seat {seat}"
    lies: str = "The {card} is already {lies}."
    lies_and_seen: str = "The {card} is {lies}, and was read {seen}."
    lies_help: str = "look at both; wrong? tap that card"
    twice_said: str = "same card at two places"
    mucked: str = "The {card} was read in the muck."
    mucked_help: str = "came back? enter it when it is due"
    came_back: str = "IT CAME BACK"
    came_back_help: str = "the {card} was read in the muck: tap if it lies here again"
    other_deck: str = "The {card} is of the other deck, {deck}."
    other_deck_unseen: str = "A card was read that is of the other deck, {deck}."
    other_deck_help: str = "in play: {deck}"
    change: str = "CHANGE DECK"
    change_help: str = "the {card} is of {deck}: tap to play with that deck"
    change_help_unseen: str = "a card of {deck} was read: tap to play with that deck"
    foreign: str = "That card's code is not of this deck."
    foreign_help: str = "look at it; code {code}"
    unheld: str = "No reader took that scan."
    unheld_help: str = "scan again, or MORE, READERS"
    nowhere_help: str = "name it in the settings: places"

    # The deck in play
    deck_title: str = "Deck"
    deck_in_play: str = "In play: {deck}"
    deck_who: str = "Who asks for another? Then tap the deck. It is on the record."
    deck_in_hand: str = "Finish this hand first: a card of it was read. Decks change between hands."
    deck_only: str = "This table knows no other deck yet."
    deck_now: str = "IN PLAY"
    deck_change: str = "tap to change"
    deck_more: str = "MORE DECKS"
    asked: dict[str, str] = msgspec.field(default_factory=lambda: {"dealer": "BY TURNS", "floor": "FLOOR"})
    enrol: str = "ENROL A DECK"
    enrol_small: str = "scan its 52 cards"

    # Enrolling a deck
    back_title: str = "Enrol a deck: which colour are its backs?"
    back_help: str = "Each card is scanned once. It can be left at any card and gone on with later."
    backs: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "red": "Red",
            "blue": "Blue",
            "green": "Green",
            "black": "Black",
            "yellow": "Yellow",
            "orange": "Orange",
            "purple": "Purple",
            "grey": "Grey",
        }
    )
    back_number: str = "{back} {number}"
    go_on: str = "GO ON: {deck}"
    go_on_small: str = "{cards} of 52"
    enrol_title: str = "{deck}: {cards} of 52"
    scan: str = "Scan the {card}"
    scanned_before: str = "That was the {card} once more: take the next card."
    scanned_twice: str = "That code is the {card} already: which of the two is it?"
    scanned_foreign: str = "That is the {card} of the deck {deck}: it does not belong here."
    scanned_bad: str = "That code cannot be a card's: put on another sticker."
    scanned_at_once: str = "Two codes at once: lay one card alone and scan it again."
    scanned_elsewhere: str = "That was read elsewhere ({place}): scan where you began ({at})."
    scanned_nowhere: str = "Read at position {place}, which has no name: scan at another, or tell the floor."
    last_again: str = "LAST AGAIN"
    card_again: str = "SCAN AGAIN"
    later: str = "LATER"
    later_small: str = "not at hand: asked for at the end"
    put_off: str = "{count} put off"
    whole: str = "{deck} is whole: 52 different cards."
    whole_help: str = "It is kept, and this table can play with it."
    whole_restart: str = "It is kept; this table can play with it from its next start."
    play: str = "PLAY WITH IT"
    play_small: str = "from the next hand"
