// The public results of a tournament: places, names as the room shows them, and prizes if the room publishes them, with
// links to the earlier tournaments. The page refreshes, and it prints well.

import { html, render } from "/web/lit/lit-html.js";
import "/web/theme.js";
import { locale, money, say, sayPage } from "/web/words.js";

const ASK_MS = 15000;
const OVER_MS = 120000; // nothing changes after the end, but a page that names no tournament follows to the next one
const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" });
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
  else if (!asked) timer = setTimeout(ask, OVER_MS);
}

// The tournaments that are over, with links to their results. Asked again when another tournament is shown or ends.
async function askEarlier() {
  try {
    const answer = await fetch("/api/results/earlier");
    if (answer.ok) drawEarlier(await answer.json());
  } catch {
    // the next answer with results asks again
  }
}

function drawEarlier(all) {
  const earlier = all.filter((one) => one.id !== known.id);
  render(earlier.length ? html`<h2>${say("results.earlier")}</h2>
    <ul>${earlier.map(({ id, name, entries, winner, ended_ms: endedMs, dealt }) => html`<li><a href=${linkTo(id)}><bdi>${name}</bdi></a>
      <span>${[endedMs && date.format(endedMs), say("results.entries", { count: entries })].filter(Boolean).join(" · ")}${
        winner ? html` · ${say("results.won")} <bdi>${winner}</bdi>` : ""}${
        dealt ? ` · ${say("pages.by_deal", { count: dealt })}` : ""}</span></li>`)}</ul>` : "", $("earlier"));
}

// This page for another tournament, in the same language and colors.
function linkTo(tournament) {
  const query = new URLSearchParams(location.search);
  query.set("tournament", tournament);
  return `?${query}`;
}

function draw(results) {
  const isOther = known?.id !== results.id || known.ended !== results.ended;
  known = results;
  if (isOther) askEarlier();
  const { name, ended, entries, players_left: left, places, pool, began_ms: beganMs } = results;
  document.title = say("results.title_of", { event: name });
  $("event").textContent = name;
  const count = say("results.entries", { count: entries });
  const still = !entries ? say("pages.not_started") : ended ? say("results.over") : say("results.left", { count: left });
  const prizes = pool ? [say("results.pool", { pool: money(pool, results) })] : [];
  if (results.in_final) prizes.push(say("results.in_final"));
  if (results.dealt) prizes.push(say("pages.by_deal", { count: results.dealt }));
  $("about").textContent = [...(beganMs ? [date.format(beganMs)] : []), still, ...(entries ? [count] : []), ...prizes].join(" · ");
  const hasPrizes = places.some((one) => one.prize);
  const hasHeads = places.some((one) => one.bounties);
  const found = places.length ? table(results, hasPrizes, hasHeads) : entries ? html`<p class="none">${say("results.nobody")}</p>` : "";
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
