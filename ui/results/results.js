// The public results of a tournament: places, names as the room shows them, and prizes if the room publishes them. The
// page refreshes until the tournament is over, and it prints well.

import { html, render } from "/web/lit/lit-html.js";
import "/web/theme.js";
import { money, say, sayPage } from "/web/words.js";

const ASK_MS = 15000;
const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search).get("tournament") ?? "";
let timer = 0;
let known = null;

async function ask() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const answer = await fetch(`/api/results?tournament=${encodeURIComponent(asked)}`);
    const said = await answer.json();
    if (answer.ok) draw(said);
    else $("about").textContent = said.why;
  } catch {
    $("about").textContent = say("results.away");
  }
  if (!known?.ended) timer = setTimeout(ask, ASK_MS);
}

function draw(results) {
  known = results;
  const { name, ended, entries, players_left: left, places, pool } = results;
  document.title = say("results.title_of", { event: name });
  $("event").textContent = name;
  const count = say("results.entries", { count: entries });
  const still = ended ? say("results.over") : say("results.left", { count: left });
  const prizes = pool ? [say("results.pool", { pool: money(pool, results) })] : [];
  if (results.in_final) prizes.push(say("results.in_final"));
  $("about").textContent = [still, count, ...prizes].join(" · ");
  const hasPrizes = places.some((one) => one.prize);
  const hasHeads = places.some((one) => one.bounties);
  const found = places.length ? table(results, hasPrizes, hasHeads) : html`<p class="none">${say("results.nobody")}</p>`;
  render([agreed(results), found], $("places"));
}

// The shares of the remaining players in a deal, until the tournament is over.
function agreed(results) {
  if (!results.agreed.length) return "";
  const shares = results.agreed.map(({ name, amount }) => [name, amount]);
  if (results.for_winner) shares.push([say("results.for_winner"), results.for_winner]);
  return html`<table class="agreed">
    <thead><tr><th scope="col">${say("results.agreed")}</th><th scope="col" class="money">${say("results.prize")}</th></tr></thead>
    <tbody>${shares.map(([name, amount]) => html`<tr class="paid"><th scope="row"><bdi>${name}</bdi></th>
      <td class="money">${money(amount, results)}</td></tr>`)}</tbody>
  </table>`;
}

function table(results, hasPrizes, hasHeads) {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${say("results.place")}</th>
        <th scope="col">${say("results.name")}</th>
        ${hasHeads ? html`<th scope="col" class="money">${say("results.bounties")}</th>` : ""}
        ${hasPrizes ? html`<th scope="col" class="money">${say("results.prize")}</th>` : ""}
      </tr>
    </thead>
    <tbody>${results.places.map((one) => row(one, results, hasPrizes, hasHeads))}</tbody>
  </table>`;
}

function row({ place, name, prize, bounties }, results, hasPrizes, hasHeads) {
  return html`<tr class=${prize ? "paid" : ""}>
    <td class="place">${place}</td>
    <th scope="row"><bdi>${name}</bdi></th>
    ${hasHeads ? html`<td class="money">${bounties ? money(bounties, results) : ""}</td>` : ""}
    ${hasPrizes ? html`<td class="money">${prize ? money(prize, results) : ""}</td>` : ""}
  </tr>`;
}

sayPage();
document.addEventListener("visibilitychange", ask);
ask();
