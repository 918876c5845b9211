// A list that does not move under a finger. For a moment after a touch, new cards in the first lane are placed on top,
// and all others keep their order. After anything has moved, presses are ignored for a moment.

const STILL_MS = 1000;
const LOCK_MS = 800;

export class Steady {
  #redraw;
  #shown = []; // the keys as last drawn
  #touchedMs = -STILL_MS;
  #lockedUntilMs = 0;
  #timer = 0;

  constructor(redraw) {
    this.#redraw = redraw;
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(kind, () => { this.#touchedMs = performance.now(); }, { capture: true });
    }
  }

  get isLocked() {
    return performance.now() < this.#lockedUntilMs;
  }

  // The cards, by `key`, in the order in which to draw them. `lane(card)` is 0 for cards that cannot wait.
  order(cards, lane) {
    const isTouched = performance.now() - this.#touchedMs < STILL_MS;
    const wanted = isTouched ? this.#held(cards, lane) : cards;
    const keys = wanted.map((one) => one.key);
    const hadMoved = keys.some((key, at) => this.#shown[at] !== undefined && this.#shown[at] !== key);
    this.#shown = keys;
    if (hadMoved) this.#lockedUntilMs = performance.now() + LOCK_MS;
    if (hadMoved || isTouched) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#redraw, STILL_MS);
    }
    return wanted;
  }

  #held(cards, lane) {
    const at = (one) => this.#shown.indexOf(one.key);
    const known = cards.filter((one) => at(one) >= 0).sort((one, other) => at(one) - at(other));
    const fresh = cards.filter((one) => at(one) < 0);
    return [...fresh.filter((one) => !lane(one)), ...known, ...fresh.filter(lane)];
  }
}
