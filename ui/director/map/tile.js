// A table as a tile of the map: its seats in their places, each stack in big blinds, the button, and its worst problem
// or its dealer. If there are few tables, also its players by name.

import { Directive, directive } from "/web/lit/directive.js";
import { html, noChange, nothing } from "/web/lit/lit-html.js";
import { agoText } from "/web/room.js";
import { chips, say } from "/web/words.js";
import { difference } from "../accounts.js";
import { isElsewhere, isUnconnected } from "../now/cards.js";
import { readerProblems } from "../readers.js";

const HEAT = [8, 13, 22, 35]; // the stacks, in big blinds, at which the next brightness starts

// The position of a seat, clockwise from the dealer at the top, in percent of the tile's width and height.
function spot(seat, count) {
  const angle = ((seat - 0.5) / count) * 2 * Math.PI;
  return [50 + 41 * Math.sin(angle), 48 - 40 * Math.cos(angle)];
}

// Positions an element. The content security policy allows styles to be set only by script, not in markup.
const placed = directive(class extends Directive {
  update(part, [left, top]) {
    part.element.style.left = `${left}%`;
    part.element.style.top = `${top}%`;
  }

  render(left, top) { // gets the same values as `update`
    return [left, top];
  }
});

// Keeps what is drawn until one of its inputs changes.
const kept = directive(class extends Directive {
  #of = [];

  update(_part, [of, draw]) {
    if (of.length === this.#of.length && of.every((one, at) => one === this.#of[at])) return noChange;
    this.#of = of;
    return this.render(of, draw);
  }

  render(_of, draw) {
    return draw();
  }
});

export const inBlinds = (chips, big) => (big ? Math.floor(chips / big) : chips);

const heat = (blinds) => HEAT.filter((from) => blinds >= from).length;

// A table's worst problem: how bad it is, and its text. Both are empty if all is well.
export function trouble(table, tournament, tables, serverMs) {
  if (table.floor) return ["bad", say("director.map.called", { age: agoText(serverMs - table.floor.since_ms) })];
  if (table.flags.length) return ["bad", say("director.not_adding_up")];
  if (difference(table)) return ["bad", difference(table)];
  if (!table.typed && table.link.since_ms !== null && !table.link.linked) return ["warn", say("director.away_for", { age: agoText(serverMs - table.link.since_ms) })];
  if (isElsewhere(table.link, serverMs)) return ["warn", say("director.now.troubles.elsewhere")];
  if (tournament && isUnconnected(table, tournament, tables)) return ["warn", say("director.not_connected_yet")];
  const [reader] = readerProblems(table.link.health);
  return reader ? ["warn", reader] : ["", ""];
}

// `big` is the big blind in play. `troubled` is the result of `trouble` for the table. `names` are the seats to list by
// name, if any. A small tile has no seats.
export function tile(table, { big, troubled: [kind, problem], isOpen, isSmall, unused, pinned, paused, names }) {
  const wrong = [problem, paused ? say("director.map.paused") : ""].filter(Boolean).join(", ");
  const worst = kind || (paused ? "warn" : "");
  return kept([table, big, worst, wrong, isOpen, isSmall, String(unused), String(pinned), JSON.stringify(names)],
    () => drawn(table, big, worst, wrong, isOpen, isSmall, unused, pinned, names));
}

function drawn(table, big, kind, wrong, isOpen, isSmall, unused, pinned, names) {
  const held = table.seats.filter((one) => one.name);
  const average = held.length ? inBlinds(held.reduce((sum, one) => sum + one.chips, 0) / held.length, big) : 0;
  const said = [say("director.table", { table: table.table }), say("director.table_players", { count: held.length }), ...unused.map((seat) => say("director.map.out_of_use", { seat })), ...pinned.map((seat) => say("director.map.pinned", { seat })), wrong].filter(Boolean).join(", ");
  return html`
    <a class="tile ${kind}" href="#table-${table.table}" aria-current=${isOpen} aria-label=${said}>
      <span class="map" aria-hidden="true">
        ${isSmall ? nothing : html`<span class="felt"></span>`}
        <b class="number">${table.table}</b>
        <span class="average">${held.length ? say("director.map.average", { count: held.length, blinds: chips(average) }) : nothing}</span>
        ${isSmall ? nothing : Array.from({ length: table.seat_count }, (_, at) => seatMark(at + 1, table, big, unused.includes(at + 1), pinned.includes(at + 1)))}
      </span>
      ${names.length ? html`<span class="names" aria-hidden="true">${names.map((one) => html`<span class="at">${one.seat}</span><bdi>${one.name}</bdi>
        <b>${one.chips === null ? nothing : chips(one.chips)}</b>`)}</span>` : nothing}
      <span class="foot"><span class="said">${wrong || table.dealer || nothing}</span></span>
    </a>`;
}

// Marks a player who is pinned to the seat.
const PIN = html`<svg class="pin" viewBox="0 0 16 16"><path d="M8 0a5 5 0 0 1 1 9.9V16H7V9.9A5 5 0 0 1 8 0z" /></svg>`;

function seatMark(number, table, big, isUnused, isPinned) {
  const seat = table.seats.find((one) => one.seat === number && one.name);
  const [left, top] = spot(number, table.seat_count);
  const [across, down] = spot(number + 0.4, table.seat_count); // the button is between two seats, on the felt
  const blinds = seat ? inBlinds(seat.chips, big) : 0;
  return html`
    <span class="seat ${seat ? `heat-${heat(blinds)}` : isUnused ? "free unused" : "free"}" ${placed(left, top)}>${seat ? blinds : isUnused ? "×" : nothing}${isPinned ? PIN : nothing}</span>
    ${number === table.button ? html`<span class="dealer-button" ${placed(50 + (across - 50) * 0.7, 48 + (down - 48) * 0.7)}>${say("director.button")}</span>` : nothing}`;
}
