// Under "Prizes": the terms of entry, and a form that changes them. A term that can no longer change says why.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { halves, knows, money, say, typedNumber } from "/web/words.js";
import { ask } from "../asking.js";
import { takeBack } from "../now/taken_back.js";
import { ownTable, payoutsText, percents } from "../prizes/own_payouts.js";

// The kind of each field. Its label in the form says what it means.
const FIELDS = {
  buy_in: "money", fee: "money", late_levels: "count", re_entries: "count", rebuys: "count", rebuy_cost: "money", rebuy_chips: "count",
  add_on_chips: "count", add_on_cost: "money", add_on_after: "count", guarantee: "money", bounty: "money", round_to: "money",
};
const OF_PRIZES = ["add_on_chips", "add_on_cost", "add_on_after", "guarantee", "bounty", "round_to"];
const LABELS = { late_levels: "late" };
const OWN = "own";
const $ = (id) => document.getElementById(id);

export class Terms {
  #root;
  #sender;
  #tournament = null;
  #isOpen = false;
  #typed = new Map(); // by field, what was typed and not yet saved
  #payouts = ""; // the chosen payout table: none, a shipped one, or a custom one
  #own = ""; // the percentages of the custom table
  #shipped = [];

  constructor(root, sender) {
    this.#root = root;
    this.#sender = sender;
  }

  draw({ tournament }) {
    if (!tournament?.terms || tournament === this.#tournament) return;
    if (tournament.id !== this.#tournament?.id) this.#close();
    this.#tournament = tournament;
    this.#show();
  }

  #close() {
    this.#isOpen = false;
    this.#typed.clear();
    this.#payouts = "";
    this.#own = "";
  }

  #show = () => {
    const { ended } = this.#tournament;
    render(
      html`<section id="terms" class="panel">
        <h2>${say("director.event_terms.title")}</h2>
        ${this.#isOpen ? this.#form() : this.#lines()}
        <p id="terms-why" class="why" role="alert"></p>
        ${ended || this.#isOpen ? nothing : html`<div class="acts">
          <button id="change-terms" data-needs="run" @click=${this.#open}>${say("director.event_terms.change")}</button>
          ${takeBack(this.#tournament, ({ kinds }) => kinds.includes("terms-changed"), this.#undo, { needs: "run" })}</div>`}
      </section>`,
      this.#root,
    );
  };

  #value(field) {
    const { terms } = this.#tournament;
    const least = field === "round_to" ? 1 : 0; // the default, which records leave out
    return (OF_PRIZES.includes(field) ? terms.prizes?.[field] : terms[field]) ?? least;
  }

  #label = (field) => say(`director.new_${LABELS[field] ?? field}`);

  #why = (field) => this.#tournament.bound.find((one) => one.field === field)?.why ?? "";

  #lines() {
    const said = Object.entries(FIELDS).filter(([field]) => field === "buy_in" || this.#value(field) > (field === "round_to" ? 1 : 0));
    const { payouts } = this.#tournament.terms;
    return html`<dl class="term-lines">
      ${said.map(([field, kind]) => html`<div><dt>${this.#label(field)}</dt><dd>${kind === "money" ? money(this.#value(field), this.#tournament) : this.#value(field)}</dd></div>`)}
      <div><dt>${this.#label("payouts")}</dt><dd>${payoutsText(payouts)}</dd></div>
    </dl>`;
  }

  #form() {
    const { bound } = this.#tournament;
    return html`
      <p class="of">${say(bound.length ? "director.event_terms.some_bound" : "director.event_terms.help")}</p>
      <form id="terms-form" data-needs="run" @submit=${this.#save}>
        <div class="two">${Object.keys(FIELDS).map(this.#field)}</div>
        ${this.#choosePayouts()}
        <div class="acts">
          <button class="go" ?disabled=${!Object.keys(this.#changed()).length}>${say("director.event_terms.save")}</button>
          <button type="button" @click=${this.#cancel}>${say("director.cancel")}</button>
        </div>
      </form>`;
  }

  #field = (field) => {
    const [id, why] = [`term-${field}`, this.#why(field)];
    const fixed = why && !["guarantee", "round_to"].includes(field);
    const digits = FIELDS[field] === "money" ? this.#tournament.minor_digits : 0;
    const value = this.#typed.get(field) ?? halves(this.#value(field) / 10 ** digits);
    return html`<p>
      <label for=${id}>${this.#label(field)}</label>
      <input id=${id} inputmode=${digits ? "decimal" : "numeric"} autocomplete="off" ?disabled=${fixed} aria-describedby=${why ? `${id}-why` : nothing}
        .value=${value} @input=${(event) => this.#type(field, event.target.value)} />
      ${why ? html`<small id="${id}-why">${why}</small>` : nothing}
    </p>`;
  };

  #choosePayouts() {
    const why = this.#why("payouts");
    const now = this.#tournament.terms.payouts;
    return html`<p>
        <label for="term-payouts">${this.#label("payouts")}</label>
        <select id="term-payouts" aria-describedby=${why ? "term-payouts-why" : nothing} @change=${(event) => this.#choose(event.target.value)}>
          <option value="" ?selected=${!this.#payouts}>${say("director.event_terms.as_now", { name: payoutsText(now) })}</option>
          ${this.#shipped.map(({ id, name }) => html`<option value=${id} ?selected=${this.#payouts === id}>${shippedText(id, name)}</option>`)}
          <option value=${OWN} ?selected=${this.#payouts === OWN}>${say("director.event_terms.own")}</option>
        </select>
        ${why ? html`<small id="term-payouts-why">${why}</small>` : nothing}
      </p>
      ${this.#payouts === OWN ? html`<p>
        <label for="term-own">${say("director.event_terms.percents")}</label>
        <input id="term-own" inputmode="text" autocomplete="off" .value=${this.#own} placeholder="50 30 20" @input=${(event) => this.#typeOwn(event.target.value)} />
        <small>${this.#ownText()}</small>
      </p>` : nothing}`;
  }

  #ownText() {
    const shares = percents(this.#own);
    if (!shares) return say("director.event_terms.percents_help");
    const sum = shares.reduce((all, one) => all + one, 0);
    return say(sum === 10000 ? "director.event_terms.percents_add_up" : "director.event_terms.percents_sum", { count: shares.length, sum: sum / 100 });
  }

  #type(field, text) {
    this.#typed.set(field, text);
    this.#show();
  }

  #typeOwn(text) {
    this.#own = text;
    this.#show();
  }

  #choose(which) {
    this.#payouts = which;
    const [row] = this.#tournament.terms.payouts.rows;
    if (which === OWN && !this.#own) this.#own = row.shares.map((one) => one / 100).join(" ");
    this.#show();
  }

  // The fields that differ from the current terms. Text that is not a number is kept as text, and refused with a
  // message.
  #changed() {
    const found = {};
    for (const [field, text] of this.#typed) {
      const digits = FIELDS[field] === "money" ? this.#tournament.minor_digits : 0;
      const number = Math.round(typedNumber(text) * 10 ** digits);
      if (Number.isNaN(number) || number !== this.#value(field)) found[field] = Number.isNaN(number) ? text : number;
    }
    const table = this.#payouts === OWN ? ownTable(this.#own) : this.#shipped.find((one) => one.id === this.#payouts)?.table;
    if (table) found.payouts = table;
    return found;
  }

  #open = async () => {
    this.#isOpen = true;
    this.#show();
    const { said } = await ask("GET", "presets");
    this.#shipped = said?.payouts ?? [];
    this.#show();
  };

  #cancel = () => {
    this.#close();
    this.#show();
  };

  #save = (event) => {
    event.preventDefault();
    const wrong = Object.entries(this.#changed()).find(([, value]) => typeof value === "string");
    if (wrong) {
      $("terms-why").textContent = say("director.event_terms.no_number", { field: this.#label(wrong[0]) });
      return;
    }
    if (this.#sender.isWaiting($("terms-why"))) return;
    this.#sender.send({ do: "change-terms", ...this.#changed() }, this.#tournament.mark, $("terms-why"), this.#cancel);
  };

  #undo = (action) => {
    if (!this.#sender.isWaiting($("terms-why"))) this.#sender.send(action, this.#tournament.mark, $("terms-why"));
  };
}

const shippedText = (id, name) => (knows(`director.payouts.${id}`) ? say(`director.payouts.${id}`) : name);
