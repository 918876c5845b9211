"""A page's link to the clock, which a test can hold back or cut."""

import json

from playwright.sync_api import Page, WebSocketRoute


def messages(said: str | bytes) -> list[dict[str, object]]:
    """Send one frame after what is already waiting."""
    whole = json.loads(said)
    return whole if isinstance(whole, list) else [whole]


class PageLink:
    """The link can hold back all of the clock's messages except pongs, go silent, and die at the next order."""

    def __init__(self, page: Page) -> None:
        self.holds = False
        self.is_silent = False
        self.dies = ""
        self.said: list[dict[str, object]] = []
        """Sent by the page."""
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
        """Cut it now. The page connects again."""
        self.dies = ""
        self._page.close()

    def release(self) -> None:
        """Deliver the messages that were held back."""
        self.holds = False
        for said in self._held:
            self._page.send(said)
