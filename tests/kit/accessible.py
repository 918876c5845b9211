"""The accessibility checks for every page: axe-core finds nothing, a finger can hit each control, and the text on a
phone is readable.

`no_violations(page)` runs axe-core, dark on a phone and light at a desk; `fits_a_phone(page)` measures sizes. axe-core
comes unchanged from the package axe-playwright-python.
"""

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

PHONE, DESK = (390, 844), (1440, 900)
SEEN: tuple[tuple[Literal["dark", "light"], tuple[int, int]], ...] = (("dark", PHONE), ("light", DESK))
"""Both color schemes and both sizes: colors are the same in all sizes, and positions are the same in both schemes."""
TARGET_PX, TEXT_PX = 44, 14

# While the clock does not answer, the console is dimmed, which halves every contrast. On a busy machine this can happen
# at any time. A run during which the page was dimmed is therefore repeated once the clock answers again.
RUN_AXE = """async () => {
  const isDimmed = () => document.getElementById("room")?.classList.contains("lost") ?? false;
  const changed = () => new Promise((done) => {
    new MutationObserver((_, watch) => { watch.disconnect(); done(); })
      .observe(document.body, { attributeFilter: ["class"], subtree: true });
  });
  let violations, wasDimmed;
  const watch = new MutationObserver(() => (wasDimmed ||= isDimmed()));
  watch.observe(document.body, { attributeFilter: ["class"], subtree: true });
  do {
    while (isDimmed()) await changed();
    wasDimmed = false;
    ({ violations } = await axe.run({ resultTypes: ["violations"], reporter: "v2" }));
  } while (wasDimmed || isDimmed());
  watch.disconnect();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, any, all, none }) =>
    `${id}: ${help}: ${target.join(" ")}: ${[...any, ...all, ...none].map(({ message }) => message).join("; ")}`));
}"""

# Text only for screen readers (.spoken) can be any size, and so can a link inside a sentence.
MEASURE = """([target, text]) => {
  const named = (one) => `${one.tagName.toLowerCase()}${one.id && "#" + one.id}` +
    `${[...one.classList].map((name) => "." + name).join("")} "${one.textContent.trim().slice(0, 30)}"`;
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".spoken");
  const size = (one) => one.getBoundingClientRect();
  const found = [];
  const controls = "button, a[href], input, select, textarea, summary, [role=button], [role=tab], [tabindex='0']";
  for (const one of document.querySelectorAll(controls)) {
    const ticked = one.matches("input[type=checkbox], input[type=radio]");
    const { width, height } = size((ticked && one.closest("label")) || one);
    const inSentence = one.matches("a") && getComputedStyle(one).display === "inline";
    if (shown(one) && !inSentence && width > 1 && Math.min(width, height) < target - 0.5)
      found.push(`${named(one)} is ${Math.round(width)} by ${Math.round(height)} px`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const one = texts.currentNode.parentElement;
    const scale = one.getScreenCTM ? one.getScreenCTM()?.a ?? 1 : 1; // of a drawing
    const px = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (texts.currentNode.data.trim() && shown(one) && px < text) found.push(`${named(one)} has text of ${px} px`);
  }
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${innerWidth}`);
  return found;
}"""


def no_violations(page: Page, theme: str = "") -> None:
    """axe-core finds nothing on the current page, which has this theme or else follows the machine's. Raises
    AssertionError with a line for each offender."""
    offenders = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme, (width, height) in SEEN:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme or scheme)
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#room.lost"), "the clock does not answer").to_have_count(0)
        offenders += [f"{scheme}, {width} px: {line}" for line in page.evaluate(RUN_AXE)]
    assert not offenders, "\n".join(offenders)


def fits_a_phone(page: Page) -> None:
    """No control is below 44 px, no text is below 14 px, and nothing is too wide.

    Raises AssertionError with a line for each.
    """
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    offenders = page.evaluate(MEASURE, [TARGET_PX, TEXT_PX])
    assert not offenders, "\n".join(offenders)
