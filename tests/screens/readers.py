"""The states of the readers: their pages, a camera's picture, and the felt's message about one that does not work."""

from collections.abc import Callable
from functools import cache

import numpy as np
from msgspec.structs import replace

from engine.cards import Card
from engine.message import message
from hardware.camera.codes import read_codes
from hardware.camera.frame import BoxedReading, CameraFrame
from hardware.decks.enrollment import ORDER
from hardware.reading.deck import STICKER_DECK
from kiosk.table.readers.camera_view import shown_camera
from tests.kit.drawn import table as one_card
from tests.kit.play import dealt, play, sat
from tests.kit.port import tell, tell_readers
from tests.kit.printed import CameraView, five, table
from tests.screens.shots import EIGHT, State, tap
from ui.dealer.model.cards import Learning
from ui.dealer.model.readers import Area, CameraNow, LastReading, PhoneNow, ReaderDevice, ReaderNow, Readers, Unlisted
from ui.dealer.screen import Screen

CAMERA = "camera:/dev/v4l/by-id/usb-Maker_HD_Camera_7F31-video-index0"
SCANNER = "/dev/serial/by-id/usb-Maker_Scanner_0042-if00"
BY_ID = "/dev/serial/by-id/usb-Other_Barcode_Reader-if00"
FLOP = "r600 f c f f f f c"
SEES = ("board", "seat 4", "seat 5")
PHONE = ReaderNow("phone:", "board", ReaderDevice("phone", "", is_camera=True), "", 752_000)

BOARD = ReaderNow(CAMERA, "board", ReaderDevice("camera", "Maker HD Camera 7F31", is_camera=True), "", 752_000,
                  (LastReading("Qh", Card("Qh"), "board", 1_200), LastReading("7d", Card("7d"), "board", 1_900)),
                  SEES)  # fmt: skip
HAND = ReaderNow(SCANNER, "hand-held", ReaderDevice("usb", "Maker Scanner 0042"), "unplugged", 12_000,
                 (LastReading("9s", Card("9s"), "hand-held", 74_000),))  # fmt: skip
MUCK = ReaderNow("socket://10.0.7.4:4001", "muck", ReaderDevice("network", "10.0.7.4:4001"), "", 3_600_000)
SEAT = ReaderNow("keys:/dev/input/by-id/usb-Maker_Keys-event-kbd", "seat 4", ReaderDevice("keys", "Maker Keys"), "",
                 61_000, (LastReading("0417A3", None, "seat 4", 9_000),))  # fmt: skip
BOX = ReaderNow("/dev/ttyUSB0", "board", ReaderDevice("port", "/dev/ttyUSB0"), "", 61_000,
                (LastReading("7|0417A3", None, "board", 9_900, "antenna-of-seat-12"),))  # fmt: skip
NEW = Unlisted(BY_ID, ReaderDevice("usb", "Other Barcode Reader"))
ALL = Readers((BOARD, HAND, MUCK, SEAT), (NEW,))
MARKED: dict[str, Area] = {"board": (0.02, 0.2, 0.96, 0.6), "seat 4": (0.05, 0.82, 0.4, 0.17)}


def _with(problem: str, *more: ReaderNow) -> Callable[[Screen], None]:
    camera = ReaderNow(CAMERA, "board", BOARD.device, problem, 4_000)  # type: ignore[arg-type]
    return lambda screen: tell_readers(screen, Readers((camera, *more)))


def _with_phone(problem: str) -> Callable[[Screen], None]:
    return lambda screen: tell_readers(screen, Readers((replace(PHONE, problem=problem, since_ms=4_000), MUCK)))


def _opened(readers: Readers, *taps: str) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        said = tuple(replace(each, said_address=each.address) for each in readers.readers)
        tell_readers(screen, replace(readers, readers=said))
        tap(screen, "more", "menu-readers", *taps)

    return after


@cache
def seen(light: float = 1.0, places: bool = True) -> CameraNow:
    """A board of stickers under a camera, read as the program reads it."""
    dice = np.random.default_rng(8)
    pixels = table(five(["QH", "7D", "2C", "9S", "KH"], dice), CameraView(noise=0.0), dice)
    pixels = np.asarray(pixels * light, np.uint8)
    boxed = []
    for each in read_codes(pixels):
        found, half = STICKER_DECK.find(each.code), each.side / 2
        assert found
        box = (each.x - half, each.y - half, each.side, each.side)
        boxed.append(BoxedReading(str(found.card), found.card, box, each.side, True))
    return shown_camera(CAMERA, CameraFrame(pixels, tuple(boxed), 0), MARKED if places else {})


def _camera(see: Callable[[], CameraNow | None], *taps: str) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        _opened(ALL, f"reader-{CAMERA}", "reader-picture")(screen)
        tell(screen, camera=see())
        tap(screen, *taps)

    return after


def _phone(screen: Screen) -> None:
    """The page of a phone's picture."""
    _opened(Readers((PHONE,)), f"reader-{PHONE.address}", "reader-picture")(screen)
    tell(screen, camera=replace(seen(), address=PHONE.address, phone=PhoneNow(0, 76)))


def _learns(learning: Learning, *taps: str) -> Callable[[Screen], None]:
    def after(screen: Screen) -> None:
        _opened(ALL, f"reader-{CAMERA}", "reader-learn")(screen)
        tell(screen, camera=shown_camera(CAMERA, CameraFrame(one_card([("6s", 640, 360, 8)]), (), 0), {}))
        tell(screen, learning=learning)
        tap(screen, *taps)

    return after


STATES: dict[str, State] = {
    "camera-covered": State(lambda: play(dealt(EIGHT), FLOP), after=_with("covered", MUCK)),
    "camera-unlearned": State(lambda: play(dealt(EIGHT), FLOP), after=_with("unlearned", HAND)),
    "camera-unlearned-page": State(
        lambda: dealt(EIGHT),
        after=_opened(Readers((replace(BOARD, problem="unlearned"),)), f"reader-{CAMERA}"),
    ),
    "camera-dark": State(lambda: play(dealt(EIGHT), "r600 f c"), after=_with("dark", MUCK)),
    "readers-lost": State(lambda: play(dealt(EIGHT), FLOP), after=_with("unplugged", HAND)),
    "covered-pad": State(lambda: play(dealt(EIGHT), FLOP), ("board-1",), _with("covered")),
    "readers": State(lambda: dealt(EIGHT), after=_opened(ALL)),
    "readers-none": State(lambda: dealt(EIGHT), after=_opened(Readers())),
    "readers-many": State(
        lambda: dealt(EIGHT),
        after=_opened(Readers((BOARD, *(SEAT for _ in range(8)), HAND), (NEW,))),
    ),
    "reader-lost-page": State(lambda: dealt(EIGHT), after=_opened(ALL, f"reader-{SCANNER}")),
    "reader-page": State(lambda: dealt(EIGHT), after=_opened(ALL, f"reader-{CAMERA}")),
    "readers-nowhere": State(lambda: dealt(EIGHT), after=_opened(Readers((BOX, *(SEAT for _ in range(8)))))),
    "reader-nowhere-page": State(lambda: dealt(EIGHT), after=_opened(Readers((BOX,)), f"reader-{BOX.address}")),
    "reader-unlisted": State(lambda: dealt(EIGHT), after=_opened(ALL, f"reader-{BY_ID}")),
    "camera": State(lambda: dealt(EIGHT), after=_camera(seen)),
    "camera-new": State(lambda: dealt(EIGHT), after=_camera(lambda: seen(places=False), "camera-fit")),
    "camera-dim": State(lambda: dealt(EIGHT), after=_camera(lambda: seen(0.3))),
    "camera-phone": State(lambda: dealt(EIGHT), after=_phone),
    "camera-phone-asleep": State(lambda: play(dealt(EIGHT), FLOP), after=_with_phone("asleep")),
    "camera-phone-away": State(lambda: play(dealt(EIGHT), FLOP), after=_with_phone("no-phone")),
    "camera-phone-no-clock": State(lambda: play(dealt(EIGHT), FLOP), after=_with_phone("no-clock")),
    "camera-waits": State(lambda: dealt(EIGHT), after=_camera(lambda: None)),
    "learn": State(lambda: sat(EIGHT), after=_learns(Learning(ORDER[17], ORDER[:17]))),
    "learn-hint": State(
        lambda: sat(EIGHT),
        after=_learns(Learning(ORDER[17], (*ORDER[:3], *ORDER[4:17]), ORDER[3:4], message("no-two-corners"))),
    ),
    "learn-differs": State(
        lambda: sat(EIGHT),
        after=_learns(
            Learning(
                ORDER[35], ORDER[:35], (), message("deck-face-differs", card=ORDER[35], other=ORDER[32]), ORDER[32]
            )
        ),
    ),
    "learn-checking": State(lambda: sat(EIGHT), after=_learns(Learning(None, ORDER, state="checking"))),
    "learn-used": State(lambda: sat(EIGHT), after=_learns(Learning(None, ORDER, state="used"))),
    "learn-forgets": State(lambda: sat(EIGHT), after=_learns(Learning(None, ORDER, state="used"), "learn-forget")),
    "camera-which": State(lambda: dealt(EIGHT), after=_camera(seen, "camera-which")),
}
