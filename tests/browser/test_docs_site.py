"""Two pages of the docs, as web pages: axe-core finds nothing, and they fit a phone."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser.conftest import PATIENT_MS
from tests.kit.accessible import RUN_AXE, SEEN, fits_a_phone
from tests.tools.docs_site import build


@pytest.mark.slow
@pytest.mark.parametrize("name", ["index.html", "docs/settings.html"])
def test_a_page_of_the_docs_is_accessible(browser, tmp_path, name):
    build(tmp_path)
    page = browser.new_page()
    page.set_default_timeout(PATIENT_MS)
    page.goto((tmp_path / name).as_uri())
    page.evaluate(AXE_SCRIPT)
    for scheme, (width, height) in SEEN:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(RUN_AXE) == []
    fits_a_phone(page)
    page.close()
