"""The texts of the pages about chips and fallbacks."""

import msgspec


class ChipsWords(msgspec.Struct, frozen=True):
    """English."""

    # Counting stacks
    counts_title: str = "Count the stacks"
    counts_help: str = "Tap a seat and key what you count, or say that all agree."
    counts_as_of: str = "The stacks are as of hand {hand}: count every one."
    counts_holds: str = "The table holds {chips}."
    counts_same: str = "Counted {chips}: it adds up."
    counts_more: str = "Counted {chips}: {difference} too many."
    counts_less: str = "Counted {chips}: {difference} missing."
    counts_in_hand: str = "Finish this hand first."
    all_agree: str = "ALL AGREE"
    all_agree_small: str = "every stack as shown"
    counted: str = "COUNTED"
    counted_small: str = "take these stacks"
    correct: str = "CORRECT"
    floor_needed: str = "floor"
    recount: str = "recount"
    recount_difference: str = "recount: {difference} chips"
    count_seat: str = "Count the stack of {who}"
    recorded: str = "By the record {chips}."
    key_count: str = "Key the count."
    counts_as: str = "Counted {chips}."
    differs: str = "Counted {chips}: {difference}."
    agrees: str = "agrees"
    count_tile: str = "{seat}: {told}"
    set_count: str = "SET"
    as_recorded: str = "AGREES"
    clear: str = "CLEAR"
    back: str = "BACK"

    # Colour-up
    race_title: str = "Colour-up: {odd} goes, {chip} stays"
    race_none: str = "No chips go out of play now."
    race_left: str = "Left over: {chips}. The race is for {prizes} × {chip}."
    race_left_up: str = "Left over: {chips}. Each odd stack is rounded up: {prizes} × {chip}."
    race_bring: str = "from the floor for the race"
    race_bring_counted: str = "from the floor for {number} × {odd}"
    race_nothing: str = "Nothing is left over: exchange at even value."
    race_key: str = "Key how many {odd} chips lie here."
    race_odd: str = "{number}×{odd}"
    race_seat: str = "{seat}: {told}"
    race_even_only: str = "even"
    race_start: str = "START"
    race_start_small: str = "the race"
    race_exchange: str = "EXCHANGE"
    race_exchange_small: str = "no race needed"
    race_deal: str = "{who}: card {card} of {cards}"
    race_shuffle: str = "Shuffle. Deal from seat 1, all of a player's cards at once."
    race_got: str = "{got} of {cards}"
    race_wins: str = "wins {chip}"
    race_keeps: str = "keeps {chip}"
    race_after: str = "Then no {odd} is left. Seats hold:"
    race_change: str = "The table's chips change by {difference}."
    race_even_change: str = "The table's chips stay the same."
    race_done: str = "DONE"
    race_done_small: str = "chips exchanged"

    # The ladder
    ladder_title: str = "How hands are told"
    ladder_help: str = "Go down when something fails; the table plays on. The switch is on the record."
    ladder_count_first: str = "count first"
    ladder_in_hand: str = "This hand's chips go back to what they were; tell it when it is over."
    ladder_now: str = "NOW"
    modes: dict[str, tuple[str, str]] = msgspec.field(
        default_factory=lambda: {
            "readers": ("READERS", "cards read, chips tapped"),
            "pad": ("CARD PAD", "cards keyed, chips tapped"),
            "winners": ("WINNERS", "who won, and how much"),
            "counts": ("COUNT", "hands only, stacks at the break"),
        }
    )
    reasons: tuple[tuple[str, str], ...] = (
        ("reader", "reader"),
        ("screen", "screen"),
        ("pace", "pace"),
        ("dealer", "new dealer"),
    )
    reason: str = "why"
    mode_short: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "readers": "",
            "pad": "CARD PAD",
            "winners": "WINNERS ONLY",
            "counts": "HANDS ONLY",
        }
    )
    as_of: str = "stacks as of hand {hand}"
    as_of_short: str = "as of hand {hand}"

    # Telling a hand
    tell_title: str = "Hand {hand}: who won?"
    tell_where: str = "Button {button}, blinds {small} and {big}, {blinds}"
    tell_help: str = "Key the pot and tap who won; tap again for a player who is out."
    tell_pot: str = "Pot {chips}"
    tell_pot_to: str = "Pot {chips}: {seats}"
    tell_further: str = "FURTHER POT"
    tell_further_small: str = "side pot"
    tell_done: str = "TOLD"
    tell_done_small: str = "hand {hand} is next"
    tell_wins: str = "WINS"
    tell_out: str = "OUT"
    tell: str = "TELL HAND"
    hand_more: str = "HAND +1"
    hand_more_small: str = "hand {hand} was played"

    # The last hands
    recall_title: str = "The last hands"
    recall_none: str = "No hand has been played yet."
    recall_hand: str = "Hand {hand}"
    recall_won: str = "{who} {chips}"
    recall_split: str = "split {chips}"
    recall_title_hand: str = "Hand {hand}"
    recall_further: str = "FURTHER"
    recall_back: str = "ALL HANDS"
    recall_page: str = "{part} of {parts}"
    recall_endings: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "fold": "all folded",
            "showdown": "showdown",
            "floor": "floor",
            "told": "told only",
            "counted": "counted only",
        }
    )
    recall_told: str = "Hand {hand} was told, not played: {pots}."
    recall_counted: str = "Hand {hand} was counted; nothing more was told."
    recall_told_pot: str = "{chips} to {seats}"
    recall_out: str = "Out: {seats}."

    # Counting an all-in down
    down_title: str = "Count an all-in"
    down_none: str = "Nobody has chips to count."
    down_help: str = "Tap the chips as you count them."
    down_table: str = "By the record {chips}."
    down_agrees: str = "Counted {counted}: it agrees with the record."
    down_more: str = "Counted {counted}, by the record {chips}: {difference} too many."
    down_less: str = "Counted {counted}, by the record {chips}: {difference} missing."
    down_owes: str = "{who} owes {chips}."
    down_all: str = "{who} owes {chips}, all-in."
    down_back: str = "{chips} go back to {who}."
    down_stack: str = "×{count}"
    down_floor: str = "CALL FLOOR"
    down_floor_small: str = "the count differs"
    down_step: str = "at a touch"

    # Breaks
    doubt_title: str = "Which level is it?"
    doubt_why: str = "This machine was off and the clock is away: only its time of day tells. It may be wrong."
    doubt_over: str = "It is known now."
    doubt_stands: str = "as it was before"
    doubt_by_day: str = "by the time of day here"
    break_title: str = "Break"
    break_left: str = "{left} left"
    break_over: str = "{name}: play goes on."
    break_next: str = "Then {blinds}."
    break_paused: str = "The clock is paused."
    break_no_clock: str = "The clock is away: the floor says when play goes on."
    break_counts: str = "COUNT STACKS"
    break_counts_small: str = "before players leave"
    break_colour: str = "COLOUR-UP"
    break_colour_small: str = "{odd} goes"
    break_rack: str = "Rack the cards; leave the button where it lies."

    # Prompts
    count_down: str = "{players} players, {chips}"
    burn: str = "Burn, then deal"
    no_burn: str = "Deal without a burn"
    reshuffle: str = "Shuffle the stub, burn, deal"
    reshuffle_no_burn: str = "Shuffle the stub, deal"
    goes_back: str = "{chips} back to {who}"
    level_new: str = "New level: {blinds}"
    colour_due: str = "Colour-up due: {odd} is out of play"
    race_open: str = "Colour-up"
    race_go_on: str = "open MORE, COLOUR-UP to go on"
    tell_it: str = "Tell hand {hand}"
    count_it: str = "Tap when hand {hand} is over"
    on_break_left: str = "{left} left"
