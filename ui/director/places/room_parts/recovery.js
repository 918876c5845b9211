// The clock's backups on the tables, and the recovery code that decrypts them. A touch shows the code while the place
// is open. It is printed without being saved.

import { html } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";
import { ask } from "../../asking.js";
import { printAlone } from "../../printing.js";
import { doneBy } from "../../rights.js";
import { Panel } from "./panel.js";

export class Recovery extends Panel {
  #shown = null; // the code while it is shown, and its QR code

  constructor(host) {
    super(host, "recovery");
  }

  close() {
    this.#shown = null;
    this.draw();
  }

  view() {
    if (!this.said) return this.waiting();
    return html`<p>${say("director.recovery.about")}</p>
      <p class="of">${this.#held()}</p>
      <p>${say("director.recovery.keep")}</p>
      ${this.#shown ? this.#code() : html`<button @click=${() => this.#show()}>${say("director.recovery.show")}</button>`}
      ${this.#onPaper()}
      ${this.problem()}`;
  }

  #held() {
    const { tables, newest_ms: newestMs } = this.said;
    return tables ? say("director.recovery.held", { count: tables, time: dateTime(newestMs) }) : say("director.recovery.held_by_none");
  }

  #code() {
    return html`<div class="recovery">${paper(this.#shown)}
      <p class="steps">
        <button class="main" @click=${() => print(this.#shown)}>${say("director.recovery.print")}</button>
        <button @click=${() => this.close()}>${say("director.recovery.hide")}</button>
      </p></div>`;
  }

  #onPaper() {
    const noted = this.said.on_paper;
    if (noted) return html`<p class="of">${say("director.recovery.noted", { name: doneBy(noted.by), time: dateTime(noted.at_ms) })}</p>`;
    return html`<p><button ?disabled=${this.isBusy} @click=${() => this.send("on-paper", {})}>${say("director.recovery.note")}</button></p>`;
  }

  async #show() {
    const { said, why } = await ask("POST", "recovery/code", {});
    this.#shown = said;
    this.why = why ?? "";
    this.draw();
  }
}

const dateTime = (ms) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(ms);

const paper = ({ code, qr }) => html`
  <p class="recovery-code">${code.split("-").map((group) => html`<span>${group}</span> `)}</p>
  <img src="data:image/svg+xml,${encodeURIComponent(qr)}" width="160" height="160" alt=${say("director.recovery.qr")} />`;

function print(shown) {
  const today = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format();
  printAlone(html`<h1>${say("director.recovery.title")}</h1><p>${today}, ${location.host}</p>
    ${paper(shown)}<p>${say("director.recovery.on_the_sheet")}</p>`);
}
