"""Lists of players as other programs write them."""

import pytest

from engine.bad_input import BadInput
from kiosk.clock.imports.players import MOST_LINES, read_players


def read(text, encoding="utf-8"):
    return [(line.number, line.name, line.player) for line in read_players(text.encode(encoding)) if not line.problem]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ana\nBo\n", [(1, "Ana", ""), (2, "Bo", "")]),
        ("Ana Bell;17\nBo Cole;18\n", [(1, "Ana Bell", "17"), (2, "Bo Cole", "18")]),
        ("Bell, Ana\nCole, Bo\n", [(1, "Ana Bell", ""), (2, "Bo Cole", "")]),
        ("Nachname;Vorname;Mitgliedsnr.\nDvořák;Marek;0017\n", [(2, "Marek Dvořák", "0017")]),
        ("Nombre;Apellidos;DNI\nLucía;Marín Sanz;12X\n", [(2, "Lucía Marín Sanz", "12X")]),
        ("E-mail\tPlayer name\tID\na@b.c\tAna\t1\n", [(2, "Ana", "1")]),
        ('Name,ID\n"Bell, Ana",1\n', [(2, "Bell, Ana", "1")]),
        ("\n\n  Ana  \n", [(3, "Ana", "")]),
        ("", []),
    ],
)
def test_a_list_is_read_whatever_its_columns(text, wanted):
    assert read(text) == wanted


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_is_read_whatever_its_letters_are_written_as(encoding):
    assert read("Name;Nr\nJürgen Groß;1\n", encoding) == [(2, "Jürgen Groß", "1")]


def test_what_is_wrong_with_a_line_is_said_and_the_others_are_read():
    lines = read_players(f"Name;Nr\nAna;1\n;2\nANA;1\n{'x' * 300};4\nBo;5\n".encode())

    assert [(line.number, line.problem.code if line.problem else "") for line in lines] == [
        (2, ""), (3, "import-no-name"), (4, "import-twice"), (5, "import-long-name"), (6, ""),
    ]  # fmt: skip


def test_ten_thousand_lines_are_read_and_twice_as_many_are_too_many():
    assert len(read("\n".join(f"Player {number}" for number in range(10_000)))) == 10_000
    with pytest.raises(BadInput):
        read_players("\n".join(f"Player {number}" for number in range(MOST_LINES + 1)).encode())


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x81\x8d\x8f\x90\x9d"])
def test_what_is_no_text_is_refused(content):
    with pytest.raises(BadInput):
        read_players(content)


@pytest.mark.parametrize("content", [b"\0\0\0", b'"' + b"x" * 200_000])
def test_nobody_is_read_out_of_what_is_no_list(content):
    assert all(line.problem for line in read_players(content))
