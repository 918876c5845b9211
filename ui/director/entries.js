// Who entered: where they sit, what they have, how they finished; and a field to enter somebody.

import { chips, money, say } from "/web/words.js";
import { setText } from "./tables.js";

const $ = (id) => document.getElementById(id);

export class Entries {
  #sender;
  #tournament = null;

  constructor(sender, redraw) {
    this.#sender = sender;
    $("add").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add($("player"));
      redraw();
    });
  }

  #add(field) {
    const name = field.value.trim();
    if (!name || this.#sender.isWaiting($("add-why"))) return;
    const added = () => {
      if (field.value.trim() === name) field.value = "";
    };
    this.#sender.send({ do: "add-entry", player: "", name }, this.#tournament.mark, $("add-why"), added);
  }

  draw(tournament) {
    const { legal } = tournament;
    $("add").hidden = !legal.enter;
    $("closed").hidden = legal.enter;
    $("add-entry").disabled = this.#sender.isWaiting($("add-why"));
    if (tournament === this.#tournament) return;
    this.#tournament = tournament;
    const entries = tournament.entries.filter((one) => !one.voided).sort(inOrder);
    const field = entries.filter((one) => !one.waits && !one.forfeit);
    const left = field.filter((one) => !one.finish || one.finish === 1).length;
    setText($("entries-title"), say("director.entries_left", { count: field.length, left: chips(left) }));
    $("entries-table").hidden = !entries.length;
    $("entries-rows").replaceChildren(...entries.map((entry) => row(entry, tournament)));
  }
}

// Those who are in by number, then the others by place.
const inOrder = (one, other) => one.finish - other.finish || one.entry - other.entry;

function row(entry, tournament) {
  const { finish, payout, team } = entry;
  const line = document.createElement("tr");
  line.classList.toggle("finished", finish > 0);
  const at = entry.seat ? say("director.seated", { table: entry.table, seat: entry.seat }) : say("director.unseated");
  const from = { table: entry.table, seat: entry.seat, from: entry.from_table };
  const now = entry.on_the_way ? say("director.on_the_way", from) : at;
  const where = finish ? say("director.place", { place: finish }) : beside(entry, tournament) || now;
  const place = entry.barred ? `${where} · ${entry.barred}` : where;
  const paid = payout ? say("director.paid", { payout: money(payout, tournament) }) : "";
  const name = entry.nth > 1 ? say("director.nth_entry", { name: entry.name, nth: entry.nth }) : entry.name;
  const held = finish > 1 || entry.chips === null ? "" : chips(entry.chips);
  line.append(cell("td", "seat", String(entry.entry)), header(team ? `${name} · ${team}` : name), cell("td", "at", place),
    cell("td", "count", paid || held));
  return line;
}

// Who is at no table, and why.
function beside(entry, tournament) {
  if (entry.waits) return say("director.waits");
  if (entry.forfeit) return say("director.forfeit", { fee: money(entry.fee_owed, tournament) });
  if (entry.alternate) return say("director.alternate", { place: entry.alternate });
  return entry.goes_on ? say("director.goes_on") : "";
}

function header(name) {
  const element = cell("th", "name", name);
  element.scope = "row";
  element.title = name;
  return element;
}

function cell(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
