"""Lists of players and corrected names in the words of `kiosk room`."""

import pytest


@pytest.fixture
def friday(room):
    room("create", "Thursday")
    room("enter", "Tom", "--player", "112")
    room("enter", "Ana Bel")
    room("create", "Friday")
    return room


def test_a_list_is_shown_and_then_entered(friday, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("Club list 2026\nName;Vorname;Mitgliedsnr.;Bezahlt\nKeller;Rosa;7;ja\nTom;;;\n")

    said = friday("import", file)

    assert "Not read: column 4 (“Bezahlt”)" in said
    assert "line 3: Rosa Keller (No. 7): will be entered" in said
    assert "line 4: Tom: the same person?\n  --answer 4=112: Tom (No. 112), Thursday\n  --answer 4=new" in said
    assert "Rosa" not in friday("show")
    assert "players: 2" in friday("import", file, "--answer", "4=112", "--enter")
    assert [name in friday("show") for name in ("Rosa Keller", "Tom")] == [True, True]
    assert "4=113 is not a valid answer" in friday("import", file, "--answer", "4=113", code=1)


def test_an_ambiguous_list_brings_a_question(friday, tmp_path):
    file = tmp_path / "list.csv"
    file.write_text("Bell;Ana\nCole;Bo\n")

    said = friday("import", file, "--enter")

    assert "How are the names written?" in said
    assert "--read-as order:last-first: Last name, first name: Ana Bell · Bo Cole" in said
    assert "players: 2" in friday("import", file, "--read-as", "order:last-first", "--enter")
    assert "Bo Cole" in friday("show")


def test_a_name_is_corrected_and_two_people_are_merged_and_both_are_undone(friday):
    friday("enter", "Thomas")

    assert friday("rename", "Ana Bel", "Ana Bell") == "1. Ana Bel → Ana Bell, by director\n"
    assert "Thomas is now the same person as Tom" in friday("--dry-run", "same", "Thomas", "112")
    assert friday("same", "Thomas", "112").splitlines()[0] == "2. Thomas → Tom, by director"
    assert "Tom" in friday("show")
    assert "undo correction" not in friday("corrections", "--undo", 2)
    assert "Thomas" in friday("show")
    assert "1. Ana Bel → Ana Bell, by director\n" in friday("corrections")
    assert "(undone)" in friday("corrections", "--undo", 1)
    assert "nobody in this room is called Nobody" in friday("rename", "Nobody", "Somebody", code=1)


def test_entering_a_name_like_a_known_one_brings_a_question(friday):
    said = friday("enter", "Tom", code=1)

    assert (
        "Tom may be the same person as Tom (No. 112), Thursday: --player 112; "
        "if this is a different person, add --another" in said
    )
    friday("enter", "Tom", "--player", "112")
    friday("enter", "TOM", "--another")
    assert friday("show").count("Tom") + friday("show").count("TOM") == 2


def test_entering_a_former_name_brings_a_question(friday):
    friday("enter", "Ann Smith")
    friday("rename", "Ann Smith", "Ann Jones")

    said = friday("enter", "Ann Smith", code=1)

    assert "Ann Smith may be the same person as Ann Jones, formerly Ann Smith, Friday: --player ann jones" in said
    friday("corrections", "--undo", 1)
    friday("enter", "Ann Jones")
    assert friday("show").count("Ann ") == 2
    assert "are both in Friday" in friday("same", "Ann Jones", "Ann Smith", "--anyway", code=1)
