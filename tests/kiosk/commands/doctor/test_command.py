"""`kiosk doctor` reports what works, and what to do about anything that does not."""

import io
import os
import sys

import msgspec
import pytest

from engine.cards import Card
from hardware.decks.files import deck_text
from hardware.readers.kind import Plugged
from hardware.reading.deck import STICKER_DECK
from hardware.reading.reading import UnknownCode
from hardware.simulated import PtyScanner
from kiosk.commands.doctor import command
from kiosk.commands.doctor.check import CheckResult
from kiosk.commands.doctor.command import check_screen
from kiosk.table.settings import ReaderSettings
from tests.kiosk.table.readers.reader_table import film
from tests.kit.clock import ClockThread, token
from tests.kit.commands import arguments
from tests.kit.other_program import SSH, WEB, other_program
from ui.words.languages import words_in


def doctor(*words):
    """The exit code and the checks by name."""
    out = io.StringIO()
    code = command.run(arguments("doctor", command, *words, "--json"), out, io.StringIO())
    checks = [msgspec.json.decode(line, type=CheckResult) for line in out.getvalue().splitlines()]
    return code, {check.check: check for check in checks}


def settings_file(folder, **changes):
    """A table's settings in a folder of its own."""
    lines = {"table": 1, "journal": str(folder / "table.journal"), **changes}
    path = folder / "table.toml"
    path.write_text("".join(f"{name} = {msgspec.json.encode(value).decode()}\n" for name, value in lines.items()))
    return path


def test_a_machine_with_all_its_parts_passes():
    code, checks = doctor()

    assert code == 0
    assert {"python", "screen", "rules", "time", "disk", "readers"} <= set(checks)


def test_a_table_with_all_its_parts_passes(tmp_path):
    with PtyScanner(tmp_path / "reader") as scanner:
        path = settings_file(tmp_path)
        path.write_text(path.read_text() + f'[[readers]]\nurl = "{scanner.path}"\n')

        code, checks = doctor("--settings", str(path))

    assert code == 0
    assert "opens" in checks["reader"].detail


def test_untranslated_texts_are_named(tmp_path, monkeypatch):
    whole = msgspec.structs.replace(words_in("de"), missing=())
    monkeypatch.setattr("kiosk.commands.doctor.command.words_in", {"de": whole, "en": words_in("en")}.__getitem__)
    code, checks = doctor("--settings", str(settings_file(tmp_path, language="de")))
    assert (code, checks["language"].detail) == (0, "de: every text is translated")

    lacking = msgspec.structs.replace(whole, missing=("menu.title", "done.raised"))
    monkeypatch.setattr("kiosk.commands.doctor.command.words_in", {"de": lacking, "en": words_in("en")}.__getitem__)
    code, checks = doctor("--settings", str(settings_file(tmp_path, language="de")))

    assert code == 1
    assert "2 texts are not translated and appear in English (menu.title, done.raised)" in checks["language"].detail
    assert "ui/words/locale/de.po" in checks["language"].fix


def test_a_missing_reader_is_named_with_what_to_do(tmp_path):
    path = settings_file(tmp_path)
    path.write_text(path.read_text() + f'[[readers]]\nurl = "{tmp_path}/gone"\n')

    code, checks = doctor("--settings", str(path))

    assert code == 1
    assert "plug it in" in checks["reader"].fix


@pytest.mark.skipif(sys.platform != "linux", reason="device files of Linux")
@pytest.mark.parametrize(("allowed", "fix"), [(True, "another program is using it"), (False, "to the group video")])
def test_a_camera_that_is_plugged_in_gets_no_advice_to_plug_it_in(tmp_path, monkeypatch, allowed, fix):
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, *how: allowed if str(path) == os.devnull else access(path, *how))
    path = settings_file(tmp_path)
    path.write_text(path.read_text() + f'[[readers]]\nurl = "camera:{os.devnull}"\n')

    code, checks = doctor("--settings", str(path))

    assert code == 1
    assert fix in checks["camera"].fix


BOARD = ["QH", "7D", "2C", "9S", "KH"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "kind", "pictures", "words"),
    [
        (BOARD, "table", 8, ""),
        ([], "table", 8, ""),
        ([], "dark", 8, "take off the lens cap"),
        ([], "covered", 8, "clear its view"),
        (BOARD, "table", 1, "unplug it and plug it in again"),
    ],
)
def test_a_camera_is_watched_long_enough_to_report_its_problems(tmp_path, cards, kind, pictures, words):
    path, clip = settings_file(tmp_path), film(tmp_path / "clip.avi", cards, kind, pictures)
    path.write_text(path.read_text() + f'[[readers]]\nurl = "camera:{clip}"\nplace = "board"\n')

    code, checks = doctor("--settings", str(path))

    assert (code, checks["camera"].ok) == ((1, False) if words else (0, True)), checks["camera"]
    assert words in checks["camera"].fix
    if not words:
        assert checks["camera"].detail == "board: the camera sees the table"


def test_a_missing_folder_is_named_with_what_to_do(tmp_path):
    code, checks = doctor("--settings", str(settings_file(tmp_path, journal=str(tmp_path / "none" / "j"))))

    assert code == 1
    assert checks["disk"].fix == f"create it: mkdir -p {tmp_path / 'none'}"


def test_wrong_settings_stop_the_doctor_with_one_line(tmp_path):
    code, checks = doctor("--settings", str(settings_file(tmp_path, color="red")))

    assert code == 1
    assert "unknown field `color`" in checks["settings"].detail


def test_a_journal_without_a_name_stops_the_doctor_with_one_line(tmp_path):
    code, checks = doctor("--settings", str(settings_file(tmp_path, journal="")))

    assert code == 1
    assert "journal must name a file" in checks["settings"].detail


def test_the_doctor_leaves_no_files_behind(tmp_path):
    path = settings_file(tmp_path)

    doctor("--settings", str(path))

    assert os.listdir(tmp_path) == [path.name]


def test_a_clock_that_does_not_answer_is_named_with_what_to_do(tmp_path, free_port):
    path = settings_file(tmp_path, clock=f"ws://127.0.0.1:{free_port}", token="token-1")

    code, checks = doctor("--settings", str(path))

    assert code == 1
    assert "does not respond" in checks["clock"].detail
    assert "tables keep playing" in checks["clock"].fix


@pytest.mark.parametrize("says", [SSH, WEB])
def test_another_program_at_the_clocks_address_is_not_taken_for_a_clock(says, tmp_path, free_port):
    path = settings_file(tmp_path, clock=f"ws://127.0.0.1:{free_port}", token="token-1")

    with other_program(free_port, says):
        code, checks = doctor("--settings", str(path))

    assert code == 1
    assert "not a clock" in checks["clock"].detail
    assert "address" in checks["clock"].fix


def test_a_token_that_the_clock_does_not_know_is_named(tmp_path, free_port):
    """Before, only the clock was checked, which answered well, and it refused the table at its first connection."""
    clock = ClockThread(tmp_path, free_port)
    clock.start()
    path = settings_file(tmp_path, clock=clock.socket, token="a-wrong-token")
    code, checks = doctor("--settings", str(path))
    clock.stop()

    assert (code, checks["clock"].ok) == (1, False)
    assert "does not accept this token for table 1" in checks["clock"].detail


def test_a_clock_in_the_building_is_found_even_behind_a_proxy_setting(tmp_path, free_port, monkeypatch):
    for name in ("http_proxy", "no_proxy", "NO_PROXY"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    clock = ClockThread(tmp_path, free_port)
    clock.start()
    path = settings_file(tmp_path, clock=clock.socket, token=token(1))

    code, checks = doctor("--settings", str(path))

    clock.stop()
    assert (code, checks["clock"].ok) == (0, True), checks["clock"]


def test_a_screen_that_cannot_be_opened_is_one_line_and_not_a_crash(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")

    assert check_screen(words_in("en")).fix


def test_a_live_test_shows_what_each_reader_reads(tmp_path):
    with PtyScanner(tmp_path / "reader") as scanner, PtyScanner(tmp_path / "muck") as other:
        path = settings_file(tmp_path)
        readers = ((scanner.path, "board"), (other.path, "muck"))
        tables = "".join(f'[[readers]]\nurl = "{url}"\nplace = "{place}"\n' for url, place in readers)
        path.write_text(path.read_text() + tables)

        def scan():
            scanner.scan(Card("Qh"))
            other.send(b"??\r")

        lines = Lines(scan)

        code = command.run(
            arguments("doctor", command, "--settings", str(path), "--live", "--seconds", "120", "--json"),
            lines,
            io.StringIO(),
        )

    checks = [msgspec.json.decode(line, type=CheckResult) for line in lines.printed]
    live = {check.detail: check.ok for check in checks if check.check == "live"}
    assert code == 1
    assert live["board: Qh"] is True
    assert live["muck: '??' is not a card from this deck"] is False


def test_a_code_from_an_unnamed_antenna_does_not_count_as_a_pass_of_its_reader(tmp_path):
    with PtyScanner(tmp_path / "reader") as scanner:
        path = settings_file(tmp_path)
        line = "line = { pattern = '(?P<pos>[0-9])[|](?P<code>..)', places = { 0 = 'board' } }"
        path.write_text(path.read_text() + f'[[readers]]\nurl = "{scanner.path}"\nplace = "board"\n{line}\n')
        lines = Lines(lambda: scanner.send(b"7|Qh\r0|Qh\r"), readers=1)

        code = command.run(
            arguments("doctor", command, "--settings", str(path), "--live", "--seconds", "120", "--json"),
            lines,
            io.StringIO(),
        )

    live = [each for line in lines.printed if (each := msgspec.json.decode(line, type=CheckResult)).check == "live"]
    assert code == 1
    assert live[-2:] == [
        CheckResult(
            "live",
            False,
            "board: '7|Qh' was read at position '7', which the settings do not name",
            "name it in this reader's section: places = { '7' = 'board' }",
        ),
        CheckResult("live", True, "board: Qh"),
    ]


def test_a_silent_reader_is_named_with_what_to_do(tmp_path):
    with PtyScanner(tmp_path / "reader") as scanner:
        path = settings_file(tmp_path)
        path.write_text(path.read_text() + f'[[readers]]\nurl = "{scanner.path}"\n')

        code, checks = doctor("--settings", str(path), "--live", "--seconds", "0.2")

    assert code == 1
    assert checks["live"].detail.endswith("sent no code in 0.2 s")
    assert "if it beeps" in checks["live"].fix


def test_a_scanner_that_types_like_a_keyboard_is_tested_at_the_screen(tmp_path):
    path = settings_file(tmp_path)
    path.write_text(path.read_text() + '[[readers]]\nurl = "keys:screen"\n')

    code, checks = doctor("--settings", str(path), "--live", "--seconds", "0.2")

    assert code == 0
    assert "MORE, READERS" in checks["reader"].detail
    assert "MORE, READERS" in checks["live"].detail


def test_a_missing_script_is_named_with_what_to_do(tmp_path):
    path = settings_file(tmp_path)
    path.write_text(path.read_text() + '[[readers]]\nurl = "sim:///no/such.txt"\n')

    code, checks = doctor("--settings", str(path), "--live", "--seconds", "0.2")

    assert code == 1
    for check in (checks["reader"], checks["live"]):
        assert "the script cannot be read" in check.detail
        assert check.fix == "correct the reader's url in the settings"


def test_an_unusable_learned_deck_brings_the_advice_to_learn_it_again(tmp_path):
    path = settings_file(tmp_path)
    learned = tmp_path / "red.deck"
    camera = f'camera = {{ learned = "{learned}" }}'
    path.write_text(path.read_text() + f'[[readers]]\nurl = "camera:0"\nplace = "board"\n{camera}\n')

    code, checks = doctor("--settings", str(path), "--live", "--seconds", "0.2")

    assert code == 1
    assert checks["camera"].detail == f"board: {learned} cannot be read: No such file or directory"
    assert checks["live"].detail == f"{learned} cannot be read: No such file or directory"
    assert checks["camera"].fix == checks["live"].fix == "learn the deck again with kiosk deck learn"


def test_plugged_in_readers_are_tested_without_settings_using_the_decks_that_ship(tmp_path, monkeypatch):
    with PtyScanner(tmp_path / "reader") as scanner:
        monkeypatch.setattr(command, "plugged", lambda: (Plugged(str(scanner.path), "Scanner A"),))
        lines = Lines(lambda: scanner.send(b"QH\r"), readers=1)

        code = command.run(arguments("doctor", command, "--live", "--seconds", "120", "--json"), lines, io.StringIO())

    checks = [msgspec.json.decode(line, type=CheckResult) for line in lines.printed]
    assert code == 0, checks
    assert checks[-1] == CheckResult("live", True, "table: Qh of stickers")


def test_a_live_test_without_a_reader_is_reported(tmp_path):
    code, checks = doctor("--settings", str(settings_file(tmp_path)), "--live", "--seconds", "120")

    assert code == 1
    assert "does not name a reader" in checks["live"].detail
    assert "[[readers]]" in checks["live"].fix


def test_plugged_in_readers_are_named_with_settings_too(tmp_path, monkeypatch):
    there = (Plugged("/dev/ttyACM0", "Scanner A"), Plugged("/dev/ttyACM1", "Scanner B"), Plugged("/dev/ttyS0", "n/a"))
    monkeypatch.setattr(command, "plugged", lambda: there)
    path = settings_file(tmp_path)
    path.write_text(path.read_text() + '[[readers]]\nurl = "/dev/ttyACM0"\n')

    _, checks = doctor("--settings", str(path))

    assert checks["readers"].detail == "also plugged in, but not in the settings: /dev/ttyACM1 (Scanner B)"


def test_decks_that_cannot_be_told_apart_are_named(tmp_path):
    other = tmp_path / "blue.toml"
    other.write_text(deck_text("blue", STICKER_DECK.codes))

    _, checks = doctor("--settings", str(settings_file(tmp_path, deck="stickers", other_decks=[str(other)])))
    assert "52 codes are in more than one deck" in checks["deck"].detail

    _, checks = doctor("--settings", str(settings_file(tmp_path, deck="stickers", other_decks=["plain"])))
    assert checks["deck"].detail == "stickers and plain: 52 different codes each"


class Lines(io.StringIO):
    """Collects the lines printed; scans once all readers are connected."""

    def __init__(self, scan, readers=2):
        super().__init__()
        self.printed: list[str] = []
        self._scan, self._missing = scan, readers

    def write(self, text):
        self.printed += [line for line in text.splitlines() if line]
        if '"live"' in text and ": connected" in text:
            self._missing -= 1
            if not self._missing:
                self._scan()
        return len(text)


def test_a_hosts_settings_and_the_settings_of_its_tables_are_checked(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    settings, folder = tmp_path / "host.toml", tmp_path / "tables" / "table-3"
    settings.write_text('tables = [3, 4]\nclock = "ws://127.0.0.1:9"\n')
    folder.mkdir(parents=True)
    (folder / "table.toml").write_text('table = 3\njournal = "table.journal"\nclock = "ws://127.0.0.1:9"\n')
    out = io.StringIO()

    code = command.run(arguments("doctor", command, "--settings", settings, "--json"), out, io.StringIO())

    checks = [msgspec.json.decode(line, type=CheckResult) for line in out.getvalue().splitlines()]
    assert code == 1
    assert [one.detail.rpartition("/")[2] for one in checks if one.check == "settings"] == [
        "host.toml: a host; tables: 3 and 4", "table.toml: table 3", "table 4 is new: kiosk host creates its settings"
    ]  # fmt: skip
    assert "Xvnc" in next(one.detail for one in checks if one.check == "display" and not one.ok)
    assert "not paired" in next(one.detail for one in checks if one.check == "clock")


def test_an_unusable_enrolled_deck_is_named(tmp_path):
    settings = settings_file(tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "green.toml").write_text("rubbish")

    _, checks = doctor("--settings", str(settings))

    assert checks["deck"].ok is False
    assert "green.toml: not a deck file" in checks["deck"].detail


@pytest.mark.parametrize(
    ("hint", "detail", "fix"),
    [
        ("layout", "board: 'QS' could be another card under another keyboard layout", "scan the layout code"),
        ("caps", "board: Caps Lock is on: 'QS'", "turn off Caps Lock"),
        ("parity", "board: 'QS' looks like 7 bits with a parity bit", "check parity: 7E1?"),
        ("speed", "board: nothing from this line can be read: 'QS'", "check baud"),
        ("learned", "board: this scanner's keyboard layout is known now", "line = { layout = 'QS' }"),
    ],
)
def test_a_live_test_says_why_a_code_is_not_a_card(hint, detail, fix):
    words = words_in("en")

    found = command._said(ReaderSettings("keys:screen"), UnknownCode("QS", "board", 0, hint=hint), words)

    check = found.in_words(words)
    assert (check.detail, check.ok) == (detail, hint == "learned")
    assert fix in check.fix
