// The tablets at the tables, and the phones that are their cameras: the clock's addresses for them, the ones that are
// waiting for approval, and the tables that are kept out.

import { html, nothing } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";
import { asShown } from "../../now/cards.js";
import { doneBy } from "../../rights.js";
import { Panel } from "./panel.js";

// Who approved a device, and when.
const pairing = ({ by: name, paired_ms: pairedMs }) => (
  { name: doneBy(name), date: new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(pairedMs) }
);

function asksFor({ table, camera: isCamera }) {
  if (isCamera) return table ? say("director.room.camera_asks", { table }) : say("director.now.camera_asks");
  return table ? say("director.room.tablet_asks", { table }) : say("director.now.tablet_asks");
}

// The version that a connected table runs, marked if it is not the clock's.
function runs({ version, compared_to_clock: compared }, own) {
  if (compared === "older" && !version) return html`<p class="of"><strong class="warn">${say("director.room.runs_old")}</strong></p>`;
  const said = say(`director.room.runs.${compared}`, { version, own });
  const isOther = compared === "older" || compared === "newer";
  return html`<p class="of">${isOther ? html`<strong class="warn">${said}</strong>` : said}</p>`;
}

export class Tablets extends Panel {
  #asked = [];
  #address = "";
  #onlyHere = false; // no other machine can open the address
  #camera = ""; // the address of the page for a phone as a camera
  #scanned = ""; // the code of a tablet whose QR code was scanned with this phone
  #leads = false; // scroll to the form once it is drawn
  #element;

  constructor(host) {
    super(host, "devices");
    this.#element = host;
  }

  async open() {
    const [answer, camera] = await Promise.all([fetch("/table-address"), fetch("/camera-address"), super.open()]);
    this.#address = answer.ok ? await answer.text() : "";
    this.#camera = camera.ok ? await camera.text() : "";
    this.#onlyHere = answer.headers.has("Only-Here");
    this.draw();
  }

  // The tablets that are waiting for approval.
  hear(asked) {
    this.#asked = asked;
    if (this.said) this.draw();
  }

  // Fills in the form for a scanned tablet. The user only has to compare the code and type the table.
  fillIn(code) {
    this.#scanned = code;
    this.#leads = true;
    setTimeout(() => this.draw()); // the place may be about to open
  }

  close() {
    this.#scanned = "";
    if (this.said) this.draw();
  }

  draw() {
    super.draw();
    if (!this.#leads || !this.said || !this.#element.checkVisibility()) return;
    this.#leads = false;
    setTimeout(() => this.#lead()); // opening a place scrolls it to its top
  }

  #lead() {
    this.#element.querySelector(".scanned")?.scrollIntoView({ block: "start" });
    this.#element.querySelector("#tablet-table").focus({ preventScroll: true });
  }

  view() {
    if (!this.said) return this.waiting();
    const scanned = this.#asked.find((one) => one.code === this.#scanned);
    return html`
      ${this.#scanned ? html`<p class="scanned" role="status">${scanned
        ? say("director.room.tablet_scanned", { check: asShown(scanned.check) }) : say("director.room.tablet_unknown")}</p>` : nothing}
      ${this.#address && !this.#scanned ? html`<div class="clock-at">
        <p>${say("director.room.clock_at")} <code>${this.#address}</code>
          ${this.#onlyHere ? html`<strong class="warn">${say("director.room.only_here")}</strong>` : nothing}</p>
        <img src="/table-qr.svg" width="160" height="160" alt=${say("director.room.clock_qr")} /></div>` : nothing}
      <ul class="lines">${this.#asked.map((one) => html`<li>
        <p>${asksFor(one)}</p>
        <p class="of">${say(one.camera ? "director.now.camera_reason" : "director.now.tablet_reason", { ...one, check: asShown(one.check) })}</p>
        <p class="steps"><button ?disabled=${this.isBusy} @click=${() => this.send("tables/turn-away", { shown: one.check })}>
          ${say("director.room.turn_tablet_away")}</button></p></li>`)}</ul>
      <form class="fields" @submit=${(event) => this.#approve(event)}>
        <p><label for="tablet-shows">${say("director.room.tablet_shows")}</label>
          <input id="tablet-shows" name="shown" class="code" maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false" required .value=${this.#scanned} /></p>
        <p><label for="tablet-table">${say("director.room.tablet_table")}</label>
          <input id="tablet-table" name="table" type="number" min="1" max="9999" .value=${scanned?.table ? String(scanned.table) : ""} /></p>
        <label class="tick"><input name="replace" type="checkbox" /> ${say("director.room.tablet_replaces")}</label>
        <button class="main" ?disabled=${this.isBusy}>${say("director.room.tablet_approve")}</button>
      </form>
      ${this.problem()}
      ${this.#tables()}
      ${this.#cameras()}
      ${this.#keptOut()}
      ${this.said.fingerprint ? html`<p class="of">${say("director.room.fingerprint")}:
        <code>${this.said.fingerprint.match(/.{4}/g).join(" ")}</code></p>` : nothing}`;
  }

  // The tables with an approved tablet, and the connected tables with their versions.
  #tables() {
    const { tablets = [], connected = [], version } = this.said;
    const numbers = [...new Set([...tablets, ...connected].map(({ table }) => table))].sort((one, other) => one - other);
    const of = (all, table) => all.find((one) => one.table === table);
    return html`<ul class="lines tables">${numbers.map((table) => html`<li><p>${say("director.room.tablet_line", { table })}</p>
      ${of(tablets, table) ? html`<p class="of">${say("director.room.tablet_paired", pairing(of(tablets, table)))}</p>` : nothing}
      ${of(connected, table) ? runs(of(connected, table), version) : nothing}</li>`)}</ul>`;
  }

  // The phones that are tables' cameras, and the address of their page.
  #cameras() {
    const cameras = this.said.cameras ?? [];
    return html`${this.#camera.startsWith("https:") ? html`<details class="camera-at"><summary>${say("director.room.camera_at")}</summary>
        <div class="clock-at"><p><code>${this.#camera}</code></p>
          <img src="/camera-qr.svg" width="160" height="160" alt=${say("director.room.camera_qr")} /></div></details>` : nothing}
      <ul class="lines cameras">${cameras.map((one) => html`<li>
        <p>${say("director.room.camera_line", { table: one.table })}</p>
        <p class="of">${say(one.connected ? "director.room.camera_on" : "director.room.camera_off", pairing(one))}</p>
        <p class="steps"><button ?disabled=${this.isBusy} @click=${() => this.send("cameras/revoke", { table: one.table })}>
          ${say("director.room.camera_revoke")}</button></p></li>`)}</ul>`;
  }

  // A table whose kiosk was stolen can be kept out. Any connection with its token is closed.
  #keptOut() {
    const keptOut = this.said.revoked_tables ?? [];
    return html`<details><summary>${say("director.room.kiosk_lost")}</summary>
        <form class="fields" @submit=${(event) => this.#keepOut(event)}>
          <p><label for="kiosk-table">${say("director.room.kiosk_table")}</label>
            <input id="kiosk-table" name="table" type="number" min="1" max="9999" required /></p>
          <button>${say("director.room.keep_out")}</button>
        </form></details>
      <ul class="lines">${keptOut.map((table) => html`<li>
        <p>${say("director.room.kept_out", { table })}</p>
        <p class="steps"><button ?disabled=${this.isBusy} @click=${() => this.send("tables/allow", { table })}>
          ${say("director.room.let_in")}</button></p></li>`)}</ul>`;
  }

  async #keepOut(event) {
    event.preventDefault();
    const form = event.target;
    if (await this.send("tables/revoke", { table: Number(form.elements.table.value) })) form.reset();
  }

  async #approve(event) {
    event.preventDefault();
    const form = event.target;
    const { shown, table, replace } = form.elements;
    const approval = { shown: shown.value, table: Number(table.value), replace: replace.checked };
    if (!(await this.send("tables/approve", approval))) return;
    this.#scanned = "";
    form.reset();
    this.draw();
  }
}
