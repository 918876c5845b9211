"""Builds the documentation as web pages: `python -m tests.tools.docs_site FOLDER`.

Each page of Markdown becomes a page of HTML in the same place, with a list of the pages in the README's table.
"""

import html
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import pairwise
from os.path import relpath
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from tests.kit.docs import PAGES, ROOT

STYLE = (Path(__file__).parent / "docs_site.css").read_text("utf-8")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
<header><a href="{home}">Dealer-assist kiosk</a><a class="to-pages" href="#pages">All pages</a></header>
<div class="columns"><main>
{main}</main>
<nav id="pages" aria-label="All pages">
{nav}</nav></div>
</html>
"""
SHORT = 28
"""The most letters of code that a phone shows in one line."""
SCROLLS = '<div class="scrolls" tabindex="0" role="group" aria-label="{label}">'
"""Around everything that can be wider than a phone, so that a keyboard can scroll it."""


def build(site: Path) -> None:
    """Write the pages, and the pictures and files to which they link, into a folder."""
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.add_render_rule("table_open", lambda *_: f"{SCROLLS.format(label='Table')}<table>\n")
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    markdown.add_render_rule(
        "fence", lambda *given: f"{SCROLLS.format(label='Code')}{RendererHTML.fence(*given)}</div>\n"
    )
    menu = list(_menu((ROOT / "README.md").read_text("utf-8")))
    for page in PAGES:
        tokens = markdown.parse((ROOT / page).read_text("utf-8"))
        sections = list(_with_anchors(tokens))
        for token in _inside(tokens):
            if token.type == "code_inline" and len(token.content) <= SHORT:
                token.attrs["class"] = "short"
            for name in ("href", "src"):
                if name in token.attrs:
                    token.attrs[name] = _moved(str(token.attrs[name]), page, site)
        main = markdown.renderer.render(tokens, markdown.options, {})
        here = _html(page)
        path = site / here
        path.parent.mkdir(parents=True, exist_ok=True)
        style, home = (relpath(one, dirname(here) or ".") for one in ("style.css", "index.html"))
        title, nav = html.escape(sections[0][1]), _nav(menu, page, sections)
        path.write_text(PAGE.format(title=title, style=style, home=home, main=main, nav=nav), "utf-8")
    (site / "style.css").write_text(STYLE, "utf-8")


def _html(page: str) -> str:
    """The place of a page's HTML. A README is the index of its folder."""
    return str(PurePosixPath(page).with_suffix(".html")).replace("README.html", "index.html")


def _moved(link: str, page: str, site: Path) -> str:
    """A link on the site. Another file is copied there."""
    parts = urlsplit(link)
    if parts.scheme or not parts.path:
        return link
    there = normpath(join(dirname(page), parts.path))
    if there in PAGES:
        return parts._replace(path=relpath(_html(there), dirname(page) or ".")).geturl()
    (site / there).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / there, site / there)
    return link


def _menu(readme: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The rows of the README's table of pages: the purpose, and each page's name and place."""
    for purpose, links in re.findall(
        r"^\| ([a-z][^|]*) \| (\[.*) \|$", readme.split("## Documentation")[1], re.MULTILINE
    ):
        yield purpose, re.findall(r"\[([^]]*)\]\(([^)]*)\)", links)
    yield "look up a word", [("glossary", "docs/glossary.md")]


def _nav(menu: list[tuple[str, list[tuple[str, str]]]], page: str, sections: list[tuple[str, str, str]]) -> str:
    """The list of pages, with the sections of the current one below it."""
    lines = []
    for purpose, pages in menu:
        lines.append(f"<h2>{html.escape(purpose.capitalize())}</h2>\n<ul>")
        for name, there in pages:
            is_here = there == page
            link = relpath(_html(there), dirname(page) or ".")
            lines.append(f'<li><a href="{link}"{" aria-current=page" * is_here}>{html.escape(name.capitalize())}</a>')
            inner = [
                f'<li><a href="#{anchor}">{html.escape(text)}</a>' for tag, text, anchor in sections if tag == "h2"
            ]
            lines += [f"<ul>{''.join(inner)}</ul>"] * (is_here and bool(inner))
        lines.append("</ul>")
    return "\n".join(lines) + "\n"


def _with_anchors(tokens: list[Token]) -> Iterator[tuple[str, str, str]]:
    """Give each heading the anchor that GitHub gives it. Yields its tag, text and anchor."""
    used: dict[str, int] = {}
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            text = "".join(one.content for one in inline.children or () if one.type in ("text", "code_inline"))
            anchor = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            count = used[anchor] = used.get(anchor, -1) + 1
            token.attrs["id"] = f"{anchor}-{count}" if count else anchor
            yield token.tag, text, str(token.attrs["id"])


def _inside(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _inside(token.children or [])


if __name__ == "__main__":
    build(Path(sys.argv[1]))
