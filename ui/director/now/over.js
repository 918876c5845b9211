// The event is over: the winners with their prizes, and what comes next.

import { html, nothing } from "/web/lit/lit-html.js";
import { money, say } from "/web/words.js";

const SHOWN = 3; // the least number of places shown
const MOST_PAID = 10; // all prizes are shown up to this number, such as those of a deal

// `playAgain()` opens the form for the next event.
export function over(tournament, playAgain) {
  const paid = tournament.entries.filter((one) => one.payout).length;
  const most = Math.max(SHOWN, Math.min(paid, MOST_PAID));
  const first = tournament.entries.filter((one) => !one.voided && one.finish && one.finish <= most).sort((one, other) => one.finish - other.finish);
  return html`<section class="panel ended" aria-labelledby="over-title">
    <h2 id="over-title">${say("director.is_over")}</h2>
    <ol>${first.map((one) => html`<li><span>${say("director.place", { place: one.finish })}</span> <bdi>${one.name}</bdi>
      <b>${one.payout ? money(one.payout, tournament) : nothing}</b></li>`)}</ol>
    ${tournament.dealt ? html`<p class="by-deal">${say("pages.by_deal", { count: tournament.dealt })}</p>` : nothing}
    <div class="acts">
      <a class="button go" href="/results/?tournament=${tournament.id}" target="_blank" rel="noopener">${say("director.deal.results_page")}</a>
      <a class="button" href="#prizes">${say("director.places.prizes")}</a>
      <button data-needs="run" @click=${playAgain}>${say("director.ended.next_week")}</button>
    </div>
    <p class="of" data-needs="run">${say("director.ended.help")}</p>
  </section>`;
}
