"""A camera's picture with an outline around each region; outlines can be dragged, or fitted to the visible cards."""

from collections.abc import Mapping

from msgspec.structs import replace

from ui.dealer.layout.outline import fitted, grip_at, inside, moved, nudged
from ui.dealer.model.pictures import BoxView, OutlineView, PictureView
from ui.dealer.model.reader_texts import place_text
from ui.dealer.model.readers import ANYWHERE, Area, CameraNow, PhoneNow, PictureTouch, ReadBox, ReaderWatch
from ui.dealer.model.taps import MarkPlaces, OpenPage
from ui.dealer.model.values import ButtonView, GridView, LineView, PageView
from ui.dealer.pages.entry import pads
from ui.dealer.pages.page import LastingPage, PageContext
from ui.words import Words
from ui.words.card_signs import card_row

WIDE, HIGH = 16, 9
GUIDE: Area = (0.06, 0.3, 0.88, 0.4)
"""The outline for a camera that has not been set up: five cards side by side in the middle."""
BOARD = 5


class CameraPage(LastingPage, frozen=True):
    """The camera at `address`. `places` are the outlines on the page; None until one has been moved. `place` is the one
    being moved, `grip` is the part of it being dragged, and `at` is the last position of the touch."""

    address: str
    place: str = "board"
    places: tuple[tuple[str, Area], ...] | None = None
    grip: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    is_kept: bool = False
    names: bool = False
    """Whether the page asks what the outline marks: the board, the muck or a seat."""

    def show(self, context: PageContext) -> PageView:
        say, camera = context.words.readers, self._camera(context)
        if self.names:
            return self._which(context)
        title = say.camera_title.format(place=place_text(self.place, context.words))
        phone = (LineView(_phone_text(camera.phone, context.words), "small"),) if camera and camera.phone else ()
        lines = (LineView(say.camera_note, "small"), *phone, self._status_line(context, camera))
        grids = (GridView("outline", 3, self._buttons(context, camera)),)
        picture = self._picture(context, camera)
        return PageView("camera", title, lines, grids, full_width=True, picture=picture)

    def watches(self) -> ReaderWatch:
        return ReaderWatch(self.address)

    def touched(self, touch: PictureTouch, context: PageContext) -> "CameraPage":
        """A touch grabs a corner, or the whole outline, and drags it. A tap within another outline selects that one."""
        places = self._marks(context)
        area = places.get(self.place, GUIDE)
        if touch.did == "down":
            grip = grip_at(area, touch)
            other = next((name for name, each in places.items() if not grip and inside(each, touch.x, touch.y)), "")
            return replace(self, place=other or self.place, grip=grip, at=(touch.x, touch.y))
        if not self.grip:
            return self
        drawn = moved(area, self.grip, touch.x - self.at[0], touch.y - self.at[1])
        page = self._with(places, drawn) if drawn != area else self
        return replace(page, grip="" if touch.did == "up" else self.grip, at=(touch.x, touch.y))

    def kept(self) -> "CameraPage":
        return replace(self, is_kept=True)

    def _camera(self, context: PageContext) -> CameraNow | None:
        camera = context.surroundings.camera
        return camera if camera and camera.address == self.address else None

    def _marks(self, context: PageContext) -> dict[str, Area]:
        """The outlines as edited on the page or, until one has been edited, those in use."""
        camera = self._camera(context)
        return dict(self.places if self.places is not None else camera.places if camera else ())

    def _with(self, places: dict[str, Area], area: Area) -> "CameraPage":
        return replace(self, places=tuple({**places, self.place: area}.items()), is_kept=False)

    def _status_line(self, context: PageContext, camera: CameraNow | None) -> LineView:
        """The worst problem; if there is none, the number of cards read, or a note that the outlines were saved."""
        say = context.words.readers
        reader = context.surroundings.readers.at(self.address)
        if reader and reader.problem not in ("", "waits"):
            return LineView(say.remedies[reader.problem], "trouble")
        if camera and camera.faults:
            return LineView(say.faults[camera.faults[0]], "trouble")
        if camera is None or self.is_kept:
            return LineView(say.camera_saved if camera else say.camera_waits)
        return self._read_there(context, [box for box in camera.boxes if box.card])

    def _read_there(self, context: PageContext, cards: list[ReadBox]) -> LineView:
        """The number of cards read within the outline, or a warning that a card is outside all outlines and is not
        read."""
        say = context.words.readers
        if not cards:
            return LineView(say.faults["empty"])
        marks = self._marks(context)
        reader = context.surroundings.readers.at(self.address)
        rest_is_read = reader is not None and reader.place not in (*marks, *ANYWHERE)
        if marks and not rest_is_read and any(not any(_lies_in(area, box) for area in marks.values()) for box in cards):
            return LineView(say.faults["outside"], "trouble")
        area = marks.get(self.place, GUIDE)
        count = len({box.card for box in cards if _lies_in(area, box)})
        return LineView(say.camera_reads.format(count=count))

    def _picture(self, context: PageContext, camera: CameraNow | None) -> PictureView:
        marks = {self.place: GUIDE, **self._marks(context)}
        outlines = tuple(
            OutlineView(
                text=place_text(name, context.words),
                area=area,
                handles=name == self.place,
                held=self.grip if name == self.place else "",
                cards=BOARD if camera and name == self.place == "board" else 0,
            )
            for name, area in sorted(marks.items(), key=lambda mark: mark[0] == self.place)
        )
        word = self._status_line(context, camera).text
        if camera is None:
            return PictureView(WIDE, HIGH, outlines=outlines, text=context.words.readers.camera_waits, said=word)
        boxes = tuple(BoxView(_named(box), box.area, box.card is not None) for box in camera.boxes)
        return PictureView(camera.width, camera.height, camera.dots, boxes, outlines, said=word)

    def _buttons(self, context: PageContext, camera: CameraNow | None) -> tuple[ButtonView, ...]:
        """The buttons to fit and save, and below them a pad of buttons that moves the outline."""
        say, marks = context.words.readers, self._marks(context)
        area = marks.get(self.place, GUIDE)
        fit = OpenPage(self._with(marks, fitted(camera.cards))) if camera and camera.cards else None
        differs = camera is not None and marks != dict(camera.places)
        save = MarkPlaces(self.address, tuple(marks.items())) if differs else None
        which = OpenPage(replace(self, names=True))

        def step(name: str, text: str, said: str) -> ButtonView:
            tap = OpenPage(self._with(marks, nudged(area, name)))
            return ButtonView(f"camera-{name}", text, tap, said=said)

        return (
            ButtonView("camera-fit", say.fit, fit, say.fit_small, "act"),
            step("up", "↑", say.up),
            ButtonView("camera-save", say.save, save, say.save_small, "go"),
            step("left", "←", say.left),
            ButtonView("camera-which", place_text(self.place, context.words).upper(), which, say.outline),
            step("right", "→", say.right),
            step("narrower", say.narrower, ""),
            step("down", "↓", say.down),
            step("wider", say.wider, ""),
            step("smaller", say.smaller, ""),
            ButtonView("camera-remove", say.remove, self._removed(marks), say.remove_small, "quiet"),
            step("larger", say.larger, ""),
        )

    def _removed(self, marks: dict[str, Area]) -> OpenPage | None:
        if self.place not in marks:
            return None
        left = tuple((name, area) for name, area in marks.items() if name != self.place)
        return OpenPage(replace(self, places=left, is_kept=False))

    def _which(self, context: PageContext) -> PageView:
        say, marks = context.words.readers, self._marks(context)
        seats = [self._place(f"seat {seat.seat}", context, marks, seat.seat) for seat in context.table.seats]
        others = tuple(self._place(name, context, marks) for name in ("board", "muck"))
        note = LineView(say.outline_note, "small")
        grids = (pads.seat_ring("places", seats), GridView("places-inside", 2, others, inside=True))
        return PageView("camera-which", say.outline_which, (note,), grids, full_width=True)

    def _place(self, name: str, context: PageContext, marks: Mapping[str, Area], seat: int = 0) -> ButtonView:
        """The key for a place that the camera sees."""
        tap, small = OpenPage(replace(self, place=name, names=False)), ""
        if name in marks:
            small = context.words.readers.set_here
        text = context.table.seats[seat - 1].name if seat else place_text(name, context.words).upper()
        return ButtonView(f"camera-place-{name.replace(' ', '-')}", text, tap, small, chosen=name == self.place,
                          seat=seat, said=f"{place_text(name, context.words)} {small}".strip())  # fmt: skip


def _phone_text(phone: PhoneNow, words: Words) -> str:
    """The age of the phone's picture and, if it is known, the charge of its battery."""
    say, age = words.readers, words.age(phone.age_ms)
    if phone.battery is None:
        return say.phone_age.format(age=age)
    return say.phone_age_battery.format(age=age, percent=phone.battery)


def _lies_in(area: Area, box: ReadBox) -> bool:
    left, top, wide, high = box.area
    return inside(area, left + wide / 2, top + high / 2)


def _named(box: ReadBox) -> str:
    """`Q♥`; or the reader's text for an unknown code or an uncertain reading."""
    return card_row((box.card,)) if box.card else f"{box.text}?"
