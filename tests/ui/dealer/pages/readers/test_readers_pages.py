"""The felt's messages about readers that do not work, and their pages, touch by touch."""

from typing import get_args

import pytest
from msgspec.structs import replace

from engine.cards import Card
from engine.message import message
from engine.public import public
from hardware.reading import reading
from tests.kit.play import dealt, play
from tests.kit.port import tell, tell_readers
from tests.ui.ruled_pages import button, says, walk
from ui.dealer.model import readers
from ui.dealer.model.cards import Enrolling
from ui.dealer.model.reader_texts import reader_status
from ui.dealer.model.readers import (
    CameraNow,
    LastReading,
    PhoneNow,
    PictureTouch,
    ReadBox,
    ReaderDevice,
    ReaderNow,
    Readers,
    ReaderWatch,
    Unlisted,
)
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import MarkPlaces
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.readers.camera import GUIDE, CameraPage
from ui.dealer.pages.readers.enroll import EnrollPage
from ui.dealer.pages.readers.page import MOST, ReadersPage
from ui.dealer.view.prompts import table_prompt
from ui.words.languages import words_in

ENGLISH = words_in("en")

FLOP_DUE = play(dealt((50_000,) * 3), "c c k")
USB, EYE = ReaderDevice("usb", "Maker 1"), ReaderDevice("camera", "0", is_camera=True)
BOARD = ReaderNow("camera:0", "board", EYE, "")
HAND = ReaderNow("/dev/ttyACM0", "hand-held", USB, "")
PHONE = ReaderNow("phone:", "board", ReaderDevice("phone", "", is_camera=True), "")
MUCK = ReaderNow("/dev/ttyACM1", "muck", USB, "")
QUEEN = Card("Qh")
NONE = Readers()
SMALL = (0.4, 0.4, 0.1, 0.1)


def lost(reader, problem="unplugged"):
    return replace(reader, problem=problem, since_ms=4_000)


def context(readers=NONE, camera=None):
    surroundings = Surroundings(readers=readers, camera=camera, reader=reader_status(readers.readers, ENGLISH))
    return PageContext(public(FLOP_DUE), FLOP_DUE, surroundings)


def camera(boxes=(), faults=(), places=(), cards=None):
    return CameraNow("camera:0", 16, 9, bytes(16 * 9 * 3), boxes, faults, cards, places)


def test_a_reading_at_an_unnamed_position_names_the_position():
    read = LastReading("7|04A2B3C4", None, "board", 2_000, nowhere="7")

    shown = ReadersPage().show(context(Readers((replace(BOARD, reads=(read,)),))))

    assert "scan at unnamed position 7" in button(shown, "reader-camera:0").text


@pytest.mark.parametrize(
    ("readers", "head", "small"),
    [
        ((BOARD, HAND), "", ""),
        ((lost(BOARD), HAND), "READER LOST", "board: unplugged"),
        ((lost(BOARD, "covered"), HAND), "CAMERA COVERED", "board"),
        ((lost(BOARD, "dark"),), "CAMERA DARK", "board"),
        ((lost(BOARD, "frozen"),), "CAMERA STUCK", "board"),
        ((lost(BOARD, "unlearned"),), "CAMERA: NO DECK", "board"),
        ((lost(PHONE, "no-phone"),), "NO PHONE", "board"),
        ((lost(PHONE, "asleep"),), "PHONE ASLEEP", "board"),
        ((lost(PHONE, "no-clock"),), "PHONE: NO CLOCK", "board"),
        ((lost(BOARD, "waits"),), "READER LOST", "board: connecting"),
        ((lost(BOARD, "covered"), HAND, lost(MUCK)), "2 READERS LOST", "board, muck tray"),
    ],
)
def test_the_strip_says_which_reader_is_not_working_and_why(readers, head, small):
    word = reader_status(readers, ENGLISH)

    assert word is not None
    assert word.works is not any(reader.problem for reader in readers)
    assert (word.head, word.says) == (head, small)


def test_a_table_without_readers_shows_no_reader_status():
    assert reader_status((), ENGLISH) is None


@pytest.mark.parametrize(
    ("readers", "foot"),
    [
        ((lost(BOARD, "covered"),), "camera covered: clear its view, or tap the place"),
        ((lost(HAND),), "reader lost: check its cable, or tap the place"),
        ((lost(BOARD, "busy"),), "reader not working: tap the place and tell the floor"),
        ((lost(HAND, "failing"),), "reader not working: tap the place and tell the floor"),
        ((lost(MUCK),), ""),
        ((lost(HAND), BOARD), ""),  # the board's own reader can read the card
        ((lost(BOARD, "dark"), HAND), ""),  # the card can be scanned by hand
        ((lost(replace(MUCK, sees=("muck", "board"))),), "reader lost: check its cable, or tap the place"),
    ],
)
def test_if_no_reader_can_read_the_due_card_the_prompt_says_what_to_do(readers, foot):
    seen = context(Readers(readers))
    said = table_prompt(seen.table, seen.surroundings, ENGLISH).foot

    assert said == foot if foot else "tap the place" not in said


def test_each_reader_has_a_tile_and_the_one_that_just_read_is_lit():
    now = LastReading("Qh", QUEEN, "hand-held", 900)
    seen = context(Readers((lost(BOARD, "covered"), replace(HAND, reads=(now,)), MUCK), (Unlisted("/dev/x", USB),)))
    view = ReadersPage().show(seen)

    assert [(each.emphasis, each.card) for each in view.grids[0].buttons] == [
        ("warn", None), ("go", QUEEN), ("plain", None), ("quiet", None),
    ]  # fmt: skip
    assert button(view, "reader-camera:0").text == "BOARD: covered for 4 s"
    assert button(view, "reader-/dev/ttyACM0").text == "HAND-HELD: queen of hearts, 0 s ago"
    assert "not played" in says(ReadersPage(), seen)
    assert ReadersPage().watches() == ReaderWatch()


@pytest.mark.parametrize(
    ("device", "place"),
    [(EYE, "board"), (ReaderDevice("stream", "10.0.0.7", is_camera=True), "board"), (USB, "hand-held")],
)
def test_the_settings_lines_for_a_device_suggest_a_suitable_place(device, place):
    seen = context(Readers((), (Unlisted("/dev/x", device),)))
    page = walk(ReadersPage(), seen, "reader-/dev/x")

    assert f'place = "{place}"' in says(page, seen)


def test_readers_that_do_not_fit_are_one_tap_away_and_the_pages_wrap_around():
    seen = context(Readers(tuple(replace(HAND, address=f"/dev/{number}") for number in range(MOST + 3))))
    assert len(ReadersPage().show(seen).grids[0].buttons) == MOST + 1

    page = walk(ReadersPage(), seen, "readers-more")
    assert [each.name for each in page.show(seen).grids[0].buttons][:3] == [
        f"reader-/dev/{number}" for number in range(MOST, MOST + 3)
    ]
    assert walk(page, seen, "readers-more") == ReadersPage()


def test_the_page_of_a_reader_that_is_gone_leads_back_to_the_list():
    seen = context(Readers((lost(HAND),)))
    page = walk(ReadersPage(), seen, "reader-/dev/ttyACM0")
    assert "plug it in again" in says(page, seen)

    assert walk(page, context(), "reader-back") == ReadersPage()


ASIDE = (ReadBox("Qh", (0.0, 0.0, 0.1, 0.1), QUEEN),)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (context(), "no picture yet"),
        (context(camera=camera()), "lay five cards"),
        (context(camera=camera(faults=("blurred", "small"))), "blurred"),
        (context(Readers((lost(BOARD, "covered"),)), camera()), "clear its view"),
        (context(camera=camera((ReadBox("Qh", SMALL, QUEEN),))), "within the outline: 1"),
        (context(camera=camera(ASIDE, places=(("board", SMALL),))), "outside"),
        (context(Readers((replace(BOARD, place="hand-held"),)), camera(ASIDE, places=(("board", SMALL),))), "outside"),
        (
            context(Readers((replace(BOARD, place="muck"),)), camera(ASIDE, places=(("board", SMALL),))),
            "the outline: 0",
        ),
        (context(camera=camera((ReadBox("Q?", SMALL),))), "lay five cards"),
    ],
)
def test_a_cameras_page_reports_the_worst_problem_first(seen, words):
    page = CameraPage("camera:0")

    assert words in says(page, seen)
    picture = page.show(seen).picture
    assert picture
    assert words in picture.said


@pytest.mark.parametrize(
    ("phone", "text"),
    [(PhoneNow(0), "picture 0 s old"), (PhoneNow(2_400, 76), "picture 2 s old, phone's battery 76%")],
)
def test_a_phones_page_shows_the_age_of_its_picture_and_its_battery(phone, text):
    assert text in says(CameraPage("camera:0"), context(camera=replace(camera(), phone=phone)))


@pytest.mark.parametrize("problem", [each for each in get_args(reading.Problem) if each])
def test_every_reader_problem_is_shown_with_what_to_do(problem):
    assert problem in get_args(readers.ReaderProblem)
    seen = context(Readers((lost(BOARD, problem),)), camera())

    assert ENGLISH.readers.short[problem] in button(ReadersPage().show(seen), "reader-camera:0").text
    assert ENGLISH.readers.remedies[problem] in says(CameraPage("camera:0"), seen)


def test_only_a_changed_outline_can_be_saved():
    seen = context(camera=camera(places=(("board", SMALL),), cards=(0.2, 0.2, 0.5, 0.5)))
    page = CameraPage("camera:0")
    assert button(page.show(seen), "camera-save").tap is None

    fitted = walk(page, seen, "camera-fit")
    tap = button(fitted.show(seen), "camera-save").tap
    assert isinstance(tap, MarkPlaces)
    assert tap.places[0][0] == "board"
    assert tap.places[0][1][0] < 0.2

    assert "saved" in says(fitted.kept(), seen)
    assert "saved" not in says(walk(fitted.kept(), seen, "camera-left"), seen)


def test_a_finger_on_the_picture_draws_an_outline_and_releases_it():
    seen, reach = context(camera=camera()), (0.05, 0.08)
    left, top, wide, high = GUIDE
    page = CameraPage("camera:0").touched(PictureTouch("down", left, top, reach), seen)
    picture = page.show(seen).picture
    assert picture
    assert picture.outlines[0].held == "top-left"

    page = page.touched(PictureTouch("move", left + 0.1, top + 0.1, reach), seen)
    page = page.touched(PictureTouch("up", left + 0.2, top + 0.1, reach), seen)
    assert dict(page.places or ())["board"] == pytest.approx((left + 0.2, top + 0.1, wide - 0.2, high - 0.1))
    assert page.touched(PictureTouch("move", 0.9, 0.9, reach), seen) == page


def test_a_tap_within_another_outline_selects_that_one():
    seen = context(camera=camera(places=(("board", (0.5, 0.5, 0.4, 0.4)), ("seat 4", (0.05, 0.05, 0.3, 0.3)))))

    page = CameraPage("camera:0").touched(PictureTouch("down", 0.2, 0.2, (0.05, 0.05)), seen)

    assert page.place == "seat 4"
    assert page.show(seen).title == "Camera: seat 4"


def test_the_program_hears_once_that_a_page_watches_the_readers_and_once_that_none_does(sit):
    screen, engine, finger = sit(dealt((50_000,) * 3))
    tell_readers(screen, Readers((BOARD,)))

    finger.tap("more", "menu-readers", "reader-camera:0", "reader-picture")
    tell(screen, camera=camera())
    tell(screen, camera=camera(faults=("dark",)))
    finger.tap("page-close")

    assert engine.watching == [ReaderWatch(), ReaderWatch("camera:0"), None]


def test_a_refused_outline_says_why_on_the_page_which_stays_open(sit):
    screen, engine, finger = sit(dealt((50_000,) * 3))
    engine.marking = message("disk-full", path="table.outlines")
    tell_readers(screen, Readers((BOARD,)))

    finger.tap("more", "menu-readers", "reader-camera:0", "reader-picture")
    tell(screen, camera=camera(cards=SMALL))
    finger.tap("camera-fit", "camera-save")

    assert engine.marked[0][0] == "camera:0"
    assert "the disk is full" in screen.drawn.page.refused
    assert finger.can("camera-save")


@pytest.mark.parametrize("problem", sorted(ENGLISH.cards.hint_helps))
def test_a_hint_about_the_reader_on_the_enrollment_page_says_what_to_do(problem):
    surroundings = Surroundings(enrolling=Enrolling("Red", QUEEN, problem=problem))
    seen = PageContext(public(FLOP_DUE), FLOP_DUE, surroundings)

    assert ENGLISH.cards.hints[problem] in says(EnrollPage(), seen)
    assert ENGLISH.cards.hint_helps[problem] in says(EnrollPage(), seen)
