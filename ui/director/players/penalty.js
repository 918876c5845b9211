// A penalty for the open player, given at their table: the open table's own form, for that seat only.

import { html } from "/web/lit/lit-html.js";
import { CallCard } from "../insight/call_card.js";

export class Penalty {
  #element = document.createElement("div");
  #card;
  #look;

  // `ask` is the one from asking.js. `look(sitting)` shows a table live over the link. `onDone()` is called once the table
  // has recorded the penalty.
  constructor(ask, look, onDone) {
    this.#card = new CallCard(this.#element, ask, onDone);
    this.#look = look;
  }

  // The entry must have a seat.
  show(tournament, { sitting, seat }) {
    this.#look(sitting);
    if (!this.#card.isOf(tournament.id, sitting, seat)) this.#card.open(tournament.id, sitting, seat);
    return html`${this.#element}`;
  }

  close() {
    this.#look(0);
  }

  // A "live" message about a table.
  received(live) {
    this.#card.received(live);
  }
}
