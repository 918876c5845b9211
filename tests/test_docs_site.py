"""The docs as web pages: every link works, and every page can be reached."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.tools.docs_site import build


class Links(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value)
            elif name == "id":
                self.anchors.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site").resolve()
    build(folder)
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {path: Links(path) for path in site.rglob("*.html")}


def followed(path, page):
    """Where each link within the site leads: a file and an anchor."""
    for link in page.links:
        parts = urlsplit(link)
        if not parts.scheme:
            yield (path.parent / unquote(parts.path)).resolve() if parts.path else path, unquote(parts.fragment)


def test_every_link_and_anchor_of_the_site_resolves(pages):
    broken = [
        (path.name, there.name, anchor)
        for path, page in pages.items()
        for there, anchor in followed(path, page)
        if not there.is_file() or (anchor and there in pages and anchor not in pages[there].anchors)
    ]

    assert broken == []
    assert sum(len(page.links) for page in pages.values()) > 1000


def test_no_page_has_an_anchor_twice(pages):
    assert [path.name for path, page in pages.items() if len(set(page.anchors)) < len(page.anchors)] == []


def test_every_page_can_be_reached_from_the_first_one(site, pages):
    found, waiting = {site / "index.html"}, [site / "index.html"]
    while waiting:
        path = waiting.pop()
        new = {there for there, _ in followed(path, pages[path]) if there in pages} - found
        found |= new
        waiting += new

    assert {path.name for path in set(pages) - found} == set()


def test_nothing_is_fetched_from_elsewhere(pages):
    for path in pages:
        text = path.read_text("utf-8")
        assert "<script" not in text
        assert 'src="http' not in text
