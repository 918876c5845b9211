"""The texts of a rule card: what each choice of a book is about, and what each value of it means."""

import msgspec

GROUPS: dict[str, str] = {
    "blinds": "Button, blinds and levels",
    "betting": "Betting",
    "showdown": "Showdown and pots",
    "chips": "Words and chips",
    "misdeals": "Misdeals",
    "floor": "The floor",
    "further": "Further rules",
}
TITLES: dict[str, str] = {
    "first_button": "First button",
    "button": "Moving the button",
    "heads_up": "Heads-up",
    "short_blind": "Short big blind",
    "antes": "Antes",
    "ante_order": "Ante and blind of one player",
    "straddle": "Straddle",
    "levels": "Length of a level",
    "new_level": "New level",
    "betting": "Betting form",
    "in_turn": "Acting in turn",
    "preflop_opener": "First before the flop",
    "min_bet": "Minimum bet",
    "min_raise": "Minimum raise",
    "reopening": "Reopening the betting",
    "cap": "Cap on raises",
    "cap_heads_up": "Cap between two players",
    "fold_unbet": "Folding with nothing to call",
    "uncalled": "Uncalled bet",
    "showdown_first": "Shows first",
    "all_in_shows": "After an all-in",
    "muck": "Mucking a beaten hand",
    "show_one": "Shown to one",
    "play_board": "Playing the board",
    "pots_shown": "Order of the pots",
    "side_pots": "Side pots",
    "odd_chips": "Odd chips",
    "verbal": "Words and chips together",
    "string_bet": "String bets",
    "half_rule": "Half a raise",
    "oversized_chip": "One oversized chip",
    "raise_word": '"Raise" and one chip',
    "multiple_chips": "Several chips without a word",
    "prior_chips": "Chips of an earlier bet",
    "said_amount": "An amount that is said",
    "ambiguous": "An unclear amount",
    "wrong_word": "The wrong word",
    "calling": "One tiny chip",
    "under_call": "Too few chips for a call",
    "out_of_turn": "Action out of turn",
    "fold_out_of_turn": "A fold out of turn",
    "conditional": "Words on a condition",
    "skipped": "A skipped player",
    "late_error": "A bet found too small",
    "splash": "Splashed chips",
    "chips_behind": "Chips found behind an all-in",
    "misdeals": "Declaring a misdeal",
    "substantial_action": "Substantial action",
    "redeal": "After a misdeal",
    "first_card_exposed": "Exposed at the start",
    "exposed_cards": "Other exposed cards",
    "extra_card": "An extra card",
    "card_count": "Wrong number of cards",
    "button_short": "The button is short",
    "missing_hand": "A player got no hand",
    "wrong_seat": "A card to the wrong seat",
    "boxed_cards": "Cards face up in the deck",
    "foreign_card": "A card of another deck",
    "fouled_deck": "A card twice",
    "flop_count": "A flop of four",
    "premature_flop": "A flop too early",
    "premature_card": "A turn or river too early",
    "burns": "Burns",
    "decisions": "Decisions",
    "corrections": "Disputing a tabled hand",
    "fold_undo": "A fold tapped by mistake",
    "absent": "A player not at the seat",
    "penalties": "Penalties",
    "disqualified": "A disqualified player",
    "chip_race": "Colour-up",
}
VALUES: dict[str, dict[str, str]] = {
    "first_button": {
        "placed": "placed by the staff",
        "high-card": "by the highest card",
    },
    "button": {
        "dead": "may fall on an empty seat",
        "stays": "stays where a blind is out",
        "moving": "always to the next player",
    },
    "heads_up": {
        "button-posts-small": "the button has the small blind",
    },
    "short_blind": {
        "full-to-call": "costs the full blind to call",
    },
    "antes": {
        "allowed": "allowed",
        "forbidden": "not allowed",
    },
    "ante_order": {
        "blind-first": "the blind first",
        "ante-first": "the ante first",
    },
    "straddle": {
        "none": "none",
        "under-the-gun": "under the gun",
    },
    "levels": {
        "minutes": "by time",
        "hands": "by hands",
        "orbits": "by orbits of the button",
    },
    "new_level": {
        "next-hand": "from the next hand",
    },
    "betting": {
        "no-limit": "no-limit",
        "pot-limit": "pot-limit",
        "fixed-limit": "fixed limit",
    },
    "in_turn": {
        "required": "required",
    },
    "preflop_opener": {
        "left-of-big-blind": "left of the big blind",
        "left-of-small-blind": "left of the small blind",
    },
    "min_bet": {
        "big-blind": "the big blind",
        "doubles-on-turn": "the big blind, twice that from the turn",
    },
    "min_raise": {
        "last-increment": "by the last bet or raise",
        "double": "to twice the last bet",
    },
    "reopening": {
        "full-raise-faced": "by a full raise in all",
        "half-raise-faced": "by half a raise",
        "any-raise": "by any raise",
    },
    "cap": {
        "none": "none",
        "three-raises": "a bet and three raises",
        "three-raises-in-limit": "a bet and three raises, in limit only",
    },
    "cap_heads_up": {
        "holds": "holds",
        "lifted": "lifted",
    },
    "fold_unbet": {
        "binding": "binds",
        "refused": "not allowed",
    },
    "uncalled": {
        "returned": "returned",
    },
    "showdown_first": {
        "last-aggressor": "the last aggressor",
        "left-of-button": "left of the button",
        "left-of-last-caller": "left of the last caller",
    },
    "all_in_shows": {
        "must": "all show",
        "may-muck": "a beaten hand may be mucked",
    },
    "muck": {
        "allowed": "allowed",
        "forbidden": "not allowed, all show",
    },
    "show_one": {
        "show-all": "shown to all",
        "not-required": "not shown to the others",
    },
    "play_board": {
        "tabling": "both cards are tabled",
        "declare-first": "declared before the cards are gone",
    },
    "pots_shown": {
        "side-first": "side pots first",
        "main-first": "the main pot first",
    },
    "side_pots": {
        "each-by-itself": "each split by itself",
    },
    "odd_chips": {
        "one-each": "one each from the button's left",
        "all-to-first": "all to the first from the button's left",
    },
    "verbal": {
        "beats-chips": "a clear word wins",
    },
    "string_bet": {
        "first-motion-binds": "the first motion binds",
        "announced-first": "announced first",
    },
    "half_rule": {
        "half-completes": "completed; less is a call",
    },
    "oversized_chip": {
        "call-unless-raise": "a call, unless raise is said",
        "call-before-flop": "before the flop always a call",
    },
    "raise_word": {
        "amount": "all that the chip allows",
        "minimum": "the minimum",
    },
    "multiple_chips": {
        "remove-one-smallest": "a call if each is needed for it",
    },
    "prior_chips": {
        "combined-half-rule": "count together with the new",
    },
    "said_amount": {
        "total": "is the total",
    },
    "ambiguous": {
        "highest-not-above-pot": "the highest not above the pot",
    },
    "wrong_word": {
        "nearest-act": "is the nearest act",
    },
    "calling": {
        "tiny-chip-to-floor": "the floor decides what it means",
    },
    "under_call": {
        "full-call-when-opening-or-heads-up": "a full call heads-up or facing the first bet; else the floor decides",
    },
    "out_of_turn": {
        "binding-if-unchanged": "binds if nothing changed",
        "not-binding": "does not bind",
    },
    "fold_out_of_turn": {
        "binding": "binds",
    },
    "conditional": {
        "floor-decides": "the floor decides",
    },
    "skipped": {
        "until-substantial-action": "speaks before substantial action",
    },
    "late_error": {
        "until-next-street": "corrected until the next street",
    },
    "splash": {
        "counted": "counted by the floor",
        "dead": "belong to the pot",
    },
    "chips_behind": {
        "lost-not-won": "may be lost, not won",
    },
    "misdeals": {
        "dealer-or-floor": "the dealer or the floor",
    },
    "substantial_action": {
        "tda-36": "two actions, one with chips, or any three",
        "two-players": "any two actions",
    },
    "redeal": {
        "exact-replay": "the same hand again",
    },
    "first_card_exposed": {
        "first-card": "the first card is a misdeal",
        "first-two-cards": "one of the first two is a misdeal",
    },
    "exposed_cards": {
        "two-is-misdeal": "one is the burn, two are a misdeal",
    },
    "extra_card": {
        "misdeal": "a misdeal",
        "one-is-burned": "one to the first player is the burn",
    },
    "card_count": {
        "misdeal": "a misdeal",
    },
    "button_short": {
        "completed": "completed until it acts",
    },
    "missing_hand": {
        "misdeal": "a misdeal",
    },
    "wrong_seat": {
        "misdeal": "a misdeal",
    },
    "boxed_cards": {
        "two-is-misdeal": "one counts for nothing, two are a misdeal",
    },
    "foreign_card": {
        "misdeal": "a misdeal",
    },
    "fouled_deck": {
        "all-returned": "stops the hand, all bets go back",
    },
    "flop_count": {
        "redealt": "dealt again",
        "floor-picks-burn": "the floor picks the burn",
    },
    "premature_flop": {
        "reshuffled": "shuffled in and dealt anew",
    },
    "premature_card": {
        "robert": "the turn is out until the river",
        "tda-rp5": "goes back into a reshuffle",
    },
    "burns": {
        "one-a-street": "one before each street",
    },
    "decisions": {
        "floor-final": "the floor's are final",
    },
    "corrections": {
        "until-next-hand": "until the next hand",
    },
    "fold_undo": {
        "confirmed": "asked before it is taken back",
        "at-once": "taken back at once",
    },
    "absent": {
        "killed": "the hand is killed",
    },
    "penalties": {
        "hands": "counted in hands",
        "rounds": "counted in hands or rounds",
    },
    "disqualified": {
        "chips-leave-play": "the chips leave play",
    },
    "chip_race": {
        "cards": "raced for with cards",
        "round-up": "every odd stack is rounded up",
    },
}


class RuleCardWords(msgspec.Struct, frozen=True):
    """English. `values` has all that the engine can follow for each choice; clauses and a book's own sentences are in
    the book."""

    groups: dict[str, str] = msgspec.field(default_factory=lambda: GROUPS)
    titles: dict[str, str] = msgspec.field(default_factory=lambda: TITLES)
    values: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: VALUES)
    choice: str = "{title}: {value}"
    not_in_document: str = "not in the document; {clause}"
    marked: str = "Lines marked † are not in the document; there the book they name is followed."
