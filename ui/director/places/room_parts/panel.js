// A part of the place "Room" that lists something the clock keeps and changes it. It is fetched when opened, and
// redrawn from each answer.

import { html, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { ask } from "../../asking.js";

const SURE_MS = 5000;

export class Panel {
  said = null; // the newest answer
  why = "";
  #host;
  #path;
  #sure = ""; // the key of the button that asks for confirmation
  #timer = 0;
  #busy = false;

  constructor(host, path) {
    this.#host = host;
    this.#path = path;
  }

  async open() {
    await this.#take("GET", this.#path);
  }

  // Returns whether it was done.
  async send(path, body) {
    if (this.#busy) return false;
    return this.#take("POST", `${this.#path}/${path}`, body);
  }

  async #take(method, path, body = undefined) {
    this.#busy = true;
    this.draw();
    const { said, why } = await ask(method, path, body);
    this.#busy = false;
    this.#sure = "";
    this.why = why ?? "";
    if (said) this.said = said;
    this.draw();
    return Boolean(said);
  }

  draw() {
    render(this.view(), this.#host);
  }

  view() {
    return html``;
  }

  // A button that asks for confirmation before something that cannot be undone.
  sureButton(key, words, { sure, done }) {
    const asks = this.#sure === key;
    const press = () => {
      clearTimeout(this.#timer);
      this.#sure = asks ? "" : key;
      if (asks) done();
      else this.#timer = setTimeout(() => {
        this.#sure = "";
        this.draw();
      }, SURE_MS);
      this.draw();
    };
    return html`<button class=${asks ? "sure" : ""} ?disabled=${this.#busy} @click=${press}>${asks ? sure : words}</button>`;
  }

  get isBusy() {
    return this.#busy;
  }

  problem() {
    return html`<p class="why" role="alert">${this.why}</p>`;
  }

  waiting() {
    return html`<p class="of">${this.why || say("director.room.loading")}</p>`;
  }
}

export const ROLES = ["viewer", "cashier", "floor", "director", "admin"];

export const roleName = (role) => (role === "dealer" ? say("director.room.dealer") : say(`messages.role-${role}`));

// A display without a name goes by its number.
export const nameOf = (display) => (/^\d+$/.test(display) ? say("director.displays.unnamed", { number: display }) : display);
