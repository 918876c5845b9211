"""The clock keeps small page files in memory, and still sends them as they are on the disk."""

import asyncio
import os

import httpx
import pytest

from kiosk.clock.web.app import SMALL_BYTES, PageFiles


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "page.js"
    path.write_text("let one = 1;")
    return path


@pytest.fixture
def browser(tmp_path):
    files = httpx.ASGITransport(PageFiles(directory=tmp_path))

    async def ask(path, method="GET", **headers):
        async with httpx.AsyncClient(transport=files, base_url="http://clock") as client:
            return await client.request(method, path, headers=headers)

    return lambda *asked, **headers: asyncio.run(ask(*asked, **headers))


def test_a_file_that_was_changed_is_sent_as_it_is_now(script, browser):
    first = browser("/page.js")
    script.write_text("let two = 2;")
    os.utime(script, (1, 1))

    then = browser("/page.js")

    assert (first.text, then.text) == ("let one = 1;", "let two = 2;")
    assert first.headers["etag"] != then.headers["etag"]


def test_a_file_that_the_browser_has_is_not_sent_again_and_a_part_of_it_can_be_requested(script, browser):
    whole = browser("/page.js")
    kept = browser("/page.js", **{"If-None-Match": whole.headers["etag"]})
    part = browser("/page.js", Range="bytes=4-6")
    about = browser("/page.js", "HEAD")

    assert whole.headers["content-type"].startswith("text/javascript")
    assert (kept.status_code, kept.content) == (304, b"")
    assert (part.status_code, part.text) == (206, "one")
    assert about.headers["content-length"] == str(len(whole.content))


def test_a_large_file_is_sent_whole(tmp_path, browser):
    large = os.urandom(SMALL_BYTES + 1)
    (tmp_path / "font.woff2").write_bytes(large)

    assert browser("/font.woff2").content == large
