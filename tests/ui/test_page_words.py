"""The clock's pages have no words of their own: each is in the catalogs, and none there is unused."""

import re
from pathlib import Path
from typing import get_args

import pytest

from engine.tournament.actions import RoomOrder
from engine.tournament.proposals import proposals, seating
from tests.tools.words import english

UI = Path(__file__).parents[2] / "ui"
VENDORED = (UI / "web" / "lit", UI / "glass" / "novnc")
HTML = sorted(path.relative_to(UI).as_posix() for path in UI.rglob("*.html"))
PATH = re.compile(
    r"""["'`]((?:pages|broadcast|display|glass|director|player|results|standings|readers)\.[\w.${}-]+)["'`]"""
)
FILE = re.compile(r".*\.(js|css|html)")
PAGES = ("pages.", "broadcast.", "display.", "glass.", "director.", "player.", "results.", "standings.")
VARIANTS = ("", "_named", "_sure", "_anywhere")
"""The variants that a page may add to the path it names."""


def named() -> set[str]:
    sources = [
        path for path in UI.rglob("*") if FILE.fullmatch(path.name) and not any(one in path.parents for one in VENDORED)
    ]
    found = {path for source in sources for path in PATH.findall(source.read_text())}
    return {path for path in found if not FILE.fullmatch(path)}


def test_every_text_that_a_page_names_is_in_the_catalog_and_none_is_left_over():
    """
    A page names a text, or the beginning of several.
    """
    texts = {path for path in english().texts if path.startswith((*PAGES, "readers."))}
    whole = named() & texts
    groups = tuple(path.split("${")[0].rstrip(".") + "." for path in named() - texts)

    assert {group for group in groups if not any(path.startswith(group) for path in texts)} == set()
    unsaid = {path for path in texts if path.startswith(PAGES) and not path.startswith(groups)}
    assert unsaid - {path + variant for path in whole for variant in VARIANTS} == set()


def test_every_action_that_the_rules_propose_has_a_button():
    """
    A page that met an unknown action could draw none of them.
    """
    proposed = {
        one.__struct_config__.tag
        for one in get_args(RoomOrder)
        if hasattr(proposals, one.__name__) or hasattr(seating, one.__name__)
    }
    texts = english().texts

    assert {f"director.actions.{tag}" for tag in proposed} - texts.keys() == set()


@pytest.mark.parametrize("page", HTML)
def test_a_page_holds_no_english_of_its_own(page):
    """
    The exception is the text for browsers without scripts.
    """
    html = re.sub(r"<noscript>.*?</noscript>", "", (UI / page).read_text())

    assert re.findall(r">\s*([^<>\s][^<>]*)<", html.split("<body>")[1]) == []
    assert re.findall(r'aria-label="|<title>', html) == []
