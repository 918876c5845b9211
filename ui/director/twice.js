// What takes two presses: one alone is too easily a slip. The second counts once the first has been seen, and only for
// what was seen at the first.

export const SURE_AFTER_MS = 400;
export const SURE_MS = 4000;

export class Twice {
  #redraw;
  #first = null; // what was pressed once, what was seen then, and when

  constructor(redraw) {
    this.#redraw = redraw;
  }

  isSure(what) {
    return this.#first?.what === what;
  }

  // Whether a second press would come too soon.
  isLocked(what) {
    return this.isSure(what) && performance.now() - this.#first.sinceMs < SURE_AFTER_MS;
  }

  // Something else than `seen` is shown now: the next press is a first one.
  sees(seen) {
    if (this.#first?.seen !== seen) this.#first = null;
  }

  calm() {
    this.#first = null;
  }

  // `act(seen)` is done at the second press.
  press(what, seen, act) {
    if (this.isLocked(what)) return;
    const first = this.#first;
    this.#first = null;
    if (first?.what === what) act(first.seen);
    else {
      const now = this.#first = { what, seen, sinceMs: performance.now() };
      setTimeout(this.#redraw, SURE_AFTER_MS);
      setTimeout(() => {
        if (this.#first !== now) return;
        this.#first = null;
        this.#redraw();
      }, SURE_MS);
    }
    this.#redraw();
  }
}
