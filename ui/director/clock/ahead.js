// The times of the next break, the last level and the end: as published, and as edited. They are computed only by
// adding up minutes from now. The service's forecast of the play is shown beside them.

import { html } from "/web/lit/lit-html.js";
import { entryName, isLevel } from "/web/room.js";
import { say, timeOfDay } from "/web/words.js";
import { beginnings } from "./draft.js";

const HALF_A_DAY_MS = 12 * 3600000;

// The milestones by kind, with their text and time.
export function milestones(structure, rows, current, leftMs, nowMs) {
  const begins = beginnings(rows, current, leftMs, nowMs);
  const found = new Map();
  const pause = rows.findIndex(({ entry }, at) => at > current && !isLevel(entry));
  if (pause >= 0) found.set("break", { text: entryName(structure, pause), ms: begins[pause] });
  const last = rows.length - 1;
  if (last > current && begins[last] !== null) {
    found.set("last", { text: say("director.ahead.last", { name: entryName(structure, last) }), ms: begins[last] });
  }
  if (begins[last] !== null) {
    found.set("end", { text: say("director.ahead.end"), ms: begins[last] + rows[last].entry.minutes * 60000 });
  }
  return found;
}

const at = (ms, nowMs, zone) => timeOfDay(ms, zone, Math.abs(ms - nowMs) > HALF_A_DAY_MS);

function shiftText(ms) {
  const minutes = Math.round(ms / 60000);
  if (!minutes) return say("director.ahead.same");
  return say(minutes < 0 ? "director.ahead.earlier" : "director.ahead.later", { count: Math.abs(minutes) });
}

// `now` and `then` are the milestones as published and as edited. `forecast` is the service's forecast, or null.
export function aheadOf({ now, then, changed, nowMs, zone, forecast }) {
  const line = ([what, { text, ms }]) => {
    const before = now.get(what)?.ms;
    const shift = changed && before !== undefined ? shiftText(ms - before) : "";
    return html`<div><dt>${text}</dt><dd><b>${at(ms, nowMs, zone)}</b> <span class="shift">${shift}</span></dd></div>`;
  };
  const span = (what, said) => (said
    ? html`<div><dt>${say(`director.ahead.${what}`)}</dt><dd><b>${at(said.mid_ms, nowMs, zone)}</b>
        <span class="shift">${say("director.ahead.range", { from: at(said.low_ms, nowMs, zone), to: at(said.high_ms, nowMs, zone) })}</span></dd></div>`
    : "");
  return html`
    <h2>${say(changed ? "director.ahead.if" : "director.ahead.title")}</h2>
    <dl class="ahead">
      ${[...then].map(line)}
      ${span("bubble", forecast?.bubble)}${span("winner", forecast?.end)}
    </dl>
    ${forecast && (forecast.bubble || forecast.end) ? html`<p class="of">${say("director.ahead.published")}</p>` : ""}
  `;
}
