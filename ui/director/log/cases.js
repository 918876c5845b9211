// The room's case law: every ruling made here. It can be searched, and each ruling opens the hand as it was.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { caseList } from "../insight/ruled_before.js";

const WAIT_MS = 250;

export class Cases {
  element = document.createElement("section");
  #ask;
  #isOpen = false;
  #words = "";
  #found = null;
  #why = "";
  #asked = 0;
  #timer = 0;

  // `ask(path)` is the one from asking.js.
  constructor(ask) {
    this.#ask = ask;
    this.element.className = "panel";
    this.element.ariaLabel = say("director.cases.title");
  }

  // Fetches the current list.
  async fetch() {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const found = await this.#ask(`cases?find=${encodeURIComponent(this.#words)}`);
      if (asked === this.#asked) [this.#found, this.#why] = [found, ""];
    } catch (error) {
      if (asked === this.#asked) this.#why = error.message;
    }
    this.#draw();
  }

  #search(words) {
    this.#words = words;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.fetch(), WAIT_MS);
  }

  #toggled(isOpen) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.fetch();
    this.#draw();
  }

  // Called when the place is opened again: there may be new rulings.
  show() {
    if (this.#isOpen) this.fetch();
    this.#draw();
  }

  #draw() {
    render(html`<details ?open=${this.#isOpen} @toggle=${(event) => this.#toggled(event.target.open)}>
      <summary><h2>${say("director.cases.title")}</h2></summary>${this.#isOpen ? this.#list() : nothing}</details>`, this.element);
  }

  #list() {
    const { cases = [], ruled = 0 } = this.#found ?? {};
    return html`<p class="fields"><label for="case-words">${say("director.cases.search")}</label>
        <input id="case-words" type="search" maxlength="100" .value=${this.#words} @input=${(event) => this.#search(event.target.value)} /></p>
      <p class="why" role="alert">${this.#why}</p>
      <p class="of" role="status">${cases.length || !this.#found ? say("director.cases.count", { count: ruled }) : say("director.cases.none")}</p>
      ${cases.length ? html`<div class="insight">${caseList(cases)}</div>` : nothing}`;
  }
}
