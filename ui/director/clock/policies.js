// The clock's policy for each kind of proposal: ask, accept it, or never propose it.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";

const WAYS = ["ask", "accept", "never"];
const $ = (id) => document.getElementById(id);

export class Policies {
  #element;
  #sender;

  constructor(element, sender) {
    this.#element = element;
    this.#sender = sender;
  }

  draw({ tournament }) {
    render(tournament?.policies?.length && !tournament.ended ? this.#list(tournament) : nothing, this.#element);
  }

  #list({ policies, mark }) {
    const others = policies.filter(({ policy }) => policy !== "ask").length;
    return html`<details><summary>${say("director.policy.title")}${others ? html` <b class="badge">${others}</b>` : nothing}</summary>
      <p class="of">${say("director.policy.help")}</p>
      <ul class="policies">${policies.map((one) => this.#row(one, mark))}</ul>
      <p id="policies-why" class="why" role="alert"></p></details>`;
  }

  #row({ kind, policy, paused }, mark) {
    const set = (way) => this.#sender.send({ do: "set-policy", kind, policy: way }, mark, $("policies-why"));
    return html`<li><label><span>${say(`director.now.titles.${kind}`)}</span>
        <select data-needs="run" @change=${(event) => set(event.target.value)}>${WAYS.map((way) => html`
          <option value=${way} ?selected=${policy === way}>${say(`director.policy.${way}`)}</option>`)}</select></label>
      ${paused ? html`<p class="of">${say("director.policy.paused")}
        <button class="plain" data-needs="run" @click=${() => set("accept")}>${say("director.policy.again")}</button></p>` : nothing}</li>`;
  }
}
