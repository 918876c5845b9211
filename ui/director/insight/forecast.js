// The forecast: levels and breaks to the minute, and once the clock knows enough, the bubble, the end and breaking
// tables, each with its range.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { blindsText, entryName, isLevel } from "/web/room.js";
import { say, timeOfDay } from "/web/words.js";

const FAR_MS = 12 * 3600000;
const AHEAD = 3; // the number of levels and breaks listed

// `forecast` is the answer of GET .../forecast, `structure` the clock's, and `zone` the room's time zone.
export function drawForecast(element, forecast, structure, zone) {
  const at = (ms) => timeOfDay(ms, zone, ms - forecast.now_ms > FAR_MS);
  const range = ({ low_ms: low, high_ms: high }) => say("director.insight.range", { low: at(low), high: at(high) });
  const row = (ms, text, when) => ({ ms, text, when });
  const { bubble, end, closes_ms: closesMs, joins } = forecast;
  const rows = [
    ...forecast.entries.slice(0, AHEAD).map((one) => row(one.at_ms, entryText(structure, one.index))),
    ...forecast.breaking.map((one) => row(one.when.mid_ms,
      say("director.insight.breaks", { table: one.table, count: one.players }), one.when)),
    closesMs && { ...row(closesMs, say("director.insight.closes")), more: joins?.[2] ? joinsText(joins) : "" },
    bubble && row(bubble.mid_ms, bubbleText(forecast), bubble),
    end && row(end.mid_ms, say("director.insight.end"), end),
  ].filter(Boolean).sort((one, other) => one.ms - other.ms);
  render(html`<section class="insight panel forecast" aria-label=${say("director.insight.comes")}>
    <h2>${say("director.insight.comes")}</h2>
    ${forecast.running ? nothing : html`<p class="faint">${say("director.insight.if_started")}</p>`}
    <ol>${rows.map(({ ms, text, when, more }) => html`<li><time>${at(ms)}</time>
      <span>${text}${when || more ? html`<span class="faint range">${when ? range(when) : more}</span>` : nothing}</span></li>`)}</ol></section>`,
  element);
}

const joinsText = ([few, , many]) => (few === many
  ? say("director.insight.joins_exactly", { count: few }) : say("director.insight.joins", { few, count: many }));

// While more entries are expected, the number of paid places is not certain.
function bubbleText({ joins, paid }) {
  return joins?.[2] ? say("director.insight.bubble_open") : say("director.insight.bubble", { count: paid });
}

function entryText(structure, index) {
  const entry = structure.entries[index];
  const name = entryName(structure, index);
  return isLevel(entry) ? `${name}, ${blindsText(entry)}` : name;
}
