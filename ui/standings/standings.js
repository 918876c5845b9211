// A league's public standings: /standings/LEAGUE. /standings/ lists the leagues. It refreshes every half minute.

import "/web/theme.js";
import { html, render } from "/web/lit/lit-html.js";
import { repeat } from "/web/lit/directives/repeat.js";
import { chips, language, say, sayPage } from "/web/words.js";

const AGAIN_MS = 30000;
const league = decodeURIComponent(location.pathname.replace(/^\/standings\/?/, ""));
const place = document.getElementById("standings");
const here = (its) => `/standings/${its}${location.search}`;

// Points arrive as a decimal number with two decimal places, not in the format of any language.
function points(said) {
  const [whole, hundredths] = said.replace("-", "").split(".");
  const sign = new Intl.NumberFormat(language).formatToParts(1.5).find((part) => part.type === "decimal").value;
  const rest = hundredths === "00" ? "" : sign + hundredths;
  return `${said.startsWith("-") ? "\u2212" : ""}${chips(Number(whole))}${rest}`;
}

const day = (said) =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(said));

const listed = ({ leagues }) => html`
  <h1>${say("standings.title")}</h1>
  ${leagues.length ? "" : html`<p>${say("standings.none")}</p>`}
  <ul class="leagues">
    ${leagues.map((one) => html`<li><a href=${here(one.id)}><bdi>${one.name}</bdi></a></li>`)}
  </ul>
`;

function shown({ league: its, events, rows }) {
  return html`
    <h1><bdi>${its.name}</bdi></h1>
    <p class="about">
      ${say("standings.events", { count: events.length })}${its.best
        ? ` · ${say("standings.best", { count: its.best })}`
        : ""}${its.entry === "first" ? ` · ${say("standings.first")}` : ""}
      <span class="formula"><span>${say("standings.formula")}</span> <code>${its.formula}</code></span>
    </p>
    ${events.filter((one) => one.why).map((one) => html`<p class="wrong"><bdi>${one.name}</bdi>: ${one.why}</p>`)}
    ${rows.length ? table(events, rows) : html`<p>${say("standings.nobody")}</p>`}
    <p><a class="file" href="/api/standings/${its.id}/standings.csv">${say("standings.csv")}</a></p>
  `;
}

const table = (events, rows) => html`
  <div class="scrolls" tabindex="0" role="region" aria-label=${say("standings.title")}>
    <table>
      <thead>
        <tr>
          <th scope="col" class="rank">${say("standings.rank")}</th>
          <th scope="col" class="name">${say("standings.name")}</th>
          <th scope="col">${say("standings.points")}</th>
          <th scope="col">${say("standings.played")}</th>
          <th scope="col">${say("standings.wins")}</th>
          ${events.map((one) => html`<th scope="col" class="event"><bdi>${one.name}</bdi> <span>${day(one.day)}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${repeat(rows, (row) => `${row.name} ${row.rank}`, (row) => line(events, row))}
      </tbody>
    </table>
  </div>
`;

function line(events, row) {
  const by = new Map(row.scores.map((score) => [score.event, score]));
  return html`<tr>
    <td class="rank">${row.rank}</td>
    <th scope="row" class="name"><bdi>${row.name}</bdi></th>
    <td class="sum">${points(row.points)}</td>
    <td>${row.scores.length}</td>
    <td>${row.wins}</td>
    ${events.map((one) => cell(by.get(one.id)))}
  </tr>`;
}

function cell(score) {
  if (!score) return html`<td class="none"><span class="spoken">${say("standings.absent")}</span></td>`;
  const dropped = score.counts ? "" : html` <span class="spoken">${say("standings.dropped")}</span>`;
  return html`<td class=${score.counts ? "event" : "event dropped"}>
    <span class="worth">${points(score.points)}</span>${dropped} <span class="place">${say("standings.place", { place: score.place })}</span>
  </td>`;
}

async function ask() {
  try {
    const answer = await fetch(`/api/standings${league ? `/${encodeURIComponent(league)}` : ""}?lang=${language}`);
    const said = await answer.json();
    render(answer.ok ? (league ? shown(said) : listed(said)) : html`<p class="wrong">${said.why}</p>`, place);
    if (league && answer.ok) document.title = said.league.name;
  } catch {
    document.body.classList.add("away");
    setTimeout(ask, AGAIN_MS);
    return;
  }
  document.body.classList.remove("away");
  setTimeout(ask, AGAIN_MS);
}

sayPage();
ask();
