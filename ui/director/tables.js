// The card of the open table. Everything from a table is inserted as text, never as markup.

import { agoText } from "/web/room.js";
import { chips, knows, say } from "/web/words.js";
import { difference, named } from "./accounts.js";
import { readerState, readerTroubles } from "./readers.js";
import { follows } from "./rights.js";

const JUST_NOW_MS = 2000; // a table that reports continuously is always up to date

// A call's line in the list. Without a reason, the line says only since when.
export function callText(call, serverMs) {
  const age = agoText(serverMs - call.since_ms);
  const why = `director.reasons.${call.why}`;
  return knows(why) ? say("director.call", { why: say(why), age }) : age;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

// Fills the card in place, so that nothing moves. The seats are left out if they are shown live.
export function fillCard(card, said, isLive) {
  card.id = `table-${said.table}`;
  const wrong = said.flags.length > 0 || difference(said) !== "";
  card.classList.toggle("wrong", wrong);
  card.classList.toggle("calls", Boolean(said.floor));
  const troubles = list("troubles", readerTroubles(said.link.health));
  card.replaceChildren(top(said), ...call(said), state(said), ...troubles, ...list("flags", said.flags),
    ...list("remarks", said.remarks), seats(said, isLive));
}

// The parts that change as time passes.
export function age(card, said, serverMs) {
  if (said.typed) {
    setText(card.querySelector(".link"), say("director.typed_table"));
    return;
  }
  const { linked, since_ms: sinceMs, heard_ms: heardMs, elsewhere_ms: elsewhereMs } = said.link;
  const away = elsewhereMs !== null ? say("director.now.troubles.elsewhere") : sinceMs === null
    ? say(follows() ? "director.link_not_known" : "director.not_connected_yet") : say("director.away_for", { age: agoText(serverMs - sinceMs) });
  const element = card.querySelector(".link");
  element.classList.toggle("ok", linked);
  element.classList.toggle("off", !linked && !follows());
  setText(element, linked ? say("director.linked") : away);
  setText(card.querySelector(".reader"), readerState(said.link, serverMs));
  if (said.floor) setText(card.querySelector(".call"), say("director.called", { call: callText(said.floor, serverMs) }));
  setText(card.querySelector(".updated"), updatedText(heardMs, serverMs));
}

function updatedText(heardMs, serverMs) {
  if (heardMs === null) return say("director.never_updated");
  if (serverMs - heardMs < JUST_NOW_MS) return say("director.updated_now");
  return say("director.updated_ago", { age: agoText(serverMs - heardMs) });
}

function top(said) {
  const row = make("div", "top");
  const stage = said.stage || "over";
  const hand = said.hand
    ? say("director.hand", { hand: said.hand, stage: say(`director.stages.${stage}`) }) : say("director.no_hand");
  const title = make("h2", "", say("director.table", { table: said.table }));
  title.id = "one-table-title";
  row.append(title, make("p", "hand", hand));
  return row;
}

function call(said) {
  return said.floor ? [make("p", "call")] : [];
}

function state(said) {
  const row = make("p", "state");
  const health = said.link.health;
  row.append(make("span", "link"));
  if (said.typed) return row;
  row.append(make("span", "updated"), make("span", `reader ${health?.reader_ok ? "ok" : "off"}`));
  if (health?.waiting) row.append(make("span", "", say("director.to_send", { count: health.waiting })));
  const dealer = said.dealer ? say("director.dealer", { name: said.dealer }) : say("director.nobody");
  if (said.opened) row.append(make("span", "dealer", dealer));
  if (said.level) row.append(make("span", "", say("director.at_level", { level: said.level })));
  const step = `director.steps.${said.mode}`;
  if (knows(step)) row.append(make("span", "step off", say(step)));
  const hand = said.hand - said.uncounted;
  if (said.uncounted) row.append(make("span", "as-of off", say("director.as_of", { hand })));
  return row;
}

function list(className, sentences) {
  if (!sentences.length) return [];
  const element = make("ul", className);
  element.append(...sentences.map((sentence) => make("li", "", sentence)));
  return [element];
}

function seats(said, isLive) {
  const table = make("table", "");
  const body = make("tbody", "");
  if (!isLive) body.append(...said.seats.map((seat) => seatRow(seat, said)));
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
  if (seat.seat === said.button) marks.push(say("director.button"));
  if (seat.all_in) marks.push(say("director.all_in"));
  if (seat.bet) marks.push(say("director.bet", { chips: chips(seat.bet) }));
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
  const label = said.pot
    ? say("director.pot", { chips: chips(said.pot) }) : say("director.table_players", { count: said.players });
  const cell = make("td", wrong ? "wrong" : "", wrong || label);
  cell.colSpan = 3;
  row.append(cell, make("td", "count", chips(said.chips_found)));
  return row;
}
