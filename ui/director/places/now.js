// What waits for the director, most urgent first: three lanes of cards, each with its reason, its clause and one button.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { cards, LANES } from "../now/cards.js";
import { justDone } from "../now/just_done.js";
import { Steady } from "../now/steady.js";
import { mayOrder } from "../rights.js";

const LATER_MS = 5 * 60_000;
const $ = (id) => document.getElementById(id);

export class Now {
  #sender;
  #redraw;
  #steady;
  #later = new Map(); // by card: until when it waits at the end of its lane, in this page's time
  #open = ""; // the card whose details are shown
  #signed = ""; // who signs for a difference
  #room = null;

  constructor(sender, redraw) {
    this.#sender = sender;
    this.#redraw = redraw;
    this.#steady = new Steady(redraw);
    addEventListener("keydown", (event) => this.#key(event));
  }

  // While another place is open, only how much waits.
  away(room) {
    this.#drawCount(cards(room));
  }

  draw(room) {
    this.#room = room;
    const shown = this.#steady.order(cards(room).sort((one, other) => this.#waits(one) - this.#waits(other) || 0), (one) => one.lane);
    this.#drawCount(shown);
    render(this.#lanes(shown), $("lanes"));
    render(justDone(room.tournament, (act) => this.#undo(act), this.#isLocked), $("just-done"));
  }

  #waits({ key, lane }) {
    return lane > 0 && (this.#later.get(key) ?? 0) > performance.now() ? 1 : 0;
  }

  // A red one counts, and so does what waits for a decision.
  #drawCount(shown) {
    const count = shown.filter((one) => one.lane === 0 || one.act).length;
    $("now-count").hidden = !count;
    $("now-count").textContent = count;
  }

  #lanes(shown) {
    if (!shown.length) return html`<p class="quiet">${say(this.#room.tournament?.ended ? "director.is_over" : "director.asks_nothing")}</p>`;
    const main = shown.find((one) => one.act)?.key;
    return LANES.map((lane, at) => {
      const here = shown.filter((one) => one.lane === at);
      if (!here.length) return nothing;
      return html`
        <h2 class="lane ${lane}">${say(`director.now.lanes.${lane}`, { count: here.length })}</h2>
        <ol class="cards">${repeat(here, (one) => one.key, (one) => this.#card(one, one.key === main))}</ol>`;
    });
  }

  #card(one, isMain) {
    const isOpen = this.#open === one.key;
    const id = `card-${one.key.replaceAll(/[^a-z0-9]+/gi, "-")}`;
    return html`
      <li class="card ${LANES[one.lane]} ${this.#waits(one) ? "later" : ""}" data-key=${one.key} data-kind=${one.kind} tabindex="-1">
        <h3>${one.table ? html`<b class="badge">${one.table}</b>` : nothing} <span>${one.title}</span></h3>
        ${one.due ? html`<p class="due">${one.due}</p>` : nothing}
        <p class="reason" id=${id} ?data-open=${isOpen}>${one.reason}</p>
        ${one.clause ? html`<p class="clause">${one.clause}</p>` : nothing}
        <div class="acts">
          ${one.table ? html`<a class="plain" href="#table-${one.table}">${say("director.now.open_table", { table: one.table })}</a>` : nothing}
          ${one.lane && one.act ? html`<button class="plain" @click=${() => this.#postpone(one)}>${say("director.now.later")}</button>` : nothing}
          ${one.act?.isSigned ? this.#signature() : nothing}
          ${one.act ? this.#button(one, isMain, id) : nothing}
        </div>
      </li>`;
  }

  #button(one, isMain, id) {
    const locked = this.#isLocked();
    return html`<button class="act ${isMain ? "go" : "go soft"} ${locked ? "locked" : ""}" aria-disabled=${locked} aria-describedby=${id}
      ?disabled=${this.#isWaiting() || !mayOrder(one.act.action.do)} @click=${() => this.#accept(one)}>${one.act.text}</button>`;
  }

  // A difference is accepted by name.
  #signature() {
    const label = say("director.signed_by");
    return html`<input class="signed" maxlength="60" aria-label=${label} placeholder=${label} .value=${this.#signed}
      @input=${(event) => { this.#signed = event.target.value; }} />`;
  }

  #isLocked = () => this.#steady.isLocked;

  #isWaiting = () => this.#sender.isWaiting($("asks-why"));

  #accept({ key, act }) {
    if (this.#isLocked() || this.#isWaiting()) return;
    const name = this.#signed.trim();
    if (act.isSigned && !name) {
      document.querySelector(`[data-key="${key}"] .signed`)?.focus();
      return;
    }
    this.#signed = "";
    this.#send(act.isSigned ? { ...act.action, by: name } : act.action);
  }

  #undo(act) {
    if (!this.#isLocked()) this.#send({ do: "undo", act });
  }

  #send(action) {
    this.#sender.send(action, this.#room.tournament.mark, $("asks-why"));
    this.#redraw();
  }

  #postpone({ key }) {
    this.#later.set(key, performance.now() + LATER_MS);
    this.#redraw();
  }

  // J and K or the arrows choose a card, Enter accepts it, L later, T its table.
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || $("place-now").hidden || event.target.matches("input, select, textarea")) return;
    const shown = [...document.querySelectorAll("#lanes .card")];
    const at = shown.indexOf(document.activeElement.closest(".card"));
    const chosen = shown[at];
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step) shown[Math.max(0, Math.min(shown.length - 1, at + step))]?.focus();
    else if (event.key === "Enter" && event.target === chosen) chosen?.querySelector(".act")?.click();
    else if (event.key === "l") chosen?.querySelector("button.plain")?.click();
    else if (event.key === "t") chosen?.querySelector("a.plain")?.click();
    else return;
    event.preventDefault();
  }
}
