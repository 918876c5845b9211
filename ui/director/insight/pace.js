// How fast the room deals: the median table, the slow tables and dealers, and the tables that are behind in hands at
// this level.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { chips, halves, say } from "/web/words.js";

// `pace` is the answer of GET .../pace. There is a bar for each table, whose height shows its pace. Nothing is drawn
// until the pace can be measured.
export function drawPace(element, pace) {
  const known = pace.tables.filter((one) => one.pace.an_hour !== null);
  const most = Math.max(1, ...known.map((one) => one.pace.an_hour));
  const slow = pace.tables.filter((one) => one.pace.slow);
  const dealers = pace.dealers.filter((one) => one.pace.slow);
  render(pace.an_hour === null ? nothing : html`<section class="insight panel pace" aria-label=${say("director.insight.pace")}>
    <h3>${say("director.insight.pace")} <span class="faint">${rate(pace.an_hour)}</span></h3>
    <p>${roomText(pace)}</p>
    ${pace.near_money ? html`<p class="near">${say("director.insight.near_money")}</p>` : nothing}
    ${pace.spread ? html`<p>${say("director.insight.spread", { count: pace.spread })}</p>` : nothing}
    ${known.length ? html`<ul class="bars">${known.map((one) => html`<li class=${one.pace.slow ? "slow" : ""}
      title=${rate(one.pace.an_hour)}><i></i><span>${one.table}</span>
      <span class="spoken">${rate(one.pace.an_hour)}</span></li>`)}</ul>` : nothing}
    <ul class="slow-ones">${slow.map((one) => html`<li>${tableText(one)}</li>`)}
      ${dealers.map((one) => html`<li><bdi>${one.dealer}</bdi>: ${dealerText(one)}</li>`)}</ul>
  </section>`, element);
  element.querySelectorAll(".bars i").forEach((bar, at) => {
    bar.style.height = `${Math.round((known[at].pace.an_hour / most) * 100)}%`;
  });
}

export const rate = (anHour) => (anHour === null ? "" : say("director.insight.an_hour", { rate: halves(Math.round(anHour)) }));

const seconds = (ms) => chips(Math.round(ms / 1000));

function roomText(pace) {
  return say("director.insight.room_pace", { rate: Math.round(pace.an_hour), seconds: seconds(pace.pause_ms ?? 0) });
}

function dealerText({ pace }) {
  return say("director.insight.slow_dealer", { rate: Math.round(pace.an_hour), seconds: seconds(pace.pause_ms ?? 0) });
}

function tableText({ table, pace }) {
  const text = say("director.insight.slow_table", {
    table, rate: Math.round(pace.an_hour), seconds: seconds(pace.pause_ms ?? 0),
  });
  return pace.behind ? `${text} ${say("director.insight.behind", { count: pace.behind })}` : text;
}
