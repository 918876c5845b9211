// Corrects a player's name, or merges two players who are the same person, in every event. Shows the corrections made
// so far.

import { html, nothing } from "/web/lit/lit-html.js";
import { language, say, timeOfDay } from "/web/words.js";
import { doneBy } from "../rights.js";
import { fold } from "./find.js";
import { twinText } from "./import.js";

const SHOWN = 6;

export class Corrections {
  #key;
  #redraw;
  #of = ""; // the open entry
  #what = ""; // the open form: "name" or "same"
  #query = "";
  #list = [];
  #people = [];
  #why = "";
  #anyway = null; // a refused merge, which can be forced even though both played at the same time
  #waits = false;

  // `key()` returns the key for API requests. `redraw` redraws the place.
  constructor(key, redraw) {
    this.#key = key;
    this.#redraw = redraw;
  }

  // Called when another entry is opened.
  open(tournament, entry) {
    const of = `${tournament} ${entry}`;
    if (of === this.#of) return;
    [this.#of, this.#what, this.#query, this.#why, this.#anyway, this.#list] = [of, "", "", "", null, []];
    this.#fetch(of);
  }

  shown(entry, tournament) {
    this.open(tournament.id, entry.entry);
    const toggle = (what) => () => {
      [this.#what, this.#query, this.#why, this.#anyway] = [this.#what === what ? "" : what, "", "", null];
      this.#redraw();
    };
    const button = (what) => html`<button data-needs="floor" aria-expanded=${this.#what === what} @click=${toggle(what)}>
      ${say(`director.correct.${what}`)}</button>`;
    return html`<section class="correct">
      <div class="acts">${button("name")} ${button("same")}</div>
      ${this.#what === "name" ? this.#nameForm(entry) : nothing} ${this.#what === "same" ? this.#sameForm(entry) : nothing}
      ${this.#why ? html`<p class="why" role="alert">${this.#why}</p>` : nothing}
      ${this.#anyway
        ? html`<button data-needs="floor" ?disabled=${this.#waits} @click=${() => this.#do("merge", this.#anyway)}>
            ${say("director.correct.anyway")}</button>`
        : nothing}
      ${this.#lines(entry, tournament)}
    </section>`;
  }

  #nameForm({ player, name }) {
    const save = (event) => {
      event.preventDefault();
      const wanted = event.target.elements.name.value.trim();
      if (wanted) this.#do("rename", { player, name: wanted });
    };
    return html`<form class="fields" @submit=${save}>
      <p>
        <label for="correct-name">${say("director.correct.new_name")}</label>
        <input id="correct-name" name="name" autocomplete="off" maxlength="60" spellcheck="false" .value=${name} />
      </p>
      <button class="go" ?disabled=${this.#waits}>${say("director.correct.save")}</button>
    </form>`;
  }

  // Offers people with a similar name at once, and others as their name is typed. The chosen person's name and number
  // are kept.
  #sameForm({ player, name }) {
    const asked = fold(this.#query.trim());
    const words = (asked || fold(name)).split(/[\s-]+/);
    const likeness = (one) => words.filter((word) => fold(one.name).includes(word)).length;
    const found = this.#people
      .filter((one) => one.player !== player && likeness(one) >= (asked ? words.length : 1))
      .sort((one, other) => likeness(other) - likeness(one) || other.events - one.events)
      .slice(0, SHOWN);
    const typed = (event) => {
      this.#query = event.target.value;
      this.#redraw();
    };
    return html`<p class="of">${say("director.correct.same_help")}</p>
      <p>
        <label for="correct-same">${say("director.correct.who")}</label>
        <input id="correct-same" autocomplete="off" spellcheck="false" .value=${this.#query} @input=${typed} />
      </p>
      ${found.length
        ? html`<ul class="known">${found.map((one) => html`<li><button ?disabled=${this.#waits}
            @click=${() => this.#do("merge", { player, into: one.player })}>${twinText({ ...one, was: one.was.join(", ") })}</button></li>`)}</ul>`
        : asked ? html`<p class="of">${say("director.field.nobody")}</p>` : nothing}`;
  }

  #lines({ entry }, { id, zone }) {
    const here = this.#list.filter((one) => one.entries.some(([tournament, number]) => tournament === id && number === entry));
    if (!here.length) return nothing;
    return html`<ul class="lines">${here.map((one) => html`<li>
      <bdi>${one.was}</bdi> → <bdi>${one.name}</bdi> <span class="of">${doneBy(one.by)} · ${timeOfDay(one.at_ms, zone, true)}</span>
      ${one.is_undone || one.undoes
        ? nothing
        : html`<button class="small" data-needs="floor" ?disabled=${this.#waits} @click=${() => this.#do("undo", { number: one.number })}>
            ${say("director.now.undo")}</button>`}
    </li>`)}</ul>`;
  }

  async #do(what, body) {
    if (this.#waits) return;
    this.#waits = true;
    this.#redraw();
    try {
      this.#list = (await this.#ask(`/api/people/${what}`, body)).corrections;
      [this.#what, this.#why, this.#anyway] = ["", "", null];
    } catch (error) {
      this.#why = error.message;
      this.#anyway = error.code === "both-played" ? { ...body, anyway: true } : null;
    }
    this.#waits = false;
    this.#redraw();
  }

  async #fetch(of) {
    try {
      const [list, people] = await Promise.all([this.#ask("/api/people/corrections"), this.#ask("/api/people")]);
      if (of !== this.#of) return;
      [this.#list, this.#people] = [list.corrections, people.people];
      this.#redraw();
    } catch {
      // the entry is shown without them; a later request will show why it fails
    }
  }

  async #ask(path, body = null) {
    const headers = { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language, "Content-Type": "application/json" };
    let answer;
    try {
      answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
    } catch {
      throw new Error(say("director.not_connected"));
    }
    const said = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(said.why), { code: said.code });
    return said;
  }
}

// The people who may be the same person as the one with this name and id who would enter a tournament, and an id for a
// different person. Empty if the request fails.
export async function alike(asked, key) {
  try {
    const headers = { Authorization: `Bearer ${key}`, "Accept-Language": language };
    const answer = await fetch(`/api/people/alike?${new URLSearchParams(asked)}`, { headers });
    return answer.ok ? await answer.json() : { twins: [] };
  } catch {
    return { twins: [] };
  }
}
