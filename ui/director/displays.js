// The room's displays: their address, a list, and a preview of what each one shows.

import { html, nothing, render } from "/web/lit/lit-html.js";
import { knows, language, say } from "/web/words.js";
import { cellsOf, SHIPPED } from "/display/layouts.js";
import { drawStage, sceneOf } from "/display/stage.js";
import { Store } from "/display/store.js";
import { nameOf } from "./places/room_parts/panel.js";

const ASK_MS = 3000;
const TICK_MS = 1000;
const GRID = 24;
const MOST_SLIDES = 8;
const [LEAST_SECONDS, MOST_SECONDS] = [5, 600];
const STEP_SECONDS = 5;
const OWN_CELLS = [
  "clock", "level", "event", "blinds", "next", "break", "then", "players", "average", "prizes", "payouts", "leaders",
  "seats", "moves", "structure", "push", "message", "picture", "qr", "draw", "foot",
];
const COLORS = ["dark", "light"];
const SPOTLIGHTS = ["off", "last-table", "any", "table"];

export class Displays {
  #host;
  #key;
  #isOpen = false;
  #timer = 0;
  #store = null; // the preview's data; only while the place is open
  #list = null;
  #chosen = ""; // a display's name
  #slides = []; // the chosen display's slides, while they are edited
  #isChanged = false;
  #slide = 0;
  #cell = -1; // which of the slide's own cells is selected
  #why = "";
  #pictures = []; // the ids of the stored pictures
  #address = ""; // where a television finds the display
  #onlyHere = false; // no other machine can open the address

  // `key()` returns the key to send with each request.
  constructor(host, key) {
    this.#host = host;
    this.#key = key;
  }

  // Fetches and draws only while the place is open.
  draw(isOpen) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    clearInterval(this.#timer);
    this.#store?.close();
    this.#store = null;
    if (!isOpen) return;
    this.#store = new Store(() => {});
    this.#store.connect();
    let ticks = 0;
    this.#timer = setInterval(() => {
      ticks += 1;
      if (ticks % (ASK_MS / TICK_MS) === 0) this.#ask("");
      this.#drawPreview();
    }, TICK_MS);
    this.#ask("");
    this.#ask("/pictures");
    this.#askAddress();
  }

  async #askAddress() {
    const answer = await fetch("/display-address").catch(() => null);
    if (answer?.ok) this.#address = await answer.text();
    this.#onlyHere = Boolean(answer?.headers.has("Only-Here"));
    this.#redraw();
  }

  async #ask(path, body) {
    const sent = { headers: { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language } };
    const answer = await fetch(`/api/displays${path}`, body ? { ...sent, method: "POST", body: JSON.stringify(body) } : sent)
      .catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok && told.displays) this.#list = told;
    if (answer?.ok && told.pictures) this.#pictures = told.pictures;
    if (body || !answer?.ok) this.#why = answer?.ok ? "" : told?.why ?? say("director.not_connected");
    if (this.#list && !this.#isThere(this.#chosen)) this.#choose(this.#list.displays[0]?.display ?? "");
    this.#redraw();
    return answer?.ok ? told : null;
  }

  #isThere(name) {
    return this.#list.displays.some((one) => one.display === name);
  }

  #choose(name) {
    const found = this.#list.displays.find((one) => one.display === name);
    this.#chosen = name;
    this.#slides = structuredClone(found?.program.slides ?? []);
    this.#isChanged = false;
    this.#slide = 0;
    this.#cell = -1;
    this.#redraw();
  }

  get #now() {
    return this.#slides[this.#slide] ?? {};
  }

  // Changes fields of the current slide.
  #change(fields) {
    this.#slides[this.#slide] = { ...this.#now, ...fields };
    this.#isChanged = true;
    this.#redraw();
  }

  #changeCell(fields) {
    const changed = { ...this.#now.cells[this.#cell], ...fields };
    changed.x = Math.max(0, Math.min(changed.x, GRID - changed.w));
    changed.y = Math.max(0, Math.min(changed.y, GRID - changed.h));
    this.#change({ cells: this.#now.cells.map((one, index) => (index === this.#cell ? changed : one)) });
  }

  // A custom layout starts with the cells of the layout that was shown.
  #takeLayout(layout) {
    const shipped = this.#now.layout && this.#now.layout !== "auto" ? this.#now.layout : "clock";
    const cells = layout === "own" && !this.#now.cells?.length
      ? cellsOf(shipped, false).filter((one) => OWN_CELLS.includes(one.what)) : this.#now.cells;
    this.#cell = -1;
    this.#change(layout === "own" ? { layout, cells } : { layout, cells: [] });
  }

  async #save(slides) {
    const program = slides.length > 0 ? { slides } : {};
    if (await this.#ask("/set", { display: this.#chosen, program })) this.#choose(this.#chosen);
  }

  #redraw() {
    if (!this.#isOpen || !this.#list) return;
    const { displays, room } = this.#list;
    render(html`<h2>${say("director.displays.title")}</h2>
      <p>${say("director.displays.how")} <code>${this.#address}</code>
        ${this.#onlyHere ? html`<strong class="warn">${say("director.room.only_here")}</strong>` : nothing}</p>
      <p class="of">${say("director.displays.how_named")}</p>
      <p class="why" role="alert">${this.#why}</p>
      <div class="displays-list" role="group" aria-label=${say("director.displays.title")}>
        ${displays.map((one) => html`<button aria-pressed=${one.display === this.#chosen}
          @click=${() => this.#choose(one.display)}><bdi>${nameOf(one.display)}</bdi>
          <small>${one.screens ? say("director.displays.screens", { count: one.screens }) : say("director.displays.gone")}</small>
        </button>`)}
      </div>
      ${displays.length === 0 ? nothing : html`${this.#editor(displays)} ${this.#roomWide(displays, room)}`}`, this.#host);
    this.#drawPreview();
  }

  #editor(displays) {
    const { width, height } = displays.find((one) => one.display === this.#chosen) ?? { width: 0, height: 0 };
    return html`<div class="displays-editor" data-needs="run">
      <div class="displays-preview" .style=${`--shape:${width || 16} / ${height || 9}`}>
        <div class="displays-screen" role="img" aria-label=${say("director.displays.preview")}></div>
        ${this.#now.layout === "own" ? this.#now.cells.map((cell, index) => html`<button class="displays-cell"
          aria-pressed=${index === this.#cell} aria-label=${whatOf(cell.what)}
          .style=${`--x:${cell.x};--y:${cell.y};--w:${cell.w};--h:${cell.h}`}
          @click=${() => { this.#cell = index; this.#redraw(); }}></button>`) : nothing}
      </div>
      <div class="displays-controls">
        ${this.#slideTabs()}
        <div class="displays-layouts" role="group" aria-label=${say("director.displays.layout")}>
          ${[...SHIPPED, "own"].map((layout) => html`<button aria-pressed=${(this.#now.layout ?? "auto") === layout}
            @click=${() => this.#takeLayout(layout)}>${say(`director.displays.layouts.${layout}`)}</button>`)}
        </div>
        ${this.#now.layout === "own" ? this.#cellControls() : nothing}
        ${this.#tournamentChoice()}
        <p class="steps">
          <button class="main" ?disabled=${!this.#isChanged} @click=${() => this.#save(this.#slides)}
            >${say("director.displays.show", { name: nameOf(this.#chosen) })}</button>
          <button @click=${() => this.#save([])}>${say("director.displays.back")}</button>
        </p>
      </div>
    </div>`;
  }

  #slideTabs() {
    const count = Math.max(1, this.#slides.length);
    const seconds = this.#now.seconds ?? 20;
    return html`<div class="displays-slides" role="group" aria-label=${say("director.displays.slides")}>
        ${Array.from({ length: count }, (_, index) => html`<button aria-pressed=${index === this.#slide}
          @click=${() => { this.#slide = index; this.#cell = -1; this.#redraw(); }}
          >${say("director.displays.slide", { number: index + 1 })}</button>`)}
        <button ?disabled=${count >= MOST_SLIDES} @click=${() => this.#addSlide()}>${say("director.displays.add_slide")}</button>
      </div>
      ${count > 1 ? html`<p class="steps">
        <button aria-label=${say("director.displays.shorter")} @click=${() => this.#lasts(seconds - STEP_SECONDS)}>−</button>
        <output>${say("seconds", { seconds })}</output>
        <button aria-label=${say("director.displays.longer")} @click=${() => this.#lasts(seconds + STEP_SECONDS)}>+</button>
        <button @click=${() => this.#removeSlide()}>${say("director.displays.remove_slide")}</button></p>` : nothing}`;
  }

  #lasts(seconds) {
    this.#change({ seconds: Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, seconds)) });
  }

  #addSlide() {
    if (this.#slides.length === 0) this.#slides.push({});
    this.#slide = this.#slides.length;
    this.#change({ layout: "prizes" });
  }

  #removeSlide() {
    this.#slides.splice(this.#slide, 1);
    this.#slide = Math.max(0, this.#slide - 1);
    this.#isChanged = true;
    this.#redraw();
  }

  #cellControls() {
    const cell = this.#now.cells[this.#cell];
    const add = html`<button @click=${() => this.#addCell()} ?disabled=${this.#now.cells.length >= GRID}
      >${say("director.displays.add_cell")}</button>`;
    if (!cell) return html`<p>${say("director.displays.touch_cell")}</p><p class="steps">${add}</p>`;
    const step = (name, fields) => html`<button @click=${() => this.#changeCell(fields)}>${say(`director.displays.${name}`)}</button>`;
    const bounded = (length) => Math.max(1, Math.min(GRID, length));
    return html`<p><label>${say("director.displays.shows")}
        <select @change=${(event) => this.#changeCell({ what: event.target.value })}>${OWN_CELLS.map((what) => html`
          <option value=${what} ?selected=${what === cell.what}>${whatOf(what)}</option>`)}</select></label></p>
      ${cell.what === "message" ? html`<p><label>${say("director.displays.words")}
        <input maxlength="300" .value=${cell.text ?? ""} @input=${(event) => this.#changeCell({ text: event.target.value })} /></label></p>` : nothing}
      ${cell.what === "picture" ? this.#pictureChoice(cell) : nothing}
      <p class="displays-steps">
        ${step("left", { x: cell.x - 1 })} ${step("right", { x: cell.x + 1 })}
        ${step("up", { y: cell.y - 1 })} ${step("down", { y: cell.y + 1 })}
        ${step("narrower", { w: bounded(cell.w - 1) })} ${step("wider", { w: bounded(cell.w + 1) })}
        ${step("lower", { h: bounded(cell.h - 1) })} ${step("higher", { h: bounded(cell.h + 1) })}
      </p>
      <p class="steps">${add} <button @click=${() => this.#removeCell()}>${say("director.displays.remove_cell")}</button></p>`;
  }

  // The stored pictures, to show again or delete, and an upload.
  #pictureChoice(cell) {
    return html`<div class="displays-pictures" role="group" aria-label=${say("director.displays.pictures")}>
        ${this.#pictures.map((id, index) => html`<button aria-pressed=${id === cell.picture}
          aria-label=${say("director.displays.picture_number", { number: index + 1 })}
          @click=${() => this.#changeCell({ picture: id })}><img src="/display-pictures/${id}" alt="" /></button>`)}
      </div>
      <p class="steps"><button ?disabled=${!cell.picture} @click=${() => this.#removePicture(cell.picture)}
        >${say("director.displays.delete_picture")}</button></p>
      <p><label>${say("director.displays.picture")}
        <input type="file" accept="image/png,image/jpeg,image/webp" @change=${(event) => this.#keepPicture(event)} /></label></p>`;
  }

  async #removePicture(id) {
    if (await this.#ask("/picture/remove", { id })) this.#changeCell({ picture: "" });
  }

  async #keepPicture(event) {
    const [file] = event.target.files;
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const picture = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const kept = await this.#ask("/picture", { picture });
    if (!kept) return;
    this.#changeCell({ picture: kept.id });
    this.#ask("/pictures");
  }

  #addCell() {
    this.#cell = this.#now.cells.length;
    this.#change({ cells: [...this.#now.cells, { what: "message", x: 6, y: 8, w: 12, h: 8, text: "" }] });
  }

  #removeCell() {
    const cells = this.#now.cells.filter((_, index) => index !== this.#cell);
    this.#cell = -1;
    this.#change({ cells });
  }

  // If there are several tournaments, a choice for the slide. If none is chosen, it shows the running one.
  #tournamentChoice() {
    const there = this.#store?.shows?.tournaments ?? [];
    if (there.length < 2) return nothing;
    const chosen = this.#now.tournaments ?? [];
    const toggled = (id) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    return html`<fieldset><legend>${say("director.displays.of_tournaments")}</legend>
      ${there.map((one) => html`<label class="displays-check"><input type="checkbox" .checked=${chosen.includes(one.id)}
        @change=${() => this.#change({ tournaments: toggled(one.id) })} /><bdi>${one.name}</bdi></label>`)}</fieldset>`;
  }

  #roomWide(displays, room) {
    const set = (fields) => this.#ask("/room", { ...room, ...fields });
    const spotlight = room.spotlight ?? "last-table";
    return html`<div class="fields" data-needs="run">
      <p><label for="voice">${say("director.displays.voice")}</label>
        <select id="voice" @change=${(event) => set({ voice: event.target.value })}>
          <option value="" ?selected=${!room.voice}>${say("director.displays.no_voice")}</option>
          ${displays.map((one) => html`<option value=${one.display} ?selected=${one.display === room.voice}>${nameOf(one.display)}</option>`)}
        </select></p>
      <p><label for="spotlight">${say("director.displays.spotlight")}</label>
        <select id="spotlight" @change=${(event) => set({ spotlight: event.target.value })}>
          ${SPOTLIGHTS.map((one) => html`<option value=${one} ?selected=${one === spotlight}>${say(`director.displays.spotlights.${one}`)}</option>`)}
        </select></p>
      <p><label for="display-colors">${say("director.displays.colors")}</label>
        <select id="display-colors" @change=${(event) => set({ colors: event.target.value })}>
          ${COLORS.map((one) => html`<option value=${one} ?selected=${one === (room.colors ?? "dark")}>${say(`director.displays.color.${one}`)}</option>`)}
        </select></p>
      ${spotlight === "table" ? html`<p><label for="spotlight-table">${say("director.displays.spotlight_table")}</label>
        <input id="spotlight-table" type="number" inputmode="numeric" min="1" max="9999" .value=${String(room.table || "")}
          @change=${(event) => set({ table: Number(event.target.value) })} /></p>` : nothing}
    </div>`;
  }

  // Drawn in a shadow tree, so that the styles of the stage and of the console do not mix.
  #drawPreview() {
    const host = this.#host.querySelector(".displays-screen");
    if (!this.#store || !host) return;
    if (!host.shadowRoot) {
      render(html`<link rel="stylesheet" href="/display/stage.css" /><link rel="stylesheet" href="preview.css" />
        <div class="screen"></div>`, host.attachShadow({ mode: "open" }));
    }
    const [nowMs, wallMs] = [this.#store.serverNow(), Date.now()];
    const scene = sceneOf(this.#store, { slides: [this.#now] }, nowMs, wallMs);
    this.#store.want(scene.ids);
    drawStage(host.shadowRoot.querySelector(".screen"), this.#store, scene, { nowMs, wallMs });
  }
}

const whatOf = (what) => (knows(`director.displays.cells.${what}`) ? say(`director.displays.cells.${what}`) : what);
