// The clock's policy for a kind of proposal: ask, accept it, or never propose it.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";

const WAYS = ["ask", "accept", "never"];

// `one` comes from the tournament and has `kind`, `policy` and `paused`. Without it, nothing is drawn. `set(policy)`
// changes the policy.
export function policyChoice(one, set) {
  if (!one) return nothing;
  return html`<fieldset class="policy" data-needs="run"><legend>${say("director.policy.label")}</legend>
    ${WAYS.map((way) => html`<button type="button" aria-pressed=${one.policy === way} @click=${() => set(way)}>${say(`director.policy.${way}`)}</button>`)}
    ${one.paused ? html`<p class="of">${say("director.policy.paused")}</p>` : nothing}</fieldset>`;
}
