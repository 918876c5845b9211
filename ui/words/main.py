"""The texts of the table itself, and how amounts, times and cards are said."""

from typing import TYPE_CHECKING

import msgspec

from ui.words.messages import MESSAGES

if TYPE_CHECKING:  # an opening frame has words, and waits for no engine
    from engine.cards import Card
    from engine.events import Blinds, Event
    from engine.message import Message, Value
    from engine.refused import Refused


class MainWords(msgspec.Struct, frozen=True):
    """The table's part of `Words`."""

    thousands: str = ","
    decimal: str = "."

    seat: str = "Seat {seat}"
    seat_named: str = "Seat {seat} {name}"
    empty: str = "empty"
    waits: str = "WAITS"
    folded: str = "FOLDED"
    mucked: str = "MUCKED"
    all_in_word: str = "ALL-IN"
    to_act: str = "TO ACT"
    shows: str = "SHOW"
    wins_word: str = "WINS"
    button: str = "D"
    small_blind: str = "SB"
    big_blind: str = "BB"

    fold: str = "FOLD"
    check: str = "CHECK"
    call: str = "CALL"
    bet: str = "BET"
    raises: str = "RAISE"
    all_in: str = "ALL-IN"
    undo: str = "UNDO"
    nothing_to_undo: str = "nothing to take back"
    fold_stands: str = "FOLD STANDS?"
    floor_undoes: str = "taken back by the floor"
    take_fold_back: str = "tap again to take it back"
    hand_number: str = "hand {hand}"
    muck: str = "MUCK"

    pot: str = "POT"
    main_pot: str = "MAIN POT"
    side_pot: str = "SIDE POT {pot}"
    main_short: str = "MAIN"
    side_short: str = "SIDE {pot}"
    players_in: str = "{count} in"
    seats_in: str = "seats {seats}"
    only_in: str = "only seat {seats}"
    split: str = "SPLIT"
    wins: str = "{who} wins {chips}"

    turn_call: str = "{chips} to call"
    turn_check: str = "check or bet"
    turn_check_raise: str = "check or raise"
    turn_bet: str = "bet {least} to {most}"
    turn_raise: str = "raise to {least} up to {most}"
    deal: str = "Deal"
    show_next: str = "{who} shows"
    seat_card: str = "{who}, card {card} of 2"
    show_card: str = "card {card} of 2"
    flop_card: str = "flop card {card}"
    turn_card: str = "turn card"
    river_card: str = "river card"
    decided: str = "Check it, then push"
    unclaimed: str = "nobody is in it: floor decides"
    ready: str = "Ready for hand {hand}"
    not_ready: str = "No hand yet"
    on_break: str = "BREAK"
    on_break_help: str = "the next hand is dealt when it is over"
    deal_anyway: str = "BREAK: deal anyway"

    table: str = "Table {table}"
    opening: str = "reading its record"
    blinds: str = "{small}/{big}"
    ante: str = "ante {ante}"
    level: str = "Level {level}"
    from_next: str = "{blinds} from next hand"
    no_level: str = "no level yet"
    paused: str = "PAUSED"
    time: str = "{minutes}:{seconds:02}"
    long_time: str = "{hours}:{minutes:02}:{seconds:02}"
    no_clock_time: str = "--:--"
    link_ok: str = "clock connected"
    link_away: str = "CLOCK AWAY {age}"
    link_waiting: str = "playing on, {waiting} events waiting"
    link_refused: str = "CLOCK REFUSES"
    link_refused_help: str = "playing on; call the floor"
    seconds: str = "{seconds} s"
    minutes: str = "{minutes} min"
    hours: str = "{hours} h {minutes} min"
    reader_ok: str = "reader ready"
    reader_lost: str = "READER LOST"
    reader_lost_help: str = "tap the place"

    failed: str = "THIS SCREEN HAS FAILED: it starts again by itself. Nothing that was accepted is lost."
    close: str = "CLOSE"
    card_title: str = "Card by hand"
    other_card: str = "which card is it really?"
    read_again: str = "READ AGAIN"
    pick_rank: str = "1. rank"
    pick_suit: str = "2. suit"
    elsewhere: str = "OTHER PLACE"
    kill_title: str = "Floor: kill a hand"
    kill_pick: str = "Which seat? Chips put in stay in the pot."
    kill_last: str = "{who} has the last claim to a pot: OVERRULE awards pots."
    kill_confirm: str = "{who}: why?"
    kill_sure: str = "kill {who}"
    kill_reasons: tuple[tuple[str, str], ...] = (
        ("absent", "not at the seat"),
        ("foul", "fouled hand"),
        ("penalty", "penalty"),
    )

    ranks: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
            "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
        }
    )  # fmt: skip
    suits: dict[str, str] = msgspec.field(
        default_factory=lambda: {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    )
    card: str = "{rank} of {suit}"
    board_empty: str = "board place {place}, empty"
    board_holds: str = "board place {place}, {card}"
    behind: str = "{chips} behind"
    in_front: str = "{chips} in front"

    done: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "hand-started": "deal of hand {hand}",
            "folded": "seat {seat} folded",
            "checked": "seat {seat} checked",
            "called": "seat {seat} called {chips}",
            "bet": "seat {seat} bet {to}",
            "raised": "seat {seat} raised to {to}",
            "hand-killed": "seat {seat} killed",
            "board-dealt": "{card} on board",
            "card-tabled": "seat {seat} showed {card}",
            "touched-put-in": "seat {seat}: {to}",
            "touched-call": "seat {seat} called",
            "touched-come-to": "the turn of seat {seat}",
            "touched-card": "{card}",
            "touched-close-street": "end of betting",
            "touched-hand-over": "HAND OVER",
            "touched-answer": "the answer",
            "touched-ruling": "the ruling",
            "action-held": "seat {motion.seat} too early",
            "mishap-declared": "what was declared",
            "overruled": "the floor's order",
            "chips-forfeited": "seat {seat} forfeited {chips}",
            "bets-corrected": "the corrected bets",
            "amended": "the repair",
            "card-held": "{card}",
            "question-put": "HAND OVER",
            "hand-mucked": "seat {seat} mucked",
            "away-marked": "seat {seat} away or back",
            "leave-planned": "seat {seat} leaves or stays",
            "player-penalised": "penalty of seat {seat}",
            "player-disqualified": "seat {seat} disqualified",
            "pot-awarded": "the push",
            "mode-set": "the switch",
            "hand-told": "told hand {hand}",
            "stacks-counted": "the count",
            "race-opened": "the colour-up",
            "race-card": "{card} to seat {seat}",
            "chips-raced": "the colour-up",
            "deck-changed": "deck {deck}",
        }
    )

    messages: dict[str, str] = msgspec.field(default_factory=lambda: MESSAGES)
    """A sentence for each code of the engine."""
    listed: str = "{first} and {last}"
    """The end of a list: `1, 2 and 3`."""
    months: tuple[str, ...] = (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    )  # fmt: skip
    moment: str = "{day} {month} {year}, {time} UTC"

    def say(self, message: "Message") -> str:
        """The sentence of a code, with what it names; the code itself where a catalogue has no words for it."""
        said = {name: self._value(value) for name, value in message.fields.items()}
        return self.messages.get(message.code, message.code).format(**said)

    def refusal(self, refused: "Refused") -> str:
        """Why something may not be done, with the clause where the rules say so."""
        said = self.say(refused.message)
        return f"{said} ({refused.clause})" if refused.clause else said

    def _value(self, value: "Value") -> str:
        if isinstance(value, tuple):
            *first, last = [self._value(one) for one in value] or [""]
            return self.listed.format(first=", ".join(first), last=last) if first else last
        if isinstance(value, int):
            return self.amount(value)
        if isinstance(value, str):
            return value
        return self.say(value) if isinstance(value, msgspec.Struct) else self.card_name(value)

    def sentence(self, message: "Message") -> str:
        """A reason as a sentence of its own."""
        said = self.say(message)
        return f"{said[:1].upper()}{said[1:]}."

    def amount(self, chips: int) -> str:
        """`12000` as `12,000`."""
        return f"{chips:,}".replace(",", self.thousands)

    def who(self, seat: int, name: str) -> str:
        """A seat as a dealer calls it."""
        return self.seat_named.format(seat=seat, name=name) if name else self.seat.format(seat=seat)

    def played_for(self, blinds: "Blinds") -> str:
        """`100/200 ante 200`."""
        said = self.blinds.format(small=self.amount(blinds.small), big=self.amount(blinds.big))
        return f"{said} {self.ante.format(ante=self.amount(blinds.ante))}" if blinds.ante else said

    def left(self, left_ms: int) -> str:
        """A count-down; part of a second counts as a whole one, so that 0:00 means over."""
        minutes, seconds = divmod(-(-left_ms // 1000), 60)
        if minutes < 60:
            return self.time.format(minutes=minutes, seconds=seconds)
        return self.long_time.format(hours=minutes // 60, minutes=minutes % 60, seconds=seconds)

    def age(self, age_ms: int) -> str:
        """How long ago: `12 s`, `5 min`, `3 h 10 min`."""
        minutes, seconds = divmod(age_ms // 1000, 60)
        if not minutes:
            return self.seconds.format(seconds=seconds)
        if minutes < 60:
            return self.minutes.format(minutes=minutes)
        return self.hours.format(hours=minutes // 60, minutes=minutes % 60)

    def card_name(self, card: "Card") -> str:
        """`queen of hearts`."""
        return self.card.format(rank=self.ranks[card.rank], suit=self.suits[card.suit])

    def board_place(self, place: int) -> str:
        """What the board's card is called, from place 1."""
        return (self.flop_card, self.flop_card, self.flop_card, self.turn_card, self.river_card)[place - 1].format(
            card=place
        )

    def happened(self, event: "Event") -> str:
        """An event in a few words; empty for one that the dealer cannot take back."""
        fields = {name: getattr(event, name) for name in event.__struct_fields__}
        said = {name: self.amount(value) if name in ("chips", "to") else value for name, value in fields.items()}
        kind = str(event.__struct_config__.tag)
        what = fields.get("what") if kind == "touched" else None
        what = "call" if what == "put-in" and not fields["to"] else what
        return self.done.get(f"{kind}-{what}" if what else kind, "").format(**said)
