// One table's card on the director's page. Everything that comes from a table is put in as text, never as markup.

import { agoText, chips, counted } from "/display/room.js";
import { difference, named } from "./accounts.js";
import { readerState, readerTroubles } from "./readers.js";

export const chipsText = chips;

const WHY = { ruling: "ruling", misdeal: "misdeal", chips: "chips", seat: "seat", other: "something else" };

// The lower steps of a table's ladder of fallbacks.
const STEPS = { pad: "cards by hand", winners: "winners only", counts: "hands only" };

// What the list says of a call; without a reason that the dealer had time for, only how long.
export const callText = (call, serverMs) => [WHY[call.why], agoText(serverMs - call.since_ms)].filter(Boolean).join(", ");

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

// The card of a table as it was said to be; the one it had is filled anew, so that nothing moves.
export function tableCard(said, card = document.createElement("article")) {
  card.id = `table-${said.table}`;
  const wrong = said.flags.length > 0 || difference(said) !== "";
  card.classList.toggle("wrong", wrong);
  card.classList.toggle("calls", Boolean(said.floor));
  const troubles = list("troubles", readerTroubles(said.link.health));
  card.replaceChildren(top(said), ...call(said), state(said), ...troubles, ...list("flags", said.flags), seats(said));
  return card;
}

// What changes as time passes.
export function age(card, said, serverMs) {
  const { linked, since_ms: sinceMs, heard_ms: heardMs } = said.link;
  const away = sinceMs === null ? "not connected yet" : `away for ${agoText(serverMs - sinceMs)}`;
  const element = card.querySelector(".link");
  element.classList.toggle("ok", linked);
  element.classList.toggle("off", !linked);
  setText(element, linked ? "linked" : away);
  setText(card.querySelector(".reader"), readerState(said.link, serverMs));
  if (said.floor) setText(card.querySelector(".call"), `floor called: ${callText(said.floor, serverMs)}`);
  const word = card.querySelector(".word");
  setText(word, heardMs === null ? "no word since the service started" : `word ${agoText(serverMs - heardMs)} ago`);
}

function top(said) {
  const row = make("div", "top");
  const hand = said.hand ? `hand ${said.hand} · ${said.stage || "over"}` : "no hand yet";
  row.append(make("h2", "", `Table ${said.table}`), make("p", "hand", hand));
  return row;
}

function call(said) {
  return said.floor ? [make("p", "call")] : [];
}

function state(said) {
  const row = make("p", "state");
  const health = said.link.health;
  row.append(make("span", "link"), make("span", "word"), make("span", `reader ${health?.reader_ok ? "ok" : "off"}`));
  if (health?.waiting) row.append(make("span", "", `${counted(health.waiting, "record")} to send`));
  if (said.opened) row.append(make("span", "dealer", said.dealer ? `dealer ${said.dealer}` : "nobody signed in"));
  if (said.level) row.append(make("span", "", `plays level ${said.level}`));
  if (STEPS[said.mode]) row.append(make("span", "step off", STEPS[said.mode]));
  if (said.uncounted) row.append(make("span", "as-of off", `stacks as of hand ${said.hand - said.uncounted}`));
  return row;
}

function list(className, sentences) {
  if (!sentences.length) return [];
  const element = make("ul", className);
  element.append(...sentences.map((sentence) => make("li", "", sentence)));
  return [element];
}

function seats(said) {
  const table = make("table", "");
  const body = make("tbody", "");
  body.append(...said.seats.map((seat) => seatRow(seat, said)));
  const foot = make("tfoot", "");
  foot.append(...named(said).map(namedRow), totalRow(said));
  table.append(body, foot);
  return table;
}

function seatRow(seat, said) {
  const row = make("tr", "");
  row.classList.toggle("turn", seat.turn);
  row.classList.toggle("folded", said.playing && !seat.live);
  const name = make("td", "name", seat.name);
  name.title = seat.name;
  row.append(
    make("td", "seat", String(seat.seat)), name, make("td", "mark", mark(seat, said)), make("td", "count", chips(seat.chips)),
  );
  return row;
}

function mark(seat, said) {
  const marks = [];
  if (seat.seat === said.button) marks.push("D");
  if (seat.all_in) marks.push("all-in");
  if (seat.bet) marks.push(`+${chips(seat.bet)}`);
  return marks.join(" ");
}

function namedRow(line) {
  const row = make("tr", "named");
  const cell = make("td", "", line);
  cell.colSpan = 4;
  row.append(cell);
  return row;
}

function totalRow(said) {
  const row = make("tr", "");
  const wrong = difference(said);
  const label = said.pot ? `pot ${chips(said.pot)}` : counted(said.players, "player");
  const cell = make("td", wrong ? "wrong" : "", wrong || label);
  cell.colSpan = 3;
  row.append(cell, make("td", "count", chips(said.chips_found)));
  return row;
}
