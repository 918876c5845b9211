// The room's tables as a map, and the open table beside it.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { isLevel } from "/web/room.js";
import { say } from "/web/words.js";
import { KEY } from "../asking.js";
import { OpenTable } from "../insight/open_table.js";
import { TableActs } from "../map/acts.js";
import { Counts } from "../map/counts.js";
import { tile, trouble } from "../map/tile.js";
import { takeBack } from "../now/taken_back.js";
import { mayOrder } from "../rights.js";
import { PauseTable } from "../room_orders/pause_table.js";
import { age, fillCard } from "../tables.js";

const MANY = 40; // with more tables than this, a tile shows only the number, the player count, and problems
const FEW = 6; // with at most this many tables, a tile lists the players by name, and nothing has to be filtered
const FILTERS = ["all", "bad", "warn"];
const GONE = ["table-broken", "sitting-closed", "seats-redrawn"]; // acts that remove a table from the map
const $ = (id) => document.getElementById(id);

export class TablesPlace {
  #plan;
  #redraw;
  #openTable;
  #sender;
  #counts;
  #acts;
  #pause;
  #mark = 0; // the mark of the record that is shown
  #shown = ""; // the table that is open
  #card = null; // what the open table's card shows
  #filter = "all";
  #folds = new Map(); // for each section, whether it was folded or opened by hand

  // `plan` knows the section of each table, `ask` and `tell` talk to the clock, and `sender` sends orders.
  constructor(plan, ask, tell, sender, redraw) {
    this.#plan = plan;
    this.#redraw = redraw;
    this.#sender = sender;
    this.#counts = new Counts(sender, redraw);
    this.#acts = new TableActs(sender, () => sessionStorage.getItem(KEY), redraw);
    this.#pause = new PauseTable($("one-table-pause"), sender, redraw, true);
    this.#openTable = new OpenTable($("one-table-live"), ask, tell);
  }

  // A "live" message about the open table.
  received(live) {
    this.#openTable.received(live);
  }

  // The link was lost, and with it the request for a table.
  forget() {
    this.#shown = "";
  }

  draw(room) {
    this.#open(room);
    this.#mark = room.tournament?.mark ?? 0;
    render(this.#map(room), $("map"));
    this.#drawOpen(room);
  }

  #undo = (action) => {
    if (!this.#sender.isWaiting($("why"))) this.#sender.send(action, this.#mark, $("why"));
  };

  // The actions for the open table, and its counts if it has no kiosk.
  #drawOpen({ tournament, tables }) {
    const found = $("one-table").hidden ? null : tables.find(({ table }) => table === openNumber());
    render(found && tournament ? this.#acts.show(tournament, found) : nothing, $("one-table-acts"));
    if (tournament) this.#pause.draw(tournament, found?.typed ? 0 : found?.sitting ?? 0);
    render(found?.typed ? this.#counts.show(tournament, found) : nothing, $("one-table-counts"));
  }

  // This place was left, so it no longer shows a table.
  away() {
    if (!this.#shown) return;
    this.#shown = "";
    this.#openTable.open("", 0);
  }

  #map(room) {
    const { tables, serverMs } = room;
    const troubles = new Map(tables.map((table) => [table, trouble(table, room.tournament, tables, serverMs)]));
    const of = { all: tables, bad: [], warn: [] };
    for (const [table, [kind]] of troubles) of[kind]?.push(table);
    const shown = of[this.#filter].length && tables.length > FEW ? this.#filter : "all";
    const [big, open] = [bigBlind(room), openNumber()];
    const unused = (table) => room.tournament?.sittings.find((one) => one.sitting === table.sitting)?.unused ?? [];
    const pins = (room.tournament?.entries ?? []).filter((one) => one.pinned);
    const pinned = (table) => pins.filter((one) => one.sitting === table.sitting).map((one) => one.seat);
    const paused = (table) => Boolean(room.tournament?.sittings.find((one) => one.sitting === table.sitting)?.paused);
    const isFew = tables.length <= FEW;
    const names = (table) => (isFew ? namesAt(table, room.tournament) : []);
    const isSmall = (here) => here.length > MANY;
    const drawn = (here) => (table) => tile(table, { big, troubled: troubles.get(table), isOpen: table.table === open, isSmall: isSmall(here), unused: unused(table), pinned: pinned(table), paused: paused(table), names: names(table) });
    return html`
      <div class="filters" role="group" aria-label=${say("director.map.filters")}>${isFew ? nothing : FILTERS.map((one) => html`
        <button aria-pressed=${shown === one} ?disabled=${!of[one].length} @click=${() => this.#choose(one)}>
          ${say(`director.map.${one}`, { count: of[one].length })}</button>`)}
        ${room.tournament ? takeBack(room.tournament, ({ kinds }) => kinds.some((one) => GONE.includes(one)), this.#undo) : nothing}
      </div>
      ${tables.length ? nothing : html`<p class="quiet">${say("director.map.none")}
        <a class="button" href="#room" data-focus="open plan-table">${say("director.first.open")}</a></p>`}
      ${this.#sections(of[shown]).map(([name, here]) => {
        const tiles = () => html`<div class="tiles ${isSmall(here) ? "small" : isFew ? "few" : ""}">${repeat(here, (table) => table.sitting, drawn(here))}</div>`;
        const isUrgent = here.some((table) => of.bad.includes(table) || table.table === open);
        return name ? this.#folding(name, here, isUrgent || tables.length <= MANY, tiles) : tiles();
      })}`;
  }

  // A section under its name. In a large room, sections without an urgent table are folded with their count until
  // opened by hand.
  #folding(name, here, isOpenByItself, tiles) {
    const isOpen = this.#folds.get(name) ?? isOpenByItself;
    const toggled = ({ target }) => {
      if (target.open === isOpen) return;
      this.#folds.set(name, target.open);
      this.#redraw();
    };
    return html`<details class="folding" .open=${isOpen} @toggle=${toggled}>
      <summary><h2 class="section">${name}</h2> <span class="of">${say("director.map.in_section", { count: here.length })}</span></summary>
      ${isOpen ? tiles() : nothing}</details>`;
  }

  // The table in the address: its card, and if it has a kiosk, its live play.
  #open({ tournament, tables, serverMs }) {
    const found = tables.find(({ table }) => table === openNumber());
    const sitting = tournament ? found?.sitting ?? 0 : 0;
    $("one-table").hidden = !found;
    $("place-tables").classList.toggle("has-open", Boolean(found));
    const showsSeats = found?.typed ? !mayOrder("type-table") : !sitting || !found?.opened;
    if (found) this.#drawCard(found, !showsSeats, serverMs);
    $("one-table-live").hidden = Boolean(found?.typed); // a table without a kiosk reports no hands
    const asked = `${tournament?.id} ${sitting}`;
    if (asked === this.#shown) return;
    this.#shown = asked;
    this.#openTable.open(tournament?.id ?? "", sitting);
  }

  #drawCard(table, isLive, serverMs) {
    const card = $("one-table").querySelector("article");
    if (this.#card !== table) fillCard(card, table, isLive);
    this.#card = table;
    age(card, table, serverMs);
  }

  #choose(filter) {
    this.#filter = filter;
    this.#redraw();
  }

  // The tables of each section under its name. Tables without a section come last.
  #sections(tables) {
    const { sections } = this.#plan;
    if (!sections.length) return [["", tables]];
    const of = (name) => tables.filter(({ table }) => this.#plan.of(table).section === name);
    return [...sections.map((name) => [name, of(name)]), [say("director.no_section"), of("")]].filter(([, here]) => here.length);
  }
}

// The players at a table by seat. A table that has not reported yet shows the drawn seats, without chips.
function namesAt(table, tournament) {
  const reported = table.seats.filter((one) => one.name);
  if (reported.length) return reported;
  const drawn = tournament?.entries.filter((one) => one.seat && one.sitting === table.sitting && !one.voided) ?? [];
  return drawn.sort((one, other) => one.seat - other.seat);
}

const openNumber = () => Number(/^#table-(\d+)$/.exec(location.hash)?.[1] ?? 0);

// The big blind of the current level. During a break, that of the level before it.
function bigBlind({ word, now }) {
  return word.structure.entries.slice(0, now.index + 1).findLast(isLevel)?.big ?? 0;
}
