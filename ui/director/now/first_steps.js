// The first steps of a new event: what to do first, and what is already done. Each step leads to the button that it
// names; the last one starts the clock.

import { html, nothing } from "/web/lit/lit-html.js";
import { isLevel } from "/web/room.js";
import { say } from "/web/words.js";

// Whether the clock has never run.
function isUnstarted({ word, now }) {
  const first = word.structure.entries[0];
  const whole = !isLevel(first) || !first.minutes || now.leftMs === first.minutes * 60_000;
  return !now.running && !now.index && whole;
}

// Whether nobody has had a seat yet.
export const isUnseated = ({ entries }) => !entries.some((one) => one.seat || one.finish || one.goes_on);

// Whether the first steps are still to be done: the clock has never run, or it was started before the draw.
export function isNew(room) {
  const { tournament } = room;
  return Boolean(tournament && !tournament.ended && (isUnstarted(room) || isUnseated(tournament)));
}

// `start()` starts the clock.
export function firstSteps(room, start) {
  const { entries, sittings } = room.tournament;
  const here = entries.filter((one) => !one.voided && !one.waits);
  const tables = sittings.filter((one) => !one.closed);
  const seats = tables.reduce((sum, one) => sum + one.seat_count - one.unused.length, 0);
  const seated = here.filter((one) => one.seat).length;
  const enough = seats >= here.length && tables.length > 0;
  const steps = [
    ["enter", "#players", "player", here.length > 1, here.length ? say("director.first.entered", { count: here.length }) : ""],
    ["open", "#room", "open plan-table", enough, tables.length ? say("director.first.opened", { count: tables.length, seats }) : ""],
    ["draw", "#room", "draw-seats", here.length > 1 && seated === here.length, seated ? say("director.first.seated", { count: seated }) : ""],
    ["start", "", "", !isUnstarted(room), ""],
  ];
  const next = steps.find(([, , , isDone]) => !isDone)[0];
  return html`<section class="panel first" data-needs="run" aria-labelledby="first-title">
    <h2 id="first-title">${say("director.first.title")}</h2>
    <ol>${steps.map(([what, place, id, isDone, said], at) => html`<li>
      <span class="mark" aria-hidden="true">${isDone ? "✓" : at + 1}</span>
      ${isDone ? html`<span class="spoken">${say("director.first.done")}</span>` : nothing}
      ${place ? html`<a class=${what === next ? "button go" : "button"} href=${place} data-focus=${id}>${say(`director.first.${what}`)}</a>`
        : html`<button class=${what === next ? "go" : ""} ?disabled=${what !== next} @click=${start}>${say(`director.first.${what}`)}</button>`}
      <span class="of">${said}</span></li>`)}</ol>
  </section>`;
}
