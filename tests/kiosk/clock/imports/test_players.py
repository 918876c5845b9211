"""Lists of players as other programs write them."""

from io import BytesIO
from pathlib import Path
from time import process_time
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from engine.bad_input import BadInput
from kiosk.clock.imports.players import MOST_LINES, read_players
from kiosk.clock.imports.workbooks import MOST_UNPACKED

CASES = Path(__file__).parents[4] / ".." / "shared" / "cases" / "players"


def encoded(text):
    return text if isinstance(text, bytes) else text.encode()


def read(text, *chosen):
    return [(line.number, line.name, line.player) for line in listed(text, *chosen).lines if not line.problem]


def names(text, *chosen):
    return [name for _, name, _ in read(text, *chosen)]


def listed(text, *chosen):
    return read_players(encoded(text), chosen)


def codes(text, *chosen):
    return [note.code for note in listed(text, *chosen).notes]


def problems(text):
    return {line.name: line.problem.code for line in listed(text).lines if line.problem}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ana\nBo\n", [(1, "Ana", ""), (2, "Bo", "")]),
        ("Ana Bell;17\nBo Cole;18\n", [(1, "Ana Bell", "17"), (2, "Bo Cole", "18")]),
        ("Bell, Ana\nCole, Bo\n", [(1, "Ana Bell", ""), (2, "Bo Cole", "")]),
        ("E-mail\tPlayer name\tID\na@b.c\tAna\t8\n", [(2, "Ana", "8")]),
        ('Name,ID\n"Bell, Ana",4\n', [(2, "Ana Bell", "4")]),
        ("Bell, Ana;17\nCole, Bo;18\n", [(1, "Ana Bell", "17"), (2, "Bo Cole", "18")]),
        ('"Bell, Ana"\n"Cole, Bo"\n', [(1, "Ana Bell", ""), (2, "Bo Cole", "")]),
        ('"Cole, Jr."\n', [(1, "Cole, Jr.", "")]),
        ("sep=;\nName;Member\nAna;17\n", [(3, "Ana", "17")]),
        ("Name|Member\nAna|17\n", [(2, "Ana", "17")]),
        (";;\nName;Member;\nAna;17;\n", [(3, "Ana", "17")]),
        ("1. Ana Bell\n2. Bo Cole\n", [(1, "Ana Bell", ""), (2, "Bo Cole", "")]),
        ("Ana Bell <ana@example.org>\n", [(1, "Ana Bell", "")]),
        ("Name;Nr\nAna;4\nName;Nr\nBo;5\n", [(2, "Ana", "4"), (4, "Bo", "5")]),
        ('Name;Nr\n"Ana;17\nBo;18\n', [(2, "Ana", "17"), (3, "Bo", "18")]),
        ("\n\n  Ana  \n", [(3, "Ana", "")]),
        ("", []),
    ],
)
def test_a_list_is_read_whatever_its_columns(text, wanted):
    assert read(text) == wanted


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Name;Vorname", "Bell;Ana"),
        ("Vorname;Name", "Ana;Bell"),
        ("Name;Nachname", "Ana;Bell"),
        ("Nachname;Vorname", "Bell;Ana"),
        ("Familienname;Rufname", "Bell;Ana"),
        ("Spieler;Vorname", "Bell;Ana"),
        ("Name;Rufname", "Ana Bell;Anni"),
        ("Name Vorname", "Bell Ana"),
        ("Nachname, Vorname;Ort", "Bell, Ana;Bonn"),
        ("First Name;Last Name", "Ana;Bell"),
        ("Surname;Forename", "Bell;Ana"),
        ("Name;Surname", "Ana;Bell"),
        ("Name;Given name", "Bell;Ana"),
        ("Full name;First name", "Ana Bell;Ana"),
        ("Name;First name;Last name", "Bell A.;Ana;Bell"),
        ("Apellidos;Nombre", "Bell;Ana"),
        ("Nombre;Apellidos", "Ana;Bell"),
        ("Nombre y apellidos", "Ana Bell"),
        ("Nom;Prénom", "Bell;Ana"),
        ("Prénom;Nom", "Ana;Bell"),
        ("Nom de famille;Prénom", "Bell;Ana"),
        ("Nom complet", "Ana Bell"),
        ("Cognome;Nome", "Bell;Ana"),
        ("Achternaam;Voornaam", "Bell;Ana"),
        ("Teilnehmer;Verein", "Ana Bell;Bonn"),
        ("Member;Club", "Ana Bell;Bonn"),
    ],
)
def test_half_a_name_is_put_where_it_belongs_whichever_the_language(head, row):
    assert names(f"{head}\n{row}\n") == ["Ana Bell"]


def test_both_family_names_are_read():
    assert names("Primer apellido;Segundo apellido;Nombre\nMarín;Sanz;Lucía\n") == ["Lucía Marín Sanz"]
    assert names("Voornaam;Tussenvoegsel;Achternaam\nJan;van der;Berg\n") == ["Jan van der Berg"]


@pytest.mark.parametrize(
    ("head", "number"),
    [
        ("Member No", "17"), ("Member #", "17"), ("Mitgliedsnr.", "0017"), ("Nº Socio", "17"), ("DNI", "12X"),
        ("N° adhérent", "A12"), ("ID", "17"), ("#", "17"),
    ],
)  # fmt: skip
def test_a_member_number_is_read(head, number):
    assert read(f"Name;{head}\nAna Bell;{number}\n") == [(2, "Ana Bell", number)]


def test_headings_are_found_below_titles_which_enter_nobody():
    text = "Members of the club 2026\n\nas of Friday\nFirst Name;Last Name;Member No\nAna;Bell;17\n"

    assert read(text) == [(5, "Ana Bell", "17")]
    assert problems(text) == {"Members of the club 2026": "import-above", "as of Friday": "import-above"}


def test_headings_in_a_language_that_is_not_known_and_a_title_without_any_enter_nobody():
    assert problems("Játékos;Szám\nAna;17\nBo;18\n") == {"Játékos Szám": "import-above"}
    assert problems("Club night 2026\nAna;17\nBo;18\n") == {"Club night 2026": "import-above"}


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("Reg. No,Paid,Player Name,Email\n1,YES,Ana Bell,a@b.c\n2,NO,Bo Cole,b@b.c\n", "import-unread"),
        ("Ana Bell,ana@example.org\nBo Cole,bo@example.org\n", "import-unread"),
        ("Ana Bell;20 €\nBo Cole;40 €\n", "import-unread"),
        ("Ana Bell;+49 170 1234567\nBo Cole;0170 7654321\n", "import-unread"),
        ("Ana Bell;yes\nBo Cole;no\n", "import-unread"),
        ("Ana Bell;1990-01-31\nBo Cole;31.12.1989\n", "import-unread"),
        ("Ana Bell,20\nBo Cole,20\n", "import-repeats"),
        ("1,Ana Bell\n2,Bo Cole\n", "import-running"),
        ("Nr.;Name;Vorname\n1;Bell;Ana\n2;Cole;Bo\n", "import-running"),
    ],
)
def test_what_is_present_and_no_part_of_a_name_is_said_and_not_read(text, note):
    assert [(name, player) for _, name, player in read(text)] == [("Ana Bell", ""), ("Bo Cole", "")]
    assert note in codes(text)


def test_each_column_that_is_not_read_is_named():
    (note,) = listed("Paid;Name;Phone;\nyes;Ana;555;\n").notes

    assert [(one.fields["column"], one.fields["said"]) for one in note.fields["columns"]] == [(1, "Paid"), (3, "Phone")]


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("Ana\tBell\nBo\tCole\n", {"order:first-last": "Ana Bell", "order:last-first": "Bell Ana", "order:one": "Ana"}),
        ("Player01,Surname01\nPlayer02,Surname02\n", {"order:last-first": "Surname01 Player01"}),
        ("Ana;Bell;Bonn\nBo;Cole;Köln\n", {"order:first-last": "Ana Bell", "order:each": "Ana"}),
        ("Joe, Ken\n", {"order:last-first": "Ken Joe", "order:each": "Joe"}),
        ("Ana Bell;20\nBo Cole;25\n", {"number:yes": "Ana Bell", "number:no": "Ana Bell"}),
    ],
)
def test_a_list_that_can_be_read_in_several_ways_is_asked_about_and_enters_nobody(text, ways):
    found = listed(text)

    assert (found.lines, found.asked is not None) == ((), True)
    assert ways.items() <= {one.id: one.names[0] for one in found.choices}.items()
    for way, first in ways.items():
        assert names(text, way)[0] == first


def test_one_question_follows_another():
    text = "Bell;Ana;20\nCole;Bo;25\n"

    assert [one.id for one in listed(text, "order:last-first").choices] == ["number:yes", "number:no"]
    assert read(text, "order:last-first", "number:yes") == [(1, "Ana Bell", "20"), (2, "Bo Cole", "25")]
    assert read(text, "order:last-first", "number:no") == [(1, "Ana Bell", ""), (2, "Bo Cole", "")]


@pytest.mark.parametrize("text", ["Joe, Ken, Liz\n", "Joe, Ken, Liz\nAnn, Bob\n", "Joe\tKen\tLiz\n", "Joe; Ken; Liz"])
def test_several_names_on_a_line_are_several_players(text):
    assert names(text)[:3] == ["Joe", "Ken", "Liz"]
    assert "import-each" in codes(text)


def test_a_list_that_is_mixed_is_read_line_by_line():
    text = "Joe, Ken, Liz\n12\nPia\nOle Ólafsson;107\nPia\t17\nBell, Max\t18\n"

    assert [(name, player) for _, name, player in read(text)] == [
        ("Joe", ""), ("Ken", ""), ("Liz", ""), ("Pia", ""), ("Ole Ólafsson", "107"), ("Pia", "17"), ("Max Bell", "18"),
    ]  # fmt: skip
    assert problems(text) == {"12": "import-not-a-name"}
    assert {"import-several", "import-turned", "import-number-guessed"} <= {*codes(text)}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_list_is_read_whatever_its_letters_are_written_as(encoding):
    assert read("Name;Nr\nJürgen Groß;4\n".encode(encoding)) == [(2, "Jürgen Groß", "4")]


def test_what_is_wrong_with_a_line_is_said_and_the_others_are_read():
    text = f"Name;Member\nAna;1\n;2\nANA;1\nBo;1\n{'x' * 300};4\nana@b.c;5\nTotal;6\nBo;7\n"

    assert [(line.number, line.problem.code if line.problem else "") for line in listed(text).lines] == [
        (2, ""), (3, "import-no-name"), (4, "import-twice"), (5, "import-same-number"), (6, "import-long-name"),
        (7, "import-not-a-name"), (8, "import-sum"), (9, ""),
    ]  # fmt: skip


def test_ten_thousand_lines_are_read_and_twice_as_many_are_too_many():
    assert len(read("\n".join(f"Player {number}" for number in range(10_000)))) == 10_000
    with pytest.raises(BadInput):
        read_players("\n".join(f"Player {number}" for number in range(MOST_LINES + 1)).encode())


@pytest.mark.parametrize("content", [b"\x81\x8d\x8f\x90\x9d", b"%PDF-1.7\n"])
def test_what_is_no_text_is_refused(content):
    with pytest.raises(BadInput):
        read_players(content)


@pytest.mark.parametrize("content", [b"\0\0\0", b'"' + b"x" * 200_000])
def test_nobody_is_read_out_of_what_is_no_list(content):
    assert all(line.problem for line in read_players(content).lines)


@pytest.mark.parametrize("sign", ["<", "@.", "a\u0301\u0316", ",", "(@", "+1 ", "\u0301"])
def test_a_hostile_cell_is_read_in_no_time(sign):
    began = process_time()

    read_players(f"Name;Member\n{sign * 100_000};1\n".encode())
    read_players("\n".join([sign * 400] * 400).encode())

    assert process_time() - began < 2


# Workbooks


def workbook(*sheets, title="Members"):
    """A workbook with these sheets, each of rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for at, rows in enumerate(sheets):
        sheet = book.create_sheet(title if at == 0 else f"{title} {at + 1}")
        for row in rows:
            sheet.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def test_a_workbook_is_read_and_its_sheet_named():
    book = workbook(
        [["Members 2026"], [], ["Nachname", "Vorname", "Mitgliedsnr."], ["Bell", "Ana", 17], ["Cole", "Bo", 18.0]]
    )

    assert read(book) == [(4, "Ana Bell", "17"), (5, "Bo Cole", "18")]
    assert codes(book) == ["import-sheet"]


def test_of_several_sheets_one_is_chosen_and_empty_and_hidden_ones_are_left_out():
    book = openpyxl.load_workbook(BytesIO(workbook([["Name"], ["Ana"]], [["Name"], ["Bo"]], [], [["Name"], ["Cy"]])))
    book.worksheets[3].sheet_state = "hidden"
    file = BytesIO()
    book.save(file)

    assert {one.id: one.names for one in listed(file.getvalue()).choices} == {"sheet:0": ("Ana",), "sheet:1": ("Bo",)}
    assert names(file.getvalue(), "sheet:1") == ["Bo"]


def test_a_formula_counts_by_the_value_that_was_saved_and_without_one_is_empty():
    book = workbook([["Name", "Member"], ["Ana", 17], ['="Bo"', 18]])
    with ZipFile(BytesIO(book)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert b"<v></v>" in parts[sheet] or b"<v />" in parts[sheet]

    assert problems(book) == {"": "import-no-name"}
    parts[sheet] = parts[sheet].replace(b"<v></v>", b"<v>Bo</v>").replace(b"<v />", b"<v>Bo</v>")
    parts[sheet] = parts[sheet].replace(b'<c r="A3">', b'<c r="A3" t="str">')
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)

    assert names(file.getvalue()) == ["Ana", "Bo"]


def archive_of(**parts):
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), part)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504, "import-save-xls"),
        (archive_of(mimetype=b"x", content_xml=b"<x/>"), "import-save-ods"),
        (archive_of(Index__Document=b"x"), "import-save-numbers"),
        (archive_of(word__document_xml=b"<x/>"), "import-not-text"),
        (archive_of(xl__workbook_xml=b"<x/>"), "import-broken-workbook"),
        (workbook([["Name"], ["Ana"]])[:-700], "import-broken-workbook"),
        (archive_of(xl__workbook_xml=b"0" * (MOST_UNPACKED + 1)), "import-workbook-too-large"),
    ],
)
def test_another_file_is_refused_with_what_to_do(content, code):
    with pytest.raises(BadInput, match=code):
        read_players(content)


# Files of others


NOBODY_ASKED = {
    "blank_then_header": [("Rosa Keller", "17")],
    "de_nachname_vorname": [("Rosa Keller", ""), ("Max Keller", "")],
    "de_name_vorname": [("Rosa Keller", ""), ("Max Keller", ""), ("Eva Braun", "")],
    "export_paid": [("Rosa Keller", ""), ("Max Keller", "")],
    "name_buyin_nohead": [("Rosa Keller", ""), ("Max Keller", ""), ("Eva Braun", "")],
    "name_email_nohead": [("Rosa Keller", ""), ("Max Keller", "")],
    "num_first": [("Rosa Keller", ""), ("Max Keller", ""), ("Eva Braun", "")],
    "quoted_comma": [("Rosa Keller", "17"), ("Max Keller", "18")],
    "quoted_comma_nohead": [("Rosa Keller", ""), ("Max Keller", "")],
    "semicolon_lastfirst": [("Rosa Keller", "17"), ("Max Keller", "18")],
    "sep": [("Rosa Keller", "17"), ("Max Keller", "18")],
    "title_row": [("Rosa Keller", "17"), ("Max Keller", "18")],
    "two_same_name_ids": [("Ann Bell", "17"), ("Ann Bell", "18")],
}


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the real lists are not here: {CASES.name}")
@pytest.mark.parametrize("case", NOBODY_ASKED)
def test_a_real_list_is_read(case):
    assert [(name, player) for _, name, player in read((CASES / f"{case}.csv").read_bytes())] == NOBODY_ASKED[case]
