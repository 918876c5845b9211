// The counts of a table without a kiosk: a field for each seat. They are compared with the table's previous total and
// sent as one order. The service has the last word.

import { html, nothing } from "/web/lit/lit-html.js";
import { chips, say } from "/web/words.js";
import { difference } from "../accounts.js";
import { isOut } from "../players/find.js";

const $ = (id) => document.getElementById(id);

export class Counts {
  #sender;
  #redraw;
  #of = ""; // the tournament and the sitting
  #typed = new Map(); // by entry, or `hands` and `button`: what was typed
  #by = new Map(); // by busted entry: who took the last chips
  #base = ""; // the counts on record when typing began
  #refused = false;

  constructor(sender, redraw) {
    this.#sender = sender;
    this.#redraw = redraw;
  }

  show(tournament, table) {
    const of = `${tournament.id} ${table.sitting}`;
    if (of !== this.#of) {
      this.#of = of;
      this.#clear();
    }
    const here = seated(tournament, table);
    if (!here.length) return html`<p class="of">${say("director.counts.nobody")}</p>`;
    const base = JSON.stringify([table.hand, here.map(({ entry, had }) => [entry, had])]);
    const isStale = this.#base !== "" && this.#base !== base;
    const sums = { chips_found: this.#sum(here), chips_issued: here.reduce((sum, one) => sum + one.had, 0), adjusted: 0, removed: 0 };
    const wrong = difference(sums);
    const waits = this.#sender.isWaiting($("counts-why"));
    return html`<form id="counts" class="counts" data-needs="floor" @submit=${(event) => this.#submit(event, tournament, table, here)}
        @input=${() => this.#begin(base)}>
      <h3>${say("director.counts.title")}</h3>
      <p class="of">${say("director.counts.help")}</p>
      <ol>${here.map((one) => this.#row(one, here, tournament.bounty))}</ol>
      <p class="total ${wrong ? "differs" : ""}" role="status">
        <span>${say("director.counts.total", { found: chips(sums.chips_found), had: chips(sums.chips_issued) })}</span>
        <strong>${wrong || say("director.counts.adds_up")}</strong></p>
      <div class="fields">
        <p><label for="counts-hands">${say("director.counts.hands")}</label>
          <input id="counts-hands" type="number" inputmode="numeric" min=${table.hand} max="99999" required
            .value=${this.#typed.get("hands") ?? String(table.hand + 1)} @input=${(event) => this.#typed.set("hands", event.target.value)} /></p>
        <p><label for="counts-button">${say("director.counts.button")}</label>
          <select id="counts-button" @change=${(event) => this.#choose("button", event.target.value, base)}>
            ${here.map(({ seat }) => html`<option value=${seat} ?selected=${seat === this.#button(table, here)}>${say("director.counts.seat", { seat })}</option>`)}
          </select></p>
      </div>
      ${isStale ? html`<p class="why">${say("director.counts.stale")}</p>` : nothing}
      <p id="counts-why" class="why" role="alert"></p>
      <div class="acts">
        <button class="go" ?disabled=${isStale || waits}>${say("director.counts.send")}</button>
        ${this.#refused && wrong ? html`<button type="button" ?disabled=${isStale || waits} @click=${() => this.#send(tournament, table, here, true)}>
          ${say("director.counts.adjust", { difference: wrong })}</button>` : nothing}
        ${this.#base ? html`<button type="button" @click=${this.#drop}>${say("director.counts.drop")}</button>` : nothing}
      </div>
    </form>`;
  }

  #row(one, here, bounty) {
    const said = this.#said(one);
    const isGone = said.trim() !== "" && read(said) === 0;
    return html`<li>
      <label for="count-${one.entry}"><b>${one.seat}</b> <bdi>${one.name}</bdi></label>
      <input id="count-${one.entry}" inputmode="numeric" autocomplete="off" maxlength="15" .value=${said}
        @focus=${(event) => event.target.select()} @input=${(event) => this.#typed.set(one.entry, event.target.value)} />
      ${isGone ? html`<span class="out">${say("director.counts.out")}</span>` : nothing}
      ${isGone && bounty ? html`<select aria-label=${say("director.counts.taken_by", { name: one.name })}
          @change=${(event) => this.#by.set(one.entry, Number(event.target.value))}>
          <option value="0">${say("director.counts.nobody_said")}</option>
          ${here.filter((other) => other !== one).map((other) => html`<option value=${other.entry}>${other.name}</option>`)}
        </select>` : nothing}
    </li>`;
  }

  #said = ({ entry, had }) => this.#typed.get(entry) ?? chips(had);

  #button(table, here) {
    const typed = Number(this.#typed.get("button") ?? table.button);
    return here.some(({ seat }) => seat === typed) ? typed : here[0].seat;
  }

  #sum(here) {
    return here.reduce((sum, one) => sum + (read(this.#said(one)) || 0), 0);
  }

  #begin(base) {
    this.#base ||= base;
    this.#redraw();
  }

  #choose(what, value, base) {
    this.#typed.set(what, value);
    this.#begin(base);
  }

  #clear() {
    [this.#typed, this.#by, this.#base, this.#refused] = [new Map(), new Map(), "", false];
  }

  #drop = () => {
    this.#clear();
    $("counts-why").textContent = "";
    this.#redraw();
  };

  #submit(event, tournament, table, here) {
    event.preventDefault();
    this.#send(tournament, table, here, false);
  }

  // Players whose field is empty are not counted. The service says if that is not possible.
  #send(tournament, table, here, adjust) {
    const why = $("counts-why");
    if (this.#sender.isWaiting(why)) return;
    const counted = here.filter((one) => this.#said(one).trim() !== "");
    const unread = counted.find((one) => read(this.#said(one)) === null);
    if (unread) {
      why.textContent = say("director.counts.unread", { name: unread.name });
      $(`count-${unread.entry}`).focus();
      return;
    }
    const counts = counted.map((one) => {
      const [held, by] = [read(this.#said(one)), this.#by.get(one.entry) ?? 0];
      return { entry: one.entry, chips: held, ...(by && !held ? { by: [by] } : {}) };
    });
    const typed = { sitting: table.sitting, counts, hands: Number($("counts-hands").value), button: this.#button(table, here) };
    this.#refused = true; // until it has been done
    this.#sender.send({ do: "type-table", ...typed, adjust }, tournament.mark, why, () => {
      this.#clear();
      this.#redraw();
    });
    this.#redraw();
  }
}

// The players who can be counted there, with their previous chips: the last typed count, the chips brought along, or
// the starting stack.
function seated(tournament, table) {
  const shown = new Map(table.seats.map((one) => [one.seat, one.chips]));
  return tournament.entries
    .filter((one) => one.sitting === table.sitting && one.seat && !isOut(one) && !one.voided)
    .map(({ entry, name, seat, chips: held }) => ({ entry, name, seat, had: held ?? shown.get(seat) ?? 0 }))
    .filter(({ had }) => had > 0)
    .sort((one, other) => one.seat - other.seat);
}

// A whole number with any thousands separator. Null for anything else.
function read(text) {
  const digits = text.replaceAll(/[\s.,'’\u00a0\u202f]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : null;
}
