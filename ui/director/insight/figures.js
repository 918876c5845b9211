// Leaders, the median stack and the average, with the time of the oldest count; and the player at each table who is due
// for the big blind. Nothing is drawn until a table has finished a hand.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { chips, say, timeOfDay } from "/web/words.js";

// `figures` is the answer of GET .../figures. `zone` is the room's time zone.
export function drawFigures(element, figures, zone) {
  const inBig = (count) => say("director.insight.big_blinds", { count: Math.floor(count / figures.big) });
  const oldest = figures.oldest_ms === null
    ? say("director.insight.not_all_counted") : say("director.insight.oldest", { time: timeOfDay(figures.oldest_ms, zone, false) });
  const stack = (name, count) => html`<div><dt>${name}</dt><dd><strong>${chips(count)}</strong>
    <span class="faint">${inBig(count)}</span></dd></div>`;
  const counted = figures.leaders.filter((one) => one.as_of_ms !== null);
  const dueNow = figures.due.filter((one) => one.name);
  render(!counted.length ? nothing : html`<section class="insight panel figures" aria-label=${say("director.insight.leaders")}>
    <dl>${stack(say("director.insight.average"), figures.average)}${stack(say("director.insight.median"), figures.median)}</dl>
    <p class="faint">${oldest}</p>
    <h3>${say("director.insight.leaders")}</h3>
    <ol class="leaders">${figures.leaders.map((one) => html`<li><bdi class="name">${one.name}</bdi>
      <span class="faint">${one.table}·${one.seat}</span> <strong>${chips(one.chips)}</strong></li>`)}</ol>
    ${dueNow.length ? due(dueNow) : nothing}</section>`, element);
}

function due(rows) {
  return html`<h3>${say("director.insight.due")}</h3><ul class="due">${rows.map((one) => html`
    <li><span>${say("director.table", { table: one.table })}</span> <span class="faint">${one.seat}</span>
      <bdi class="name">${one.name}</bdi></li>`)}</ul>`;
}
