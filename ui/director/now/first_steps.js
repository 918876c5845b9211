// The first steps of a new event: what to do first, where to do it, and what is already done.

import { html, nothing } from "/web/lit/lit-html.js";
import { isLevel } from "/web/room.js";
import { say } from "/web/words.js";

// Whether the clock has never run.
export function isNew({ tournament, word, now }) {
  const first = word.structure.entries[0];
  const whole = !isLevel(first) || !first.minutes || now.leftMs === first.minutes * 60_000;
  return Boolean(tournament && !tournament.ended && !now.running && !now.index && whole);
}

export function firstSteps({ entries, sittings }) {
  const here = entries.filter((one) => !one.voided && !one.waits);
  const tables = sittings.filter((one) => !one.closed);
  const seats = tables.reduce((sum, one) => sum + one.seat_count, 0);
  const seated = here.filter((one) => one.seat).length;
  const enough = seats >= here.length && tables.length > 0;
  const steps = [
    ["enter", "players", here.length > 1, here.length ? say("director.first.entered", { count: here.length }) : ""],
    ["open", "room", enough, tables.length ? say("director.first.opened", { count: tables.length, seats }) : ""],
    ["draw", "room", here.length > 1 && seated === here.length, seated ? say("director.first.seated", { count: seated }) : ""],
    ["start", "clock", false, ""],
  ];
  const next = steps.find(([, , isDone]) => !isDone)[0];
  return html`<section class="panel first" data-needs="run" aria-labelledby="first-title">
    <h2 id="first-title">${say("director.first.title")}</h2>
    <ol>${steps.map(([what, place, isDone, said], at) => html`<li>
      <span class="mark" aria-hidden="true">${isDone ? "✓" : at + 1}</span>
      ${isDone ? html`<span class="spoken">${say("director.first.done")}</span>` : nothing}
      <a class=${what === next ? "button go" : "button"} href="#${place}">${say(`director.first.${what}`)}</a>
      <span class="of">${said}</span></li>`)}</ol>
  </section>`;
}
