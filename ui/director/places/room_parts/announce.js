// An announcement on the displays. There is nothing here while no display is open.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { ask } from "../../asking.js";
import { nameOf } from "./panel.js";

export class Announce {
  #host;
  #shown = []; // the displays that are open now
  #why = "";

  constructor(host) {
    this.#host = host;
  }

  async open() {
    const { said } = await ask("GET", "displays");
    this.#shown = said?.displays.filter((one) => one.screens) ?? [];
    this.#draw();
  }

  #draw() {
    this.#host.hidden = !this.#shown.length;
    render(this.#host.hidden ? nothing : this.#form(), this.#host);
  }

  #form() {
    return html`<h2>${say("director.displays.announcement")}</h2>
      <form class="fields" @submit=${(event) => this.#send(event)}>
        <p><label for="announce-text">${say("director.displays.announce_label")}</label>
          <input id="announce-text" name="text" maxlength="300" autocomplete="off" required /></p>
        <p><label for="announce-on">${say("director.displays.announce_on")}</label>
          <select id="announce-on" name="display"><option value="">${say("director.displays.all")}</option>
            ${this.#shown.map((one) => html`<option value=${one.display}>${nameOf(one.display)}</option>`)}
          </select></p>
        <label class="displays-check"><input type="checkbox" name="aloud" checked />${say("director.displays.aloud")}</label>
        <button>${say("director.displays.announce")}</button>
      </form>
      <p class="why" role="alert">${this.#why}</p>`;
  }

  async #send(event) {
    event.preventDefault();
    const form = event.target;
    const { text, aloud, display } = form.elements;
    const { why } = await ask("POST", "displays/announce", { text: text.value, aloud: aloud.checked, display: display.value });
    this.#why = why ?? "";
    if (!why) form.reset();
    this.#draw();
  }
}
