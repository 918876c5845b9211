// Buttons that need two presses, because one could be a slip. The second press counts after a short delay, and only for
// what was shown at the first.

export const SURE_AFTER_MS = 400;
export const SURE_MS = 4000;

export class Twice {
  #redraw;
  #first = null; // the button that was pressed once, the state shown then, and the time

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

  // If something other than `seen` is shown now, the next press counts as a first one.
  sees(seen) {
    if (this.#first?.seen !== seen) this.#first = null;
  }

  calm() {
    this.#first = null;
  }

  // Calls `act(seen)` at the second press.
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
