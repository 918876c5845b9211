// Turns the first finger, a pen or a mouse into presses, slides and releases on the table's screen.

import { cssPxPerMm } from "./size.js";

const PALM_MM = 25; // a thumb laid flat is about 20 mm wide, and the edge of a hand is much wider
const MOVE_MS = 16;
const AWAY = -10_000; // outside the screen

// `owner.press(x, y)` returns whether the touch counts. `owner.move(x, y)` and `owner.release(x, y)` follow it.
export class Touches {
  #owner;
  #finger = null; // the id of the finger that counts
  #moved = null;
  #timer = 0;

  constructor(surface, owner) {
    this.#owner = owner;
    surface.addEventListener("pointerdown", (event) => this.#down(surface, event));
    surface.addEventListener("pointermove", (event) => this.#move(event));
    surface.addEventListener("pointerup", (event) => this.#up(event));
    surface.addEventListener("pointercancel", (event) => this.#cancel(event));
    for (const kind of ["contextmenu", "selectstart", "dragstart"]) surface.addEventListener(kind, (event) => event.preventDefault());
    // Safari ignores touch-action for its own gestures.
    for (const kind of ["touchstart", "touchmove", "touchend", "gesturestart"]) {
      surface.addEventListener(kind, (event) => event.preventDefault(), { passive: false });
    }
  }

  #down(surface, event) {
    event.preventDefault();
    if (this.#finger !== null || event.button !== 0 || isPalm(event)) return;
    if (!this.#owner.press(event.clientX, event.clientY)) return;
    this.#finger = event.pointerId;
    surface.setPointerCapture(event.pointerId);
  }

  #move(event) {
    if (event.pointerId !== this.#finger) return;
    this.#moved = [event.clientX, event.clientY];
    if (!this.#timer) this.#timer = setTimeout(() => this.#flush(), MOVE_MS);
  }

  #up(event) {
    if (event.pointerId !== this.#finger) return;
    this.#flush();
    this.#finger = null;
    this.#owner.release(event.clientX, event.clientY);
  }

  // The device has taken the finger for itself. What it was on must not be pressed: it slides off.
  #cancel(event) {
    if (event.pointerId !== this.#finger) return;
    this.#finger = this.#moved = null;
    this.#owner.move(AWAY, AWAY);
    this.#owner.release(AWAY, AWAY);
  }

  #flush() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#moved && this.#finger !== null) this.#owner.move(...this.#moved);
    this.#moved = null;
  }
}

const isPalm = (event) => event.pointerType === "touch" && Math.max(event.width, event.height) > PALM_MM * cssPxPerMm();
