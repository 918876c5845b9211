"""A picture of every step, dark and light, of each page: in the folder of `EVENING_PICTURES`, if it is set."""

import os
from pathlib import Path

from playwright.sync_api import Page, expect

FOLDER = os.environ.get("EVENING_PICTURES", "")


class NumberedPictures:
    """Pictures, numbered in the order in which they are taken."""

    def __init__(self, evening: str) -> None:
        self._evening = evening
        self._taken = 0

    def take(self, step: str, **pages: Page) -> None:
        """Take a picture of each page, by its name; nothing if no folder is set."""
        if not FOLDER:
            return
        self._taken += 1
        for name, page in pages.items():
            for light in ("dark", "light"):
                page.emulate_media(color_scheme=light)
                expect(page.locator("html")).to_have_attribute("data-theme", light)
                path = Path(FOLDER) / f"{self._evening}-{self._taken:02}-{step}-{name}-{light}.png"
                page.screenshot(path=path)
