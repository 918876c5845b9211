"""`kiosk deck`: the printed PDF is read back, scanned cards are on disk, and errors are named."""

import io
import os
import sys
import threading

import msgspec
import numpy as np
import pypdfium2
import pytest
import zxingcpp

from engine.cards import DECK, Card
from hardware.camera.settings import CameraSettings
from hardware.decks.enrollment import ORDER
from hardware.decks.files import part_path
from hardware.keys.layouts import LAYOUT_CODE
from hardware.readers.kind import ReaderConfig
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, Deck, load_deck
from hardware.simulated import PtyScanner
from kiosk.cli import main
from kiosk.commands.deck import command
from kiosk.commands.deck.command import DeckCheck
from kiosk.faults import Fault
from tests.kit.commands import arguments
from tests.kit.patience import PATIENCE_S
from tests.said import refused

DPI = 300
CODED = Deck.of("coded", {str(card): f"{number:08X}" for number, card in enumerate(DECK, start=0x04A2B3C4)})


def deck(*words, out=None):
    """The exit code and the output."""
    out = out or io.StringIO()
    return command.run(arguments("deck", command, *words), out, io.StringIO()), out.getvalue()


def rasterised(path):
    """The pages as a printer of 300 dots per inch sees them, in gray."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        return [np.array(page.render(scale=DPI / 72, grayscale=True).to_pil()) for page in pdf]
    finally:
        pdf.close()


def read(pixels, kind=zxingcpp.BarcodeFormat.DataMatrix):
    """The texts in reading order, each with its position in millimeters."""
    found = zxingcpp.read_barcodes(pixels, formats=zxingcpp.BarcodeFormats(kind))
    mm = 25.4 / DPI
    return sorted((round(each.position.top_left.y * mm), each.position.top_left.x * mm, each.text) for each in found)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_printed_code_can_be_read_back_and_is_above_its_own_name(tmp_path, paper):
    path = tmp_path / "stickers.pdf"

    assert deck("print", "--out", path, "--paper", paper)[0] == 0

    *pages, _ = rasterised(path)
    texts = [text for page in pages for _, _, text in read(page)]
    assert texts == [STICKER_DECK.codes[card] for card in ORDER]


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        (["--size", "8"], 1),
        (["--size", "30"], 2),
        (["--prefix", "D1"], 1),
        (["--deck", "plain", "--size", "10"], 1),
        (["--labels", "5,13,9,14,38,21"], 1),
    ],
)
def test_every_size_prefix_and_sheet_can_be_read_back(tmp_path, words, pages):
    path, codes = tmp_path / "stickers.pdf", tmp_path / "deck.toml"

    assert deck("print", "--out", path, "--codes", codes, *words)[0] == 0

    printed = load_deck(codes)
    *sheets, _ = rasterised(path)
    assert len(sheets) == pages
    assert sorted(text for page in sheets for _, _, text in read(page)) == sorted(printed.codes.values())


def test_bar_codes_for_hand_scanners_can_be_read_back(tmp_path):
    path = tmp_path / "stickers.pdf"

    assert deck("print", "--out", path, "--symbol", "code-128")[0] == 0

    *pages, _ = rasterised(path)
    texts = [text for page in pages for _, _, text in read(page, zxingcpp.BarcodeFormat.Code128)]
    assert sorted(texts) == sorted(STICKER_DECK.codes.values())


def test_the_last_page_has_a_ruler_of_100_mm_every_size_and_the_layout_code(tmp_path):
    path = tmp_path / "stickers.pdf"
    deck("print", "--out", path)

    page = rasterised(path)[-1]

    assert [text for _, _, text in read(page)] == ["AS"] * 7 + [LAYOUT_CODE]
    row = page[round(30 * DPI / 25.4)]
    dark = np.flatnonzero(row < 128)
    assert (dark[-1] - dark[0]) * 25.4 / DPI == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize(
    "words",
    [
        *(["--size", size] for size in ("400", "0", "-3", "nan", "inf")),
        *(["--labels", labels] for labels in ("1,2,3", "30,30,0,0,20,20", "13,4,9,14,15,nan", "inf,4,9,14,15,19")),
        ["--labels", "13,4,9,14,15,14"],  # the names would overlap the codes of the row below
        ["--deck", "no/such.toml"],
        ["--name", "red\nbacks"],
    ],
)
def test_an_impossible_print_is_reported_in_one_line_and_writes_no_file(tmp_path, words, capsys):
    path = tmp_path / "stickers.pdf"

    assert main(["deck", "print", "--out", str(path), *words]) == 2

    assert capsys.readouterr().err.count("\n") == 1
    assert not path.exists()


def test_a_deck_can_have_a_name_in_any_alphabet(tmp_path):
    path, codes, name = (
        tmp_path / "stickers.pdf",
        tmp_path / "deck.toml",
        "Tisch 5 \u2660 \u0441\u0438\u043d\u044f\u044f",
    )

    assert deck("print", "--out", path, "--codes", codes, "--name", name)[0] == 0
    assert load_deck(codes).name == name
    assert len(read(rasterised(path)[0])) == 52


@pytest.mark.parametrize("there", ["deck.toml", "stickers.pdf"])
def test_a_codes_file_overwrites_neither_another_deck_nor_the_stickers(tmp_path, there, capsys):
    path, codes = tmp_path / "stickers.pdf", tmp_path / there
    if codes != path:
        deck("print", "--out", path, "--codes", codes)
    before = codes.read_bytes() if codes.exists() else b""

    assert main(["deck", "print", "--out", str(path), "--codes", str(codes), "--prefix", "D1"]) == 2

    assert "specify another file" in capsys.readouterr().err
    assert (codes.read_bytes() if codes.exists() else b"") == before


def test_a_sticker_too_small_for_a_camera_is_reported_with_a_size_that_is_large_enough(tmp_path):
    path = tmp_path / "stickers.pdf"

    _, said = deck("print", "--out", path, "--prefix", "D1", "--size", "10")
    assert "a camera over a table needs 0.8 mm: --size 12" in said

    assert "camera" not in deck("print", "--out", path, "--prefix", "D1", "--size", "12")[1]


def test_decks_that_one_table_cannot_tell_apart_are_named(tmp_path):
    red, alike, blue = tmp_path / "red.toml", tmp_path / "alike.toml", tmp_path / "blue.toml"
    for path, words in ((red, ["--prefix", "D1"]), (alike, ["--prefix", "D1"]), (blue, ["--prefix", "D2"])):
        deck("print", "--out", tmp_path / "s.pdf", "--codes", path, "--name", path.stem, *words)
    clash = tmp_path / "clash.toml"
    clash.write_text(blue.read_text().replace("blue", "clash").replace('"D2AS"', '"D1KH"'))

    code, said = deck("check", red, blue)
    assert (code, said.count("\n")) == (0, 2)

    assert "52 cards have the same codes in red: a table will not notice the wrong deck" in deck("check", red, alike)[1]
    assert "the code 'D1KH' is As here and Kh in red: one table cannot have both" in deck("check", red, clash)[1]
    assert "another deck is also named red" in deck("check", red, red)[1]


def test_a_complete_deck_passes_the_check_and_an_incomplete_one_is_named(tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    deck("print", "--out", tmp_path / "s.pdf", "--codes", good)
    bad.write_text(good.read_text().replace('Qh = "QH"', 'Qh = "KH"'))

    code, said = deck("check", good, bad, "--json")

    first, second = [msgspec.json.decode(line, type=DeckCheck) for line in said.splitlines()]
    assert code == 1
    assert first == DeckCheck(str(good), True, "stickers")
    assert "Qh, Kh have the same code 'KH'" in second.error or "Kh, Qh have the same code 'KH'" in second.error
    assert deck("check", good) == (0, f"{good}: stickers: 52 different codes\n")


def test_codes_that_some_readers_cannot_tell_apart_are_named(tmp_path):
    path = tmp_path / "deck.toml"
    path.write_text('name = "n"\n[codes]\n' + "".join(f'{card} = "{n}"\n' for n, card in enumerate(DECK)))

    code, said = deck("check", path)

    assert code == 0
    assert "the code '0' is part of '10'" in said
    assert "differ in length" in said


class EnrollmentTerminal:
    """`kiosk deck enroll` on a real pseudo-terminal, with a person at its keys."""

    def __init__(self, folder, monkeypatch):
        self.out = folder / "red.toml"
        self.scanner = PtyScanner(folder / "reader", CODED)
        self._monkeypatch = monkeypatch
        self._said: list[str] = []
        self.now_ms = 0
        monkeypatch.setattr("kiosk.commands.deck.enroll.monotonic_ms", lambda: self.now_ms)
        self._changed = threading.Condition()

    def write(self, text):
        with self._changed:
            self._said.append(text)
            self._changed.notify_all()

    def flush(self):
        """Nothing is kept back."""

    def getvalue(self):
        return "".join(self._said)

    def start(self, *words):
        read_end, write_end = os.pipe()
        self._keys = os.fdopen(write_end, "w", buffering=1)
        self._monkeypatch.setattr(sys, "stdin", os.fdopen(read_end))
        self._said.clear()
        self.code: int | None = None
        self._thread = threading.Thread(target=self._run, args=words)
        self._thread.start()
        self.wait_for("connected")

    def type(self, word):
        self._keys.write(word + "\n")

    def wait_for(self, words):
        self.wait_until(lambda said: words in said)

    def wait_until(self, until):
        with self._changed:
            assert self._changed.wait_for(lambda: until(self.getvalue()), PATIENCE_S), self.getvalue()

    def end(self):
        self._thread.join(PATIENCE_S)
        self._keys.close()
        sys.stdin.close()
        return self.code

    def scan(self, *cards, first=1):
        for number, card in enumerate(cards, first):
            self.scan_one(card)
            self.wait_for(f"{number} of 52" if number < 52 else "all 52 cards")
        if number == 52:
            self.now_ms += 1000
            self.wait_for("written")

    def scan_one(self, card, after_ms=1000):
        """Some time after the last scan; earlier output is dropped."""
        self.now_ms += after_ms
        with self._changed:
            self._said.clear()
        self.scanner.scan(card)

    def _run(self, *words):
        self.code = deck("enroll", "--reader", self.scanner.path, "--out", self.out, *words, out=self)[0]


@pytest.fixture
def enrollment(tmp_path, monkeypatch):
    enrollment = EnrollmentTerminal(tmp_path, monkeypatch)
    yield enrollment
    enrollment.scanner.unplug()


def test_a_deck_is_written_after_fifty_two_scans(enrollment):
    enrollment.start("--name", "red backs")
    enrollment.scan(*ORDER)

    assert enrollment.end() == 0
    assert load_deck(enrollment.out) == Deck("red backs", {card: CODED.codes[card] for card in ORDER})
    assert not part_path(enrollment.out).exists()


def test_enrolling_resumes_where_it_was_stopped(enrollment):
    enrollment.start()
    enrollment.scan(*ORDER[:20])
    enrollment.type("q")
    assert enrollment.end() == 1
    assert not enrollment.out.exists()

    enrollment.start()
    enrollment.wait_for("20 of 52")
    enrollment.scan(*ORDER[20:], first=21)

    assert enrollment.end() == 0
    assert load_deck(enrollment.out).codes == CODED.codes


def test_a_repeated_card_and_a_foreign_card_are_named_and_a_slip_is_undone(enrollment):
    table = enrollment.out.with_name("table.toml")
    reader = f'url = "{enrollment.scanner.path}"\nline = {{ repeat_ms = 0 }}\n'
    table.write_text(f'table = 1\njournal = "j"\n[[readers]]\n{reader}')
    enrollment.start("--other", "plain", "--settings", table)
    enrollment.scan(*ORDER[:2])
    enrollment.scan_one(ORDER[0])
    enrollment.wait_for("REJECTED: this code already belongs to the two of spades: that card is in the deck twice")
    enrollment.now_ms += 1000
    enrollment.scanner.send(b"Qh\r")
    enrollment.wait_for("REJECTED: this is the queen of hearts from deck plain")
    enrollment.scan_one(Card("Ac"))
    enrollment.wait_for("3 of 52")
    enrollment.type("u")
    enrollment.wait_for("2 of 52; scan the four of spades")
    enrollment.type("?")
    enrollment.wait_for("resume later")
    enrollment.type("q")

    assert enrollment.end() == 1
    assert part_path(enrollment.out).read_text().count("\n") == 5


def test_two_codes_at_once_count_as_no_card_not_even_the_last_one(enrollment):
    enrollment.start()
    enrollment.scan(*ORDER[:51])
    enrollment.scan_one(ORDER[51])
    enrollment.wait_for("all 52 cards")
    enrollment.scanner.send(b"another\r")
    enrollment.wait_for("REJECTED: two codes at once: put down a single card and scan it again; 51 of 52")
    enrollment.scan(ORDER[51], first=52)

    assert enrollment.end() == 0
    assert load_deck(enrollment.out).codes == CODED.codes


def test_a_deck_is_written_even_if_an_unnamed_antenna_keeps_reading(enrollment):
    table = enrollment.out.with_name("table.toml")
    line = "repeat_ms = 0, pattern = '(?:(?P<pos>7)[|])?(?P<code>.+)', places = { 0 = 'board' }"
    table.write_text(f'table = 1\njournal = "j"\n[[readers]]\nurl = "{enrollment.scanner.path}"\nline = {{ {line} }}\n')
    enrollment.start("--settings", table)
    enrollment.scan(*ORDER[:51])
    enrollment.scan_one(ORDER[51])
    enrollment.wait_for("all 52 cards")
    enrollment.now_ms += 300

    for times in range(1, 30):
        if "written" not in enrollment.getvalue():
            enrollment.scanner.send(b"7|04A2B3C4\r")
            enrollment.wait_until(lambda said, times=times: said.count("REJECTED") == times or "written" in said)

    assert enrollment.end() == 0
    assert "REJECTED" not in enrollment.getvalue()
    assert load_deck(enrollment.out).codes == CODED.codes


def test_a_camera_enrolls_with_the_settings_and_reads_only_codes(tmp_path, monkeypatch):
    table = tmp_path / "table.toml"
    camera = 'camera = { enlarge = 1.5, reads = "faces", learned = "gone.deck" }'
    table.write_text(f'table = 1\njournal = "j"\n[[readers]]\nurl = "camera:0"\n{camera}\n')
    asked: list[object] = []

    def opens(*words):
        asked.extend(words)
        raise ValueError("there is none here")

    monkeypatch.setattr("kiosk.commands.deck.enroll.open_reader", opens)
    with pytest.raises(Fault, match="there is none here"):
        deck("enroll", "--reader", "camera:0", "--out", tmp_path / "red.toml", "--settings", table)

    assert asked[0] == ReaderConfig("camera:0", "deck", camera=CameraSettings(reads="codes", enlarge=1.5))


def test_an_existing_deck_is_not_overwritten(enrollment):
    enrollment.out.write_text("precious")

    with pytest.raises(Fault, match="there-already"):
        deck("enroll", "--reader", enrollment.scanner.path, "--out", enrollment.out)

    assert enrollment.out.read_text() == "precious"


def test_an_unreadable_partial_file_is_named(enrollment):
    part_path(enrollment.out).write_text("rubbish")

    with refused(Fault, "is not a partly registered deck"):
        deck("enroll", "--reader", enrollment.scanner.path, "--out", enrollment.out)


@pytest.mark.parametrize(
    ("reader", "out", "words"),
    [("keys:screen", "red.toml", "reader-types-into-screen"), ("x", "no/red.toml", "folder-missing")],
)
def test_a_setup_that_cannot_enroll_is_reported_before_the_first_card(tmp_path, reader, out, words):
    with pytest.raises(Fault, match=words):
        deck("enroll", "--reader", reader, "--out", tmp_path / out)


def test_codes_that_some_readers_cannot_tell_apart_are_named_at_the_end(enrollment):
    enrollment.scanner.deck = Deck.of("numbers", {str(card): str(number) for number, card in enumerate(ORDER)})
    enrollment.start()
    enrollment.scan(*ORDER)

    assert enrollment.end() == 0
    assert "the code '0' is part of '10'" in enrollment.getvalue()


def test_an_address_that_is_no_reader_is_named(tmp_path):
    with refused(Fault, "not a reader's address"):
        deck("enroll", "--reader", "gopher://x", "--out", tmp_path / "red.toml")


def test_the_plain_deck_needs_no_file():
    assert PLAIN_DECK.card("Qh") == STICKER_DECK.card("QH")
