"""The pictures of the README and the docs."""

import gc
import os
import re
import subprocess
import sys

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from tests.kit.chromium import SHELL
from tests.kit.docs import PAGES
from tests.screens.pictures import table
from tests.screens.pictures.__main__ import main
from tests.screens.pictures.catalog import DOCUMENTED, FOLDER, ROOT, SCENES, choose, further
from tests.screens.pictures.difference import TOLERANCE, stale
from tests.tools.parts import PICTURE
from ui.dealer.screen import Screen

DOCUMENTS = [ROOT / page for page in PAGES]
MOST_BYTES, MOST_FILM_BYTES = 64_000, 600_000


def test_each_picture_of_a_document_is_made_by_the_command_and_the_command_makes_no_other():
    """`python -m tests.tools.parts` draws the one picture that shows no program."""
    links = [(paper, link) for paper in DOCUMENTS for link in re.findall(r"!\[[^]]*\]\(([^)]*)\)", paper.read_text())]
    shown = {(paper.parent / link).resolve() for paper, link in links}

    assert shown == {PICTURE, *(FOLDER / name for name in DOCUMENTED)}
    assert {path.name for path in FOLDER.iterdir()} == set(DOCUMENTED)


def test_the_pictures_are_small():
    sizes = {name: (FOLDER / name).stat().st_size for name in DOCUMENTED}

    assert sizes.pop("film.webp") <= MOST_FILM_BYTES
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}


@pytest.mark.nightly
@pytest.mark.parametrize(
    "scene", [pytest.param(scene, marks=pytest.mark.long(5 if scene == "table" else 40)) for scene in SCENES]
)
def test_no_picture_is_stale(scene, tmp_path):
    """Each is made again by the command, in a process of its own."""
    if scene != "table" and SHELL is None:
        pytest.skip("needs Chromium without a window: apt-get install chromium-headless-shell")
    command = [sys.executable, "-m", "tests.screens.pictures", *SCENES[scene], "--to", str(tmp_path)]
    made = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr

    found = [stale(FOLDER / name, tmp_path / name) for name in SCENES[scene]]
    assert [why for why in found if why] == []


def test_a_stale_picture_is_named_with_the_difference_and_the_command(tmp_path):
    kept, made = tmp_path / "kept.png", tmp_path / "made.png"
    picture = Image.new("RGB", (200, 100), "#102030")
    picture.save(kept)
    picture.paste("#ffffff", (0, 0, 4, 5))
    picture.save(made)
    again = "make it again: python -m tests.screens.pictures kept.png"

    assert stale(kept, kept) == ""
    assert stale(kept, made) == ""
    picture.paste("#ffffff", (0, 0, 20, 50))
    picture.save(made)
    assert stale(kept, made) == f"kept.png is stale: 5.0% of its dots differ, at most 0.1% may; {again}"
    picture.resize((100, 100)).save(made)
    assert stale(kept, made) == f"kept.png has 200 x 100 dots, and the program's has 100 x 100; {again}"
    assert stale(tmp_path / "none.png", made).startswith("none.png is missing; make it again: python")


def test_of_a_film_the_frame_is_named(tmp_path):
    kept, made = tmp_path / "film.webp", tmp_path / "new.webp"
    frames = [Image.new("RGB", (100, 100), color) for color in ("#102030", "#405060", "#708090")]
    frames[0].save(kept, save_all=True, append_images=frames[1:], duration=100)
    frames[1].paste("#ffffff", (0, 0, 50, 100))
    frames[0].save(made, save_all=True, append_images=frames[1:], duration=100)

    assert " in frame 2 of 3, " in stale(kept, made)
    frames[0].save(made, save_all=True, append_images=frames[1:2], duration=100)
    assert "has 3 frames, and the program's has 2; " in stale(kept, made)


def test_letters_that_are_smoothed_differently_are_no_difference(tmp_path):
    kept, made = tmp_path / "kept.png", tmp_path / "made.png"
    Image.new("RGB", (100, 100), "#102030").save(kept)
    Image.new("RGB", (100, 100), "#304050").save(made)

    assert stale(kept, made) == ""
    assert TOLERANCE < 0.01


def test_help_and_wrong_names_write_nothing(tmp_path, capsys):
    there = tmp_path / "there"

    with pytest.raises(SystemExit) as ended:
        main(["--help", "--to", str(there)])
    assert ended.value.code == 0
    assert "python -m tests.screens.pictures" in capsys.readouterr().out

    assert main(["dealer-side-pot", "delaer-rase", "--to", str(there)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("no picture is called delaer-rase; near: ")
    assert "dealer-raise" in said

    assert main(["parts-dark"]) == 2
    assert capsys.readouterr().err == "no document shows parts-dark: write it to another folder with --to FOLDER\n"
    assert not there.exists()


def test_names_choose_pictures():
    assert choose([], elsewhere=False) == SCENES
    assert choose(["film"], elsewhere=False) == {"film": ("film.webp",)}
    assert choose(["dealer-raise"], elsewhere=False) == {"table": ("dealer-raise-10in-dark.png",)}
    assert choose(["guide-n", "director"], elsewhere=True) == {"evening": ("guide-now.webp", "director.png")}
    assert len(choose(["dealer-"], elsewhere=True)["table"]) == len(further()["table"]) - 3


def test_no_screen_stays_in_memory_after_its_picture(qapp, tmp_path):
    """All states together once took 19 GB."""
    before, screens = len(QApplication.allWidgets()), len(_screens())
    names = choose(["dealer-menu-10in", "dealer-repair-10in"], elsewhere=True)["table"]

    for name in table.make(tmp_path, names):
        assert (tmp_path / name).stat().st_size < MOST_BYTES
        assert len(QApplication.allWidgets()) == before
        assert len(_screens()) == screens


def _screens():
    """The screens that are still in memory, those of other tests included."""
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, Screen)]
