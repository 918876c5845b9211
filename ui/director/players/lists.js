// Lists to print or download: PDFs, and entries and results for spreadsheets.

import { html } from "/web/lit/lit-html.js";
import { language, say } from "/web/words.js";

const PAPER = "director-paper";
const PAPERS = ["a4", "letter", "roll"];
const AS_TEXT = /^[=+\-@\t\r]/; // a spreadsheet would take such text for a formula

export class NotDone extends Error {}

export const paper = () => localStorage.getItem(PAPER) ?? PAPERS[0];

export function papers() {
  const choose = (event) => localStorage.setItem(PAPER, event.target.value);
  return html`<select aria-label=${say("director.field.paper")} @change=${choose}>
    ${PAPERS.map((one) => html`<option value=${one} ?selected=${one === paper()}>${say(`director.field.papers.${one}`)}</option>`)}
  </select>`;
}

// Downloads a file that needs the key. Throws `NotDone`.
export async function download(path, key, name) {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${key}`, "Accept-Language": language } });
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

// Amounts are in whole units of the currency.
export function entriesCsv({ entries, currency, minor_digits: digits }) {
  const columns = ["entry", "name", "player", "nth", "table", "seat", "chips", "finish", "payout", "currency"];
  const cell = (value) => {
    const text = AS_TEXT.test(String(value ?? "")) ? `'${value}` : String(value ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const told = (one) => ({ ...one, payout: (one.payout / 10 ** digits).toFixed(digits), currency });
  const rows = entries.filter((one) => !one.voided).map(told).map((one) => columns.map((name) => cell(one[name])).join(","));
  return new Blob(["\ufeff", [columns.join(","), ...rows, ""].join("\r\n")], { type: "text/csv" });
}
