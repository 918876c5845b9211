// The place "Clock": the structure, the times that follow from it, the scheduled start, and words for the displays. The
// structure can be edited while it runs; past rows are locked. An edit is a draft on this page until it is published.
// It is based on the structure that was shown when it began.

import { html, render } from "/web/lit/lit-html.js";
import { chips, say } from "/web/words.js";
import { aheadOf, milestones } from "../clock/ahead.js";
import { ask } from "../clock/ask.js";
import { beginnings, Draft, lengthOf } from "../clock/draft.js";
import { rowsOf } from "../clock/rows.js";
import { Sources } from "../clock/sources.js";
import { Announcing, Starting } from "../clock/start.js";
import { Twice } from "../twice.js";

const CHECK_MS = 500;
const FORECAST_MS = 60000;
const $ = (id) => document.getElementById(id);

export class Clock {
  #sender;
  #key;
  #room = null;
  #draft = null;
  #open = null; // the key of the open row
  #jumps; // the row whose "jump" button was pressed once
  #why = "";
  #checking = 0;
  #forecast = null;
  #forecastAt = -Infinity;
  #drawn = "";
  #sources;
  #starting;
  #announcing;

  // `key()` returns the director's key.
  constructor(sender, key) {
    this.#sender = sender;
    this.#key = key;
    const redraw = () => this.#redraw();
    this.#jumps = new Twice(redraw);
    const pay = (payouts, done) => this.#order({ do: "change-terms", payouts }, undefined, done);
    this.#sources = new Sources(key, (structure) => this.#change(this.#draft.replace(structure, this.#locked)), pay, redraw);
    this.#starting = new Starting((command) => this.#order(command), redraw);
    this.#announcing = new Announcing(key, redraw);
  }

  draw(room) {
    this.#room = room;
    const { structure } = room.word;
    const isOther = !this.#draft || (this.#draft.base !== structure && JSON.stringify(this.#draft.base) !== JSON.stringify(structure));
    if (isOther && !(this.#draft?.isChanged && this.#draft.of === room.word.room)) this.#begin(structure);
    this.#jumps.sees(room.word.mark);
    this.#askForecast();
    const now = room.now;
    const minute = Math.floor(room.serverMs / 15000);
    const drawn = JSON.stringify([room.word.mark, room.word.starts_ms, now.index, now.running, minute, this.#draft.rows.length, room.tables.length]);
    if (drawn !== this.#drawn) this.#redraw();
    this.#drawn = drawn;
  }

  #begin(structure) {
    this.#draft = new Draft(structure);
    this.#draft.of = this.#room.word.room;
    this.#jumps.calm();
    [this.#open, this.#why] = [null, ""];
  }

  // Starts again from the published structure.
  #drop() {
    this.#begin(this.#room.word.structure);
    this.#redraw();
  }

  // Whether the clock has ever run, or a hand has been played. From then on, past rows are locked.
  get #begun() {
    const { now, tournament, word } = this.#room;
    const started = tournament?.acts.some((act) => !act.undone && act.kinds.includes("clock-started"));
    return now.running || now.index > 0 || now.play !== null || Boolean(started) || word.remaining_ms < lengthOf(word.structure.entries[0]) * 60000;
  }

  // The number of locked rows: all that have been played. All rows are locked if levels are counted in hands or orbits.
  get #locked() {
    const { now } = this.#room;
    if (!this.#begun) return 0;
    return now.play ? this.#draft.rows.length : now.index;
  }

  // Whether the published structure has changed since this draft was begun.
  get #isStale() {
    return this.#draft.isChanged && JSON.stringify(this.#draft.base) !== JSON.stringify(this.#room.word.structure);
  }

  #change(draft) {
    draft.of = this.#draft.of;
    this.#draft = draft;
    this.#jumps.calm();
    this.#why = "";
    clearTimeout(this.#checking);
    if (draft.isChanged) this.#checking = setTimeout(() => this.#check(), CHECK_MS);
    this.#redraw();
  }

  // Asks the service whether it would accept the draft.
  async #check() {
    const { tournament } = this.#room;
    const draft = this.#draft;
    if (!tournament || this.#isStale) return;
    let why = "";
    try {
      const body = { action: { do: "edit-structure", structure: draft.structure } };
      await ask(this.#key(), `/api/tournaments/${tournament.id}/act?dry_run=true`, { method: "POST", body });
    } catch (error) {
      why = error.message;
    }
    if (draft !== this.#draft) return;
    this.#why = why;
    this.#redraw();
  }

  #order(command, seen = this.#room.word.mark, done = undefined) {
    this.#sender.send(command, seen, $("why"), done);
  }

  #publish() {
    if (this.#isStale) return;
    const published = this.#draft.structure;
    this.#order({ do: "edit-structure", structure: published }, this.#room.word.mark, () => this.#drop());
  }

  #jump(at) {
    this.#jumps.press(at, this.#room.word.mark, (mark) => this.#order({ do: "jump", entry: at }, mark));
  }

  async #askForecast() {
    const { tournament } = this.#room;
    if (!tournament || performance.now() - this.#forecastAt < FORECAST_MS) return;
    this.#forecastAt = performance.now();
    try {
      this.#forecast = await ask(this.#key(), `/api/tournaments/${tournament.id}/forecast`);
    } catch {
      this.#forecast = null;
    }
    this.#redraw();
  }

  #editing() {
    const { now, serverMs, word } = this.#room;
    const wallMs = Date.now();
    const untilMs = word.starts_ms && !this.#begun ? Math.max(0, word.starts_ms - wallMs) : 0;
    const nowMs = wallMs + untilMs;
    const set = (at, fields) => this.#change(this.#draft.set(at, fields));
    return {
      draft: this.#draft, current: now.index, locked: this.#locked, begun: this.#begun, open: this.#open,
      leftMs: now.leftMs, play: now.play, nowMs, serverMs, zone: word.zone,
      begins: now.play ? this.#draft.rows.map(() => null) : beginnings(this.#draft.rows, now.index, now.leftMs, nowMs),
      toggle: (key) => {
        this.#open = this.#open === key ? null : key;
        this.#jumps.calm();
        this.#redraw();
      },
      set,
      setLength: (at, unit, input) => input.reportValidity() && set(at, { [unit]: Number(input.value) }),
      nextLength: (input) => {
        const all = [...document.querySelectorAll("#structure-editor input.length")];
        all[all.indexOf(input) + 1]?.select();
        all[all.indexOf(input) + 1]?.focus();
      },
      setAmount: (at, field, input) => input.reportValidity() && set(at, this.#amount(at, field, Number(input.value))),
      setForm: (at, form) => set(at, this.#formed(at, form)),
      addLevel: (at) => this.#change(this.#draft.addLevel(at)),
      addBreak: (at) => this.#change(this.#draft.addBreak(at)),
      sameLength: (at) => this.#change(this.#draft.sameLength(at)),
      remove: (at) => this.#change(this.#draft.remove(at)),
      jumpButton: (at, name) => this.#jumpButton(at, name),
    };
  }

  // A big blind ante changes with the big blind.
  #amount(at, field, amount) {
    const { ante_form: form } = this.#draft.rows[at].entry;
    return field === "big" && form === "big-blind" ? { big: amount, ante: amount } : { [field]: amount };
  }

  #formed(at, form) {
    const { big } = this.#draft.rows[at].entry;
    const chip = this.#draft.chipsAt(at)[0] ?? 1;
    const ante = { none: 0, "big-blind": big, each: Math.max(chip, Math.round(big / 8 / chip) * chip) }[form];
    return { ante_form: form, ante };
  }

  #jumpButton(at, name) {
    const { now } = this.#room;
    if (this.#draft.isChanged || at === now.index || !this.#room.tournament) return "";
    const sure = this.#jumps.isSure(at);
    return html`<button class=${sure ? "sure" : ""} data-needs="run" @click=${() => this.#jump(at)}>
      ${say(sure ? "director.structure.jump_sure" : "director.structure.jump", { name })}</button>`;
  }

  #redraw() {
    if (!this.#room || $("place-clock").hidden) return;
    const editing = this.#editing();
    const draft = this.#draft;
    const { structure } = draft;
    const { now, word, tournament, tables } = this.#room;
    const published = new Draft(word.structure);
    const changed = draft.isChanged;
    const of = (one) => milestones(one.structure, one.rows, now.index, now.leftMs, editing.nowMs);
    render(html`
      ${tournament && !this.#begun ? this.#starting.show(word, Date.now()) : ""}
      <div class="columns">
        <section class="panel editor" aria-labelledby="structure-title">
          <h2 id="structure-title">${say("director.structure.title")} <bdi>${structure.name}</bdi></h2>
          <p class="of">${say("director.structure.starts_with", { stack: chips(structure.starting_stack), chips: structure.chips.map(chips).join(" · ") })}</p>
          ${now.play && this.#begun ? html`<p class="of">${say("director.structure.by_play")}</p>` : ""}
          ${rowsOf(editing)}
          ${this.#sources.show(draft, word.entries)}
        </section>
        <aside class="side" aria-label=${say("director.ahead.title")}>
          ${now.play ? "" : aheadOf({ now: of(published), then: of(draft), changed, nowMs: editing.nowMs, zone: word.zone, forecast: this.#forecast })}
        </aside>
        ${changed ? this.#publishing(tables, tournament) : ""}
      </div>
      ${this.#announcing.show()}
    `, $("structure-editor"));
  }

  #publishing(tables, tournament) {
    const draft = this.#draft;
    const stale = this.#isStale;
    const count = tables.length;
    return html`<section class="publishing" aria-label=${say("director.structure.changes", { count: draft.changes })}>
      <h3>${say("director.structure.changes", { count: draft.changes })}</h3>
      <p class="about">${stale ? say("director.structure.stale") : this.#begun ? say("director.structure.stays") : say("director.structure.all_open")}</p>
      <p class="why" role="alert">${this.#why}</p>
      <div class="acts">
        <button class="main" data-needs="run" ?disabled=${stale || !tournament || this.#why !== ""} @click=${() => this.#publish()}>
          ${say("director.structure.publish", { count })}</button>
        <button ?disabled=${!draft.past.length} @click=${() => this.#change(draft.back())}>${say("director.structure.back")}</button>
        <button @click=${() => this.#drop()}>${say("director.structure.drop")}</button>
      </div>
    </section>`;
  }
}
