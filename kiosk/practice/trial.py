"""One practice hand: how far it has been narrated, and what the trainee tapped. Knows nothing about the screen."""

from functools import reduce

import msgspec
from msgspec.structs import replace

from engine.actions import Action, Amend, Bet, Call, RaiseTo, SeeCard, TableAction, Undo
from engine.cards import Card
from engine.events import HandStarted
from engine.game.game import Game
from engine.game.timeline import Fact
from engine.public import PublicTable, public
from kiosk.practice.exercises import ScriptedAct, do
from kiosk.practice.par import NeededTap, taps_needed
from ui.dealer.model.practice import NarratedAct, Narration


class Tapped(msgspec.Struct, frozen=True):
    """An action that the trainee requested, and the touches that led to it."""

    action: Action
    at_ms: int
    names: tuple[str, ...] = ()


def facts_of_hand(game: Game, hand: int) -> tuple[Fact, ...]:
    """The facts of this hand, which is in play or has just finished. Empty if the game no longer holds them."""
    for story in (game.state.timeline, game.state.last):
        if story and any(isinstance(fact.event, HandStarted) and fact.event.hand == hand for fact in story.facts):
            return story.facts
    return ()


class PracticeHand:
    def __init__(self, game: Game, acts: tuple[ScriptedAct, ...]) -> None:
        self.number = game.table.hands
        self.acts = acts
        self.needs: tuple[NeededTap, ...] = taps_needed(game, acts)
        self.true = facts_of_hand(reduce(do, (act.does for act in acts), game), self.number)
        """The facts of the hand as it really happens at the table, regardless of the taps."""
        self.ended_early = False
        self._groups = _grouped(game, acts)
        self._next = 0
        self.told_ms: list[int] = []
        """The time of each narrated action."""
        self.tapped: list[Tapped] = []
        self.taps = 0
        self._since: list[str] = []

    @property
    def is_told(self) -> bool:
        return self._next >= len(self._groups)

    @property
    def may_end(self) -> bool:
        """Whether only the last group of actions is left. The trainee may end the hand before it is narrated."""
        return self._next >= len(self._groups) - 1

    @property
    def happened(self) -> int:
        return len(self.told_ms)

    @property
    def next_is_card(self) -> bool:
        """Whether the next action is a card being dealt or shown."""
        return not self.is_told and bool(self._groups[self._next][0].cards)

    @property
    def narration(self) -> Narration:
        """The narration: the last action and the one before it."""
        last = [happening for happening, _ in self._groups[: self._next][-2:]]
        before = last[0] if len(last) > 1 else None
        return Narration(last[-1] if last else None, before, taps=self.taps)

    def tell(self, now_ms: int) -> list[Card]:
        """Narrate the next action. Returns the cards that the reader reads."""
        _, acts = self._groups[self._next]
        self._next += 1
        self.told_ms += [now_ms] * len(acts)
        return [act.read for act in acts if act.read]

    def missing(self, table: PublicTable) -> Card | None:
        """The card that is due, if it is on the table and the reader can read it."""
        if not table.legal.due:
            return None
        where = table.legal.due[0]
        lies = [act for act in self.acts[: len(self.told_ms)] if _place(act) == where]
        has = len(table.seats[where - 1].cards if where else table.board)
        act = lies[has] if has < len(lies) else None
        return act.does.card if act and act.read and isinstance(act.does, SeeCard) else None

    def touched(self, name: str) -> None:
        self.taps += 1
        self._since.append(name)

    def asked(self, action: TableAction, now_ms: int) -> None:
        """Record an action, with all touches since the previous one."""
        self.tapped.append(Tapped(action, now_ms, tuple(self._since)))
        self._since = []

    @property
    def repairs(self) -> int:
        """How often the trainee took back or corrected something other than a misread card."""
        repairs = sum(isinstance(tapped.action, Undo | Amend) for tapped in self.tapped)
        return max(0, repairs - sum(one.what == "card" and self.acts[one.act].read is not None for one in self.needs))


def _place(act: ScriptedAct) -> int:
    """The seat that a card belongs to, or 0 for the board; -1 for an action without a card."""
    return act.does.seat or 0 if isinstance(act.does, SeeCard) else -1


def _grouped(game: Game, acts: tuple[ScriptedAct, ...]) -> list[tuple[NarratedAct, list[ScriptedAct]]]:
    """The actions in groups that are narrated together: a flop is one group, and so is a shown hand."""
    groups: list[tuple[NarratedAct, list[ScriptedAct]]] = []
    for act in acts:
        table = public(game)
        happening = _happening(act, table)
        last = groups[-1][0] if groups else None
        if last and happening.cards and (last.kind, last.seat) == (happening.kind, happening.seat):
            both = replace(last, cards=(*last.cards, *happening.cards))
            groups[-1] = (both, [*groups[-1][1], act])
        else:
            groups.append((happening, [act]))
        game = do(game, act.does)
    return groups


def _happening(act: ScriptedAct, table: PublicTable) -> NarratedAct:
    does = act.does
    match does:
        case SeeCard(card=card, seat=seat):
            street = "flop" if len(table.board) < 3 else "turn" if len(table.board) == 3 else "river"
            return NarratedAct("shows" if seat else street, seat or 0, cards=(card,))
        case Bet(seat=seat, to=to) | RaiseTo(seat=seat, to=to):
            kind = "all-in" if to == table.legal.most else "bet" if isinstance(does, Bet) else "raise-to"
            return NarratedAct(kind, seat, to)
        case Call(seat=seat):
            return NarratedAct("call", seat, table.legal.call)
    return NarratedAct(str(does.__struct_config__.tag), getattr(does, "seat", 0))
