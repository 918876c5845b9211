// A player's story: the stack hand by hand as a line with the big pots marked on it, and other events.

import { html, nothing, svg } from "/web/lit/lit-html.js";
import { chips, reasonText, say, timeOfDay } from "/web/words.js";
import { card } from "./cards.js";

const [WIDTH, HEIGHT, TOP] = [340, 150, 14];

// `story` is the answer of GET .../entries/N/story. `zone` is the room's time zone. A player without a stack line and
// without events has no story.
export function storyOf(story, zone) {
  const isLine = story.points.length > 1;
  if (!isLine && !story.happened.length) return nothing;
  const figure = (name, value) => html`<div><dt>${say(`director.insight.${name}`, { count: story.players })}</dt><dd><strong>${value}</strong></dd></div>`;
  return html`<section class="insight story" aria-label=${say("director.field.story")}>
    <h3>${say("director.field.story")}</h3>
    ${isLine ? line(story, zone) : nothing}
    ${story.chips || story.entries > 1 ? html`<dl>${story.chips ? figure("rank", story.rank) : nothing} ${story.entries > 1 ? figure("entries", story.entries) : nothing}</dl>` : nothing}
    ${story.pots.length ? pots(story.pots) : nothing}
    ${story.happened.length ? html`<h4>${say("director.insight.happened")}</h4><ul class="happened">
      ${[...story.happened].reverse().map((one) => html`<li><time>${timeOfDay(one.at_ms, zone, false)}</time>
        <span>${happenedText(one)}</span></li>`)}</ul>` : nothing}</section>`;
}

// The points are one hand apart, no matter how long the hand took. The dashed line is the current average.
function line(story, zone) {
  const { points } = story;
  const peak = Math.max(...points.map((one) => one.chips));
  const most = Math.max(peak, story.average, 1);
  const x = (at) => (at / (points.length - 1)) * WIDTH;
  const y = (count) => TOP + (1 - count / most) * HEIGHT;
  const path = points.map((one, at) => `${x(at).toFixed(1)},${y(one.chips).toFixed(1)}`).join(" ");
  const at = (pot) => points.findLastIndex((one) => one.table === pot.table && one.hand === pot.hand);
  const marks = story.pots.map((pot, number) => [at(pot), number + 1, pot.change > 0]).filter(([place]) => place >= 0);
  const [first, last] = [points[0], points.at(-1)];
  const said = say("director.insight.line_said", {
    count: points.length, first: chips(first.chips), most: chips(peak), last: chips(last.chips),
  });
  return html`<figure><svg viewBox="-12 0 ${WIDTH + 24} ${HEIGHT + 2 * TOP}" role="img" aria-label=${said}>
      <line class="zero" x1="0" x2=${WIDTH} y1=${y(0)} y2=${y(0)}></line>
      <line class="average" x1="0" x2=${WIDTH} y1=${y(story.average)} y2=${y(story.average)}></line>
      <polyline points=${path}></polyline>
      ${marks.map(([place, number, won]) => svg`<g class=${won ? "won" : "lost"} aria-hidden="true">
        <circle cx=${x(place)} cy=${y(points[place].chips)} r="11"></circle>
        <text x=${x(place)} y=${y(points[place].chips) + 6}>${number}</text></g>`)}</svg>
    <figcaption class="faint"><span>${timeOfDay(first.at_ms, zone, false)} – ${timeOfDay(last.at_ms, zone, false)}</span>
      <span>${say("director.insight.line", { average: chips(story.average), most: chips(peak) })}</span></figcaption></figure>`;
}

function pots(rows) {
  return html`<h4>${say("director.insight.big_pots")}</h4><ol class="pots">${rows.map((one, at) => html`
    <li><span class="mark ${one.change > 0 ? "won" : "lost"}">${at + 1}</span>
      <strong>${one.change > 0 ? "+" : "−"}${chips(Math.abs(one.change))}</strong>
      <span>${one.cards.map(card)}${one.board.length ? html`<span class="on">${one.board.map(card)}</span>` : nothing}
        <span class="faint">${say("director.insight.where", { table: one.table, hand: one.hand })}</span></span></li>`)}</ol>`;
}

function happenedText(one) {
  if (["sat", "moved", "out"].includes(one.what)) {
    return say(`director.insight.did_happen.${one.what}`, {
      table: one.table, seat: one.seat, chips: chips(one.chips), hand: one.hand,
    });
  }
  const missed = one.hands ? say("director.insight.did_happen.missed", { count: one.hands }) : "";
  const what = [say(`messages.recorded-${one.what}`), missed].filter(Boolean).join(", ");
  return one.why ? `${what}: ${reasonText(one.why)}` : what;
}
