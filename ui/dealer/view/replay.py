"""The table at one step of a finished hand, on a violet background. Nothing on it can be touched."""

from msgspec.structs import replace

from engine.events import PotAwarded
from engine.history.steps import HandStep
from engine.public import PublicTable, public
from ui.dealer.layout.table import ACTION_NAMES
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.values import ButtonView, CellView, PromptView, SeatTileView, SheetView, View
from ui.dealer.pages.history.replay import ReplayPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.view.cards import board
from ui.dealer.view.pots import playing_cards, pots, total
from ui.dealer.view.seats import seats
from ui.dealer.view.stage.awards import sheet
from ui.dealer.view.strip import strip
from ui.words import Words

PLACES = {"undo": "replay-first", "redo": "replay-back", "hand": "replay-next", "more": "replay-last",
          "floor": "replay-close"}  # fmt: skip
"""The replay keys, by the key whose place each takes. None takes the place of HAND OVER, so an extra touch never ends a
hand."""


def replay_view(page: Page, context: PageContext) -> View:
    assert isinstance(page, ReplayPage)
    words, live = context.words, context.table
    view, at = page.show(context), page.steps()[page.at]
    table = _as_pushed(at)
    surroundings = Surroundings(profile=context.surroundings.profile, units=context.surroundings.units, pot=at.pot)
    five = playing_cards(table, at.pot)
    ways = {each.name: each for grid in view.grids for each in grid.buttons}
    there = {seat.seat: seat for seat in seats(table, surroundings, five, words)}
    step, done = (line.text for line in view.lines)
    return View(
        mark=live.mark,
        strip=_strip(table, view.title, context),
        seats=tuple(_still(there[seat.seat]) if seat.seat in there else _nobody(seat.seat) for seat in live.seats),
        board=tuple(replace(one, due=False, tile=replace(one.tile, tap=None)) for one in board(table, five, words)),
        pots=pots(table, surroundings, words),
        aside=total(table, surroundings, words),
        prompt=PromptView(view.title, done, step),
        buttons=tuple(ways.get(PLACES.get(name, "")) or _key(name, words) for name in ACTION_NAMES),
        sheet=_numbered(sheet(table, surroundings, words), step),
    )


def _as_pushed(step: HandStep) -> PublicTable:
    """The table with the pots as they were pushed, which may differ from what the cards say. Before the push, it has no
    awards."""
    table = public(step.game)
    before = tuple(line for line in table.lines if not isinstance(line.event, PotAwarded))
    legal = replace(table.legal, push=bool(step.awards))
    return replace(table, awards=step.awards, legal=legal, lines=before)


def _numbered(pushed: SheetView | None, step: str) -> SheetView | None:
    if pushed is None:
        return None
    numbered = replace(pushed.now, notes=(*pushed.now.notes, step))
    return replace(pushed, awards=(*pushed.awards[: pushed.at], numbered, *pushed.awards[pushed.at + 1 :]))


def _key(name: str, words: Words) -> ButtonView:
    """A disabled key that shows only its label."""
    texts = {"fold": words.fold, "check": words.check, "hand-over": words.asking.over}
    return ButtonView(name, texts[name], emphasis="quiet")


def _strip(table: PublicTable, title: str, context: PageContext) -> tuple[CellView, ...]:
    """The strip on a violet background, with the replayed hand's blinds; the clock and the readers are unchanged."""
    words = context.words
    terms = words.played_for(table.blinds) if table.blinds else ""
    level = words.level.format(level=table.blinds.level) if table.blinds else ""
    past = {
        "table": CellView("table", words.replay.word, title, practice=True),
        "blinds": CellView("blinds", terms, level, practice=True),
    }
    return tuple(past.get(cell.name, cell) for cell in strip(context.table, context.surroundings, words))


def _still(seat: SeatTileView) -> SeatTileView:
    return replace(seat, tile=replace(seat.tile, tap=None), side=None, act="", chips="", short_chips="", pulses=False)


def _nobody(seat: int) -> SeatTileView:
    return SeatTileView(seat, "", "", "", (), "empty", "", (), ButtonView(f"seat-{seat}", ""))
