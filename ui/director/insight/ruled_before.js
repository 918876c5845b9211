// The room's case law: earlier calls of the floor like this one, with each ruling, its author and its clause.

import { html, nothing } from "/web/lit/lit-html.js";
import { chips, cited, language, say } from "/web/words.js";
import { board } from "./cards.js";
import { streets } from "./live_table.js";

const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

// `cases` is the answer of GET /api/cases, the most similar first.
export function before(cases) {
  if (!cases.length) return html`<p class="faint">${say("director.insight.never_before")}</p>`;
  return html`<h4>${say("director.insight.before")}</h4>${caseList(cases)}`;
}

// The cases as a plain list. Each opens the hand as it was.
export function caseList(cases) {
  return html`<ul class="cases">${cases.map((one) => html`
    <li><details><summary>${ruled(one)} <span class="faint">${heading(one)}</span></summary>
      ${one.board.length ? board(one.board) : nothing}
      <p>${say("director.pot", { chips: chips(one.pot) })}</p>${streets(one.streets)}</details></li>`)}</ul>`;
}

function ruled(one) {
  return one.rulings.map((ruling) => html`<span class="ruled"><strong>${ruling.says}</strong>
    <span class="clause">${cited(ruling.clause)}</span> ${ruling.by ? html`<bdi>${ruling.by}</bdi>` : say("director.insight.not_signed")}</span>`);
}

function heading(one) {
  return say("director.insight.case", { table: one.table, hand: one.hand, date: when.format(one.at_ms) });
}
