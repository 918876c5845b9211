// Lists in and out: players imported from a file or pasted, prints as PDF, entries and results for spreadsheets.

import { html, nothing } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";

const PAPER = "director-paper";
const PAPERS = ["a4", "letter", "roll"];
const AS_TEXT = /^[=+\-@\t\r]/; // a spreadsheet would take it for a formula

export class NotDone extends Error {}

export const paper = () => localStorage.getItem(PAPER) ?? PAPERS[0];

export function papers() {
  const choose = (event) => localStorage.setItem(PAPER, event.target.value);
  return html`<select aria-label=${say("director.field.paper")} @change=${choose}>
    ${PAPERS.map((one) => html`<option value=${one} ?selected=${one === paper()}>${say(`director.field.papers.${one}`)}</option>`)}
  </select>`;
}

// Fetches a file that needs the key, and hands it to the browser. Raises `NotDone`.
export async function download(path, key, name) {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${key}` } });
  if (!answer.ok) throw new NotDone((await answer.json()).why);
  save(await answer.blob(), name);
}

export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function entriesCsv(entries) {
  const columns = ["entry", "name", "player", "nth", "table", "seat", "chips", "finish", "payout"];
  const cell = (value) => {
    const text = AS_TEXT.test(String(value ?? "")) ? `'${value}` : String(value ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = entries.filter((one) => !one.voided).map((one) => columns.map((name) => cell(one[name])).join(","));
  return new Blob(["\ufeff", [columns.join(","), ...rows, ""].join("\r\n")], { type: "text/csv" });
}

// What an import would do, or did; `does` has look(), enter() and close(). A file is looked at as it is chosen or dropped.
export function importForm(found, does) {
  const over = (event) => event.preventDefault();
  const drop = (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    document.getElementById("import-file").files = event.dataTransfer.files;
    does.look();
  };
  const typed = () => {
    document.getElementById("import-file").value = ""; // it was another list
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
    <input id="import-file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" @change=${does.look} />
    ${found ? importFound(found) : nothing}
    ${found && !found.done && found.entered
      ? html`<button class="go" data-needs="register" @click=${does.enter}>${say("director.field.import_do", { count: found.entered })}</button>`
      : html`<button data-needs="register" @click=${does.look}>${say("director.field.import_look")}</button>`}</div>`;
}

function importFound({ entered, lines, done }) {
  const left = lines.filter((one) => !["enters", "entered"].includes(one.what));
  return html`<div role="status">
    <p><b>${say(done ? "director.field.import_done" : "director.field.import_would", { count: entered })}</b></p>
    ${left.length ? html`<p>${say("director.field.import_left", { count: left.length })}</p>` : nothing}
    <ul class="lines">
      ${left.slice(0, 200).map(
        ({ line, name, what, why }) => html`<li>
          ${say("director.field.import_line", { line })} <bdi>${name}</bdi>: ${why || say(`director.field.import_what.${what}`)}
        </li>`,
      )}
    </ul>
  </div>`;
}

export async function sendImport(tournament, key, dryRun) {
  const file = document.getElementById("import-file").files[0];
  const text = document.getElementById("import-text").value;
  const body = file ? { file: await base64(file) } : { text };
  const answer = await fetch(`/api/tournaments/${tournament}/import?dry_run=${dryRun}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
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
