// The director's page. Draws the service's state and sends orders. Each order carries the state that the director saw.

import { Link } from "/web/link.js";
import "/web/theme.js";
import {
  agoText, anteText, blindsText, clockStatus, clockText, entryName, isBegun, isCounting, isLevel, isNewer, levelText, nextLevel, nextSecondMs, spokenText,
  standing, startText, timeText, titleText, untilStartMs,
} from "/web/room.js";
import { OtherClocks } from "/web/other_clocks.js";
import { chips, halves, language, say, sayPage } from "/web/words.js";
import { difference, named } from "./accounts.js";
import { answerOf, ask as askClock, KEY } from "./asking.js";
import { BreakOrder } from "./break_order.js";
import { showBroadcast } from "./broadcast.js";
import { Calls } from "./calls.js";
import { CardDraw } from "./card_draw.js";
import { Choice } from "./choice.js";
import { Displays } from "./displays.js";
import { Downs } from "./downs.js";
import { RoomSide } from "./insight/room_side.js";
import { drawDenominations, drawDifferences, drawLedger } from "./ledger.js";
import { Looking } from "./looking.js";
import { isAtRest, Orders } from "./orders.js";
import { Policies } from "./clock/policies.js";
import { Clock } from "./places/clock.js";
import { Log } from "./places/log.js";
import { Now } from "./places/now.js";
import { TablesPlace } from "./places/tables.js";
import { Plan } from "./plan.js";
import { Room } from "./places/room.js";
import { follows, hearYou, may } from "./rights.js";
import { RoomOrders } from "./room_orders/all.js";
import { Players } from "./places/players.js";
import { Prizes } from "./places/prizes.js";
import { Terms } from "./places/terms.js";
import { Seats } from "./seats.js";
import { Sender } from "./sending.js";
import { Shell } from "./shell.js";
import { DEVICE, SignIn } from "./sign_in.js";
import { setText } from "./tables.js";

const BY_PIN = "director-by-pin"; // set while the key is the token of a PIN sign-in
const REJECTED_MS = 600_000; // a kiosk that has not retried for this long is considered gone
const WAITED_MS = 60_000; // a wait is shown for at least this long, and no longer once it is over
const DRAW_MS = 500; // reports of tables are drawn twice a second
const MANY = 50; // with more tables than this, reports are drawn once a second
const MANY_MS = 1000;
const $ = (id) => document.getElementById(id);

let word = null;
let totals = null;
let tournament = null; // its entries and tables; null for an event from before these existed
let receivedAt = null;
let timer = 0;
let drawnMs = -DRAW_MS; // when the page was last drawn, and (below) when it will be drawn next
let nextMs = 0;
let isUrgent = false; // a person is waiting for what has arrived
const tables = new Map(); // by sitting
const entries = new Map(); // by sitting: the entries that belong there, as received
let sittings = new Map(); // the tournament's sittings, by number
let whole = null; // the tournament with its entries, built on demand
let live = null; // the newest "live" message of the open table, until it is drawn
let liveOf = 0; // the sitting that was last drawn
let otherClock = ""; // the address of the clock that runs the room, if this page's own does not answer or only shows the room
let isFirst = true; // first message of a connection: the known entries may be outdated

const calls = new Calls($("sound"));
const orders = new Orders(order, () => {
  draw();
  return word && { word, now: standing(word, link.serverNow()), isTooEarly: Boolean(tournament) && !isBegun(word) && !hasSeats() };
});
const link = new Link("/director", { opened: enter, received, settled, lost });
const others = new OtherClocks((site) => {
  otherClock = site;
  signIn.clockFound();
});
const sender = new Sender((message) => link.say(message));
const choice = new Choice(() => sessionStorage.getItem(KEY), choose, () => word?.room);
const plan = new Plan(() => sessionStorage.getItem(KEY));
const displays = new Displays($("displays"), () => sessionStorage.getItem(KEY));
const looking = new Looking((message) => link.say(message));
const tablesPlace = new TablesPlace(plan, answerOf, ({ sitting }) => looking.want("tables", sitting), sender, draw);
const nowPlace = new Now(sender, draw, answerOf, (sitting) => looking.want("now", sitting), (one) => choice.again(one));
const key = () => sessionStorage.getItem(KEY);
const playersPlace = new Players($("players-place"), sender, key, answerOf, (sitting) => looking.want("players", sitting));
// The parts of each place. The open place gets `draw(room)`, and the others get `away(room)` if they have it.
/** @type {Record<string, { draw: (room: any) => void, away?: (room: any) => void, again?: () => void }[]>} */
const places = {
  now: [nowPlace, new RoomSide($("room-side"), answerOf), { draw: drawRecovery }, { draw: drawChips }, { draw: drawRejected }],
  tables: [tablesPlace, new Downs($("downs"), key)],
  players: [playersPlace],
  clock: [new Clock(sender, key), new Policies($("policies"), sender)],
  prizes: [new Prizes($("prizes-place"), sender, key), new Terms($("terms-place"), sender)],
  log: [new Log(answerOf, sender, draw)],
  room: [{ draw: drawSeats }],
};
const seats = new Seats(sender, draw);
const breakOrder = new BreakOrder(sender);
const roomOrders = new RoomOrders($("room-orders"), sender, draw);
const cardDraw = new CardDraw(sender, () => sessionStorage.getItem(KEY));
const roomPlace = new Room(signOut);
const signIn = new SignIn($("sign-in"), {
  entered: enteredByPin, useKey: () => askForKey(""), seek: () => others.seek(), otherClock: () => otherClock,
});

// Sign-in

function enter() {
  isFirst = true;
  const key = sessionStorage.getItem(KEY);
  link.say({ say: "enter", key, tournament: choice.id, language });
}

// Another tournament was chosen: drop everything that belongs to the previous one.
function choose() {
  link.close();
  sender.forget();
  word = null;
  totals = null;
  tournament = null;
  whole = null;
  sittings.clear();
  $("room").hidden = true;
  tables.clear();
  link.connect();
}

// Opens this page at the clock that runs the room, in the same language and theme. The user stays signed in: both clocks
// have the same data. The part after `#` is not sent over the network.
function openOtherClock() {
  const carried = new URLSearchParams({ key: sessionStorage.getItem(KEY) ?? "", place: shell.open });
  if (sessionStorage.getItem(BY_PIN)) carried.set("pin", "1");
  const device = localStorage.getItem(DEVICE);
  if (device) carried.set("device", device);
  location.assign(`${otherClock}/director/${location.search}#${carried}`);
}

for (const id of ["other-clock", "give-orders"]) $(id).addEventListener("click", openOtherClock);

function lost() {
  sender.forget();
  tablesPlace.forget();
  looking.forget();
  draw();
}

// Signs the user out. `why` is the reason as text.
function leave(why) {
  const byPin = sessionStorage.getItem(BY_PIN);
  const hadKey = sessionStorage.getItem(KEY) && !byPin;
  link.close();
  hearYou(null);
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(BY_PIN);
  $("room").hidden = true;
  $("make").hidden = true;
  if (hadKey && why) askForKey(why);
  else signIn.open(byPin && why ? say("director.sign_in.over") : why);
}

function askForKey(why) {
  signIn.close();
  $("enter").hidden = false;
  $("enter-why").textContent = why;
  $("key").focus();
}

function enteredByPin(token) {
  sessionStorage.setItem(KEY, token);
  sessionStorage.setItem(BY_PIN, "1");
  link.connect();
}

async function signOut() {
  await askClock("POST", "session/end", undefined, follows() ? otherClock : "");
  leave("");
}

$("with-pin").addEventListener("click", () => {
  $("enter").hidden = true;
  signIn.open();
});

$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, $("key").value);
  $("key").value = "";
  link.connect();
});

// Receiving

function received(message) {
  receivedAt = performance.now();
  switch (message.say) {
    case "you":
      hearYou(message);
      otherClock = ""; // another clock may run the room now
      if (shell.open === "room") drawBroadcast();
      break;
    case "tournaments":
      choice.hear(message);
      plan.hear(message);
      roomPlace.hear(message);
      break;
    case "tournament":
      hearTournament(message);
      return;
    case "entries":
      entries.set(message.sitting, message.entries);
      whole = null;
      return;
    case "room":
      if (isNewer(message.room, word)) word = message.room;
      break;
    case "totals":
      totals = message;
      return;
    case "table":
      hearTable(message);
      return;
    case "live":
      isUrgent ||= message.sitting !== liveOf; // a table that was just opened is drawn at once
      live = message;
      return;
    case "answer":
      sender.answered(message);
      break;
    case "refusal":
      leave(`${message.why}: ${message.fix}`);
      return;
    default:
      return;
  }
  isUrgent = true;
}

// All messages of a batch have been received.
function settled() {
  if (!isUrgent || !link.isOpen) {
    drawAt(Math.min(nextMs, drawnMs + (tables.size > MANY ? MANY_MS : DRAW_MS)));
    return;
  }
  $("enter").hidden = true;
  signIn.close();
  $("room").hidden = !word || !$("make").hidden;
  draw();
}

function hearTournament(message) {
  isUrgent ||= message.mark !== tournament?.mark;
  if (isFirst) entries.clear();
  isFirst = false;
  tournament = message;
  whole = null;
  sittings = new Map(tournament.sittings.map((one) => [one.sitting, one]));
  // Also drop a table if its opening was undone.
  for (const [key, said] of tables) if (hasLeft(said) || !sittings.has(key)) tables.delete(key);
}

// The tournament with its structure, and its entries by number. It is the same object until something changes.
function wholeTournament() {
  if (!tournament) return null;
  const { structure } = word;
  if (whole?.structure !== structure) whole = null;
  whole ??= { ...tournament, structure, zone: choice.zone, entries: [...entries.values()].flat().sort((one, other) => one.entry - other.entry) };
  return whole;
}

function hearTable(said) {
  const key = said.sitting;
  const before = tables.get(key);
  isUrgent ||= !before || Boolean(before.floor) !== Boolean(said.floor); // a call for the floor is drawn at once
  if (hasLeft(said)) tables.delete(key);
  else tables.set(key, said);
}

// Whether a table is closed, or was broken and its players have left.
function hasLeft({ sitting, players }) {
  const found = sittings.get(sitting);
  return Boolean(found && (found.closed || (found.breaking && !players)));
}

// The data is fetched whenever the place "Room" is opened.
function drawBroadcast() {
  if (link.isOpen && may("run")) showBroadcast($("broadcast"), () => plan.tables);
}

// Sending orders

function order(command, seen = word.mark) {
  sender.send(command, seen, $("why"));
}

// Drawing

function draw() {
  isUrgent = false;
  drawnMs = performance.now();
  let again = 1000;
  roomPlace.draw(!$("place-room").hidden);
  displays.draw($("displays").checkVisibility());
  if (word && totals) {
    const serverMs = link.serverNow();
    const now = standing(word, serverMs);
    drawLink();
    const startsInMs = untilStartMs(word, serverMs);
    if (isOver()) drawEnd();
    else drawClock(now, startsInMs);
    $("room").classList.toggle("over", isOver());
    orders.draw(word, now, totals);
    drawBar();
    drawCalls();
    for (const element of document.querySelectorAll("[data-tournament]")) element.hidden = !tournament;
    if (!document.hidden) {
      const atRest = isAtRest(word, now);
      drawPlaces({ word, tournament: wholeTournament(), totals, tables: [...tables.values()], tablets: roomPlace.tablets, now, serverMs, atRest, zone: choice.zone, others: choice.othersOn(word.room), newer: choice.newerThan(word.room) });
      drawLive();
    }
    again = startsInMs > 0 ? (startsInMs % 1000) + 5 : nextSecondMs(now);
  }
  drawAt(drawnMs + again);
}

function drawAt(ms) {
  clearTimeout(timer);
  nextMs = ms;
  timer = setTimeout(draw, ms - performance.now());
}

// Drawn together with the rest: drawing each "live" message by itself would cost the page a fifth more time.
function drawLive() {
  if (!live) return;
  for (const place of [tablesPlace, nowPlace, playersPlace]) place.received(live);
  liveOf = live.sitting;
  live = null;
}

function drawPlaces(room) {
  for (const [name, parts] of Object.entries(places)) {
    const isOpen = !$(`place-${name}`).hidden;
    for (const part of parts) {
      if (isOpen) part.draw(room);
      else part.away?.(room);
    }
  }
}

function drawLink() {
  const awayMs = performance.now() - receivedAt;
  const lost = awayMs > link.silenceMs;
  setText($("link"), lost ? say("director.no_contact", { age: agoText(awayMs) }) : say("director.connected"));
  $("link").classList.toggle("lost", lost);
  $("room").classList.toggle("lost", lost);
  setText($("event"), word.event);
  if (lost || (follows() && !otherClock)) others.seek();
  else if (!follows()) otherClock = "";
  $("follows").hidden = !follows();
  setText($("follows-clock"), say("director.follows", { clock: follows() }));
  $("other-clock").hidden = !lost || !otherClock;
  $("give-orders").hidden = !otherClock;
  if (!otherClock) return;
  for (const id of ["other-clock", "give-orders"]) setText($(id), say("director.other_clock", { place: new URL(otherClock).host }));
}

function drawClock(now, startsInMs) {
  const entry = word.structure.entries[now.index];
  const name = entryName(word.structure, now.index);
  setText($("level"), startsInMs > 0 ? startText(word, startsInMs) : levelText(word, now));
  setText($("time"), startsInMs > 0 ? clockText(startsInMs) : timeText(now));
  const lengthMs = entry.minutes * 60_000;
  const done = now.play || !lengthMs ? 0 : 1 - Math.min(1, now.leftMs / lengthMs);
  $("progress").style.setProperty("--done", done.toFixed(3));
  const status = startsInMs > 0 ? "" : clockStatus(word, now);
  $("paused").hidden = !status;
  setText($("paused"), status);
  $("paused").classList.toggle("runs", isCounting(now) || !isBegun(word));
  setText($("blinds"), isLevel(entry) ? termsText(entry) : say("director.play_stops"));
  setText($("next"), nextText(word.structure, now.index));
  setText($("spoken"), spokenText(name, now));
  drawTitle(titleText(now, word.event));
}

const isOver = () => Boolean(word.winner || tournament?.ended);

// The tournament is over: show the winner instead of time and blinds.
function drawEnd() {
  setText($("level"), say("director.ended.short"));
  setText($("blinds"), word.winner ? say("display.winner", { name: word.winner }) : "");
  setText($("next"), "");
  $("paused").hidden = true;
  setText($("spoken"), say("director.is_over"));
  drawTitle(say("director.over", { name: word.event }));
}

function drawTitle(title) {
  const count = waiting().length;
  document.title = count ? say("director.title_calls", { count, title }) : title;
}

function nextText(structure, index) {
  const entry = structure.entries[index + 1];
  if (!entry) return say("director.last_level");
  const terms = termsText(nextLevel(structure, index));
  if (isLevel(entry)) return say("director.then_level", { terms });
  return say("director.then_break", { name: entryName(structure, index + 1), minutes: halves(entry.minutes), terms });
}

function termsText(level) {
  const [blinds, ante] = [blindsText(level), anteText(level)];
  return ante ? say("director.terms", { blinds, ante }) : blinds;
}

function drawRecovery({ serverMs }) {
  const recovery = totals.recovery;
  $("recovery").hidden = !recovery;
  if (!recovery) return;
  const stopped = { ...word, index: recovery.index, remaining_ms: recovery.left_ms, anchor_ms: recovery.stopped_ms };
  const ran = standing({ ...stopped, running: true }, serverMs);
  const name = (index) => entryName(word.structure, index);
  const age = agoText(serverMs - recovery.stopped_ms);
  const why = recovery.table ? "director.was_away_behind" : "director.was_away";
  setText($("recovery-why"), say(why, { age, name: name(recovery.index), table: recovery.table }));
  setText($("resume"), say("director.resume", { time: clockText(recovery.left_ms) }));
  setText($("apply-elapsed"), say("director.count_time", { name: name(ran.index), time: clockText(ran.leftMs) }));
}

function drawBar() {
  setText($("bar-chips"), difference(totals));
  const players = { left: chips(word.players_left), count: word.entries, average: chips(word.average_stack) };
  setText($("players"), word.entries ? say("director.players", players) : "");
  $("fault").hidden = !totals.fault;
  setText($("fault"), totals.fault);
}

function drawChips() {
  const wrong = difference(totals);
  const lines = named(totals);
  const given = say("director.issued", { chips: chips(totals.chips_issued) });
  setText($("found"), chips(totals.chips_found));
  const well = say("director.all_accounted");
  setText($("difference"), wrong ? say("director.difference", { difference: wrong, given }) : well);
  setText($("named"), (wrong || !lines.length ? lines : [given, ...lines]).join(" · "));
  $("chips").classList.toggle("wrong", wrong !== "");
  $("chips").hidden = !wrong && !totals.chips_issued;
  $("chips-found").hidden = Boolean(tournament);
  $("named").hidden = Boolean(tournament);
  if (!tournament) return;
  drawLedger($("ledger"), tournament.ledger);
  drawDenominations($("denominations").querySelector("dl"), tournament.denominations);
  drawDifferences($("differences"), tournament.differences);
}

function drawSeats({ tournament: drawn }) {
  choice.draw(word.room);
  if (!drawn) return;
  seats.draw(drawn, plan.tables, choice.tables, isBegun(word), (table) => plan.of(table).seats);
  breakOrder.draw(drawn);
  roomOrders.draw(drawn);
  cardDraw.draw(drawn);
}

// Whether at least two players have a seat.
const hasSeats = () => wholeTournament().entries.filter((one) => one.seat && !one.voided).length > 1;

// The tables that are waiting for the floor.
const waiting = () => [...tables.values()].filter(({ floor }) => floor).map(({ table }) => table);

// Sounds and announces the calls for the floor.
function drawCalls() {
  const numbers = waiting();
  calls.ring(numbers);
  setText($("spoken-calls"), numbers.map((table) => say("director.spoken_call", { table })).join(" "));
}

function drawRejected({ serverMs }) {
  const shownMs = ({ wait_s: waitS }) => (waitS ? Math.max(WAITED_MS, waitS * 1000) : REJECTED_MS);
  const recent = totals.rejected.filter((one) => serverMs - one.at_ms < shownMs(one));
  const list = $("rejected");
  while (list.children.length > recent.length) list.lastElementChild.remove();
  while (list.children.length < recent.length) list.append(document.createElement("li"));
  recent.forEach((one, at) => {
    setText(list.children[at], say("director.rejected", { why: one.why, age: agoText(serverMs - one.at_ms) }));
  });
}

// A phone has scanned the QR code of a tablet that is waiting for approval (`approval_page` in
// kiosk/protocol/pairing.py).
function letInScanned() {
  const code = new URLSearchParams(location.hash.slice(1)).get("tablet");
  if (!code) return;
  roomPlace.letIn(code);
  history.replaceState(null, "", `${location.pathname}${location.search}#room-devices`);
}

sayPage();
const address = new URLSearchParams(location.hash.slice(1));
const given = address.get("key");
if (given) {
  sessionStorage.setItem(KEY, given);
  if (address.get("pin")) sessionStorage.setItem(BY_PIN, "1");
  else sessionStorage.removeItem(BY_PIN);
  const device = address.get("device");
  if (device && !localStorage.getItem(DEVICE)) localStorage.setItem(DEVICE, device);
  history.replaceState(null, "", `${location.pathname}${location.search}#${address.get("place") ?? "now"}`);
}
letInScanned();
addEventListener("hashchange", letInScanned); // runs before the shell's own listener
const shell = new Shell((place) => {
  if (place === "room") drawBroadcast();
  draw();
}, (place) => {
  for (const part of places[place]) part.again?.();
});
if (sessionStorage.getItem(KEY)) link.connect();
else leave("");
document.addEventListener("visibilitychange", draw);
