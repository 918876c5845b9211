"""Measures a page of the clock at one size: sizes of targets and letters, and what is cut off, covered or too wide."""

from playwright.sync_api import Page

TARGET_PX = 44
SLACK_PX = 2
"""Glyphs and targets may come this close."""

MEASURE = """([target, text, slack]) => {
  const named = (one) => `${one.tagName.toLowerCase()}${one.id && "#" + one.id}` +
    `${[...one.classList].map((name) => "." + name).join("")} "${one.textContent.trim().slice(0, 30)}"`;
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest(".spoken");
  const clips = (one) => getComputedStyle(one).overflowX !== "visible" || getComputedStyle(one).overflowY !== "visible";
  const layer = (one) => {
    for (let up = one; up; up = up.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(up).position)) return up;
    return null;
  };
  const seen = (one, box) => { // the part of a box that no scrolling parent hides
    let { left, top, right, bottom } = box;
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      if (!clips(up)) continue;
      const edge = up.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const shared = (a, b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const found = [];

  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || one.closest("select, script, style") || !shown(one)) continue;
    const px = parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.()?.a ?? 1); // of a drawing
    const least = one.matches("h1") ? 0.85 * text : text; // a long name of an event is drawn smaller
    if (px < least - 0.01) found.push(`${named(one)} has text of ${px} px`);
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    for (const line of range.getClientRects()) {
      const box = seen(one, line);
      const spare = (line.height - px * 0.72) / 2; // above the capitals and below the line
      const [top, bottom] = [Math.max(box.top, line.top + spare), Math.min(box.bottom, line.bottom - spare)];
      const body = { ...box, top, bottom };
      if (body.right > body.left && body.bottom > body.top) texts.push({ one, body, layer: layer(one) });
    }
  }
  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1))
      if (a.one !== b.one && a.layer === b.layer && shared(a.body, b.body) > slack)
        found.push(`${named(a.one)} runs into ${named(b.one)}`);

  const controls = "button, a[href], input, select, textarea, summary, [role=button], [role=tab], [tabindex='0']";
  const targets = [];
  for (const one of document.querySelectorAll(controls)) {
    const ticked = one.matches("input[type=checkbox], input[type=radio]");
    const whole = (ticked && one.closest("label")) || one;
    const box = whole.getBoundingClientRect();
    const inSentence = one.matches("a") && getComputedStyle(one).display === "inline";
    if (!shown(one) || inSentence || box.width <= 1) continue;
    if (Math.min(box.width, box.height) < target - 0.5)
      found.push(`${named(one)} is ${Math.round(box.width)} by ${Math.round(box.height)} px`);
    targets.push({ one: whole, box: seen(whole, box), layer: layer(one) });
  }
  for (const [index, a] of targets.entries())
    for (const b of targets.slice(index + 1))
      if (a.layer === b.layer && !a.one.contains(b.one) && !b.one.contains(a.one) && shared(a.box, b.box) > slack)
        found.push(`${named(a.one)} covers ${named(b.one)}`);

  for (const one of document.body.querySelectorAll("*")) {
    const isGiven = one.matches("bdi, h1"); // a name may end in an ellipsis: it is whole where it is opened
    const isText = one.matches("input") || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (isGiven || !isText || !shown(one) || !["hidden", "clip"].includes(getComputedStyle(one).overflowX)) continue;
    if (one.clientWidth > 1 && one.scrollWidth > one.clientWidth + slack)
      found.push(`${named(one)} is cut off: ${one.scrollWidth} px in ${one.clientWidth}`);
  }
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`the page is ${wide} px wide on a screen of ${innerWidth}`);
  return [...new Set(found)];
}"""


def measured(page: Page, text_px: float, target_px: float = TARGET_PX) -> list[str]:
    """A line for everything on the page, at its present size, that a person could not read or hit."""
    lines: list[str] = page.evaluate(MEASURE, [target_px, text_px, SLACK_PX])
    return lines
