"""The director's console: reasons, automatic actions, postponed cards, and what each role sees."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import go
from tests.kit.accessible import fits_a_phone, no_violations
from tests.kit.page_link import PageLink
from tests.kit.signing import Asker

pytestmark = pytest.mark.slow

PLACES = ("now", "tables", "players", "clock", "prizes", "log", "room")
LEAVES = re.compile(r"Sign out|^(Now|Tables|Players|Clock|Prizes|Log|Room|More)$")
"""Elements that are no commands, but leave the page."""
PRESS = """([at, leaves]) => {
    const shown = (one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth;
    const button = [...document.querySelectorAll("#content button, .bar button")].filter(shown)[at];
    if (!button) return "none";
    if (new RegExp(leaves).test(button.textContent.trim())) return "leaves";
    button.click();
    return "pressed";
}"""
"""Finds and presses a button in one step, because an earlier press can redraw the page at any time."""


@pytest.fixture
def sunday(room):
    """Two typed tables of four players. At the first table two players go out, one after the other."""
    one = room.create("Sunday", buy_in=2000, currency="EUR")
    one.enter("Ana", "Bo", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal")
    for table in (31, 32):
        one.do("open-table", table=table, seat_count=9, typed=True)
    one.draw()
    one.do("start")
    type_out(one, 1, 1)
    return one


def type_out(one, sitting, out):
    """`out` players at a table are out. The others have their chips."""
    here = [entry for entry in one.view["entries"] if entry["sitting"] == sitting and not entry["finish"]]
    total = one.view["ledger"]["issued"] // 8 * len(here)
    left = here[out:]
    held = {entry["entry"]: 0 for entry in here[:out]} | {entry["entry"]: total // len(left) for entry in left}
    held[left[-1]["entry"]] += total - sum(held.values())
    counts = [{"entry": entry, "chips": chips} for entry, chips in held.items()]
    one.do("type-table", sitting=sitting, hands=7 + out, button=left[0]["seat"], counts=counts)


def test_a_card_explains_itself_and_can_be_accepted_automatically_from_then_on(pages, sunday):
    page = pages.director()
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.locator("#lanes .card", has_text="Busted")
    card.get_by_role("button", name="Why?").click()
    expect(card.locator(".because")).to_contain_text("According to the table's record, the player has no chips left.")
    top = card.get_by_role("button", name="Close").bounding_box()["y"]
    assert top < card.locator(".because").bounding_box()["y"], "what opens is below what opened it"
    no_violations(page)
    fits_a_phone(page)

    page.get_by_role("button", name="Accept automatically").click()

    done = page.locator("#just-done li", has=page.get_by_text("automatic", exact=True))
    expect(done).to_contain_text("player eliminated")
    expect(card).to_have_count(0)
    done.get_by_role("button", name="Undo").click()
    expect(page.locator(".policy")).to_contain_text("You undid one of these actions, so the clock is asking again.")
    page.get_by_role("button", name="Never propose it").click()
    expect(card).to_have_count(0)
    go(page, "clock")
    page.locator("summary", has_text="Automatic actions").click()
    page.get_by_role("combobox", name="Busted").select_option("Ask me")
    go(page, "now")
    expect(card).to_have_count(1)


def test_a_postponed_card_waits_at_the_end_and_comes_back(pages, sunday):
    page = pages.director(stands_still=True)
    link = PageLink(page)
    page.reload()
    card = page.locator("#lanes .card", has_text="Busted")
    expect(card).to_have_count(1)

    card.get_by_role("button", name="Later").click()
    card.get_by_role("button", name="until the break").click()
    expect(card).to_have_class(re.compile("later"))
    expect(card.locator(".due")).to_contain_text("back at the break, about ")
    card.get_by_role("button", name="Bring it back").click()
    expect(card).not_to_have_class(re.compile("later"))
    card.get_by_role("button", name="Later").click()
    card.get_by_role("button", name="5 min", exact=True).click()
    expect(card.locator(".due")).to_have_text(re.compile(r"back at \d+:\d\d"))
    link.is_silent = True  # the clock's own time goes on, and would set the page's back
    page.clock.fast_forward("05:01")

    expect(card).not_to_have_class(re.compile("later"))


@pytest.mark.parametrize("role", ["viewer", "cashier"])
def test_no_visible_button_is_refused_for_the_users_role(clock, pages, sunday, role):
    """
    Every visible button of every place is pressed.
    """
    Asker(clock).hire("Val", role)
    page = pages.open("/director/")
    refused = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status in (401, 403) else None)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: refused.extend(_denied(text))))
    page.get_by_role("button", name=f"Val {role}").click()
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    expect(page.locator("#event")).to_have_text("Sunday")
    refused.clear()
    page.evaluate("""() => {
        const ask = fetch;
        window.asked = [];
        window.fetch = (...what) => asked[asked.push(ask(...what)) - 1];
    }""")
    pressed = 0
    for place in PLACES:
        go(page, place)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for at in range(200):
            done = page.evaluate(PRESS, [at, LEAVES.pattern])
            if done == "none":
                break
            pressed += done == "pressed"

    page.evaluate("Promise.allSettled(asked)")
    sunday.do("pause")  # sent after every answer to a press
    expect(page.locator("#paused")).to_be_visible()
    assert pressed > 10
    assert refused == []


def _denied(text):
    return [text] if "this needs the" in str(text) else []
