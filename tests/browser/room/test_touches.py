"""Touches that go wrong: twice, two at once, by two directors, over a link that dies, on a page open over night."""

import json

import pytest
from playwright.sync_api import WebSocketRoute, expect

pytestmark = pytest.mark.slow
READY = ":not([disabled]):not(.locked)"


def messages(said: str | bytes) -> list[dict[str, object]]:
    """Of one frame: what waits goes together."""
    whole = json.loads(said)
    return whole if isinstance(whole, list) else [whole]


class Line:
    """A page's link to the clock: what the clock says can be held back, and it can die at the next order."""

    def __init__(self, page) -> None:
        self.holds = False
        self.dies = ""
        self._held: list[str] = []
        page.route_web_socket("**/director*", self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self._page, self._clock = page, page.connect_to_server()
        page.on_message(self._ordered)
        self._clock.on_message(self._answered)

    def _ordered(self, said: str | bytes) -> None:
        if self.dies == "before" and json.loads(said)["say"] == "do":
            self._die()
        else:
            self._clock.send(said)

    def _answered(self, said: str | bytes) -> None:
        if self.dies == "after" and any(each["say"] == "answer" for each in messages(said)):
            self._die()
        elif self.holds:
            for each in messages(said):  # the link is alive, however long it takes
                if each["say"] == "pong":
                    self._page.send(json.dumps(each))
                else:
                    self._held.append(json.dumps(each))
        else:
            self._page.send(said)

    def _die(self) -> None:
        self.dies = ""
        self._page.close()

    def release(self) -> None:
        """All that was held back."""
        self.holds = False
        for said in self._held:
            self._page.send(said)


def test_no_touch_is_done_twice_or_lost_in_silence(pages, room):
    sunday = room.create("Sunday")
    sunday.open_tables(1)
    sunday.enter("Ana", "Bo")
    sunday.draw()
    sunday.enter("Cyd", "Dee", "Eli", "Fay", "Gus")
    one, other = pages.director(), pages.director()
    expect(other.locator("#event")).to_have_text("Sunday")
    line = Line(other)
    other.clock.install()
    other.reload()
    acts, why = other.locator(f"#lanes .act{READY}"), other.locator("#asks-why")
    expect(acts).to_have_count(5)

    def seated():
        return sorted(entry["name"] for entry in sunday.view["entries"] if entry["seat"])

    two = "acts => acts.slice(0, 2).forEach((act) => { act.click(); act.click(); })"
    acts.evaluate_all(two)  # a double tap, and a second thumb
    expect(acts).to_have_count(4)
    assert seated() == ["Ana", "Bo", "Cyd"]

    line.holds = True
    one.locator(f"#lanes .act{READY}").first.click()
    expect(one.locator("#lanes .act")).to_have_count(3)
    acts.first.click()
    line.release()
    expect(why).not_to_be_empty()  # the other director was faster
    expect(acts).to_have_count(3)
    assert seated() == ["Ana", "Bo", "Cyd", "Dee"]

    for dies, left in (("after", 2), ("before", 2)):
        line.dies = dies
        acts.first.click()
        expect(why).to_contain_text("look whether it was done")
        expect(acts).to_have_count(left)
    assert seated() == ["Ana", "Bo", "Cyd", "Dee", "Eli"]

    other.clock.fast_forward("09:00:00")
    expect(other.locator("#link")).not_to_contain_class("lost")  # until then it says that nothing can be done
    acts.first.click()
    expect(why).to_be_empty()
    expect(acts).to_have_count(1)
    assert seated() == ["Ana", "Bo", "Cyd", "Dee", "Eli", "Fay"]
