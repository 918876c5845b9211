// The leagues: the list, and the form for one. The points of its formula are shown as you type.

import { html, nothing } from "/web/lit/lit-html.js";
import { knows, say } from "/web/words.js";
import { ask } from "../../asking.js";
import { Panel } from "./panel.js";

const TYPED_MS = 300;
const OWN = ""; // a formula of your own
const EXAMPLE_ENTRIES = 30;
const ENTRIES = ["best", "first"]; // which entry of a player counts

export class Leagues extends Panel {
  #events = []; // the room's tournaments
  #draft = null; // the league that is being made or changed
  #tried = null; // the points of its formula, or why it does not give any
  #timer = 0;

  constructor(host) {
    super(host, "leagues");
  }

  async open() {
    const { said } = await ask("GET", "tournaments");
    this.#events = said?.tournaments ?? [];
    await super.open();
  }

  view() {
    if (!this.said?.presets) return this.waiting();
    return html`<p class="of">${say("director.leagues.how")}</p>
      <ul class="lines">${this.said.leagues.map((one) => this.#line(one))}</ul>
      ${this.problem()}
      ${this.#draft ? this.#form() : html`<button @click=${() => this.#begin({ id: "", name: "", formula: this.said.presets.linear })}
        >${say("director.leagues.new")}</button>`}`;
  }

  #line(league) {
    return html`<li>
      <p><bdi>${league.name}</bdi></p>
      <p class="steps"><a class="button" href="/standings/${league.id}" target="_blank" rel="noopener">${say("director.leagues.standings")}</a>
        <button aria-expanded=${String(this.#draft?.id === league.id)} @click=${() => this.#begin(league)}>${say("director.room.change")}</button>
        ${this.sureButton(`remove ${league.id}`, say("director.room.remove"), {
          sure: say("director.room.remove_sure", { name: league.name }), done: () => this.#remove(league),
        })}</p>
    </li>`;
  }

  #begin(league) {
    this.#draft = { pattern: "", since: "", until: "", best: 0, events: [], without: [], entry: "best", ...league };
    this.#tried = null;
    this.why = "";
    this.draw();
    this.#try();
  }

  #set(fields) {
    this.#draft = { ...this.#draft, ...fields };
    this.draw();
  }

  #form() {
    const one = this.#draft;
    const field = (name, input) => html`<p><label for="league-${name}">${say(`director.leagues.${name}`)}</label>${input}</p>`;
    return html`<form class="league" @submit=${(event) => this.#keep(event)}>
      <div class="fields">
        ${field("name", html`<input id="league-name" maxlength="100" required autocomplete="off" .value=${one.name}
          @input=${(event) => this.#set({ name: event.target.value })} />`)}
        ${field("best", html`<input id="league-best" type="number" inputmode="numeric" min="0" max="1000" .value=${String(one.best)}
          @input=${(event) => this.#set({ best: Number(event.target.value) })} />`)}
        ${field("entry", html`<select id="league-entry" @change=${(event) => this.#set({ entry: event.target.value })}>${
          ENTRIES.map((entry) => html`<option value=${entry} ?selected=${entry === one.entry}>${
            say(`director.leagues.entries.${entry}`)}</option>`)}</select>`)}
      </div>
      <h3>${say("director.leagues.points")}</h3>
      <div class="fields">
        ${field("ready", html`<select id="league-ready" @change=${(event) => this.#choose(event.target.value)}>
          ${[...Object.entries(this.said.presets), [say("director.leagues.own"), OWN]].map(([name, formula]) => html`
            <option value=${formula} ?selected=${formula === this.#ready}>${
              knows(`director.leagues.presets.${name}`) ? say(`director.leagues.presets.${name}`) : name}</option>`)}</select>`)}
      </div>
      ${field("formula", html`<textarea id="league-formula" rows="2" maxlength="500" spellcheck="false" required
        .value=${one.formula} @input=${(event) => this.#type(event.target.value)}></textarea>`)}
      ${this.#example()}
      <h3>${say("director.leagues.events")}</h3>
      <div class="fields">
        ${field("pattern", html`<input id="league-pattern" maxlength="100" autocomplete="off" .value=${one.pattern}
          @input=${(event) => this.#set({ pattern: event.target.value })} />`)}
        ${["since", "until"].map((name) => field(name, html`<input id="league-${name}" type="date" .value=${one[name]}
          @input=${(event) => this.#set({ [name]: event.target.value })} />`))}
      </div>
      <ul class="lines">${this.#events.map((event) => this.#event(event))}</ul>
      <p class="steps"><button class="main" ?disabled=${this.isBusy}>${say("director.leagues.keep")}</button>
        <button type="button" @click=${() => this.#close()}>${say("director.leagues.cancel")}</button></p>
    </form>`;
  }

  get #ready() {
    const { formula } = this.#draft;
    return Object.values(this.said.presets).includes(formula) ? formula : OWN;
  }

  // Whether the event counts by the rule (its name and day), always, or never.
  #event(event) {
    const { events, without } = this.#draft;
    const now = events.includes(event.id) ? "events" : without.includes(event.id) ? "without" : "rule";
    const choose = (change) => {
      const kept = { events: events.filter((id) => id !== event.id), without: without.filter((id) => id !== event.id) };
      const wanted = change.target.value;
      this.#set(wanted === "rule" ? kept : { ...kept, [wanted]: [...kept[wanted], event.id] });
    };
    return html`<li><label for="league-of-${event.id}"><bdi>${event.name}</bdi></label>
      <select id="league-of-${event.id}" @change=${choose}>${["rule", "events", "without"].map((one) => html`
        <option value=${one} ?selected=${one === now}>${say(`director.leagues.counts.${one}`)}</option>`)}</select></li>`;
  }

  #example() {
    const { points, why } = this.#tried ?? {};
    return html`<div class="example" role="status">
      ${why ? html`<p class="why">${why}</p>` : nothing}
      ${points ? html`<p class="of">${say("director.leagues.example", { count: EXAMPLE_ENTRIES })}</p>
        <dl>${points.map((one) => html`<div><dt>${one.place}</dt><dd>${one.points}</dd></div>`)}</dl>` : nothing}</div>`;
  }

  #choose(formula) {
    if (formula === OWN) document.getElementById("league-formula")?.focus();
    else this.#type(formula, 0);
  }

  #type(formula, afterMs = TYPED_MS) {
    this.#set({ formula });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#try(), afterMs);
  }

  // Ignores an answer about an older formula; the newer one gets its own.
  async #try() {
    const { formula } = this.#draft;
    const { said, why } = await ask("POST", "leagues/try", { formula, entries: EXAMPLE_ENTRIES });
    if (this.#draft?.formula !== formula) return;
    this.#tried = { points: said?.points, why };
    this.draw();
  }

  async #keep(event) {
    event.preventDefault();
    const { mark, leagues } = this.said;
    const league = { ...this.#draft, id: this.#draft.id || freeId(this.#draft.name, leagues) };
    if (await this.send("define", { league, seen: mark })) this.#close();
    await this.#again();
  }

  async #remove(league) {
    await this.send("remove", { id: league.id, seen: this.said.mark });
    await this.#again();
  }

  // Fetches the list again, because other answers have a different form. Keeps the reason for a refusal.
  async #again() {
    const { why } = this;
    await super.open();
    if (!why) return;
    this.why = why;
    this.draw();
  }

  #close() {
    this.#draft = null;
    this.draw();
  }
}

// An id for a URL made from the name. Adds a number if the id is taken.
function freeId(name, leagues) {
  const plain = name.normalize("NFKD").replace(/\p{Mark}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  const base = plain.slice(0, 36) || "league";
  const taken = leagues.map((one) => one.id);
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`;
  return id;
}
