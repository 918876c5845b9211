// The open table: live over the director's link, its last hands, and the floor's card with a call, if there is one, and
// penalties and corrections. The page calls `open` to show a table and `received` with each "live" message.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { may } from "../rights.js";
import { CallCard } from "./call_card.js";
import { drawHands, drawLive } from "./live_table.js";

const HANDS = 10;

export class OpenTable {
  #element;
  #ask;
  #tell;
  #call;
  #where = null; // the tournament's id and the sitting
  #hand = -1; // the number of the last hand shown

  // `ask(path, body)` returns the answer or throws, like `answerOf` in asking.js. `tell(message)` sends a message over
  // the link.
  constructor(element, ask, tell) {
    this.#element = element;
    this.#ask = ask;
    this.#tell = tell;
    render(html`<div data-part="call"></div><div data-part="live"></div><div data-part="hands"></div>`, element);
    this.#call = new CallCard(this.#part("call"), ask);
  }

  #part(name) {
    return this.#element.querySelector(`[data-part="${name}"]`);
  }

  // Shows this table from now on; 0 for none. Call it again after a lost link is back.
  open(tournament, sitting) {
    if (this.#where?.tournament !== tournament || this.#where?.sitting !== sitting) {
      this.#where = { tournament, sitting };
      this.#hand = -1;
      for (const part of ["live", "hands", "call"]) render(nothing, this.#part(part));
    }
    this.#tell({ say: "look", sitting });
  }

  // A "live" message from the link.
  received(live) {
    if (live.sitting !== this.#where?.sitting) return;
    drawLive(this.#part("live"), live);
    this.#part("call").hidden = !live.floor && !may("floor");
    this.#showCall(live);
    this.#fetchHands(live);
  }

  #showCall(live) {
    const { tournament, sitting } = this.#where;
    if (!this.#call.isOf(tournament, sitting)) this.#call.open(tournament, sitting);
    else this.#call.received(live);
  }

  async #fetchHands(live) {
    const ended = live.playing ? live.hand - 1 : live.hand;
    const { tournament, sitting } = this.#where;
    if (ended === this.#hand) return;
    this.#hand = ended;
    try {
      const hands = await this.#ask(`tournaments/${tournament}/sittings/${sitting}/hands?last=${HANDS}`);
      if (sitting === this.#where.sitting && ended === this.#hand) drawHands(this.#part("hands"), hands);
    } catch {
      if (ended === this.#hand) this.#hand = -1; // ask again at the next change
    }
  }
}
