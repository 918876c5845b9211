// A penalty for the player who is open, given at the table where they sit: the open table's own form, for that seat alone.

import { html } from "/web/lit/lit-html.js";
import { CallCard } from "../insight/call_card.js";

export class Penalty {
  #element = document.createElement("div");
  #card;
  #look;

  // `ask` as of asking.js, `look(sitting)` has the link show a table.
  constructor(ask, look) {
    this.#card = new CallCard(this.#element, ask);
    this.#look = look;
  }

  // Of an entry with a seat.
  show(tournament, { sitting, seat }) {
    this.#look(sitting);
    if (!this.#card.isOf(tournament.id, sitting, seat)) this.#card.open(tournament.id, sitting, seat);
    return html`${this.#element}`;
  }

  close() {
    this.#look(0);
  }

  // What the link says of a table.
  received(live) {
    this.#card.received(live);
  }
}
