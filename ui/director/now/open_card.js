// The open card: its reason, the rules of the book behind it, and the clock's policy for it. For a call of the floor:
// the hand, and the rulings, penalties and corrections that can be given.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { cited, knows, say } from "/web/words.js";
import { CallCard } from "../insight/call_card.js";
import { policyChoice } from "./policy.js";

export class OpenCard {
  element = document.createElement("section");
  #body = document.createElement("div");
  #callAt = document.createElement("div");
  #call;
  #look;
  #set;

  // `ask` is the one from asking.js. `look(sitting)` shows a table live over the link. `set(kind, policy)` sets a
  // policy.
  constructor(ask, look, set) {
    this.#call = new CallCard(this.#callAt, ask);
    this.#look = look;
    this.#set = set;
    this.element.className = "open-card";
    this.element.tabIndex = -1;
    this.element.append(this.#body, this.#callAt);
  }

  // `card` is null if no card is open.
  draw(card, tournament) {
    const sitting = card?.kind === "call" ? card.sitting : 0;
    this.#look(sitting);
    this.#callAt.hidden = !sitting;
    if (sitting && !this.#call.isOf(tournament.id, sitting)) this.#call.open(tournament.id, sitting);
    this.element.ariaLabel = card ? `${say("director.now.why")} ${card.title}` : "";
    render(card && !sitting ? this.#why(card, tournament) : nothing, this.#body);
  }

  // A "live" message about a table.
  received(live) {
    if (!this.#callAt.hidden) this.#call.received(live);
  }

  #why(card, tournament) {
    const tag = card.about || (card.act?.action.do ?? "");
    const because = `director.now.because.${tag}${tag === "end" && tournament.deal ? "-deal" : ""}`;
    return html`
      <h2>${card.table ? html`<b class="badge">${card.table}</b>` : nothing} ${card.title}</h2>
      <p class="whole">${card.reason}</p>
      ${knows(because) ? html`<p class="because">${say(because)}</p>` : nothing}
      ${card.rules.length ? html`<dl class="rules">${card.rules.map((one) => html`
        <div><dt>${one.title}</dt><dd>${one.says} <span class="clause">${cited(one.clause)}</span></dd></div>`)}</dl>` : nothing}
      ${policyChoice(tournament.policies?.find((one) => one.kind === tag), (policy) => this.#set(tag, policy))}`;
  }
}
