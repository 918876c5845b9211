// Where a structure comes from or goes to: shipped structures, a calculated one, and files to import and export.

import { html } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { ask } from "./ask.js";

const FILES = ".toml,.json,.csv,.tdt";

// A file's bytes as base64, for JSON.
const base64 = (file) => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(String(reader.result).split(",")[1] ?? "");
  reader.onerror = () => failed(reader.error);
  reader.readAsDataURL(file);
});

export class Sources {
  #key;
  #take;
  #draw;
  #names = null;
  #why = "";
  #guesses = [];
  #payouts = null;
  #pay;
  #busy = false;

  // `take(structure)` puts a structure into the draft, `pay(payouts, done)` changes the payout table, `draw()` redraws
  // the page.
  constructor(key, take, pay, draw) {
    this.#key = key;
    this.#take = take;
    this.#pay = pay;
    this.#draw = draw;
  }

  // Fetches the names of the shipped structures when they are first needed.
  async open() {
    if (this.#names) return;
    await this.#do(async () => {
      this.#names = (await ask(this.#key(), "/api/structures")).names;
    });
  }

  async #do(what) {
    this.#busy = true;
    this.#why = "";
    this.#guesses = [];
    this.#payouts = null;
    this.#draw();
    try {
      await what();
    } catch (error) {
      this.#why = error.message;
    }
    this.#busy = false;
    this.#draw();
  }

  #preset(name) {
    if (name) this.#do(async () => this.#take(await ask(this.#key(), `/api/structures/${encodeURIComponent(name)}`)));
  }

  #read(input) {
    const [file] = input.files;
    if (!file) return;
    this.#do(async () => {
      const minutes = Number(input.closest(".of-sources").querySelector("[name=file_minutes]").value);
      const body = { name: file.name, content: await base64(file), minutes };
      const found = await ask(this.#key(), "/api/structures/read", { method: "POST", body });
      this.#guesses = found.guesses;
      this.#payouts = found.payouts;
      this.#take(found.structure);
      input.value = "";
    });
  }

  #usePayouts() {
    this.#pay(this.#payouts, () => {
      this.#payouts = null;
      this.#draw();
    });
  }

  #make(form, name) {
    const number = (field) => Number(form.elements[field].value);
    const chips = form.elements.chips.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    const wish = { name, players: number("players"), hours: number("hours"), chips, stack: number("stack"), minutes: number("minutes"), ante: form.elements.ante.checked };
    this.#do(async () => this.#take(await ask(this.#key(), "/api/structures/make", { method: "POST", body: wish })));
  }

  async #write(structure, form) {
    await this.#do(async () => {
      const written = await ask(this.#key(), "/api/structures/write", { method: "POST", body: { structure, form } });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([written]));
      link.download = `${structure.name.replace(/[^\p{L}\p{N} ._-]/gu, "") || "structure"}.${form}`;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }

  // `draft` is the current draft, `players` the number of players entered.
  show(draft, players) {
    const { structure } = draft;
    return html`<details class="sources" @toggle=${(event) => event.target.open && this.open()}>
      <summary>${say("director.structure.from")}</summary>
      <div class="of-sources" aria-busy=${String(this.#busy)}>
        <label data-needs="run">${say("director.structure.preset")}
          <select @change=${(event) => this.#preset(event.target.value)}>
            <option value="">${say("director.structure.choose")}</option>
            ${(this.#names ?? []).map((name) => html`<option value=${name}>${name}</option>`)}
          </select>
        </label>
        <label data-needs="run">${say("director.structure.import_minutes")}
          <input name="file_minutes" type="number" inputmode="decimal" min="0" max="1440" step="0.5" value="0" />
        </label>
        <label data-needs="run">${say("director.structure.import")}
          <input type="file" accept=${FILES} @change=${(event) => this.#read(event.target)} />
        </label>
        <form data-needs="run" @submit=${(event) => { event.preventDefault(); this.#make(event.target, structure.name); }}>
          <h3>${say("director.structure.make")}</h3>
          ${this.#number("players", Math.max(2, players), { min: 2, max: 100000 })}
          ${this.#number("hours", 4, { min: 1, max: 48, step: 0.5 })}
          ${this.#number("stack", structure.starting_stack, { min: 0 })}
          ${this.#number("minutes", 0, { min: 0, max: 1440, step: 0.5 })}
          <label>${say("director.structure.measure.chips")}
            <input name="chips" required autocomplete="off" .value=${structure.chips.join(" ")} />
          </label>
          <label class="tick"><input name="ante" type="checkbox" checked /> ${say("director.structure.measure.ante")}</label>
          <button>${say("director.structure.measure.do")}</button>
        </form>
        <div class="acts" role="group" aria-label=${say("director.structure.export")}>
          <span>${say("director.structure.export")}</span>
          ${["toml", "json", "csv"].map((form) => html`<button @click=${() => this.#write(structure, form)}>${form.toUpperCase()}</button>`)}
        </div>
        <p class="why" role="alert">${this.#why}</p>
        ${this.#guesses.map((guess) => html`<p class="guess">${guess}</p>`)}
        ${this.#payouts ? html`<button data-needs="run" @click=${() => this.#usePayouts()}>${say("director.structure.use_payouts")}</button>` : ""}
      </div>
    </details>`;
  }

  #number(name, value, { min, max = undefined, step = 1 }) {
    return html`<label>${say(`director.structure.measure.${name}`)}
      <input name=${name} type="number" inputmode="decimal" required min=${min} max=${max ?? ""} step=${step} value=${value} />
    </label>`;
  }
}
