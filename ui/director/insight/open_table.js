// The table that is open: live over the director's link, its last hands, and the floor's card: its call while there is
// one, penalties and corrections at any time. One line of the page opens it, one hands it what the link says.

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
  #hand = -1; // the last hands are those before this one

  // `ask(path, body)` answers or throws, as `answerOf` of asking.js, `tell(message)` says something over the link.
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

  // Shows this table from now on; to be said again once a link that was lost is back. 0 for none.
  open(tournament, sitting) {
    if (this.#where?.tournament !== tournament || this.#where?.sitting !== sitting) {
      this.#where = { tournament, sitting };
      this.#hand = -1;
      for (const part of ["live", "hands", "call"]) render(nothing, this.#part(part));
    }
    this.#tell({ say: "look", sitting });
  }

  // What the link says as "live".
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
      if (ended === this.#hand) this.#hand = -1; // asked again with the next change
    }
  }
}
