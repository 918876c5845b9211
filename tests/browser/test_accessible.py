"""The display for people who cannot see well, have trouble pointing, or have no pointer, by axe-core."""

import pytest
from playwright.sync_api import expect

from tests.kit.accessible import no_violations

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_display_has_no_accessibility_violation(pages, theme):
    page = pages.open(f"/display/?theme={theme}")
    expect(page.locator("#time")).to_have_text("3:00")

    no_violations(page, theme)
