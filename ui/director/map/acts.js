// The actions for the open table: break it with two presses, print its tickets, or undo its last act.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { takeBack } from "../now/taken_back.js";
import { download, paper } from "../players/lists.js";
import { Twice } from "../twice.js";

const $ = (id) => document.getElementById(id);

export class TableActs {
  #sender;
  #key;
  #breaks; // the sitting whose "break" button was pressed once

  // `key()` returns the key for API requests.
  constructor(sender, key, redraw) {
    this.#sender = sender;
    this.#key = key;
    this.#breaks = new Twice(redraw);
  }

  show(tournament, { table, sitting, players }) {
    const open = tournament.sittings.filter((one) => !one.closed && !one.breaking);
    const can = open.length > 1 && players > 0 && open.some((one) => one.sitting === sitting) && !tournament.ended;
    const sure = this.#breaks.isSure(sitting);
    const locked = this.#breaks.isLocked(sitting);
    const pinned = tournament.entries.filter((one) => one.pinned && one.sitting === sitting).map((one) => one.name);
    const moving = tournament.entries.filter((one) => one.on_the_way && (one.from_table === table || one.table === table));
    return html`<div class="acts">
      ${can ? html`<button class="${sure ? "sure" : ""} ${locked ? "locked" : ""}" aria-disabled=${locked} data-needs="floor" @click=${() => this.#break(tournament, sitting)}>
        ${say(sure ? "director.map.break_sure" : "director.map.break", { table, count: players })}</button>` : nothing}
      ${moving.length ? html`<button @click=${() => this.#print(tournament, moving)}>${say("director.field.print_moves")}</button>` : nothing}
      ${takeBack(tournament, (act) => act.table === table, (action) => this.#send(tournament, action))}
    </div>
    ${can && pinned.length ? html`<p class="of">${say("director.map.pinned_here", { names: pinned.join(", ") })}</p>` : nothing}
    ${this.#seats(tournament, sitting)}
    <p id="table-why" class="why" role="alert"></p>`;
  }

  // The free seats. One can be taken out of use, such as a broken chair, and put back.
  #seats(tournament, sitting) {
    const here = tournament.sittings.find((one) => one.sitting === sitting);
    if (!here || here.closed || here.breaking || tournament.ended) return nothing;
    const taken = tournament.entries.filter((one) => one.sitting === sitting && !one.finish && !one.voided).map((one) => one.seat);
    const free = Array.from({ length: here.seat_count }, (_, at) => at + 1).filter((seat) => !taken.includes(seat) && !here.unused.includes(seat));
    const use = (seat, on) => this.#send(tournament, { do: "use-seat", seat: { sitting, seat }, on });
    const takeOut = (event) => {
      event.preventDefault();
      use(Number(event.target.elements.seat.value), false);
    };
    return html`
      ${here.unused.length ? html`<div class="acts">${here.unused.map((seat) => html`
        <button data-needs="floor" @click=${() => use(seat, true)}>${say("director.map.use_again", { seat })}</button>`)}</div>` : nothing}
      ${free.length ? html`<form class="acts" data-needs="floor" @submit=${takeOut}>
        <select name="seat" aria-label=${say("director.map.free_seat")}>${free.map((seat) => html`<option value=${seat}>${say("director.map.seat", { seat })}</option>`)}</select>
        <button>${say("director.map.take_out")}</button></form>` : nothing}`;
  }

  #break(tournament, sitting) {
    this.#breaks.press(sitting, null, () => this.#send(tournament, { do: "break-table", sitting }));
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
