// The signed-in user changes their own PIN by entering the old one and a new one.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { ask } from "../../asking.js";

export class MyPin {
  #draw;
  #open = false;
  #busy = false;
  #why = "";
  #done = false;

  constructor(draw) {
    this.#draw = draw;
  }

  view() {
    const toggle = html`<button aria-expanded=${String(this.#open)} @click=${() => this.#toggle()}>${say("director.room.my_pin")}</button>`;
    return html`${toggle}
      ${this.#done ? html`<p role="status">${say("director.room.pin_changed")}</p>` : nothing}
      ${this.#open ? this.#form() : nothing}`;
  }

  #form() {
    const field = (name, words, kind) => html`<p><label for="my-${name}">${words}</label>
      <input id="my-${name}" name=${name} type="password" inputmode="numeric" autocomplete=${kind} maxlength="12" required /></p>`;
    return html`<form class="fields" @submit=${(event) => this.#change(event)}>
      ${field("old", say("director.room.old_pin"), "current-password")}
      ${field("new", say("director.room.other_pin"), "new-password")}
      <button class="main" ?disabled=${this.#busy}>${say("director.room.change_pin")}</button>
    </form>
    <p class="why" role="alert">${this.#why}</p>`;
  }

  #toggle() {
    this.#open = !this.#open;
    this.#why = "";
    this.#done = false;
    this.#draw();
  }

  async #change(event) {
    event.preventDefault();
    if (this.#busy) return;
    const { elements } = event.target;
    this.#busy = true;
    this.#draw();
    const { why } = await ask("POST", "session/pin", { old: elements.old.value, new: elements.new.value });
    event.target.reset();
    this.#busy = false;
    this.#why = why ?? "";
    this.#done = !why;
    this.#open = Boolean(why);
    this.#draw();
  }
}
