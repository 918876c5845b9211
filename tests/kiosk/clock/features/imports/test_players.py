"""Lists of players as other programs write them."""

from datetime import datetime
from io import BytesIO
from time import process_time
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest

from engine.bad_input import BadInput
from kiosk.clock.features.imports.files import MOST_UNPACKED
from kiosk.clock.features.imports.players import MOST_LINES, read_players


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
def test_first_and_last_names_are_joined_in_order_whatever_the_language(head, row):
    assert names(f"{head}\n{row}\n") == ["Ana Bell"]


def test_both_family_names_and_prefixes_are_read():
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


def test_headings_are_found_below_title_lines_that_enter_nobody():
    text = "Members of the club 2026\n\nas of Friday\nFirst Name;Last Name;Member No\nAna;Bell;17\n"

    assert read(text) == [(5, "Ana Bell", "17")]
    assert problems(text) == {"Members of the club 2026": "import-above", "as of Friday": "import-above"}


def test_headings_in_an_unknown_language_and_a_title_without_headings_enter_nobody():
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
def test_a_column_that_is_no_part_of_a_name_is_reported_and_not_read(text, note):
    assert [(name, player) for _, name, player in read(text)] == [("Ana Bell", ""), ("Bo Cole", "")]
    assert note in codes(text)


def test_each_unread_column_is_named():
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
def test_an_ambiguous_list_brings_a_question_and_enters_nobody(text, ways):
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


def test_a_list_of_mixed_lines_is_read_line_by_line():
    text = "Joe, Ken, Liz\n12\nPia\nOle Ólafsson;107\nPia\t17\nBell, Max\t18\n"

    assert [(name, player) for _, name, player in read(text)] == [
        ("Joe", ""), ("Ken", ""), ("Liz", ""), ("Pia", ""), ("Ole Ólafsson", "107"), ("Pia", "17"), ("Max Bell", "18"),
    ]  # fmt: skip
    assert problems(text) == {"12": "import-not-a-name"}
    assert {"import-several", "import-turned", "import-number-guessed"} <= {*codes(text)}


@pytest.mark.parametrize("separator", [", ", ";", "\t"])
def test_a_number_before_the_name_on_some_lines_and_after_it_on_others_is_the_member_number(separator):
    text = separator.join(("4711", "Ana Bell\nBo Cole", "4713\nDean, Cy\nEli Fox\n4719", "Frost, Di\n"))

    assert read(text) == [
        (1, "Ana Bell", "4711"), (2, "Bo Cole", "4713"), (3, "Cy Dean", ""), (4, "Eli Fox", ""),
        (5, "Di Frost", "4719"),
    ]  # fmt: skip
    assert {"import-turned", "import-number-guessed"} <= {*codes(text)}


def test_a_number_before_each_name_is_the_member_number():
    wanted = [(1, "Ana Bell", "4711"), (2, "Bo Cole", "4713")]

    assert read("4711, Ana Bell\n4713, Bo Cole\n") == wanted
    assert read("4711, Bell, Ana\n4713, Cole, Bo\n") == wanted


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_list_is_read_in_any_common_encoding(encoding):
    assert read("Name;Nr\nJürgen Groß;4\n".encode(encoding)) == [(2, "Jürgen Groß", "4")]


def test_problems_of_single_lines_are_reported_and_the_others_are_read():
    text = f"Name;Member\nAna;1\n;2\nANA;1\nBo;1\n{'x' * 300};4\nana@b.c;5\nTotal;6\nBo;7\n"

    assert [(line.number, line.problem.code if line.problem else "") for line in listed(text).lines] == [
        (2, ""), (3, "import-no-name"), (4, "import-twice"), (5, "import-same-number"), (6, "import-long-name"),
        (7, "import-not-a-name"), (8, "import-sum"), (9, ""),
    ]  # fmt: skip


def test_ten_thousand_lines_are_read_and_more_than_the_limit_are_refused():
    assert len(read("\n".join(f"Player {number}" for number in range(10_000)))) == 10_000
    with pytest.raises(BadInput):
        read_players("\n".join(f"Player {number}" for number in range(MOST_LINES + 1)).encode())


@pytest.mark.parametrize("content", [b"\x81\x8d\x8f\x90\x9d", b"%PDF-1.7\n"])
def test_a_file_that_is_not_text_is_refused(content):
    with pytest.raises(BadInput):
        read_players(content)


@pytest.mark.parametrize("content", [b"\0\0\0", b'"' + b"x" * 200_000])
def test_a_text_that_is_no_list_enters_nobody(content):
    assert all(line.problem for line in read_players(content).lines)


@pytest.mark.parametrize("sign", ["<", "@.", "a\u0301\u0316", ",", "(@", "+1 ", "\u0301"])
def test_a_hostile_cell_is_read_quickly(sign):
    began = process_time()

    read_players(f"Name;Member\n{sign * 100_000};1\n".encode())
    read_players("\n".join([sign * 400] * 400).encode())

    assert process_time() - began < 2


# Workbooks


@pytest.mark.parametrize(
    "free",
    [
        "Empty", "EMPTY", "Open", "(open)", "[empty]", "Empty Seat", "Open seat", "Seat open", "Vacant", "n/a", "TBD",
        "Available", "Unoccupied", "Reserved", "frei", "leer", "Freier Platz", "Platz 4: frei", "vac\u00edo", "libre",
        "Asiento libre", "nobody", "Seat 4",
    ],
)  # fmt: skip
@pytest.mark.parametrize("head", ["Table,Seat,Player", "Tisch;Platz;Spieler"])
def test_an_empty_seat_of_a_seating_list_enters_nobody(free, head):
    mark = ";" if ";" in head else ","
    text = "\n".join(
        [head, mark.join(("1", "1", "Ana Bell")), mark.join(("1", "2", free)), mark.join(("1", "3", "Bo"))]
    )

    assert names(text) == ["Ana Bell", "Bo"]
    assert problems(text) == {free: "import-empty-seat"}


@pytest.mark.parametrize(
    "name", ["Player 9", "Guest 3", "Frei Otto", "Max Open", "Seat Ibiza", "Count Basie", "Total Eclipse", "Libre Ruiz"]
)
def test_a_name_that_contains_a_word_for_an_empty_seat_or_a_total_is_still_a_name(name):
    assert names(f"Player\n{name}\nAna\n") == [name, "Ana"]


def test_seats_without_a_name_enter_nobody():
    assert names("Seat;Player\n1;Ana\n2;---\n3;-\n4;\n5;Bo\n") == ["Ana", "Bo"]


@pytest.mark.parametrize(
    "total",
    [
        "Total", "TOTALS", "Total: 2", "Total players: 2", "Total entries", "Grand total", "2 players", "12 Spieler",
        "Summe", "Gesamtsumme", "Anzahl Spieler: 2", "Subtotal", "Total jugadores: 2",
    ],
)  # fmt: skip
def test_a_row_of_totals_enters_nobody(total):
    text = f"Name;Paid\nAna;20\nBo;20\n{total};40\n"

    assert names(text) == ["Ana", "Bo"]
    assert problems(text) == {total: "import-sum"}


@pytest.mark.parametrize(
    "form",
    [
        "{}. {}", "{}) {}", "({}) {}", "#{} {}", "{} - {}", "{} {}", "{}: {}", "{}.{}", "0{}. {}", "[{}] {}",
        "{}\u2013{}", "Seat {}: {}", "Platz {} - {}", "{}.\t{}", "  {}. {}",
    ],
)  # fmt: skip
def test_a_number_before_each_name_is_not_part_of_the_name(form):
    text = "\n".join(form.format(number, name) for number, name in enumerate(("Ana Bell", "Bo Cole", "Pia"), 1))

    assert names(text) == ["Ana Bell", "Bo Cole", "Pia"]


def test_dropped_numbers_are_reported_if_they_may_mean_something():
    assert codes("17 Ana Bell\n4 Bo Cole\n") == ["import-numbers"]
    assert names("17 Ana Bell\n4 Bo Cole\n") == ["Ana Bell", "Bo Cole"]
    assert names("Ana Bell\nBo Cole\n3 Doors\n") == ["Ana Bell", "Bo Cole", "3 Doors"]


@pytest.mark.parametrize("mark", ["[ ] ", "[x] ", "\u2610 ", "\u2705 ", "- ", "\u2022 "])
def test_a_list_from_a_chat_is_read_without_its_bullets_and_emoji(mark):
    assert names(f"{mark}Ana Bell\n{mark}Bo Cole \u2705\n{mark}Pia\U0001f44d\n") == ["Ana Bell", "Bo Cole", "Pia"]


def test_subheadings_between_the_names_enter_nobody():
    text = "Players\nAna\nBo\n\nWaiting list\nPia\nFriday:\n"

    assert names(text) == ["Ana", "Bo", "Pia"]
    assert problems(text) == {"Waiting list": "import-not-a-name", "Friday:": "import-not-a-name"}


@pytest.mark.parametrize(
    "contact",
    ["555-123-4567", "(555) 123-4567", "+49 170 1234567", "0171/7654321", "ana@example.org", "<ana@example.org>"],
)
def test_an_email_address_or_phone_number_beside_a_name_is_not_part_of_it(contact):
    assert names(f"Ana Bell {contact}\nBo Cole {contact}\n") == ["Ana Bell", "Bo Cole"]
    assert names(f"Ana Bell;{contact}\nBo Cole;{contact}\n") == ["Ana Bell", "Bo Cole"]


def test_a_phone_number_of_digits_only_brings_a_question():
    found = listed("Ana Bell,5551234567\nBo Cole,5559876543\n")

    assert (found.lines, found.asked.code) == ((), "import-ask-number")


@pytest.mark.parametrize("head", ["name,name", "Name,Name", "Player,Player", "Nombre;Nombre", "Spieler\tSpieler"])
def test_two_columns_with_the_same_heading_bring_a_question(head):
    mark = next(one for one in ",;\t" if one in head)
    text = f"{head}\nAna{mark}Bell\nBo{mark}Cole\n"

    assert (listed(text).lines, listed(text).asked.code) == ((), "import-ask-order")
    assert names(text, "order:first-last") == ["Ana Bell", "Bo Cole"]
    assert names(text, "order:last-first") == ["Bell Ana", "Cole Bo"]
    assert names(text, "order:each") == ["Ana", "Bell", "Bo", "Cole"]


def test_a_number_beside_two_columns_with_the_same_heading_is_still_the_number():
    text = "Member,Name,Name\n17,Ana,Bell\n18,Bo,Cole\n"

    assert read(text, "order:first-last") == [(2, "Ana Bell", "17"), (3, "Bo Cole", "18")]


@pytest.mark.parametrize("head", ['"LAST, FIRST"', '"Name (Last, First)"', "LAST, FIRST", '"Nachname, Vorname"'])
def test_names_are_read_last_name_first_if_the_heading_says_so(head):
    quote = '"' if '"' in head else ""

    assert names(f"{head}\n{quote}COLE, ANN{quote}\n{quote}BELL, MAX{quote}\n") == ["ANN COLE", "MAX BELL"]


@pytest.mark.parametrize(
    "text",
    ['[{"name": "Ana"}]', '{"players": ["Ana"]}', "<html><td>Ana", "<?xml ?>", "BEGIN:VCARD\nFN:Ana\n", "{\\rtf1 Ana}"],
)
def test_a_file_of_another_format_is_refused(text):
    with pytest.raises(BadInput, match="import-other-form"):
        listed(text)


def test_line_numbers_and_seat_numbers_are_not_member_numbers():
    counted = listed("No;Name\n1;Ana\n2;Bo\nTotal;\n")
    seats = listed("No;Name\n1;Ana\n2;Bo\n1;Pia\n2;Udo\n")

    assert [(line.name, line.player) for line in counted.lines if not line.problem] == [("Ana", ""), ("Bo", "")]
    assert [note.code for note in counted.notes] == ["import-running"]
    assert [line.player for line in seats.lines] == [""] * 4
    assert [note.code for note in seats.notes] == ["import-repeats"]


@pytest.mark.parametrize(
    "name", ["Jose\u0301", "\u0e2a\u0e21\u0e0a\u0e35", "\u0930\u0935\u0940", "Ana \u738b", "Zoe\u0308"]
)
def test_combining_marks_on_the_last_letter_are_part_of_a_name(name):
    assert names(f"{name}\nBo\n") == [name, "Bo"]


def test_a_rank_before_a_name_is_not_part_of_it():
    assert names("Rank;Player\n1st;Ana\n2nd;Bo\n3rd;Pia\n") == ["Ana", "Bo", "Pia"]
    assert not codes("Rank;Player\n1st;Ana\n2nd;Bo\n3rd;Pia\n").count("import-numbers")


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


def test_a_workbook_is_read_and_its_sheet_is_named():
    book = workbook(
        [["Members 2026"], [], ["Nachname", "Vorname", "Mitgliedsnr."], ["Bell", "Ana", 17], ["Cole", "Bo", 18.0]]
    )

    assert read(book) == [(4, "Ana Bell", "17"), (5, "Bo Cole", "18")]
    assert codes(book) == ["import-sheet"]


def test_a_workbook_of_several_sheets_brings_a_question_without_empty_or_hidden_ones():
    book = openpyxl.load_workbook(BytesIO(workbook([["Name"], ["Ana"]], [["Name"], ["Bo"]], [], [["Name"], ["Cy"]])))
    book.worksheets[3].sheet_state = "hidden"
    file = BytesIO()
    book.save(file)

    assert {one.id: one.names for one in listed(file.getvalue()).choices} == {"sheet:0": ("Ana",), "sheet:1": ("Bo",)}
    assert names(file.getvalue(), "sheet:1") == ["Bo"]


def test_a_formula_has_its_saved_value_and_is_empty_without_one():
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


def test_a_seating_list_below_titles_in_a_workbook_is_read():
    rows = [
        [], ["Poker club"], [None, datetime(2026, 3, 1)], ["No", "Last, First", "Joined"],
        [1, "Cole, Ann", datetime(2026, 1, 2)], [2, "Empty", None], [3, "Bell, Max", "=B5"], ["Total", None, 2],
    ]  # fmt: skip

    assert read(workbook(rows)) == [(5, "Ann Cole", ""), (7, "Max Bell", "")]


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
def test_another_file_type_is_refused_with_what_to_do(content, code):
    with pytest.raises(BadInput, match=code):
        read_players(content)


# Files from other programs


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


@pytest.mark.parametrize("case", NOBODY_ASKED)
def test_a_real_list_is_read(case, shared):
    found = read((shared / "cases" / "players" / f"{case}.csv").read_bytes())

    assert [(name, player) for _, name, player in found] == NOBODY_ASKED[case]


OWN_LISTS = {
    "entries.csv": "entry,name,player,nth,table,seat,chips,finish,payout,currency\r\n"
    "1,Ana Bell,ana bell,1,0,0,,3,0.00,EUR\r\n2,Bo Cole,101,1,1,8,100850,2,115.00,EUR\r\n"
    "3,Cy Day,cy day (2),1,1,1,29275,1,95.00,EUR\r\n4,Ana Bell,ana bell,2,0,0,,4,0.00,EUR\r\n",
    "results.csv": "place,tied,name,payout,bounties,currency,entry,nth,paid_in,fee,member\r\n"
    "1,0,Ana Bell,160.00,0.00,EUR,1,1,20.00,5.00,\r\n2,0,Bo Cole,115.00,0.00,EUR,2,1,20.00,5.00,101\r\n"
    "3,0,Cy Day,95.00,0.00,EUR,3,1,20.00,5.00,\r\n4,0,Ana Bell,0.00,0.00,EUR,4,2,20.00,5.00,\r\n",
    "standings.csv": "rank,name,points,played,wins,2026-11-20 Friday\r\n"
    "1,Ana Bell,12.00,1,1,12.00\r\n2,Bo Cole,8.00,1,0,8.00\r\n3,Cy Day,4.00,1,0,4.00\r\n",
}
"""Lists with people that the clock and the director's page save."""


@pytest.mark.parametrize("name", OWN_LISTS)
@pytest.mark.parametrize("separator", [",", ";"])
def test_the_clocks_own_lists_can_be_imported_again(name, separator):
    text = "\ufeff" + OWN_LISTS[name].replace(",", separator)
    number = "" if name == "standings.csv" else "101"
    assert read(text) == [(2, "Ana Bell", ""), (3, "Bo Cole", number), (4, "Cy Day", "")]
    assert problems(text) == ({} if name == "standings.csv" else {"Ana Bell": "import-twice"})
    assert listed(text).asked is None
