// Prizes as text: each prize with the player who has it, the shares of a deal, and what becomes of places that nobody
// can take.

import { html, nothing } from "/web/lit/lit-html.js";
import { money, say } from "/web/words.js";

// The name and amount of each prize.
export function prizeLines(tournament) {
  const names = new Map(tournament.entries.map((one) => [one.entry, one.name]));
  return tournament.payouts.map(({ amount, place, entry }) => [lineText(place, names.get(entry)), money(amount, tournament)]);
}

function lineText(place, name) {
  if (!place && !name) return say("director.prizes.for_winner");
  if (!place) return html`${say("director.prizes.agreed")} <bdi>${name}</bdi>`;
  const text = say("director.place", { place });
  return name ? html`${text} <bdi>${name}</bdi>` : text;
}

export const unclaimedText = (tournament) =>
  say("director.prizes.unclaimed", { count: tournament.unclaimed, amount: money(tournament.shared, tournament) });

// For the place "Now": the agreed deal until the tournament is over; before any player has busted, a note about places
// that nobody can take.
export function aboutPrizes(tournament) {
  if (tournament.deal && !tournament.ended) {
    return html`<section class="panel agreed" aria-labelledby="agreed-title">
      <h2 id="agreed-title">${say("director.prizes.deal")}</h2>
      <dl>${prizeLines(tournament).map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl>
    </section>`;
  }
  if (!tournament.unclaimed || tournament.entries.some((one) => one.finish)) return nothing;
  return html`<section class="panel agreed"><p>${unclaimedText(tournament)}</p></section>`;
}
