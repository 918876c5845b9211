"""The command line speaks the chosen language: in German and Spanish no English sentence is left."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest

from engine.cards import DECK
from hardware.decks.files import deck_text
from kiosk.cli import COMMANDS, main
from kiosk.storage.journal import Journal
from tests.tools.words import not_translated
from ui.words.languages import LANGUAGES, words_in

OTHERS = tuple(language for language in LANGUAGES if language != "en")
ENGLISH = frozenset((
    "the", "of", "to", "is", "are", "and", "with", "not", "there", "this", "that", "what", "which", "each", "every",
    "were", "from", "how", "by", "or", "it", "its", "has", "have", "cannot", "show", "write",
))  # fmt: skip
"""Words that neither other language has."""
GIVEN = re.compile(
    r"\w+_\w+|\{[^}]*\}|\"[^\"]*\"|'[^']*'|/\S+|--?[\w-]+|\[[^]]*\]|kiosk [a-z ]+|TDA.*$|^ {4}[a-z]+ ", re.MULTILINE
)
"""Names, fields, paths, options, clauses and what was typed."""
SETTINGS = 'table = 4\njournal = "table.journal"\n[[readers]]\nurl = "/dev/is-not-there"\n'
HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 f"]
finishing_stacks = [1000, 1000]
"""
FRIDAY = "25,50,25,20\nbreak,,,10\n50,100,100,20\n"


def english_in(said: str, language: str) -> list[str]:
    """The lines with an English word that the test did not pass in; untranslated texts do not count."""
    for part in not_translated(language):
        said = said.replace(part, "")
    return [line for line in said.splitlines() if ENGLISH & set(re.findall(r"[a-z]+", GIVEN.sub(" ", line.lower())))]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that commands are given."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "400")
    (tmp_path / "table.toml").write_text(SETTINGS)
    (tmp_path / "hand.phh").write_text(HAND)
    (tmp_path / "friday.csv").write_text(FRIDAY)
    (tmp_path / "red.toml").write_text(deck_text("red", {card: f"{card}x" for card in DECK}))
    with Journal.open(tmp_path / "table.journal", lambda: 0) as journal:
        journal.append(0, [])
    return tmp_path


PARTS = {
    "deck": ("enroll", "learn", "check", "print"),
    "structure": ("show", "convert", "make"),
    "room": (
        "policy",
        "staff",
        "devices",
        "tablets",
        "glasses",
        "cameras",
        "create",
        "open",
        "plan",
        "place",
        "type",
        "act",
        "enter",
        "draw",
        "bust",
        "seat",
        "move",
        "break",
        "halt",
        "pin",
        "unpin",
        "out-of-use",
        "in-use",
        "play-on",
        "break-order",
        "cards",
        "book",
        "accept",
        "time",
        "undo",
        "rebuy",
        "structure",
        "check-in",
        "member",
        "clear",
        "turn-away",
        "schedule",
        "end-flight",
        "counts",
        "hands",
        "results",
        "accept-difference",
        "erase",
        "import",
        "rename",
        "same",
        "corrections",
        "bag",
        "carry",
        "hand-for-hand",
        "redraw",
        "add-on",
        "deal",
        "jump",
        "league",
        "standings",
        "print",
        "restore-table",
        "keep-tablet",
        "pause-tables",
    ),
    "room staff": ("add", "role", "pin", "remove"),
    "room devices": ("pair", "revoke"),
    "room tablets": ("approve", "turn-away", "revoke", "allow"),
    "room glasses": ("approve", "turn-away", "revoke"),
    "room cameras": ("revoke",),
}
"""Commands that have commands of their own."""
SAID = {
    "overview": "--help",
    "no command": "dance",
    "missing": "history",
    "unknown": "rules --dance",
    "no choice": "deck print --out x.pdf --paper vellum",
    "no number": "demo --hands none",
    "no file": "clock --settings gone.toml",
    "doctor": "doctor --settings table.toml",
    "bundle": "bundle --settings table.toml --out hand.phh",
    "replay": "replay hand.phh",
    "history": "history table.journal",
    "restore": "restore table.journal",
    "deck check": "deck check red.toml",
    "deck print": "deck print --out stickers.pdf",
    "rules": "rules tda",
    "sheet": "sheet dealer",
    "director sheet": "sheet director",
    "structure": "structure show friday.csv",
    "no chips": "structure make --players 9 --hours 3 --chips red",
    "too few players": "structure make --players 1 --hours 3 --chips 25",
    "too steep": "structure make --players 900 --hours 1 --chips 25 --minutes 30",
    "structure made": "structure make --players 9 --hours 3 --chips 25,100",
}
TYPED_BY_SYSTEM = re.compile(r"No such file or directory")


def output_of(capsys: pytest.CaptureFixture[str], line: str) -> str:
    """A command's text, on both outputs."""
    with suppress(SystemExit):  # argparse
        main(line.split())
    said = capsys.readouterr()
    return TYPED_BY_SYSTEM.sub("", said.out + said.err)


@pytest.mark.parametrize("line", SAID.values(), ids=SAID)
@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_in_the_output_of_a_command(
    room: Path, language: str, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Both in the system's language and with `--language`.
    """
    monkeypatch.setenv("LANG", "C")
    english = output_of(capsys, line)
    asked = output_of(capsys, f"{line} --language {language}") if line.split(maxsplit=1)[0] in COMMANDS else ""
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    said = output_of(capsys, line)

    assert english
    assert said != english
    assert english_in(said, language) == english_in(asked, language) == []


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_help_of_every_command_is_in_every_language(
    room: Path, name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    This includes argparse's own sentences.
    """
    parts = ("", *PARTS.get(name, ()))
    said = "".join(output_of(capsys, f"{name} {part} --help --language {language}") for part in parts)

    assert words_in(language).commands.argparse["help"] in said
    assert english_in(said, language) == []


def test_every_text_of_the_help_is_shown(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Otherwise translators would work on texts that nobody reads.
    """
    say = words_in("en").commands
    names = [*COMMANDS, *(f"{name} {part}" for name, parts in PARTS.items() for part in parts)]
    shown = "".join(output_of(capsys, f"{name} --help") for name in names)

    texts = [text for part in say.help.values() for text in part.values()]
    assert [text for text in (*texts, *say.about.values()) if text.partition("{")[0] not in shown] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_argparse_looks_up_its_sentences_by_the_english_in_our_catalog(language: str) -> None:
    """
    Every translation has the same placeholders.
    """
    source = Path(str(__import__("argparse").__file__)).read_text("utf-8")
    fields = re.compile(r"%\(\w+\)[sr]|%[sr]")

    for code, text in words_in("en").commands.argparse.items():
        assert text.replace("\n", "\\n") in source
        assert fields.findall(words_in(language).commands.argparse[code]) == fields.findall(text)


TABLE = 'table = 4\njournal = "table.journal"\n'
READER = f"{TABLE}[[readers]]\nurl = "
BOOK = 'id = "own"\nname = "Own"\nextends = "tda"\n'
ROOM = 'event = "x"\ndirector_key = "s3cret"\ntables = []\nstructure = '
STRUCTURE = 'name = "x"\nstarting_stack = 1_000\nchips = [25, 100]\nentries = '
UNUSABLE = {
    "settings of another kind": ("dealer --settings bad.toml", TABLE.replace("4", '"four"')),
    "settings out of range": ("dealer --settings bad.toml", TABLE.replace("4", "10000")),
    "settings with a limit": ("dealer --settings bad.toml", f'{READER}"/dev/x"\nline = {{ baud = 0 }}'),
    "settings of a list": ("dealer --settings bad.toml", f'{TABLE}theme = "pink"'),
    "a field too many": ("dealer --settings bad.toml", f"{TABLE}color = 4"),
    "no field": ("dealer --settings bad.toml", "table = 4"),
    "not TOML": ("dealer --settings bad.toml", "table ="),
    "twice": ("dealer --settings bad.toml", f"{TABLE}\n[[readers]]\n[readers]"),
    "a language": ("dealer --settings bad.toml", f'{TABLE}language = "fr"'),
    "a place": ("dealer --settings bad.toml", f'{READER}"/dev/x"\nplace = "bored"'),
    "no clock": ("dealer --settings bad.toml", f'{TABLE}clock = "http://x"\ntoken = "t"'),
    "a camera": ("dealer --settings bad.toml", f'{READER}"camera:rtsp://10.0.0.9:99999"'),
    "a line": ("dealer --settings bad.toml", f'{READER}"socket://reader"'),
    "another line": ("dealer --settings bad.toml", f'{READER}"gopher://reader"'),
    "a pattern": ("dealer --settings bad.toml", f"{READER}'/dev/x'\nline = {{ pattern = '(?P<uid>' }}"),
    "staff": ("dealer --settings bad.toml", f'{TABLE}[[staff]]\nname = "Ana"\nrole = "floor"\npin = "1234"'),
    "a deck": ("deck check bad.toml", 'name = "x"\n[codes]\nQx = "1"'),
    "no deck": ("deck check bad.toml", "name ="),
    "a deck of nothing": ("deck check bad.toml", 'color = "x"'),
    "a clock's seat": ("clock --settings bad.toml", f'{ROOM}"demo"\nport = 99999'),
    "no structure": ("clock --settings bad.toml", f'{ROOM}"clubb"'),
    "a structure": ("clock --settings room.toml", f"{STRUCTURE}[{{ small = 75, big = 50, minutes = 20 }}]"),
    "a structure's kind": ("clock --settings room.toml", f"{STRUCTURE}[{{ kind = 'pause', minutes = 20 }}]"),
    "a structure's field": ("clock --settings room.toml", f"{STRUCTURE}[{{ small = 25, antee = 50 }}]"),
    "no known structure": ("structure show hoyle", ""),
    "a foreign structure": ("structure show bad.toml", "[formula]\nsmall = 0\nlevels = 5"),
    "no book": ("rules hoyle", ""),
    "a book": ("rules bad.toml", f'{BOOK}[button]\nvalue = "gone"\nclause = "1"\nsays = "x"'),
    "a book of nothing": ("rules bad.toml", f"{BOOK}[jokers]\nvalue = 2"),
    "a history": ("replay bad.toml", HAND.replace("antes = [0, 0]", "antes = [0]")),
    "a history's field": ("replay bad.toml", HAND.replace("[50, 100]", '"x"')),
    "an action": ("replay bad.toml", HAND.replace("p2 f", "p9 f")),
    "a card": ("replay bad.toml", HAND.replace("AhKh", "Zz")),
    "no end": ("replay bad.toml", HAND.replace(', "p2 f"', "")),
    "no history": ("replay bad.toml", "variant ="),
    "a ruling": ("ruling bad.toml", "[motion]\nplayer = 1"),
}


@pytest.mark.parametrize("unusable", UNUSABLE.values(), ids=UNUSABLE)
@pytest.mark.parametrize("language", OTHERS)
def test_errors_in_files_are_reported_without_english(
    room: Path,
    language: str,
    unusable: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    This covers settings, books, structures, decks and histories: the file, the field and the reason.
    """
    line, text = unusable
    (room / "bad.toml").write_text(text)
    (room / "room.toml").write_text(f'{ROOM}"bad.toml"')
    monkeypatch.setenv("LANG", "C")
    english = output_of(capsys, line)
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    said = output_of(capsys, line)

    assert english
    assert said != english
    assert english_in(said, language) == []


JSON = ("doctor --settings table.toml --json", "replay hand.phh --json", "restore table.journal --json",
        "deck check red.toml --json", "rules tda --json")  # fmt: skip


@pytest.mark.parametrize("line", JSON)
def test_json_is_the_same_in_every_language(
    room: Path, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs read it."""
    said = []
    for language in LANGUAGES:
        monkeypatch.setenv("LANG", language)
        said.append(re.sub(r"[\d,]+ (MB|ms)|\d\d:\d\d:\d\d", "", output_of(capsys, line)))

    assert said[0]
    assert [json.loads(each) for each in said[0].splitlines()]
    assert set(said) == {said[0]}
