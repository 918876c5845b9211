// Where the table is in the room: the tables of its section in the order of the plan, with the player's own table and
// the one to go to.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";

const FEW = 2; // with fewer tables than this, no picture is needed

// `one` is the followed entry from the answer of /api/phone.
export function drawNear(element, { near, table, moves, from_table: from }) {
  const isShown = near.reduce((sum, section) => sum + section.tables.length, 0) >= FEW;
  const goes = moves ? table : 0;
  const sits = moves ? from : table;
  const kindOf = (number) => (number === goes ? "go" : number === sits ? "here" : "");
  const text = (number) => {
    const kind = kindOf(number);
    return kind ? say(`player.table_is.${kind}`, { table: number }) : number;
  };
  render(isShown ? near.map((section) => html`<section aria-label=${section.name || say("player.near")}>
      ${section.name ? html`<h3 dir="auto">${section.name}</h3>` : nothing}
      <ol>${section.tables.map((number) => html`<li class=${kindOf(number)}>${text(number)}</li>`)}</ol></section>`) : nothing,
  element);
}
