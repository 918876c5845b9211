"""All strings in a language, and the sentences, amounts, times and cards that are built from them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from ui.words.card_signs import card_row
from ui.words.compiled.face import Texts
from ui.words.shapes import FaultWords, Plural

if TYPE_CHECKING:  # an opening frame shows text and must not wait for the engine
    from collections.abc import Sequence

    from engine.books.card import RuleLine
    from engine.cards import Card
    from engine.events import Blinds, Event
    from engine.message import Message, Value
    from engine.money import Money
    from engine.refused import Refused


NO_BREAK = "\N{NO-BREAK SPACE}"
NUMBERS = frozenset((
    "table", "seat", "place", "rank", "level", "round", "hand", "button", "turn", "entry", "number", "act", "later",
    "purchase", "draw", "mark", "record", "sitting", "epoch", "newest", "row", "line", "column", "byte", "position",
    "port", "current",
))  # fmt: skip
"""The message fields whose numbers are identifiers: a table is 1234, while an amount is 1,234."""
LISTS = frozenset(("tables", "seats", "hands", "lines", "rows", "places", "records"))
"""The message fields that hold several such numbers. A single number in them is a count."""
AND = " and "
PHRASES = {"no clause": "none", "addendum to rule": "addendum", "rules": "rules", "rule": "rule"}
"""The words that can follow the year in a cited standard, each with the key of its string; the first match is used."""
NOWHERE = ("", "not in the standard")
"""The values of a choice's clause if the rule book cites no source for it."""


class Words(Texts, frozen=True):
    """One language, read from its compiled catalog."""

    def say(self, message: "Message") -> str:
        """The sentence for a message's code, with its fields; the code itself if the catalog does not have it."""
        said = self._values(message)
        text = self.messages.get(message.code, message.code)
        if not isinstance(text, str):
            text = self.form(text, message.fields.get("count"))
        return text.format(**said)

    def fault(self, message: "Message") -> FaultWords:
        """A fault in words: what went wrong outside the rules, and what to do."""
        said = self._values(message)
        texts = self.faults[message.code]
        return FaultWords(texts.what.format(**said), texts.fix.format(**said))

    def explain(self, message: "Message") -> str:
        """Why something was not done: a refusal or a fault. No code belongs to both."""
        return str(self.fault(message)) if message.code in self.faults else self.say(message)

    def counted(self, text: str | Plural, count: int, **filled: object) -> str:
        """A string with `{count}` in its plural form, and the other fields filled in."""
        return self.form(text, count).format(count=self.amount(count), **filled)

    def form(self, text: str | Plural, count: object) -> str:
        """The plural form of the text for a count. It is the last form if the count is not a number."""
        if isinstance(text, str):
            return text
        if not isinstance(count, int):
            return text[-1]
        return text[int(self.plural[count if count < len(self.plural) else count % 100 + 100])]

    def refusal(self, refused: "Refused") -> str:
        """Why something is not allowed, with the clause if a rule says so."""
        said = self.say(refused.message)
        return f"{said} ({self.cited(refused.clause)})" if _has_clause(refused.clause) else said

    def cited(self, clause: str) -> str:
        """A rule book's clauses as cited; a standard with a year is cited in this language, as in `TDA 2024 rules 53-A
        and 58`."""
        return "; ".join(_cited(one, self.citing) for one in clause.split("; "))

    def rule_clause(self, line: "RuleLine") -> str:
        """The clause of a choice on the rule card, with a note if it is not in the card's own document."""
        clause = self.cited(line.clause)
        return clause if line.in_document else self.rule_card.not_in_document.format(clause=clause)

    def _values(self, message: "Message") -> dict[str, str]:
        """The fields of a message in words. A `clause` is cited."""
        said = {
            name: self._value(value, name in (LISTS if isinstance(value, tuple) else NUMBERS))
            for name, value in message.fields.items()
        }
        return said | {name: self.cited(said[name]) for name in ("clause",) if name in said}

    def _value(self, value: "Value", is_number: bool) -> str:
        if isinstance(value, tuple):
            return self.row([self._value(one, is_number) for one in value])
        if isinstance(value, int):
            return str(value) if is_number else self.amount(value)
        if isinstance(value, str):
            return self.reason(value)
        from engine.money import Money  # noqa: PLC0415  a caller with such a value has loaded the engine

        if isinstance(value, Money):
            return self.money(value)
        return self.say(value) if isinstance(value, msgspec.Struct) else self.card_name(value)

    def reason(self, recorded: str) -> str:
        """A reason from a record. A code has a text, after the name of the signer, if there is one:
        `Kim: reason-absent`. A reason that a person typed stays as it is."""
        signer, colon, reason = recorded.rpartition(": ")
        return f"{signer}{colon}{self.reasons.get(reason, reason)}"

    def row(self, texts: "Sequence[str]") -> str:
        """The strings as a list: `1, 2 and 3`."""
        *first, last = texts or [""]
        return self.listed.format(first=", ".join(first), last=last) if first else last

    def sentence(self, message: "Message") -> str:
        """A reason as a full sentence."""
        said = self.say(message)
        return f"{said[:1].upper()}{said[1:]}."

    def tenths(self, time_ms: int) -> str:
        """A time in seconds: `1.5`."""
        return f"{time_ms / 1000:.1f}".replace(".", self.decimal)

    def halves(self, minutes: float) -> str:
        """Whole or half minutes: `7.5`."""
        return f"{minutes:g}".replace(".", self.decimal)

    def amount(self, chips: int) -> str:
        """An amount of chips: `12,000`."""
        return f"{chips:,}".replace(",", self.thousands)

    def short_amount(self, chips: int) -> str:
        """The same amount in fewer letters if it is exact to a thousandth of the unit: `1.5M`, `900K`; otherwise, all
        digits."""
        full = self.amount(chips)
        unit, sign = (1_000_000, "M") if chips >= 1_000_000 else (1_000, "K")
        whole, rest = divmod(chips, unit)
        if rest * 1_000 % unit:
            return full
        part = f"{rest * 1_000 // unit:03}".rstrip("0")
        return min(full, self.amount(whole) + (self.decimal + part if part else "") + sign, key=len)

    def big_blinds(self, chips: int, big: int) -> str:
        """An amount in big blinds, to the nearest tenth: `37.5 BB`. An amount above 0 is never shown as 0."""
        tenths = max((20 * chips + big) // (2 * big), min(chips, 1))
        whole, rest = divmod(tenths, 10)
        amount = f"{self.amount(whole)}{self.decimal}{rest}" if rest else self.amount(whole)
        return self.in_big_blinds.format(amount=amount)

    def money(self, money: "Money") -> str:
        """An amount with its currency. If it is not whole, all decimals are shown: `1,234.05 EUR`."""
        whole, rest = divmod(money.minor, 10**money.digits)
        amount = f"{self.amount(whole)}{self.decimal}{rest:0{money.digits}}" if rest else self.amount(whole)
        return f"{amount}{NO_BREAK}{money.currency}" if money.currency else amount

    def who(self, seat: int, name: str) -> str:
        """A seat, named as a dealer would name it."""
        return self.seat_named.format(seat=seat, name=name) if name else self.seat.format(seat=seat)

    def pot_name(self, number: int, last: int) -> str:
        """The name of a pot: `POT` if it is the only one, `MAIN POT`, or `SIDE POT 1`. The number is left out if the
        `last` pot is the only side pot."""
        if not number:
            return self.main_pot if last else self.pot
        return self.only_side_pot if last < 2 else self.side_pot.format(pot=number)

    def played_for(self, blinds: "Blinds") -> str:
        """The blinds and the ante: `100/200 ante 200`."""
        said = self.blinds.format(small=self.amount(blinds.small), big=self.amount(blinds.big))
        return f"{said} {self.ante.format(ante=self.amount(blinds.ante))}" if blinds.ante else said

    def left(self, left_ms: int) -> str:
        """A countdown. Part of a second counts as a whole second, so that 0:00 means that time is up."""
        minutes, seconds = divmod(-(-left_ms // 1000), 60)
        if minutes < 60:
            return self.time.format(minutes=minutes, seconds=seconds)
        return self.long_time.format(hours=minutes // 60, minutes=minutes % 60, seconds=seconds)

    def age(self, age_ms: int) -> str:
        """How long ago something was: `12 s`, `5 min`, `3 h 10 min`."""
        minutes, seconds = divmod(age_ms // 1000, 60)
        if not minutes:
            return self.seconds.format(seconds=seconds)
        if minutes < 60:
            return self.minutes.format(minutes=minutes)
        return self.hours.format(hours=minutes // 60, minutes=minutes % 60)

    def card_name(self, card: "Card") -> str:
        """The name of a card: `queen of hearts`."""
        return self.card.format(rank=self.ranks[card.rank], suit=self.suits[card.suit])

    def level_name(self, name: str) -> str:
        """The name of a level or a break. Unnamed ones are named in this language; others keep their own name."""
        if name == "Break":
            return self.on_break.capitalize()
        word, _, number = name.partition(" ")
        return self.level.format(level=number) if word == "Level" and number.isdecimal() else name

    def board_place(self, place: int) -> str:
        """The name of a board card by its position. The first position is 1."""
        return (self.flop_first, self.flop_second, self.flop_third, self.turn_card, self.river_card)[place - 1]

    def ordinal(self, number: int) -> str:
        """A place as an ordinal: `1st`, `12th`, `22nd`."""
        say, last = self.ordinals, 0 if number % 100 in (11, 12, 13) else number % 10
        return {1: say.one, 2: say.two, 3: say.three}.get(last, say.other).format(number=number)

    def happened(self, event: "Event") -> str:
        """An event in a few words. Empty for an event that the dealer cannot undo."""
        fields = _fields(event)
        amounts = {name: self.amount(fields[name]) for name in ("chips", "to") if isinstance(fields.get(name), int)}
        said = {**fields, **amounts}
        if fields.get("card"):
            said["card"] = card_row([fields["card"]])
        if "seats" in fields:
            said["seats"] = ", ".join(map(str, fields["seats"]))
        if "mishap" in fields:
            said["mishap"] = self.messages[f"mishap-{fields['mishap'].kind}"]
        kind = str(event.__struct_config__.tag)
        what = fields["order"].__struct_config__.tag if "order" in fields else None
        if what == "set-stacks" and fields.get("difference"):
            what, change = "set-total", fields["difference"]
            said["difference"] = ("+" if change > 0 else "\u2212") + self.amount(abs(change))
        what = fields.get("what") if kind == "touched" else what
        what = fields["how"] if kind == "amended" and fields["how"] in ("award", "straddle") else what
        what = "call" if what == "put-in" and not fields["to"] else what
        if what == "card" and not fields["seat"]:
            kind, what = "board-dealt", None
        return self.done.get(f"{kind}-{what}" if what else kind, "").format(**said)


def _fields(event: "Event") -> dict[str, Any]:
    """The fields of an event and of the floor's order in it."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    order = fields.get("order")
    return fields if order is None else {**fields, **{name: getattr(order, name) for name in order.__struct_fields__}}


def _has_clause(clause: str) -> bool:
    return clause not in NOWHERE and not clause.endswith(": no clause")


def _cited(clause: str, words: Mapping[str, str]) -> str:
    standard, _, place = clause.partition(" ")
    year, _, place = place.partition(" ")
    phrase = next((one for one in PHRASES if place.startswith(one)), "")
    if not phrase or not year.rstrip(":").isdecimal():
        return clause
    where = place.removeprefix(phrase).replace(AND, f" {words['and']} ")
    return f"{standard} {year} {words[PHRASES[phrase]]}{where}"
