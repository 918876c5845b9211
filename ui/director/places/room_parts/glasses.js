// The screens of tables on tablets and laptops: the QR code of each table that a host offers, the devices that ask to
// show one, and those that may.

import { html, nothing } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";
import { codeAsShown } from "../../now/cards.js";
import { doneBy } from "../../rights.js";
import { Panel } from "./panel.js";

export class Glasses extends Panel {
  #asked = [];
  #open = 0; // the table whose QR code is shown
  #address = "";
  #onlyHere = false; // no other machine can open the address

  constructor(host) {
    super(host, "devices");
  }

  // The devices that are waiting for approval. One that was approved elsewhere is in the list from now on.
  hear(asked) {
    const changed = asked.map(({ code }) => code).join() !== this.#asked.map(({ code }) => code).join();
    this.#asked = asked;
    if (this.said && changed) this.open();
  }

  view() {
    if (!this.said) return this.waiting();
    const { hosted = [], glasses = [] } = this.said;
    return html`
      ${hosted.length ? html`<p class="steps tables">${hosted.map((table) => html`
        <button aria-expanded=${table === this.#open} @click=${() => this.#show(table)}>${say("director.room.on_tablet", { table })}</button>`)}</p>`
        : html`<p class="of">${say("director.room.no_hosted")}</p>`}
      ${hosted.includes(this.#open) ? html`<div class="clock-at">
        <p>${say("director.room.glass_how", { table: this.#open })} <code>${this.#address}</code>
          ${this.#onlyHere ? html`<strong class="warn">${say("director.room.only_here")}</strong>` : nothing}</p>
        <img src="/glass-qr.svg?table=${this.#open}" width="160" height="160" alt=${say("director.room.glass_qr", { table: this.#open })} /></div>` : nothing}
      <ul class="lines">${this.#asked.map((one) => this.#asking(one))}</ul>
      ${this.problem()}
      <ul class="lines">${glasses.map((one) => this.#paired(one))}</ul>`;
  }

  #asking({ table, code, address }) {
    return html`<li>
      <p>${say("director.now.glass_asks", { table })}</p>
      <p class="of">${say("director.now.glass_reason", { code: codeAsShown(code), address })}</p>
      <p class="steps"><button ?disabled=${this.isBusy} @click=${() => this.send("glasses/approve", { code })}>${say("director.now.show_table", { table })}</button>
        <button ?disabled=${this.isBusy} @click=${() => this.send("glasses/turn-away", { code })}>${say("director.room.turn_tablet_away")}</button></p>
    </li>`;
  }

  #paired({ id, table, address, by: name, paired_ms: pairedMs, connected }) {
    const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(pairedMs);
    return html`<li>
      <p>${say("director.room.on_tablet", { table })} ${connected ? html`<span class="of">${say("director.room.glass_connected")}</span>` : nothing}</p>
      <p class="of">${say("director.room.glass_paired", { name: doneBy(name), date, address })}</p>
      <p class="steps">${this.sureButton(id, say("director.room.revoke"), {
        sure: say("director.room.glass_revoke_sure", { table }),
        done: () => this.send("glasses/revoke", { id }),
      })}</p>
    </li>`;
  }

  async #show(table) {
    this.#open = table === this.#open ? 0 : table;
    const answer = await fetch(`/glass-address?table=${table}`);
    this.#address = answer.ok ? await answer.text() : "";
    this.#onlyHere = answer.headers.has("Only-Here");
    this.draw();
  }
}
