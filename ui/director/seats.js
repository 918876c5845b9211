// The tables of a tournament: open one, draw seats, and start.

import { render } from "/web/lit/lit-html.js";
import { say } from "/web/words.js";
import { isUnseated } from "./now/first_steps.js";
import { takeBack } from "./now/taken_back.js";
import { Buttons } from "./buttons.js";
import { ACTS, inEffect } from "./room_orders/all.js";
import { setText } from "./tables.js";

const HERE = ["sitting-opened", "seats-drawn", ...ACTS]; // the acts that can be undone here
const $ = (id) => document.getElementById(id);

export class Seats {
  #sender;
  #buttons;
  #redraw;
  #tournament = null;
  #kiosks = [];
  #seatsOf; // the number of seats according to the plan; set at the first draw
  #planned = ""; // the chosen table, and its seats according to the plan
  #chosen = 0; // the table that the director chose; 0 for the first free one
  #usual = 0; // the seats of the last table that was opened with another number than the plan's; 0 for none

  constructor(sender, redraw) {
    this.#sender = sender;
    this.#redraw = redraw;
    this.#buttons = new Buttons(redraw);
    $("open-table").addEventListener("submit", (event) => {
      event.preventDefault();
      const [table, seats] = [Number($("table-number").value), Number($("seat-count").value)];
      const typed = !this.#kiosks.includes(table); // the director types its counts
      if (!this.#isWaiting) this.#send({ do: "open-table", table, seat_count: seats, typed }, () => this.#opened(table, seats));
      this.#redraw();
    });
    $("table-number").addEventListener("change", () => {
      this.#chosen = Number($("table-number").value);
      this.#fillSeats();
    });
    this.#on($("draw-seats"), () => this.#send({ do: "draw-seats" }));
    this.#on($("start-clock"), () => this.#send({ do: "start" }));
  }

  get #isWaiting() {
    return this.#sender.isWaiting($("seats-why"));
  }

  #on(button, press) {
    button.addEventListener("click", () => {
      if (!this.#buttons.isReady(button)) return;
      press();
      this.#redraw();
    });
  }

  #send(action, done) {
    this.#sender.send(action, this.#tournament.mark, $("seats-why"), done);
  }

  // `tables` are the physical tables, `kiosks` those with a kiosk. `seatsOf(table)` returns its number of seats.
  draw(tournament, tables, kiosks, hasStarted, seatsOf) {
    this.#kiosks = kiosks;
    this.#seatsOf = seatsOf;
    this.#tournament = tournament;
    const open = tournament.sittings.filter((one) => !one.closed);
    const entries = tournament.entries.filter((one) => !one.voided && !one.finish);
    this.#drawTables(open, entries);
    const another = Math.max(0, ...tables, ...open.map((one) => one.table)) + 1; // a table that is not on the plan
    this.#drawFree([...tables.filter((table) => !open.some((one) => one.table === table)), another]);
    const unseated = entries.filter((one) => !one.seat).length;
    const can = open.length > 0 && unseated > 0 && !tournament.ended && !this.#isWaiting;
    $("draw-seats").hidden = hasStarted && !isUnseated(tournament);
    $("start-clock").hidden = hasStarted;
    const toDraw = unseated ? say("director.draw_for", { count: unseated }) : say("director.draw");
    this.#buttons.show($("draw-seats"), { text: toDraw, can });
    const seated = entries.length > 1 && !unseated;
    this.#buttons.show($("start-clock"), { text: say("director.start_clock"), can: seated && !this.#isWaiting });
    $("draw-seats").classList.toggle("go", can && tournament.legal.draw); // otherwise, a press shows why not
    $("start-clock").classList.toggle("go", seated);
    setText($("seed"), seedText(tournament));
    const undo = (action) => !this.#isWaiting && this.#send(action);
    render(takeBack(tournament, ({ by, kinds }) => by !== "clock" && kinds.some((one) => HERE.includes(one)), undo), $("seats-undo"));
  }

  #drawTables(open, entries) {
    const taken = (sitting) => entries.filter((one) => one.sitting === sitting).length;
    const lines = open.map((one) => {
      const seats = { table: one.table, taken: taken(one.sitting), count: one.seat_count };
      if (one.breaking) return say("director.table_breaking", seats);
      return say(inEffect(one) ?? (one.halted ? "director.table_halted" : "director.table_seats"), seats);
    });
    const list = $("opened");
    while (list.children.length > lines.length) list.lastElementChild.remove();
    while (list.children.length < lines.length) list.append(document.createElement("li"));
    lines.forEach((line, at) => setText(list.children[at], line));
    setText($("seats-title"), say("director.tables_open", { count: open.length }));
  }

  #drawFree(free) {
    const list = $("table-number");
    const shown = [...list.options].map((one) => Number(one.value));
    if (JSON.stringify(shown) !== JSON.stringify(free)) {
      list.replaceChildren(...free.map((table) => new Option(say(this.#kiosks.includes(table) ? "director.table" : "director.table_no_kiosk", { table }), table)));
      if (free.includes(this.#chosen)) list.value = this.#chosen;
    }
    this.#fillSeats();
    $("open-table").hidden = this.#tournament.ended;
    $("open").disabled = this.#isWaiting;
  }

  // Most rooms have tables of one size, so the next table gets the number of seats that was typed for this one.
  #opened(table, seats) {
    this.#usual = seats === this.#seatsOf(table) ? 0 : seats;
    this.#planned = "";
    this.#chosen = 0;
    this.#redraw();
  }

  // Fills in the number of the table's seats from the plan, as far as the rule book allows, until the user types
  // another number.
  #fillSeats() {
    const table = Number($("table-number").value);
    const seats = Math.min(this.#usual || this.#seatsOf(table), this.#tournament.most_seats);
    $("seat-count").max = this.#tournament.most_seats;
    if (`${table} ${seats}` === this.#planned) return;
    this.#planned = `${table} ${seats}`;
    $("seat-count").value = seats;
  }
}

function seedText({ draw, seed }) {
  if (seed && seed === draw) return say("director.seed_both", { seed });
  const said = [];
  if (seed) said.push(say("director.seed", { seed }));
  if (draw) said.push(say("director.seed_hash", { hash: draw }));
  return said.join(" ");
}
