"""A page's link to the clock, held back or cut by a test."""

import json

from playwright.sync_api import Page, WebSocketRoute


def messages(said: str | bytes) -> list[dict[str, object]]:
    """Of one frame: what waits goes together."""
    whole = json.loads(said)
    return whole if isinstance(whole, list) else [whole]


class PageLink:
    """What the clock says can be held back, all but its pongs; it can fall silent, and die at the next order."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self.is_silent = False
        self.dies = ""
        self.said: list[dict[str, object]] = []
        """By the page."""
        self._held: list[str] = []
        page.route_web_socket("**/director*", self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self._page, self._clock = page, page.connect_to_server()
        page.on_message(self._ordered)
        self._clock.on_message(self._answered)

    def _ordered(self, said: str | bytes) -> None:
        self.said.append(json.loads(said))
        if self.dies == "before" and json.loads(said)["say"] == "do":
            self.die()
        else:
            self._clock.send(said)

    def _answered(self, said: str | bytes) -> None:
        if self.dies == "after" and any(each["say"] == "answer" for each in messages(said)):
            self.die()
        elif self.holds:
            for each in messages(said):  # the link is alive, however long it takes
                if each["say"] == "pong":
                    self._page.send(json.dumps(each))
                else:
                    self._held.append(json.dumps(each))
        elif not self.is_silent:
            self._page.send(said)

    def die(self) -> None:
        """Now. The page connects again."""
        self.dies = ""
        self._page.close()

    def release(self) -> None:
        """What was held back arrives."""
        self.holds = False
        for said in self._held:
            self._page.send(said)
