// The staff's devices: how they come to trust the room, which ones are paired, and the code of a device that asks to be
// paired.

import { html, nothing } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";
import { Panel, ROLES, roleName } from "./panel.js";
import { Trust } from "./trust.js";

export class Devices extends Panel {
  #trust = new Trust();

  constructor(host) {
    super(host, "devices");
  }

  async open() {
    await Promise.all([this.#trust.open(), super.open()]);
    this.draw();
  }

  view() {
    if (!this.said) return this.waiting();
    return html`${this.#trust.view(this.said.fingerprint)}
      <form class="fields" @submit=${(event) => this.#approve(event)}>
        <p><label for="device-code">${say("director.room.code")}</label>
          <input id="device-code" name="code" class="code" maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" required /></p>
        <p><label for="device-name">${say("director.room.device_name")}</label>
          <input id="device-name" name="name" maxlength="40" autocomplete="off" required /></p>
        <p><label for="device-most">${say("director.room.most")}</label>
          <select id="device-most" name="most">${ROLES.map((one) => html`
            <option value=${one} ?selected=${one === "floor"}>${roleName(one)}</option>`)}</select></p>
        <button class="main" ?disabled=${this.isBusy}>${say("director.room.pair")}</button>
      </form>
      ${this.problem()}
      ${this.said.devices.length ? nothing : html`<p class="of">${say("director.room.no_devices")}</p>`}
      <ul class="lines">${this.said.devices.map((one) => this.#line(one))}</ul>`;
  }

  #line(one) {
    const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(one.seen_ms);
    return html`<li>
      <p><bdi>${one.name}</bdi> <span class="of">${say("director.room.at_most", { role: roleName(one.most) })}</span></p>
      <p class="of">${one.signed_in.length
        ? html`${say("director.room.signed_in")}: <bdi>${one.signed_in.join(", ")}</bdi>`
        : say("director.room.last_used", { date })}</p>
      <p class="steps">${this.sureButton(one.id, say("director.room.revoke"), {
        sure: say("director.room.revoke_sure", { name: one.name }),
        done: () => this.send("revoke", { id: one.id }),
      })}</p>
    </li>`;
  }

  async #approve(event) {
    event.preventDefault();
    const form = event.target;
    const [code, name, most] = ["code", "name", "most"].map((one) => form.elements[one].value);
    if (await this.send("approve", { code, name, most })) form.reset();
  }
}
