"""The compiler of the texts: what it makes of English and translations, and what it refuses."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from engine.message import message
from tests.tools.words import main
from ui.text_compiler.catalog import BadCatalog, TextCatalog, gaps
from ui.text_compiler.english import read_english
from ui.text_compiler.first_use import compile_if_stale
from ui.text_compiler.output import compiled, plural_table, typed_face
from ui.text_compiler.translations import parse, template, updated, written
from ui.words.languages import words_in

ROOT = Path(__file__).parents[2]
ENGLISH = """
# The MORE menu.
put_off = { text = ["{count} card put off", "{count} cards put off"], comment = "On the felt." }

[menu]
title = "More"
"""
POLISH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

# checked by the floor
msgctxt "menu.title"
msgid "More"
msgstr "Więcej"

msgctxt "put_off"
msgid "{count} card put off"
msgid_plural "{count} cards put off"
msgstr[0] "jedna karta odłożona"
msgstr[1] "{count} karty odłożone"
msgstr[2] "{count} kart odłożonych"
"""


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """A folder of texts in English and Polish, not yet compiled."""
    folder = tmp_path / "words"
    (folder / "en").mkdir(parents=True)
    (folder / "locale").mkdir()
    (folder / "en" / "menu.toml").write_text(ENGLISH, "utf-8")
    (folder / "locale" / "pl.po").write_text(POLISH, "utf-8")
    return folder


@pytest.fixture
def english(words: Path) -> TextCatalog:
    return read_english(words / "en")


def polish(content: str = POLISH) -> TextCatalog:
    return parse(content.encode(), "pl")


def changed(english: TextCatalog, key: str, *forms: str) -> TextCatalog:
    """English after a text was changed."""
    text = replace(english.texts[key], source=forms, forms=forms)
    return replace(english, texts={**english.texts, key: text})


def test_the_compiled_texts_are_a_tree_with_every_form_in_its_place(english):
    tree = msgspec.json.decode(compiled(polish(), english))

    assert tree["menu"] == {"title": "Więcej"}
    assert tree["put_off"] == ["jedna karta odłożona", "{count} karty odłożone", "{count} kart odłożonych"]
    assert [tree["plural"][count] for count in (0, 1, 2, 5, 12, 22, 112, 122)] == list("20122121")
    assert tree["missing"] == []


def test_a_count_takes_its_languages_plural_form_however_large_it_is():
    words = msgspec.structs.replace(words_in("en"), plural=plural_table(polish()))
    forms = ("one", "{count} few", "{count} many")

    said = [words.counted(forms, count) for count in (1, 3, 12, 1_002, 1_012, 0)]

    assert said == ["one", "3 few", "12 many", "1,002 few", "1,012 many", "0 many"]


def test_a_message_with_a_count_takes_the_form_of_its_count():
    words = msgspec.structs.replace(words_in("en"), messages={"waits": ("{count} hand", "{count} hands")})

    assert [words.say(message("waits", count=count)) for count in (1, 2)] == ["1 hand", "2 hands"]


@pytest.mark.parametrize("lost", ["{count} karty odłożone", 'msgctxt "put_off"'])
def test_an_untranslated_text_is_english_and_listed_as_missing(english, lost):
    """
    It lacks one plural form, or the whole entry.
    """
    gap = polish(POLISH.replace(lost, "") if lost.startswith("{") else POLISH[: POLISH.index(lost)])
    tree = msgspec.json.decode(compiled(gap, english))

    assert gaps(gap, english).missing == ("put_off",) == tuple(tree["missing"])
    assert tree["put_off"] == ["{count} cards put off"] * 3


def test_a_translation_of_english_that_has_changed_since_is_found_and_not_used(english):
    """
    This holds even before the PO file is updated.
    """
    now = changed(english, "menu.title", "Further")

    assert gaps(polish(), now).changed == ("menu.title",)
    tree = msgspec.json.decode(compiled(polish(), now))
    assert tree["menu"]["title"] == "Further"
    assert tree["missing"] == ["menu.title"]


def test_an_updated_translation_waits_until_someone_has_reviewed_it(english):
    now = changed(english, "menu.title", "Further")

    other = updated(polish(), now)

    text = other.texts["menu.title"]
    assert (text.forms, text.before, text.own_notes) == (("Więcej",), "More", ("checked by the floor",))
    assert gaps(other, now).changed == ("menu.title",)
    assert updated(parse(written(other), "pl"), now) == other, "it still waits after the file was written and read"
    looked_at = parse(written(other).replace(b"#, fuzzy\n", b""), "pl")
    assert not gaps(looked_at, now)
    assert updated(looked_at, now).texts["menu.title"].before == ""


def test_a_new_text_is_requested_and_a_removed_one_is_dropped(english):
    text = english.texts["menu.title"]
    more = replace(english, texts={"menu.head": text, "put_off": english.texts["put_off"]})
    assert gaps(polish(), more).unknown == ("menu.title",)

    other = updated(polish(), more)

    assert list(other.texts) == ["menu.head", "put_off"]
    assert gaps(other, more).missing == ("menu.head",)
    assert other.texts["put_off"].notes == ("On the felt.",)


def test_a_comment_on_a_table_applies_to_all_its_texts(words):
    (words / "en" / "chips.toml").write_text(
        '[chips]\ncomment = "Counting."\nlittle_room = true\nmore = "MORE"\n'
        'less = { text = "LESS", comment = "On a tile.", little_room = false }\n'
        'set.text = "SET"\nset.small = "this stack"\n'
    )

    pot = template(read_english(words / "en")).decode()

    assert '#. Counting.\n#. Little room: about as long as the English.\nmsgctxt "chips.more"\n' in pot
    assert '#. Counting.\n#. On a tile.\nmsgctxt "chips.less"\nmsgid "LESS"\nmsgstr ""\n' in pot
    assert 'msgctxt "chips.set.small"\n' in pot


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("{count} karty odłożone", "{cuont} karty odłożone"),
        ("Więcej", "Więcej {count}"),
        ("nplurals=3", "nplurals=2"),
        ("(n==1 ?", "(n==1000 ?"),
        ("(n==1 ?", "(n=1 ?"),
        ('msgstr "Więcej"', "mgsstr Więcej"),
        ('msgstr "Więcej"', 'msgstr "Więcej"\n\nmsgctxt "menu.title"\nmsgid "More"\nmsgstr "Jeszcze"'),
    ],
)
def test_a_translation_that_would_be_wrong_on_a_screen_is_not_compiled(english, here, there):
    """
    Wrong braces, forms or plural rule, and a file that is no PO file.
    """
    assert here in POLISH

    with pytest.raises(BadCatalog, match=r"^pl(\.po)?: "):
        compiled(polish(POLISH.replace(here, there)), english)


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ('[menu]\ntitle = "Menu"', "menu.title is in menu.toml already"),
        ('menu = "Menu"', "menu is a text here, and a table elsewhere"),
        ('[menu.title]\nsmall = "entries"\nlarge = "MENU"', "menu.title is a text here, and a table elsewhere"),
        ('one = "1"\none = "2"', "overwrite"),
        ('one = { text = "1", coment = "a key" }', "coment is none of text, comment and little_room"),
        ('one = { text = "1", little_room = "yes" }', "little_room is true or false"),
        ('one = ""', "one has no text"),
        ("one = 1", "one is a text, or two"),
        ('one = ["1"]', "one is a text, or two"),
        ('one = ["1", "2", "3"]', "one is a text, or two"),
        ('"one.two" = "12"', "has a dot"),
    ],
)
def test_invalid_english_is_refused_with_file_and_key(words, file, problem):
    (words / "en" / "wrong.toml").write_text(file)

    with pytest.raises(BadCatalog, match=problem) as refused:
        read_english(words / "en")

    assert str(refused.value).startswith(("wrong.toml: ", "menu.toml: "))


def test_the_generated_type_has_a_class_for_each_group_of_texts(words):
    (words / "en" / "more.toml").write_text(
        '[done]\nset-up = "set up"\nput = ["{count} put", "{count} put"]\n'
        '[menu_of_table]\nopen.text = "OPEN"\nopen.small = "now"\nreasons.a = "b"\n'
        '[director]\nkey = "Key"\nacts.a-b = "c"\ndeal.by.chips = "d"\n'
    )
    face = typed_face(read_english(words / "en")).decode()

    scope: dict[str, type[msgspec.Struct]] = {}
    exec(face, scope)
    texts = scope["Texts"].__annotations__
    assert texts["put_off"] == tuple[str, ...]
    assert texts["done"] == dict[str, str | tuple[str, ...]]
    assert [str(kind) for kind in scope["MenuOfTableWords"].__annotations__.values()] == [
        "<class 'ui.words.shapes.ButtonLabel'>", "dict[str, str]",
    ]  # fmt: skip
    assert list(scope["DirectorWords"].__annotations__) == ["acts"], "its page looks the others up by key"


def test_a_key_that_is_a_python_keyword_is_refused(words):
    (words / "en" / "bar.toml").write_text('[bar]\nraise = "RAISE"\n')

    with pytest.raises(BadCatalog, match=r"^bar\.raise: "):
        typed_face(read_english(words / "en"))


def test_texts_are_compiled_only_when_one_has_changed(words):
    assert compile_if_stale(words)
    assert not compile_if_stale(words)
    first = (words / "compiled" / "pl.json").stat().st_mtime_ns

    (words / "en" / "menu.toml").write_text(ENGLISH, "utf-8")
    assert not compile_if_stale(words), "it is as it was"
    (words / "compiled" / "pl.json").unlink()
    assert compile_if_stale(words), "one is not there"
    (words / "en" / "more.toml").write_text('[more]\ntitle = "More"\n')
    assert compile_if_stale(words)

    (words / "en" / "pages").mkdir()
    (words / "en" / "menu.toml").rename(words / "en" / "pages" / "menu.toml")
    assert compile_if_stale(words), "the order of the files is the order of the texts"

    assert sorted(path.name for path in (words / "compiled").iterdir()) == [
        "en.json", "face.py", "kiosk-pl", "lock", "pl.json", "stamp", "texts.pot",
    ]  # fmt: skip
    assert (words / "compiled" / "pl.json").stat().st_mtime_ns != first
    (words / "locale" / "pl.po").unlink()
    assert compile_if_stale(words)
    assert not (words / "compiled" / "pl.json").exists()


def test_an_invalid_text_leaves_the_compiled_files_unchanged(words):
    compile_if_stale(words)
    before = {path: path.read_bytes() for path in (words / "compiled").rglob("*.*") if path.is_file()}
    (words / "en" / "more.toml").write_text('[menu]\ntitle = "Menu"')

    with pytest.raises(BadCatalog):
        compile_if_stale(words)

    assert {path: path.read_bytes() for path in (words / "compiled").rglob("*.*") if path.is_file()} == before


@pytest.mark.slow
def test_processes_that_start_at_once_all_find_the_texts_compiled(words):
    """
    Each compiles them or waits for the one that does.
    """
    code = f"""
import json
from pathlib import Path
from ui.text_compiler.first_use import compile_if_stale
words = Path({str(words)!r})
did = compile_if_stale(words)
compile((words / "compiled" / "face.py").read_text(), "face.py", "exec")
print(did, json.loads((words / "compiled" / "pl.json").read_bytes())["menu"]["title"])
"""
    started = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    said = [process.communicate(timeout=120)[0].split() for process in started]

    assert sorted(said) == [["False", "Więcej"]] * 3 + [["True", "Więcej"]]
    assert [path.name for path in (words / "compiled").rglob("*.*") if path.suffix[1:].isdigit()] == []


def test_a_release_fails_while_a_text_is_not_translated(words, capsys):
    assert main([], words) == main(["--release"], words) == 0
    (words / "en" / "more.toml").write_text('[more]\ntitle = "Further"\n')
    (words / "en" / "menu.toml").write_text(ENGLISH.replace('"More"', '"Menu"'), "utf-8")
    (words / "locale" / "pl.po").write_text(POLISH + '\nmsgctxt "gone"\nmsgid "Gone"\nmsgstr "Nie ma"\n', "utf-8")
    capsys.readouterr()

    assert main([], words) == 0, "while developing it is shown in English"
    assert main(["--release"], words) == 1

    assert capsys.readouterr().out.splitlines()[:5] == [
        "en: 3 texts",
        "pl: 1 of 3 texts are translated",
        "  not translated: more.title: Further",
        "  the English has changed: menu.title: Menu",
        "  English has no such text: gone",
    ]


def test_a_po_file_is_brought_up_to_date_and_a_new_language_begun(words, capsys):
    (words / "en" / "menu.toml").write_text(ENGLISH.replace('"More"', '"Menu"'), "utf-8")

    main(["--update"], words)
    main(["--update", "fr"], words)

    assert '#. The English was: More\n#, fuzzy\nmsgctxt "menu.title"\nmsgid "Menu"\nmsgstr "Więcej"\n' in (
        words / "locale" / "pl.po"
    ).read_text("utf-8")
    assert (words / "locale" / "fr.po").read_text("utf-8").count('\nmsgstr ""\n') == 2
    assert "fr: 0 of 2 texts are translated" in capsys.readouterr().out
    with pytest.raises(BadCatalog, match="no language of that code"):
        main(["--update", "xx"], words)
