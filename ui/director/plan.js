// The plan of the room: its sections, and their tables with the seats and the dealer's side. A touch on a table opens
// it. Each change is saved at once.

import { language, say } from "/web/words.js";
import { setText } from "./tables.js";

const SIDES = ["bottom", "left", "top", "right"]; // clockwise
const [LEAST_SEATS, MOST_SEATS] = [2, 10];
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);

export class Plan {
  #key;
  #placed = new Map(); // by table
  #kiosks = []; // the tables with a kiosk
  #tables = []; // the tables with a kiosk and the placed ones, by number
  #chosen = 0;
  #drawn = ""; // the sections and tables that are drawn
  #isPressed = false; // a finger is on a table: do not move the tables, or the touch would be lost
  #isWaiting = false;

  // `key()` returns the director's key.
  constructor(key) {
    this.#key = key;
    $("plan-add").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#chosen = Number($("plan-table").value);
      $("plan-add").reset();
      this.#place({});
    });
    $("plan-section").addEventListener("change", () => this.#place({ section: $("plan-section").value.trim() }));
    $("plan-fewer").addEventListener("click", () => this.#place({ seats: this.of(this.#chosen).seats - 1 }));
    $("plan-more").addEventListener("click", () => this.#place({ seats: this.of(this.#chosen).seats + 1 }));
    $("plan-turn").addEventListener("click", () => {
      const at = SIDES.indexOf(this.of(this.#chosen).side);
      this.#place({ side: SIDES[(at + 1) % SIDES.length] });
    });
    $("plan-seat-one").addEventListener("click", () => {
      const { seats, left_seat: left } = this.of(this.#chosen); // to move seat 1 one place clockwise
      this.#place({ left_seat: ((left - 2 + seats) % seats) + 1 });
    });
    $("plan-remove").addEventListener("click", () => this.#remove());
    $("plan-done").addEventListener("click", () => this.#choose(0));
    $("plan-tables").addEventListener("pointerdown", () => {
      this.#isPressed = true;
    });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => this.#released()));
  }

  // The touch has ended.
  #released() {
    if (!this.#isPressed) return;
    this.#isPressed = false;
    this.draw();
  }

  // A table's place. A table that was not placed gets the usual one.
  of(table) {
    return this.#placed.get(table) ?? { table, section: "", seats: 9, side: "bottom", left_seat: 1 };
  }

  // The sections in order of name.
  get sections() {
    return [...new Set([...this.#placed.values()].map((one) => one.section))].filter(Boolean).sort();
  }

  // All tables, by number.
  get tables() {
    return this.#tables;
  }

  // `tables` are the tables with a kiosk. `plan` has the placed tables.
  hear({ tables, plan }) {
    this.#kiosks = tables;
    this.#take(plan);
    this.draw();
  }

  #take(plan) {
    this.#placed = new Map(plan.tables.map((one) => [one.table, one]));
    this.#tables = [...new Set([...this.#kiosks, ...this.#placed.keys()])].sort((a, b) => a - b);
  }

  draw() {
    const sections = [...this.sections, ""];
    const groups = sections.map((name) => [name, this.#tables.filter((table) => this.of(table).section === name)]);
    const drawn = groups.filter(([, tables]) => tables.length);
    const order = JSON.stringify(drawn);
    if (order !== this.#drawn && !this.#isPressed) {
      const focused = document.activeElement?.id;
      $("plan-tables").replaceChildren(...drawn.flatMap(([name, tables]) => this.#group(name, tables, drawn.length > 1)));
      if (focused?.startsWith("plan-table-")) $(focused)?.focus();
      this.#drawn = order;
    }
    for (const table of this.#tables) {
      const button = $(`plan-table-${table}`);
      if (button) this.#drawButton(button, this.of(table));
    }
    $("plan-sections").replaceChildren(...this.sections.map((name) => new Option(name, name)));
    $("plan-one").hidden = !this.#chosen;
    if (!this.#chosen) return;
    const one = this.of(this.#chosen);
    setText($("plan-which"), say("director.table", { table: this.#chosen }));
    if (document.activeElement !== $("plan-section")) $("plan-section").value = one.section;
    setText($("plan-count"), say("director.plan_seats", { count: one.seats }));
    $("plan-fewer").disabled = this.#isWaiting || one.seats <= LEAST_SEATS;
    $("plan-more").disabled = this.#isWaiting || one.seats >= MOST_SEATS;
    for (const id of ["plan-turn", "plan-seat-one"]) $(id).disabled = this.#isWaiting;
    $("plan-remove").disabled = this.#isWaiting || !this.#placed.has(this.#chosen);
  }

  #group(name, tables, isOneOfSeveral) {
    const heading = document.createElement("h3");
    heading.textContent = name || say("director.no_section");
    const list = document.createElement("div");
    list.className = "plan";
    list.append(...tables.map((table) => this.#button(table)));
    return isOneOfSeveral || name ? [heading, list] : [list];
  }

  #button(table) {
    const button = document.createElement("button");
    button.id = `plan-table-${table}`;
    button.className = "placed";
    button.addEventListener("click", () => this.#choose(table));
    return button;
  }

  // Updates a button in place.
  #drawButton(button, one) {
    button.ariaPressed = String(one.table === this.#chosen);
    const side = say(`director.sides.${one.side}`);
    const label = say("director.plan_table", { table: one.table, count: one.seats, side, left: one.left_seat });
    if (label === button.ariaLabel) return;
    button.ariaLabel = label;
    button.replaceChildren(tablePicture(one));
  }

  #choose(table) {
    this.#chosen = table;
    setText($("plan-why"), "");
    this.draw();
  }

  async #remove() {
    await this.#order("remove", { table: this.#chosen });
    if (!this.#placed.has(this.#chosen)) this.#choose(0);
  }

  #place(change) {
    return this.#order("place", { ...this.of(this.#chosen), ...change });
  }

  async #order(what, wanted) {
    this.#isWaiting = true;
    this.draw();
    try {
      const headers = { Authorization: `Bearer ${this.#key()}`, "Accept-Language": language, "Content-Type": "application/json" };
      const answer = await fetch(`/api/plan/${what}`, { method: "POST", headers, body: JSON.stringify(wanted) });
      const said = await answer.json();
      setText($("plan-why"), answer.ok ? "" : said.why);
      if (answer.ok) this.#take(said);
    } catch {
      setText($("plan-why"), say("director.not_connected"));
    } finally {
      this.#isWaiting = false;
      this.draw();
    }
  }
}

// The table from above, with the seats clockwise from the dealer's left.
function tablePicture({ table, seats, side, left_seat: left }) {
  const picture = shape("svg", { viewBox: "0 0 100 76", "aria-hidden": "true" });
  picture.append(shape("ellipse", { cx: 50, cy: 38, rx: 32, ry: 21, class: "felt" }));
  const dealer = (SIDES.indexOf(side) * Math.PI) / 2 + Math.PI / 2; // measured from the right, clockwise
  for (let seat = 0; seat <= seats; seat += 1) {
    const angle = dealer + (seat * 2 * Math.PI) / (seats + 1);
    const [x, y] = [50 + 43 * Math.cos(angle), 38 + 31 * Math.sin(angle)];
    picture.append(seat ? shape("circle", { cx: x, cy: y, r: 5.5, class: "chair" })
      : shape("rect", { x: x - 8, y: y - 4, width: 16, height: 8, rx: 2, class: "dealer" }));
    if (seat && (left + seat - 2) % seats === 0) picture.append(text(x, y + 4.4, "1", 12.6));
  }
  picture.append(text(50, 43, String(table), 15));
  return picture;
}

function text(x, y, said, size) {
  const element = shape("text", { x, y, "font-size": size, "text-anchor": "middle" });
  element.textContent = said;
  return element;
}

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
