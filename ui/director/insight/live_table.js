// One whole table as it is now: the board, the pot, each seat, and the actions street by street.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { repeat } from "/web/lit/directives/repeat.js";
import { chips, language, say } from "/web/words.js";
import { board, card } from "./cards.js";

const MARKS = { button: "button", small: "small_blind", big: "big_blind" }; // the text of each in the catalog

// `live` is a "live" message from the link, or the answer of GET .../sittings/N/live. Draws into `element`, which stays
// in the page.
export function drawLive(element, live) {
  render(html`<section class="insight live" aria-label=${say("director.insight.live", { table: live.table })}>
    <h3 class="spoken">${say("director.insight.live", { table: live.table })}</h3>${felt(live)}${seats(live)}${streets(live.streets)}</section>`, element);
}

export function felt(live) {
  if (!live.playing) return html`<p class="felt quiet">${say("director.insight.no_hand")}</p>`;
  const inHand = live.seats.filter((seat) => seat.live).length;
  const about = say("director.insight.hand", { hand: live.hand, stage: say(`director.stages.${live.street}`), count: inHand });
  const sides = live.pots.length > 1
    ? html`<span class="faint">${live.pots.map((pot) => chips(pot.chips)).join(" · ")}</span>` : "";
  return html`<div class="felt">${board(live.board)}<p><strong>${say("director.pot", { chips: chips(live.pot) })}</strong>
    <span class="faint">${about}</span>${sides}</p></div>`;
}

function seats(live) {
  const big = live.blinds?.big ?? 0;
  return html`<ul class="seats" aria-label=${say("director.insight.seats")}>
    ${repeat(live.seats, (seat) => seat.seat, (seat) => html`
      <li class=${seat.turn ? "turn" : live.playing && !seat.live ? "folded" : ""}>
        <span class="number">${seat.seat}</span><bdi class="name" title=${seat.name}>${seat.name}</bdi>
        <span class="marks">${marks(seat, live)}${seat.cards.map(card)}<span class="did">${did(seat, live)}</span></span>
        <span class="stack"><strong>${chips(seat.chips)}</strong>${big
          ? html`<span class="faint">${say("director.insight.big_blinds", { count: Math.floor(seat.chips / big) })}</span>` : ""}
        </span></li>`)}</ul>`;
}

function marks(seat, live) {
  return Object.entries(MARKS).filter(([place]) => live[place] === seat.seat)
    .map(([place, text]) => html`<span class="mark ${place}">${say(text)}</span>`);
}

function did(seat, live) {
  if (seat.turn) {
    return seat.owes ? say("director.insight.to_call", { chips: chips(seat.owes) }) : say("director.insight.to_act");
  }
  if (seat.misses) return say("director.insight.misses", { count: seat.misses });
  if (seat.away) return say("director.insight.away");
  if (!live.playing) return "";
  if (seat.all_in) return say("director.all_in");
  const act = seat.did ? say(`director.insight.did.${seat.did}`) : "";
  return seat.bet ? `${act} ${chips(seat.bet)}` : act;
}

// The last hands, the newest first, from GET .../sittings/N/hands. Each can be opened to read it in full.
export function drawHands(element, hands) {
  render(!hands.length ? nothing : html`<section class="insight last" aria-label=${say("director.insight.last_hands")}>
    <h3>${say("director.insight.last_hands")}</h3>
    <ol class="cases">${hands.map((one) => html`<li><details><summary><strong>${one.hand}</strong> ${wonText(one)}
      ${one.board.map(card)}</summary><pre>${one.text}</pre></details></li>`)}</ol></section>`, element);
}

function wonText(one) {
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format(one.winners.map(([seat, name]) => name || seat));
  return names ? say(`director.insight.won.${one.ending}`, { names, chips: chips(one.pot) }) : "";
}

export function streets(told) {
  return html`<ol class="streets">${told.map(([heading, ...acts]) => html`
    <li><h4>${heading}</h4><ul>${acts.map((act) => html`<li>${act}</li>`)}</ul></li>`)}</ol>`;
}
