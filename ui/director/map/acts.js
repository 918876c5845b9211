// What may be done to the table that is open: broken by two presses, its tickets printed, the last act taken back.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { takeBack } from "../now/taken_back.js";
import { download, paper } from "../players/lists.js";

const SURE_AFTER_MS = 400;
const SURE_MS = 4000;
const $ = (id) => document.getElementById(id);

export class TableActs {
  #sender;
  #redraw;
  #key;
  #armed = null; // the sitting whose break was pressed once, and when

  // `key()` is what the API is asked with.
  constructor(sender, key, redraw) {
    this.#sender = sender;
    this.#key = key;
    this.#redraw = redraw;
  }

  show(tournament, { table, sitting, players }) {
    const open = tournament.sittings.filter((one) => !one.closed && !one.breaking);
    const can = open.length > 1 && players > 0 && open.some((one) => one.sitting === sitting) && !tournament.ended;
    const sure = this.#armed?.sitting === sitting;
    const locked = sure && !this.#isSure;
    const moving = tournament.entries.filter((one) => one.on_the_way && (one.from_table === table || one.table === table));
    return html`<div class="acts">
      ${can ? html`<button class="${sure ? "sure" : ""} ${locked ? "locked" : ""}" aria-disabled=${locked} data-needs="floor" @click=${() => this.#break(tournament, sitting)}>
        ${say(sure ? "director.map.break_sure" : "director.map.break", { table, count: players })}</button>` : nothing}
      ${moving.length ? html`<button @click=${() => this.#print(tournament, moving)}>${say("director.field.print_moves")}</button>` : nothing}
      ${takeBack(tournament, (act) => act.table === table, (action) => this.#send(tournament, action))}
    </div>
    <p id="table-why" class="why" role="alert"></p>`;
  }

  // Whether the first press has been seen.
  get #isSure() {
    return performance.now() - this.#armed.sinceMs >= SURE_AFTER_MS;
  }

  #break(tournament, sitting) {
    const now = performance.now();
    const armed = this.#armed;
    if (armed?.sitting === sitting && !this.#isSure) return;
    this.#armed = null;
    if (armed?.sitting === sitting) this.#send(tournament, { do: "break-table", sitting });
    else {
      this.#armed = { sitting, sinceMs: now };
      setTimeout(this.#redraw, SURE_AFTER_MS);
      setTimeout(() => {
        if (this.#armed?.sinceMs !== now) return;
        this.#armed = null;
        this.#redraw();
      }, SURE_MS);
    }
    this.#redraw();
  }

  #send(tournament, action) {
    const why = $("table-why");
    if (!this.#sender.isWaiting(why)) this.#sender.send(action, tournament.mark, why);
  }

  async #print({ id }, moving) {
    const entries = moving.map((one) => one.entry).join(",");
    try {
      await download(`/api/tournaments/${id}/prints/moves?paper=${paper()}&entries=${entries}`, this.#key(), "moves.pdf");
    } catch (error) {
      $("table-why").textContent = error.message;
    }
  }
}
