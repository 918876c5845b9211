// Signs a user in with a name and a PIN on large keys. A device that is not paired yet first shows a code for a
// director to approve.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";

export const DEVICE = "kiosk-device"; // the device's secret, kept until it is revoked
const ASK_AGAIN_MS = 2000;
const MOST_DIGITS = 12;
const FEW_NAMES = 8; // with more names than this, users type to find their own
const PAD = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export class SignIn {
  #host;
  #owner;
  #opening = null; // the service's answer about this device and its staff
  #code = ""; // the code that this device shows
  #name = "";
  #pin = "";
  #sought = "";
  #why = "";
  #waitUntil = 0;
  #busy = false;
  #follows = false; // whether this clock only shows the room
  #timer = 0;

  // `entered(token)` gets the token of a sign-in. `useKey()` is called if the user wants to use the room's key, or if
  // nobody has a PIN. If this clock only shows the room, users sign in at the one that runs it: `seek()` looks for it,
  // and `otherClock()` is its address once it is found.
  constructor(host, owner) {
    this.#host = host;
    this.#owner = owner;
    document.addEventListener("keydown", (event) => this.#keyed(event));
  }

  open(why = "") {
    this.#why = why;
    this.#name = this.#pin = this.#sought = "";
    this.#opening = null;
    this.#host.hidden = false;
    this.#look();
  }

  close() {
    clearTimeout(this.#timer);
    this.#host.hidden = true;
    render(nothing, this.#host);
  }

  // The clock that runs the room was found.
  clockFound() {
    if (!this.#host.hidden && this.#follows && !this.#opening) this.#look();
  }

  // Asks what this device and its staff may do. Asks again while a code is waiting for approval.
  async #look() {
    clearTimeout(this.#timer);
    const said = await this.#ask("GET", "session");
    if (this.#host.hidden) return;
    if (said) {
      if (said.paired && !said.names.length) {
        this.#owner.useKey();
        return;
      }
      if (said.paired && this.#opening && !this.#opening.paired) this.#why = "";
      this.#opening = said;
      if (!said.paired && !this.#code) await this.#newCode();
    }
    this.#draw();
    if (!said || !said.paired) this.#timer = setTimeout(() => this.#look(), ASK_AGAIN_MS);
    else this.#code = "";
  }

  async #newCode() {
    const said = await this.#ask("POST", "devices/ask");
    if (!said) return;
    localStorage.setItem(DEVICE, said.secret);
    this.#code = said.code;
    this.#opening = { ...this.#opening, waiting: true };
  }

  // The service's answer. Null if there is none or it refuses; the reason is then in `#why`.
  async #ask(method, path, body) {
    const device = localStorage.getItem(DEVICE);
    const headers = { "Content-Type": "application/json", ...(device && { "Kiosk-Device": device }) };
    try {
      const site = this.#follows ? this.#owner.otherClock() : "";
      const answer = await fetch(`${site}/api/${path}`, { method, headers, body: body && JSON.stringify(body) });
      const said = await answer.json();
      if (answer.ok) return said;
      this.#why = said.why;
      if (said.code === "clock-follows") {
        this.#follows = true;
        this.#owner.seek();
      }
      const wait = Number(answer.headers.get("Retry-After") ?? 0);
      this.#waitUntil = performance.now() + wait * 1000;
    } catch {
      this.#why = say("director.not_connected");
      this.#follows = false; // this clock may run the room now
    }
    return null;
  }

  async #send() {
    if (this.#busy || !this.#pin || this.#waitS) return;
    this.#busy = true;
    this.#why = "";
    this.#draw();
    const said = await this.#ask("POST", "session", { name: this.#name, pin: this.#pin });
    this.#busy = false;
    this.#pin = "";
    if (said) this.#owner.entered(said.token);
    else this.#draw();
  }

  get #waitS() {
    return Math.max(0, Math.ceil((this.#waitUntil - performance.now()) / 1000));
  }

  #keyed(event) {
    if (this.#host.hidden || !this.#name || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^\d$/.test(event.key)) this.#digit(event.key);
    else if (event.key === "Backspace") this.#delete();
    else if (event.key === "Escape") this.#choose("");
    else if (event.key === "Enter" && sends(event.target)) this.#send();
    else return;
    event.preventDefault();
  }

  #digit(digit) {
    if (this.#waitS || this.#busy) return;
    this.#why = "";
    this.#pin = (this.#pin + digit).slice(0, MOST_DIGITS);
    this.#draw();
  }

  #delete() {
    this.#pin = this.#pin.slice(0, -1);
    this.#draw();
  }

  #choose(name) {
    this.#name = name;
    this.#pin = this.#why = "";
    this.#draw();
    if (name) this.#host.querySelector(".pin")?.focus();
  }

  #draw() {
    render(html`<div class="signing">${this.#view()}</div>`, this.#host);
    if (!this.#name || !this.#waitS) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), 250);
  }

  #view() {
    if (!this.#opening) return html`<h1>${say("director.sign_in.title")}</h1>${this.#problem()}${this.#key()}`;
    if (!this.#opening.paired) return this.#pairing();
    return this.#name ? this.#pad() : this.#names();
  }

  #pairing() {
    const { waiting } = this.#opening;
    const groups = [this.#code.slice(0, 4), this.#code.slice(4)];
    return html`<h1>${say("director.sign_in.pair")}</h1>
      ${waiting && this.#code
        ? html`<p>${say("director.sign_in.pair_how")}</p>
          <p class="code" role="img" aria-label=${[...this.#code].join(" ")}>${groups.map((one) => html`<span>${one}</span>`)}</p>
          <p class="of" role="status">${say("director.sign_in.pair_waiting")}</p>`
        : html`<p>${say("director.sign_in.pair_over")}</p>
          <button class="main" @click=${() => this.#newCode().then(() => this.#draw())}>${say("director.sign_in.pair_again")}</button>`}
      ${this.#problem()}${this.#key()}`;
  }

  #names() {
    const { names } = this.#opening;
    const sought = this.#sought.trim().toLocaleLowerCase();
    const shown = names.filter((one) => one.name.toLocaleLowerCase().includes(sought));
    return html`<h1>${say("director.sign_in.title")}</h1>
      ${names.length > FEW_NAMES
        ? html`<label for="signer">${say("director.sign_in.find")}</label>
          <input id="signer" autocomplete="off" .value=${this.#sought} @input=${(event) => {
            this.#sought = event.target.value;
            this.#draw();
          }} @keydown=${(event) => event.key === "Enter" && shown.length && this.#choose(shown[0].name)} />`
        : nothing}
      <ul class="names" aria-label=${say("director.sign_in.who")}>${shown.map((one) => html`<li>
        <button @click=${() => this.#choose(one.name)}><bdi>${one.name}</bdi> <span class="of">${say(`messages.role-${one.role}`)}</span></button>
      </li>`)}</ul>
      ${this.#problem()}${this.#key()}`;
  }

  #pad() {
    const off = this.#busy || this.#waitS > 0;
    const key = (digit) => html`<button ?disabled=${off} @click=${() => this.#digit(digit)}>${digit}</button>`;
    return html`<h1>${say("director.sign_in.pin_of", { name: this.#name })}</h1>
      <p class="pin" role="status" tabindex="-1" aria-label=${say("director.sign_in.digits", { count: this.#pin.length })}>${"•".repeat(this.#pin.length)}</p>
      ${this.#waitS ? html`<p class="why" role="alert">${say("director.sign_in.wait", { count: this.#waitS })}</p>` : this.#problem()}
      <div class="pad">${PAD.map(key)}
        <button ?disabled=${!this.#pin} aria-label=${say("director.sign_in.delete")} @click=${() => this.#delete()}>⌫</button>
        ${key("0")}
        <button class="main" ?disabled=${off || !this.#pin} @click=${() => this.#send()}>${say("director.sign_in.enter")}</button>
      </div>
      <p class="others"><button @click=${() => this.#choose("")}>${say("director.sign_in.other")}</button></p>`;
  }

  #problem() {
    return html`<p class="why" role="alert">${this.#why}</p>`;
  }

  #key() {
    return html`<p class="others"><button @click=${() => this.#owner.useKey()}>${say("director.sign_in.use_key")}</button></p>`;
  }
}

// Whether Enter sends the PIN. On a button it presses the button instead, except on the pad: there it must not repeat
// the last digit.
const sends = (target) => !target.closest("button") || Boolean(target.closest(".pad"));
