// Imports a list of players from a file or pasted text. Shows how each line will be entered, and what has to be asked
// first.

import { html, nothing } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";
import { draftOf, keepDraft } from "./drafts.js";
import { NotDone } from "./lists.js";

const PASTED = "import"; // the draft of the pasted list
const ENTERS = ["enters", "entered"];
const asksNothing = () => ({ choices: [], answers: new Map(), same: false });

// The open form, with what the list in it would do, and the answers to its questions.
export class Importing {
  #found = null;
  #asked = asksNothing();
  #send;
  #redraw;

  // `send(asked, dryRun)` sends the list in the form, and returns the result, or null if it failed.
  constructor(send, redraw) {
    this.#send = send;
    this.#redraw = redraw;
  }

  clear() {
    [this.#found, this.#asked] = [null, asksNothing()];
  }

  // The list that was pasted or typed before, and not entered.
  restore() {
    document.getElementById("import-text").value = draftOf(PASTED);
  }

  // `toCollect(count)` is the amount to collect from that many new players, or empty.
  show(close, toCollect) {
    const { choices, answers } = this.#asked;
    return importForm(this.#found, answers, {
      close,
      toCollect,
      look: () => {
        this.#asked = asksNothing();
        this.#import(true);
      },
      enter: () => this.#import(false),
      changed: () => {
        this.clear();
        this.#redraw();
      },
      choose: (id) => this.#answer(() => choices.push(id)),
      same: () => this.#answer(() => (this.#asked.same = true)),
      answer: (at, who) => this.#answer(() => (who ? answers.set(at, who) : answers.delete(at))),
    });
  }

  #answer(keep) {
    keep();
    this.#import(true);
  }

  async #import(dryRun) {
    this.#found = (await this.#send(this.#asked, dryRun)) ?? this.#found;
    if (this.#found?.done) keepDraft(PASTED, "");
    this.#redraw();
  }
}

// The result of an import, planned or done. `does` has look(), enter(), close(), toCollect(count), choose(id),
// answer(at, who) and same(). A file is read as soon as it is chosen or dropped.
function importForm(found, answers, does) {
  const over = (event) => event.preventDefault();
  const drop = (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    document.getElementById("import-file").files = event.dataTransfer.files;
    does.look();
  };
  const typed = (event) => {
    keepDraft(PASTED, event.target.value);
    document.getElementById("import-file").value = ""; // the chosen file was a different list
    does.changed();
  };
  return html`<div class="import" @dragover=${over} @drop=${drop}>
    <header>
      <h2>${say("director.field.import")}</h2>
      <button class="small" @click=${does.close}>${say("director.field.close")}</button>
    </header>
    <p class="of">${say("director.field.import_help")}</p>
    <label for="import-text">${say("director.field.import_text")}</label>
    <textarea id="import-text" rows="6" spellcheck="false" @input=${typed}></textarea>
    <label for="import-file">${say("director.field.import_file")}</label>
    <input id="import-file" type="file" accept=".csv,.txt,.tsv,.xlsx,.tdt,text/csv,text/plain" @change=${does.look} />
    ${found ? importFound(found, answers, does) : nothing}
    ${found && !found.done && found.entered
      ? html`<button class="go" data-needs="register" @click=${does.enter}>${say("director.field.import_do", { count: found.entered })}</button>`
      : html`<button data-needs="register" @click=${does.look}>${say("director.field.import_look")}</button>`}</div>`;
}

function importFound(found, answers, does) {
  const { entered, lines, notes = [], asked = "", choices = [], done } = found;
  const asks = lines.filter((one) => one.what === "asks");
  const left = lines.filter((one) => !["asks", ...ENTERS].includes(one.what));
  const amount = done ? does.toCollect(entered) : "";
  const counted = say(`director.field.import_${amount ? "done_for" : done ? "done" : "would"}`, { count: entered, amount });
  return html`<div role="status">
    ${notes.length ? html`<ul class="notes">${notes.map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
    ${asked ? question(asked, choices, does) : html`<p><b>${counted}</b></p>`}
    ${asks.length ? twins(asks, does, done) : nothing}
    ${listed(lines.filter((one) => ENTERS.includes(one.what)), (one) => entering(one, answers, does, done))}
    ${left.length ? html`<p>${say("director.field.import_left", { count: left.length })}</p>` : nothing}
    ${listed(left, leftOut)}
  </div>`;
}

const listed = (lines, shown) => (lines.length ? html`<ul class="lines">${lines.map(shown)}</ul>` : nothing);

const numberText = (number) => (number ? html` <span class="of">${say("director.field.member", { number })}</span>` : nothing);

function entering({ line, name, number, at = 0 }, answers, does, done) {
  const again = answers.has(at) && !done;
  return html`<li>
    <span class="of">${say("director.field.import_line", { line })}</span> <bdi>${name}</bdi>${numberText(number)}
    ${again ? html`<button class="small" @click=${() => does.answer(at, "")}>${say("director.field.import_again")}</button>` : nothing}
  </li>`;
}

const leftOut = ({ line, name, number, what, why }) => html`<li>
  <span class="of">${say("director.field.import_line", { line })}</span> <bdi>${name}</bdi>${numberText(number)}:
  ${why || say(`director.field.import_what.${what}`)}
</li>`;

// Asks how to read the list, if that is not clear. Each choice shows the first few names as that choice would read
// them.
function question(asked, choices, does) {
  return html`<fieldset class="question">
    <legend>${asked}</legend>
    ${choices.map((one) => html`<button @click=${() => does.choose(one.id)}>
      ${one.said} <span class="of"><bdi>${one.names.join(" · ")}</bdi></span>
    </button>`)}
  </fieldset>`;
}

// Names that are similar to someone whom the room knows, or someone on the list: asks whether it is the same person.
function twins(asks, does, done) {
  const ofRoom = asks.filter((one) => one.twins.length === 1 && !one.twins[0].line).length;
  return html`<fieldset class="question">
    <legend>${say("director.field.import_asks", { count: asks.length })}</legend>
    ${ofRoom > 1 && !done ? html`<button @click=${does.same}>${say("director.field.import_same", { count: ofRoom })}</button>` : nothing}
    <ul class="lines">${asks.map((one) => twin(one, does, done))}</ul>
  </fieldset>`;
}

const twin = ({ line, name, number, at = 0, twins: alike }, does, done) => html`<li>
  <span class="of">${say("director.field.import_line", { line })}</span> <bdi>${name}</bdi>${numberText(number)}
  ${done
    ? html`: ${say("director.field.import_what.asks")}`
    : html`<div class="acts">
        ${alike.map((one) => html`<button class="small" @click=${() => does.answer(at, `same:${one.player}`)}>${twinText(one)}</button>`)}
        <button class="small" @click=${() => does.answer(at, "new")}>${say("director.field.twin_new")}</button>
      </div>`}
</li>`;

// A person with a similar name: the name, the member number, and the line or event where they last appeared.
export function twinText({ name, number, last, line, was }) {
  const where = line ? say("director.field.import_line", { line }) : last;
  const before = was ? say("director.field.was", { was }) : "";
  const known = [before, number ? say("director.field.member", { number }) : "", where].filter(Boolean).join(", ");
  return say("director.field.twin_same", { name, known });
}

export async function sendImport(tournament, key, { choices, answers, same }, dryRun) {
  const file = document.getElementById("import-file").files[0];
  const text = document.getElementById("import-text").value;
  const list = file ? { file: await base64(file) } : { text };
  const answer = await fetch(`/api/tournaments/${tournament}/import?dry_run=${dryRun}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Accept-Language": language, "Content-Type": "application/json" },
    body: JSON.stringify({ ...list, choices, answers: Object.fromEntries(answers), same }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new NotDone(said.why);
  return { ...said, done: !dryRun };
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
    reader.addEventListener("error", () => reject(new NotDone(say("director.field.file_unread"))));
    reader.readAsDataURL(file);
  });
}
