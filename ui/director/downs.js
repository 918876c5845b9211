// Downs: who deals where, who is signed in there, who comes next, and the dealers on shift. The rota proposes a push.
// The director accepts it, or changes it first. In a room that clocks no dealers in, it is folded.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { repeat } from "/web/lit/directives/repeat.js";
import { agoText } from "/web/room.js";
import { language, say, timeOfDay } from "/web/words.js";
import { ask } from "./clock/ask.js";
import { download, paper, papers } from "./players/lists.js";

const AGAIN_MS = 10000;

export class Downs {
  #element;
  #key;
  #view = null;
  #zone = "";
  #asked = -Infinity;
  #acts = 0; // counts up when an act starts and when it is answered
  #chosen = new Map(); // by table: the dealer whom the director chose instead of the rota's
  #why = "";

  // `key()` returns the director's key.
  constructor(element, key) {
    this.#element = element;
    this.#key = key;
  }

  // Called whenever the page is drawn. Asks the service every `AGAIN_MS` milliseconds while the page is visible.
  draw({ word }) {
    this.#zone = word.zone;
    if (this.#element.closest(".place").hidden || performance.now() - this.#asked < AGAIN_MS) return;
    this.#asked = performance.now();
    this.#do(() => this.#look());
  }

  // Ignores an answer that was requested before an act: it is out of date.
  async #look() {
    const acts = this.#acts;
    const view = await ask(this.#key(), "/api/downs");
    return acts === this.#acts ? view : this.#view;
  }

  async #do(asking) {
    try {
      this.#hear(await asking());
      this.#why = "";
    } catch (error) {
      this.#why = error.message;
    }
    this.#redraw();
  }

  // The director's choices belong to the proposal that was seen. A new proposal clears them.
  #hear(view) {
    if (view.mark !== this.#view?.mark) this.#chosen.clear();
    this.#view = view;
  }

  #act(action) {
    const body = { action, seen: this.#view.mark };
    this.#do(async () => {
      this.#acts += 1;
      try {
        return await ask(this.#key(), "/api/downs/act", { method: "POST", body });
      } finally {
        this.#acts += 1;
      }
    });
  }

  // The dealer who comes to each table. If a chosen dealer was to go to another table, the two dealers are swapped.
  #coming() {
    const coming = new Map(this.#view.tables.map((one) => [one.table, one.next]));
    for (const [table, dealer] of this.#chosen) {
      const [other] = [...coming].find(([at, who]) => who === dealer && at !== table) ?? [];
      if (other !== undefined && dealer) coming.set(other, coming.get(table));
      coming.set(table, dealer);
    }
    return coming;
  }

  #push() {
    const where = new Map([...this.#coming()].map(([table, dealer]) => [dealer, table]));
    const moves = this.#view.dealers.map(({ dealer }) => ({ dealer, table: where.get(dealer) ?? 0 }));
    this.#act({ do: "push", moves });
  }

  async #print() {
    try {
      await download(`/api/downs/rota.pdf?lang=${language}&paper=${paper()}`, this.#key(), "rota.pdf");
    } catch (error) {
      this.#why = error.message;
      this.#redraw();
    }
  }

  #time(ms) {
    return timeOfDay(ms, this.#zone, false);
  }

  #redraw() {
    const view = this.#view;
    if (!view) {
      render(html`<h2>${say("director.downs.title")}</h2><p class="why" role="alert">${this.#why}</p>`, this.#element);
      return;
    }
    if (!view.dealers.length && !view.acts) {
      render(html`<details class="downs-none"><summary><h2>${say("director.downs.title")}</h2></summary>
        ${this.#shift()} ${this.#rules()}<p class="why" role="alert">${this.#why}</p></details>`, this.#element);
      return;
    }
    const coming = this.#coming();
    const moved = view.dealers.filter(({ dealer, table }) => (table ? coming.get(table) !== dealer : [...coming.values()].includes(dealer)));
    render(html`
      <div class="downs-head">
        <h2>${say("director.downs.title")}</h2>
        <p class=${view.due_ms !== null && view.due_ms <= view.now_ms ? "late" : "of"}>${this.#dueText()}</p>
      </div>
      ${view.tables.length ? this.#tables(coming) : html`<p class="of">${say("director.downs.no_table")}</p>`}
      <p class="of">${this.#shortText()}</p>
      <div class="downs-acts" data-needs="floor">
        ${view.dealers.length && view.tables.length
          ? html`<button class="go" @click=${() => this.#push()}>${say("director.downs.push", { count: moved.length })}</button>` : ""}
        ${view.acts ? html`<button @click=${() => this.#act({ do: "take-back" })}>${say(`director.downs.take_back.${view.last}`)}</button>` : nothing}
        <button @click=${() => this.#print()}>${say("director.downs.print")}</button> ${papers()}
      </div>
      <p class="why" role="alert">${this.#why}</p>
      ${this.#shift()}
      ${this.#rules()}
    `, this.#element);
  }

  #dueText() {
    const { due_ms: due, now_ms: now } = this.#view;
    if (due === null) return say("director.downs.no_push");
    if (due <= now) return say("director.downs.overdue", { time: this.#time(due), age: agoText(now - due) });
    return say("director.downs.due", { time: this.#time(due) });
  }

  #shortText() {
    const { uncovered, short } = this.#view;
    if (uncovered.length) return say("director.downs.uncovered", { tables: uncovered.join(", ") });
    return short ? say("director.downs.short", { count: short }) : "";
  }

  #tables(coming) {
    return html`<ul class="downs-tables">${repeat(this.#view.tables, (one) => one.table, (one) => html`<li>
      <b>${say("director.downs.table", { table: one.table })}</b>
      <span>
        <bdi>${one.name || say("director.downs.nobody")}</bdi>
        ${one.since_ms ? html`<span class="of">${say("director.downs.since", { time: this.#time(one.since_ms) })}</span>` : ""}
        ${one.agrees ? "" : html`<span class="differs">${one.signed
          ? say("director.downs.signed", { name: one.signed }) : say("director.downs.nobody_signed")}</span>`}
      </span>
      <label data-needs="floor"><span class="of">${say("director.downs.next")}</span>
        <select aria-label=${say("director.downs.next_at", { table: one.table })}
          @change=${(event) => this.#choose(one.table, Number(event.target.value))}>
          <option value="0" ?selected=${!coming.get(one.table)}>${say("director.downs.nobody")}</option>
          ${this.#view.dealers.map((each) => html`<option value=${each.dealer} ?selected=${coming.get(one.table) === each.dealer}
            ?disabled=${each.without.includes(one.table)}>${each.name}</option>`)}
        </select>
      </label>
    </li>`)}</ul>`;
  }

  #choose(table, dealer) {
    this.#chosen.delete(table);
    this.#chosen.set(table, dealer);
    this.#redraw();
  }

  #shift() {
    const { dealers, unknown } = this.#view;
    return html`
      <h3>${say("director.downs.on_shift", { count: dealers.length })}</h3>
      <ul class="downs-dealers">${repeat(dealers, (one) => one.dealer, (one) => this.#dealer(one))}</ul>
      <div class="downs-acts" data-needs="floor">
        ${unknown.map((name) => html`<button @click=${() => this.#act({ do: "clock-in", name })}>
          ${say("director.downs.clock_in_signed", { name })}</button>`)}
        <form @submit=${(event) => this.#clockIn(event)}>
          <label>${say("director.downs.name")}
            <input name="who" required maxlength="60" autocomplete="off" />
          </label>
          <button>${say("director.downs.clock_in")}</button>
        </form>
      </div>
    `;
  }

  #clockIn(event) {
    event.preventDefault();
    const { who } = event.target.elements;
    this.#act({ do: "clock-in", name: who.value });
    who.value = "";
  }

  #dealer(one) {
    const place = (table) => this.#act({ do: "place", dealer: one.dealer, table });
    return html`<li>
      <b><bdi>${one.name}</bdi></b>
      <span>
        ${one.table ? say("director.downs.at", { table: one.table, time: this.#time(one.since_ms) })
          : say("director.downs.off_since", { time: this.#time(one.since_ms) })}
        <span class="of">${say("director.downs.counts", { downs: one.downs, breaks: one.breaks })}</span>
        ${one.owed ? html`<span class="differs">${say("director.downs.owed")}</span>` : ""}
      </span>
      <span class="downs-acts" data-needs="floor">
        <select aria-label=${say("director.downs.send", { name: one.name })} @change=${(event) => place(Number(event.target.value))}>
          <option value="0" ?selected=${!one.table}>${say("director.downs.off")}</option>
          ${this.#view.tables.map(({ table }) => html`<option value=${table} ?selected=${one.table === table}>${say("director.downs.table", { table })}</option>`)}
        </select>
        <button @click=${() => this.#act({ do: "clock-out", dealer: one.dealer })}
          aria-label=${say("director.downs.clock_out_of", { name: one.name })}>${say("director.downs.clock_out")}</button>
      </span>
    </li>`;
  }

  #rules() {
    const { rules } = this.#view;
    const set = (field, input) => input.reportValidity() && this.#act({ do: "rules", rules: { ...rules, [field]: Number(input.value) } });
    const number = (field, most) => html`<label>${say(`director.downs.rules.${field}`)}
      <input type="number" inputmode="numeric" required min=${field === "minutes" ? 5 : 1} max=${most} .value=${String(rules[field])}
        @change=${(event) => set(field, event.target)} />
    </label>`;
    return html`<div class="downs-acts downs-rules" data-needs="floor">${number("minutes", 240)}${number("downs", 20)}</div>`;
  }
}
