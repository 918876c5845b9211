// The room's tables as a map, and the one that is open beside it.

import { repeat } from "/web/lit/directives/repeat.js";
import { html, nothing, render } from "/web/lit/lit-html.js";
import { isLevel } from "/web/room.js";
import { say } from "/web/words.js";
import { OpenTable } from "../insight/open_table.js";
import { tile, trouble } from "../map/tile.js";
import { setText } from "../tables.js";

const DRAW_MS = 250;
const FILTERS = ["all", "bad", "warn"];
const $ = (id) => document.getElementById(id);

export class TablesPlace {
  #plan;
  #redraw;
  #openTable;
  #shown = ""; // the table that is open, as it was asked for
  #filter = "all";
  #drawnMs = -DRAW_MS;
  #later = 0;

  // `plan` says the section of each table, `ask` and `tell` speak with the clock.
  constructor(plan, ask, tell, redraw) {
    this.#plan = plan;
    this.#redraw = redraw;
    this.#openTable = new OpenTable($("one-table-live"), ask, tell);
  }

  // What the link says of the open table.
  received(live) {
    this.#openTable.received(live);
  }

  // The link was lost, and what was asked for over it with it.
  forget() {
    this.#shown = "";
  }

  // Four times a second at most, and only while it is looked at.
  draw(room) {
    this.#open(room);
    if ($("place-tables").hidden) return;
    const waitMs = this.#drawnMs + DRAW_MS - performance.now();
    clearTimeout(this.#later);
    if (waitMs > 0) {
      this.#later = setTimeout(() => this.draw(room), waitMs);
      return;
    }
    this.#drawnMs = performance.now();
    render(this.#map(room), $("map"));
  }

  #map(room) {
    const { tables, serverMs } = room;
    const of = { all: tables, bad: [], warn: [] };
    for (const table of tables) of[trouble(table, serverMs)[0]]?.push(table);
    const shown = of[this.#filter].length ? this.#filter : "all";
    const drawn = (table) => tile(table, { big: bigBlind(room), serverMs, isOpen: table.table === openNumber(), pace: room.pace?.(table) ?? "" });
    return html`
      <div class="filters" role="group" aria-label=${say("director.map.filters")}>${FILTERS.map((one) => html`
        <button aria-pressed=${shown === one} ?disabled=${!of[one].length} @click=${() => this.#choose(one)}>
          ${say(`director.map.${one}`, { count: of[one].length })}</button>`)}
      </div>
      ${this.#sections(of[shown]).map(([name, here]) => html`
        ${name ? html`<h2 class="section">${name}</h2>` : nothing}
        <div class="tiles ${here.length > 40 ? "small" : ""}">${repeat(here, (table) => table.sitting || table.table, drawn)}</div>`)}`;
  }

  // The table of the address, live; none while another place is open.
  #open({ tournament, tables }) {
    const found = tables.find(({ table }) => table === openNumber());
    const sitting = $("place-tables").hidden || !tournament ? 0 : found?.sitting ?? 0;
    $("one-table").hidden = !sitting;
    $("place-tables").classList.toggle("has-open", sitting > 0);
    setText($("one-table-title"), found ? say("director.table", { table: found.table }) : "");
    const asked = `${tournament?.id} ${sitting}`;
    if (asked === this.#shown) return;
    this.#shown = asked;
    this.#openTable.open(tournament?.id ?? "", sitting);
  }

  #choose(filter) {
    this.#filter = filter;
    this.#drawnMs = -DRAW_MS;
    this.#redraw();
  }

  // The tables of each section below its name, those of none last.
  #sections(tables) {
    const { sections } = this.#plan;
    if (!sections.length) return [["", tables]];
    const of = (name) => tables.filter(({ table }) => this.#plan.of(table).section === name);
    return [...sections.map((name) => [name, of(name)]), [say("director.no_section"), of("")]].filter(([, here]) => here.length);
  }
}

const openNumber = () => Number(/^#table-(\d+)$/.exec(location.hash)?.[1] ?? 0);

// Of the level that is played, in a break of the one before.
function bigBlind({ word, now }) {
  return word.structure.entries.slice(0, now.index + 1).findLast(isLevel)?.big ?? 0;
}
