"""The visual grammar of the dealer's screen on one picture for each theme.

Letter sizes, edges and colors with their names, and the parts in all their states, painted by the real widgets.
"""

from collections.abc import Iterator

import msgspec
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from engine.cards import Card
from ui import look
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import (
    ButtonView,
    CardView,
    CellView,
    Emphasis,
    PotView,
    PromptView,
    SeatTileView,
)
from ui.dealer.widgets.controls.button import Button
from ui.dealer.widgets.controls.label import Prompt
from ui.dealer.widgets.felt.lane import Discs, Lane, LaneView
from ui.dealer.widgets.felt.pots import Pots
from ui.dealer.widgets.felt.seat import SeatTile
from ui.dealer.widgets.painting.canvas import LEFT, Canvas, TextStyle
from ui.dealer.widgets.strip import CellLabel, StatusLabel
from ui.look import Look, Paint, Theme

WIDE_MM, HIGH_MM, PX_PER_MM = 290.0, 205.0, 5.9
TILE = (32.2, 29.4)
EMPHASES: tuple[Emphasis, ...] = ("plain", "quiet", "go", "act", "stop", "warn", "zone", "locked")
SIZES = ("NOTE_MM", "SMALL_MM", "NAME_MM", "WORD_MM", "STACK_MM", "AMOUNT_MM", "AWARD_MM")
EDGES = ("HAIR_MM", "EDGE_MM", "THICK_MM")


def seats() -> Iterator[tuple[str, SeatTileView]]:
    """Every state of a seat, with its name."""
    plain = SeatTileView(7, "Seraphina", "31,975", "", (), "live", "", (), ButtonView("seat-7", "", OpenPage()))
    raises = ButtonView("raise-7", "RAISE", OpenPage(), emphasis="zone")
    cards = (CardView(Card("9d")), CardView(Card("9c")))
    replace = msgspec.structs.replace
    yield "to act", replace(plain, mood="turn", act="CALL", chips="600", side=replace(raises, emphasis="act"))
    yield "faces a bet", replace(plain, act="CALL", chips="600", side=raises)
    yield "faces a big bet", replace(plain, act="CALL", chips="1,500,000", short_chips="1.5M", side=raises)
    yield "short", replace(plain, stack="450", act="CALL ALL-IN", chips="450")
    yield "no bet yet", replace(plain, act="BET")
    yield "has acted", replace(plain, word="RAISED")
    yield "folded", replace(plain, mood="out", word="FOLDED")
    yield "passed over", replace(plain, mood="out", word="FOLDED (auto)")
    yield "hand killed", replace(plain, mood="out", word="DEAD HAND")
    yield "all-in", replace(plain, all_in="12,325", all_in_word="ALL-IN")
    yield "shows", replace(plain, mood="shows", word="SHOW", side=ButtonView("muck-7", "MUCK", OpenPage()))
    yield "tabled", replace(plain, all_in="12,325", all_in_word="ALL-IN", cards=cards)
    wins = tuple(replace(card, plays=True) for card in cards)
    yield "wins", replace(plain, mood="wins", word="WINS", cards=wins)
    lost = tuple(replace(card, dimmed=True) for card in cards)
    yield "lost", replace(plain, word="TWO PAIR", cards=lost)
    yield "empty", replace(plain, mood="empty", name="empty", stack="")
    yield "arrives", replace(plain, mood="empty", name="Nia", stack="", comes=True, word="brings 7,300")


def colors(theme: Theme) -> Iterator[tuple[str, Paint]]:
    for name in theme.__struct_fields__:
        color = getattr(theme, name)
        if isinstance(color, Paint):
            yield name, color
        elif color.startswith("#"):
            yield name, Paint(color, theme.sheet.ink)


class PartsPage:
    """The parts on one widget. Places are in millimeters."""

    def __init__(self, theme: Theme) -> None:
        self.canvas = Canvas(Look(theme, PX_PER_MM))
        self.widget = QWidget()
        self.widget.resize(round(WIDE_MM * PX_PER_MM), round(HIGH_MM * PX_PER_MM))
        self.texts: list[tuple[QRectF, str, float]] = []
        self._seats()
        self._keys()
        self._labels()

    def picture(self) -> QImage:
        theme = self.canvas.theme
        picture = QImage(self.widget.size(), QImage.Format.Format_RGB32)
        picture.fill(self.canvas.color(theme.felt))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for area, text, high_mm in self.texts:
            self.canvas.line(painter, area, text, TextStyle(high_mm, theme.sheet.ink, LEFT))
        self._draw_tokens(painter)
        painter.end()
        self.widget.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        return picture

    def _at(self, x: float, y: float, wide: float, high: float) -> QRectF:
        px = self.canvas.px
        return QRectF(px(x), px(y), px(wide), px(high))

    def _put(self, part: QWidget, x: float, y: float, wide: float, high: float) -> None:
        part.setGeometry(self._at(x, y, wide, high).toRect())

    def _note(self, x: float, y: float, text: str) -> None:
        self.texts.append((self._at(x, y, 60.0, 4.0), text, look.SMALL_MM))

    def _seats(self) -> None:
        for index, (name, seat) in enumerate(seats()):
            x, y = 4.0 + index % 8 * (TILE[0] + 3.2), 4.0 + index // 8 * (TILE[1] + 8.0)
            tile = SeatTile(self.canvas, f"seat-{index}", self.widget)
            tile.show_seat(seat)
            self._put(tile, x, y, *TILE)
            if seat.side:
                side = Button(self.canvas, f"side-{index}", self.widget)
                side.show_tile(seat.side)
                self._put(side, x + TILE[0] - 15.8, y + TILE[1] - 15.8, 15.2, 15.2)
            self._note(x, y + TILE[1] + 0.6, name)

    def _keys(self) -> None:
        for index, emphasis in enumerate(EMPHASES):
            key = Button(self.canvas, emphasis, self.widget)
            key.show_tile(ButtonView(emphasis, emphasis.upper(), OpenPage(), "small text", emphasis))
            self._put(key, 4.0 + index * 24.0, 80.0, 21.0, 20.0)
        off = Button(self.canvas, "off", self.widget)
        off.show_tile(ButtonView("off", "OFF", None, "not yet"))
        chosen = Button(self.canvas, "chosen", self.widget)
        chosen.show_tile(ButtonView("chosen", "CHOSEN", OpenPage(), "with a tick", chosen=True))
        digit = Button(self.canvas, "digit", self.widget)
        digit.show_tile(ButtonView("digit", "7", OpenPage()))
        for index, part in enumerate((off, chosen, digit)):
            self._put(part, 4.0 + (len(EMPHASES) + index) * 24.0, 80.0, 21.0, 20.0)

    def _labels(self) -> None:
        cells = (CellView("blinds", "100/200 ante 200", "Level 3  next 200/400 ante 400"),
                 CellView("blinds", "100/200 ante 200", "NEXT HAND 200/400 ante 400", note=True),
                 CellView("time", "12:34", part=0.6),
                 CellView("link", "CLOCK OFFLINE 6 s", "playing on, 3 events waiting", trouble=True))  # fmt: skip
        for index, cell in enumerate(cells):
            label = CellLabel(self.canvas, f"cell-{index}", self.widget)
            label.show_value(cell)
            self._put(label, 4.0 + index * 60.0, 104.0, 30.0 if cell.name == "time" else 54.0, 9.2)
        status = StatusLabel(self.canvas, "status", self.widget)
        status.show_value((CellView("link", "", "clock", good=True), CellView("reader", "", "reader", good=True)))
        self._put(status, 244.0, 104.0, 42.0, 9.2)
        prompts = (PromptView("Seat 7 Seraphina", "600 to call", "raise to 1,000–33,000", seat=7, name="Seraphina"),
                   PromptView("Waiting for a player", "Seat 4: Zoe, 10,000", "from table 12", calls=True),
                   PromptView("", "the seat acts after seat 4", "rule 53-A", refused=True))  # fmt: skip
        for index, value in enumerate(prompts):
            prompt = Prompt(self.canvas, f"prompt-{index}", self.widget)
            prompt.show_value(value)
            self._put(prompt, 4.0 + index * 95.0, 117.0, 90.0, 26.0)
        pots = Pots(self.canvas, "pots", self.widget)
        pots.show_value((PotView("MAIN", "9,100,000", "", ((1, True), (2, True), (3, True))),
                         PotView("SIDE 1", "700,000", "", ((1, False), (2, True), (3, True)))))  # fmt: skip
        self._put(pots, 4.0, 146.0, 143.0, 9.4)
        pot = Pots(self.canvas, "pot", self.widget)
        pot.show_value((PotView("POT", "1,700", "7 players"),))
        self._put(pot, 150.0, 146.0, 66.0, 10.4)
        lane = Lane(self.canvas, "lane", self.widget)
        lane.show_value(LaneView("1,000,000", 1_000_000, 0))
        self._put(lane, 222.0, 147.0, 32.0, 6.2)
        discs = Discs(self.canvas, "discs", self.widget)
        discs.show_value(("D", "SB", "BB", "ST"))
        self._put(discs, 256.0, 147.0, 25.0, 6.2)

    def _draw_tokens(self, painter: QPainter) -> None:
        theme, x = self.canvas.theme, 4.0
        for name in SIZES:
            high_mm = getattr(look, name)
            style = TextStyle(high_mm, theme.sheet.ink, LEFT, bold=True, whole=True)
            self.canvas.line(painter, self._at(x, 158.0, 34.0, 15.0), f"A1 {high_mm}", style)
            self.canvas.line(painter, self._at(x, 172.0, 34.0, 4.0), name, TextStyle(look.SMALL_MM, theme.faint, LEFT))
            x += 18.0 + high_mm * 2.0
        for name in EDGES:
            self.canvas.box(painter, self._at(x, 161.0, 10.0, 10.0), theme.seat.fill, theme.edge, getattr(look, name))
            self.canvas.line(painter, self._at(x, 172.0, 18.0, 4.0), name, TextStyle(look.SMALL_MM, theme.faint, LEFT))
            x += 20.0
        for index, (name, paint) in enumerate(colors(theme)):
            place = self._at(4.0 + index % 15 * 18.8, 178.0 + index // 15 * 13.0, 17.6, 6.6)
            self.canvas.box(painter, place, paint.fill, theme.edge, look.HAIR_MM)
            self.canvas.line(painter, place, "  Aa 123", TextStyle(look.SMALL_MM, paint.ink, LEFT))
            below = place.translated(0, place.height())
            self.canvas.line(painter, below, name, TextStyle(look.NOTE_MM, theme.sheet.ink, LEFT))
