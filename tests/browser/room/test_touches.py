"""Touches that go wrong: twice, two at once, by two directors, over a lost connection, on a page open overnight."""

import pytest
from playwright.sync_api import expect

from tests.kit.clock import eventually
from tests.kit.page_link import PageLink

pytestmark = pytest.mark.slow
READY = ":not([disabled]):not(.locked)"


def test_no_touch_is_done_twice_or_lost_silently(pages, room):
    sunday = room.create("Sunday")
    sunday.open_tables(1)
    sunday.enter("Ana", "Bo")
    sunday.draw()
    sunday.enter("Cyd", "Dee")  # three would share a card
    one, other = pages.director(), pages.director()
    expect(other.locator("#event")).to_have_text("Sunday")
    link = PageLink(other)
    other.clock.install()
    other.reload()
    acts, why = other.locator(f"#lanes .act{READY}"), other.locator("#asks-why")
    expect(acts).to_have_count(2)

    def seated():
        return sorted(entry["name"] for entry in sunday.view["entries"] if entry["seat"])

    two = "acts => acts.slice(0, 2).forEach((act) => { act.click(); act.click(); })"
    acts.evaluate_all(two)  # a double tap, and a second thumb
    expect(acts).to_have_count(1)
    assert seated() == ["Ana", "Bo", "Cyd"]

    sunday.enter("Eli")
    expect(acts).to_have_count(2)
    link.holds = True
    one.locator(f"#lanes .act{READY}").first.click()
    expect(one.locator("#lanes .act")).to_have_count(1)
    acts.first.click()
    link.release()
    expect(why).not_to_be_empty()  # the other director was faster
    expect(acts).to_have_count(1)
    assert seated() == ["Ana", "Bo", "Cyd", "Dee"]

    sunday.enter("Fay")
    expect(acts).to_have_count(2)
    for dies in ("after", "before"):
        link.dies = dies
        acts.first.click()
        expect(why).to_contain_text("check whether your action went through")
        expect(acts).to_have_count(1)
    assert seated() == ["Ana", "Bo", "Cyd", "Dee", "Eli"]

    sunday.enter("Gus")
    expect(acts).to_have_count(2)
    other.clock.fast_forward("09:00:00")
    expect(other.locator("#link")).not_to_contain_class("lost")  # until then it says that nothing can be done
    acts.first.click()
    expect(why).to_be_empty()
    expect(acts).to_have_count(1)
    assert seated() == ["Ana", "Bo", "Cyd", "Dee", "Eli", "Fay"]


def speaks(page, link):
    """Load the page again, and return whether it uses this link: it does not if it was still loading before."""
    page.reload()
    expect(page.locator("#link")).to_have_text("connected")
    return page.evaluate("true") and bool(link.said)


def test_the_open_table_is_requested_again_over_the_next_connection(pages, room):
    room.create("Sunday").open_tables(1)
    page = pages.director()
    link = PageLink(page)
    expect(page.locator("#link")).to_have_text("connected")  # it has kept the key from its address
    page.goto(f"{page.url.partition('#')[0]}#table-1")
    eventually(lambda: speaks(page, link))
    look = {"say": "look", "sitting": 1}
    eventually(lambda: page.evaluate("true") and look in link.said)
    link.said.clear()

    link.die()

    eventually(lambda: page.evaluate("true") and look in link.said)
