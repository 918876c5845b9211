"""The clock keeps small page files in memory, and still sends them as they are on the disk."""

import asyncio
import os
import re

import httpx
import pytest

from kiosk.clock.web.app import PAGES, SCRIPTS
from kiosk.clock.web.page_files import SMALL_BYTES, PageFiles, page_script

MODULES = {
    "tale/tale.js": 'import "/web/look.js";\nimport { one as first, two } from "parts/all.js";\nshow(first, two);\n',
    "tale/parts/all.js": 'import { two as second } from "../../web/two.js";\nexport const one = 1;\n'
    "export async function two() {\n  return second;\n}\n",
    "web/two.js": "const t=2;export{t as two};\n//# sourceMappingURL=two.js.map\n",
    "web/look.js": "export class Look {}\n",
}
JOINED = """\
const module_web_look_js = {};
{
class Look {}
Object.assign(module_web_look_js, {Look});
}
const module_web_two_js = {};
{
const t=2;
Object.assign(module_web_two_js, {two: t});
}
const module_tale_parts_all_js = {};
{
const { two: second } = module_web_two_js;
const one = 1;
async function two() {
  return second;
}
Object.assign(module_tale_parts_all_js, {one, two});
}
const module_tale_tale_js = {};
{
const {} = module_web_look_js;
const { one: first, two } = module_tale_parts_all_js;
show(first, two);
Object.assign(module_tale_tale_js, {});
}
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "page.js"
    path.write_text("let one = 1;")
    return path


@pytest.fixture
def browser(tmp_path):
    files = httpx.ASGITransport(PageFiles(tmp_path))

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


@pytest.fixture
def tale(tmp_path):
    """A page whose script imports three modules."""
    for path, text in MODULES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "tale"


def test_a_pages_script_is_one_file_with_the_modules_it_imports(tale):
    text = page_script(tale / "tale.js").decode()

    assert re.sub(r"\n+", "\n", text) == JOINED


def test_a_page_gets_its_script_again_only_after_a_module_was_changed(tale):
    files = httpx.ASGITransport(PageFiles(tale, "tale.js"))

    async def ask(**headers):
        async with httpx.AsyncClient(transport=files, base_url="http://clock") as client:
            return await client.get("/tale.js", headers=headers)

    whole = asyncio.run(ask())
    kept = asyncio.run(ask(**{"If-None-Match": whole.headers["etag"]}))
    (tale.parent / "web/look.js").write_text("export class Change {}\n")
    os.utime(tale.parent / "web/look.js", (1, 1))
    changed = asyncio.run(ask(**{"If-None-Match": whole.headers["etag"]}))

    assert whole.headers["content-type"].startswith("text/javascript")
    assert (kept.status_code, kept.content) == (304, b"")
    assert changed.status_code == 200
    assert "class Change" in changed.text


@pytest.mark.parametrize("folder", SCRIPTS)
def test_the_modules_of_every_page_can_be_joined(folder):
    script = page_script(PAGES / folder / SCRIPTS[folder])

    assert re.findall(rb"^(?:import|export)\b.*", script, re.MULTILINE) == []
