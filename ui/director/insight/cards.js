// Cards as they look on the table: rank above suit, in four colors, with a name for screen readers.

import { html } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

export function card(code) {
  const [rank, suit] = [code.slice(0, -1), code.slice(-1)];
  const shown = rank === "T" ? "10" : rank;
  return html`<span class="playing ${`suit-${suit}`}" role="img" aria-label=${shown + SIGNS[suit]}
    ><span aria-hidden="true">${shown}<br>${SIGNS[suit]}</span></span>`;
}

// Five places, whether cards have been dealt to them or not.
export function board(cards) {
  const empty = Array.from({ length: Math.max(0, 5 - cards.length) });
  return html`<span class="board" role="group" aria-label=${say("director.insight.board")}>
    ${cards.map(card)}${empty.map(() => html`<span class="playing empty"></span>`)}</span>`;
}
