// Buttons whose label or meaning changes. A button that has just changed is locked for a moment, so that a finger
// aiming at the old meaning does not press the new one.

import { setText } from "./tables.js";

const LOCK_MS = 800;

export class Buttons {
  #shown = new Map(); // by button: its meaning when last drawn, and until when it is locked
  #redraw;

  constructor(redraw) {
    this.#redraw = redraw;
  }

  // Draws a button. `meaning` says what a press does, if the label does not.
  show(button, { text, can, meaning = "", lockMs = LOCK_MS }) {
    const means = JSON.stringify([text, can, meaning]);
    const before = this.#shown.get(button);
    if (before?.means !== means) {
      const untilMs = before ? performance.now() + lockMs : 0;
      this.#shown.set(button, { means, untilMs });
      if (before) setTimeout(this.#redraw, lockMs);
    }
    setText(button, text);
    button.disabled = !can;
    const locked = !this.isReady(button);
    button.classList.toggle("locked", locked);
    button.ariaDisabled = String(locked || !can);
  }

  isReady(button) {
    return performance.now() >= (this.#shown.get(button)?.untilMs ?? 0);
  }
}
