"""The seats, chips, stacks and pots that a floor order affects. All functions are pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.events import HandKilled, HandRevived
from engine.game.awarding import facts_of_last, last_awarded
from engine.game.lines import NO_ACTION, LastAction, last_choices
from engine.game.timeline import Fact
from engine.hand.showdown import pots_of
from engine.hand.state import Hand
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import ButtonView, GridView, InputView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.override.draft import OF_A_SEAT, Go, OverrideDraft, hand_of, named, with_stack, with_winner
from ui.dealer.pages.page import PageContext
from ui.words import Words

MOST_SAID = 4
"""The maximum number of stacks shown, of those entered so far."""


def what_view(draft: OverrideDraft, context: PageContext, go: Go) -> PageView:
    if draft.kind in OF_A_SEAT:
        return _seat_view(draft, context, go)
    if draft.kind == "move-chips":
        return _chips_view(draft, context, go)
    return _stacks_view(draft, context, go) if draft.kind == "set-stacks" else _pots_view(draft, context, go)


def may_be(kind: str, context: PageContext) -> tuple[int, ...]:
    """The seats that an order of this kind can affect."""
    seats = context.table.seats
    match kind:
        case "make-live":
            return tuple(seat.seat for seat in seats if seat.dealt and (not seat.live or seat.mucked))
        case "make-dead":
            return context.table.legal.kill
        case "lift-penalty":
            return tuple(seat.seat for seat in seats if seat.penalty_hands)
        case "move-button":
            return tuple(seat.seat for seat in seats)
        case "set-stacks":
            return tuple(seat.seat for seat in seats if seat.player)
        case _:
            return tuple(seat.seat for seat in seats if seat.dealt)


def _seat_view(draft: OverrideDraft, context: PageContext, go: Go) -> PageView:
    words, may = context.words.override, may_be(draft.kind, context)
    grid = pads.seats("override", context, lambda seat: go(replace(draft, seat=seat, step="sure")), may)
    title = words.seat_title.format(order=words.kinds[draft.kind].text)
    return PageView("override-seat", title, grids=(grid, _orders(_back(context, go))), full_width=True)


def _chips_view(draft: OverrideDraft, context: PageContext, go: Go) -> PageView:
    words = context.words.override

    def way(name: str, text: str, back: bool) -> ButtonView:
        return ButtonView(f"override-{name}", text, go(replace(draft, back=back)), chosen=draft.back == back)

    ready = go(replace(draft, step="sure")) if draft.seat and draft.typed else None
    ways = way("into", words.into_pot, False), way("from", words.from_pot, True)
    sure = ButtonView("override-next", context.words.people.ok, ready, emphasis="go")
    grids = (
        _pick_seat(draft, context, go, (draft.seat,)),
        GridView("override-orders", 2, (*ways, _back(context, go))),
        *_keypad(draft, context, go, sure),
    )
    title = words.kinds["move-chips"].text
    return PageView("override-chips", title, (), grids, entry=_entered(draft, context, words.key_chips))


def _stacks_view(draft: OverrideDraft, context: PageContext, go: Go) -> PageView:
    """Asks for a seat and its new stack, as many times as needed."""
    words = context.words.override
    known = dict(draft.stacks)
    said = [
        words.stack.format(who=context.words.who(seat, ""), chips=context.words.amount(chips))
        for seat, chips in draft.stacks
    ]
    small = words.key_chips
    if draft.seat:
        has = context.words.amount(context.table.seats[draft.seat - 1].chips)
        small = words.has.format(who=context.words.who(draft.seat, ""), chips=has)
    put = go(with_stack(draft)) if draft.seat and draft.typed else None
    ready = go(replace(draft, step="sure")) if draft.stacks else None
    orders = (
        ButtonView("override-next", words.done, ready, emphasis="act"),
        _clear(draft, context, go),
        _back(context, go),
    )
    picked = _pick_seat(draft, context, go, tuple(known))
    lines = tuple(LineView(each, "small") for each in said[-MOST_SAID:])
    sure = ButtonView("override-set", context.words.people.ok, put, words.set_stack, "go")
    grids = (picked, GridView("override-orders", 2, orders), *_keypad(draft, context, go, sure, zero=True))
    entry = replace(_entered(draft, context, small), seat=draft.seat)
    return PageView("override-stacks", words.kinds["set-stacks"].text, lines, grids, entry=entry)


def _pots_view(draft: OverrideDraft, context: PageContext, go: Go) -> PageView:
    """One pot at a time. The floor may award it to a dead hand; several players share a pot evenly."""
    words, hand = context.words.override, hand_of(draft, context)
    pots = pots_of(hand) if hand else ()
    if not pots:
        return PageView("override-pots", words.no_last_pots, full_width=True)
    asked = draft.pots or ((),)
    number = min(len(asked), len(pots)) - 1
    is_last = number == len(pots) - 1
    on = replace(draft, step="sure") if is_last else replace(draft, pots=(*asked, ()))
    chips = context.words.amount(pots[number].chips)
    given = [
        words.pot_to.format(pot=context.words.pot_name(one, len(pots) - 1), seats=", ".join(map(str, seats)))
        for one, seats in enumerate(asked[:-1])
    ]
    done = ButtonView("override-next", words.done, go(on) if asked[-1] else None, emphasis="go")
    orders = _orders(_back(context, go, draft.opener), _clear(draft, context, go), done)
    grids = (_winners(draft, context, go, hand), orders)
    title = words.pot.format(pot=context.words.pot_name(number, len(pots) - 1), chips=chips)
    lines = (LineView("   ".join(given) or _pushed(draft, context), "small"),)
    return PageView("override-pots", title, lines, grids, full_width=True)


def _winners(draft: OverrideDraft, context: PageContext, go: Go, hand: Hand | None) -> GridView:
    """The seats that were dealt in, with their last action. Only those that were out before the end are dimmed."""
    dealt = hand.deal.seats if hand else ()
    chosen = draft.pots[-1] if draft.pots else ()
    ring = pads.seats("override", named(draft, context), lambda seat: go(with_winner(draft, seat)), dealt, chosen)
    state = context.game.state
    facts = facts_of_last(state) if draft.kind == "award-last" else state.timeline.facts if state.timeline else ()
    return replace(ring, buttons=tuple(_as_played(one, facts, context) for one in ring.buttons))


def _as_played(button: ButtonView, facts: Sequence[Fact], context: PageContext) -> ButtonView:
    """A seat's button with the truth about its hand. A hand that is dead only because another winner was entered was
    still in."""
    words, last = context.words, last_choices(facts).get(button.seat, NO_ACTION)
    changes = (fact.event for fact in reversed(facts) if isinstance(fact.event, HandKilled | HandRevived))
    dead = next((event for event in changes if event.seat == button.seat), None)
    if isinstance(dead, HandKilled) and dead.cause != "others-won":
        said = {"penalty": words.in_penalty, "away": words.people.away}.get(dead.cause, words.dead_hand)
    elif last.action == "fold":
        said = words.asking.passed["fold"] if last.inferred else words.folded
    else:
        return replace(button, small=_did(last, words) or button.small)
    return replace(button, small=said, emphasis=button.emphasis if button.chosen else "quiet")


def _did(last: LastAction, words: Words) -> str:
    if last.action == "muck":
        return words.asking.passed["muck"] if last.inferred else words.mucked
    return (words.asking.passed if last.inferred else words.asking.did).get(last.action, "")


def _keypad(
    draft: OverrideDraft, context: PageContext, go: Go, sure: ButtonView, *, zero: bool = False
) -> tuple[GridView, GridView]:
    typing = pads.KeyedDigits("override", draft.typed, lambda typed: go(replace(draft, typed=typed)), zero=zero)
    return pads.keypad(typing, sure, context.words)


def _entered(draft: OverrideDraft, context: PageContext, small: str) -> InputView:
    return InputView(context.words.amount(int(draft.typed)) if draft.typed else "", small)


def _pick_seat(draft: OverrideDraft, context: PageContext, go: Go, chosen: tuple[int, ...]) -> GridView:
    may = may_be(draft.kind, context)
    return pads.seats("override", context, lambda seat: go(replace(draft, seat=seat)), may, chosen)


def _orders(*buttons: ButtonView) -> GridView:
    """The keys inside the ring of seats."""
    return GridView("override-orders", len(buttons), buttons, inside=True)


def _pushed(draft: OverrideDraft, context: PageContext) -> str:
    awarded = last_awarded(context.game.state) if draft.kind == "award-last" else None
    words = context.words.override
    if awarded is None:
        return ""
    last = max((pot.pot for pot in awarded.pots), default=0)
    pots = (words.pot_to.format(pot=context.words.pot_name(pot.pot, last), seats=_seats(pot.seats, context))
            for pot in sorted(awarded.pots, key=lambda pot: pot.pot))  # fmt: skip
    return words.pushed.format(pots="   ".join(pots))


def _seats(seats: Sequence[int], context: PageContext) -> str:
    return ", ".join(context.words.seat.format(seat=seat) for seat in seats)


def _back(context: PageContext, go: Go, opener: OpenPage | None = None) -> ButtonView:
    tap = opener or go(OverrideDraft())
    return ButtonView("override-back", context.words.override.back, tap, emphasis="quiet")


def _clear(draft: OverrideDraft, context: PageContext, go: Go) -> ButtonView:
    fresh = OverrideDraft(kind=draft.kind, step="what", opener=draft.opener)
    return ButtonView("override-clear", context.words.override.clear, go(fresh), emphasis="quiet")
