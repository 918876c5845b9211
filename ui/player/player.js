// A player's phone: the level, and where the followed entry sits or has to go. Read-only. Keeps the entry's number.

import { Asking } from "./asking.js";
import { Day } from "./day.js";
import { drawNear } from "./near.js";
import { OtherClocks } from "/web/other_clocks.js";
import "/web/theme.js";
import {
  agoText, anteText, blindsText, breakInMs, clockStatus, clockText, entryName, isBegun, isCounting, isLevel, isNewer, levelInForce, levelText, nextLevel,
  nextSecondMs, standing, startText, timeText, titleText, untilStartMs,
} from "/web/room.js";
import { chips, cited, halves, money, say, sayPage } from "/web/words.js";

const MEMORY = "follows-2"; // the followed entry and its tournament
const LONGEST_NUMBER = 999_999_999;
const SILENCE_MS = 15000;
const $ = (id) => document.getElementById(id);
const OFFLINE = "last-1"; // the last answer, for opening the page without the clock
const asked = new URLSearchParams(location.search);

let word = null;
let seen = null; // the whole answer
let receivedMs = 0;
let follows = 0;
let followedIn = ""; // the tournament of the followed entry, once it is known
let timer = 0;

const asking = new Asking(asked.get("tournament") ?? "", (answer) => {
  const now = { ...answer.clock, structure: answer.structure };
  if (!isNewer(now, word)) return;
  if (follows && !asked.get("tournament")) {
    if (followedIn && followedIn !== now.room) { // the same number is somebody else in the next tournament
      follow(0);
      return;
    }
    followedIn = now.room;
    keep(MEMORY, `${follows} ${followedIn}`);
    asking.stay(followedIn, true);
  }
  [word, seen, receivedMs] = [now, answer, Date.now()];
  keep(OFFLINE, JSON.stringify({ answer, receivedMs, offset: asking.time.known ? Date.now() - asking.serverNow() : 0 }));
  drawAll();
});

const day = new Day(asked);
const others = new OtherClocks(goTo);

// Opens the page of the clock that has taken over, for the same entry. Another clock's page cannot read what this one
// keeps.
function goTo(site) {
  if (Date.now() - receivedMs < SILENCE_MS) return;
  const query = new URLSearchParams(location.search);
  if (follows) query.set("entry", String(follows));
  if (day.code) query.set("code", day.code);
  location.replace(`${site}${location.pathname}?${query}`);
}

function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // the page will ask again
  }
}

// Follows an entry of a tournament, or of the one that the page shows; 0 follows none.
function follow(number, tournament = "") {
  [follows, followedIn] = [number, tournament];
  day.follow(number);
  asking.stay(asked.get("tournament") ?? tournament, !asked.get("tournament") && tournament !== "");
  try {
    if (number) localStorage.setItem(MEMORY, `${number} ${tournament}`);
    else localStorage.removeItem(MEMORY);
  } catch {
    // the page will ask again
  }
  asking.follow(number, day.code);
}

// The stored entry's number and tournament.
function kept() {
  try {
    const [number = "", tournament = ""] = (localStorage.getItem(MEMORY) ?? "").split(" ");
    return { number, tournament };
  } catch {
    return { number: "", tournament: "" };
  }
}

// The followed entry's number: from the address, as on a seat card, or else the stored one.
function remembered() {
  const number = Number(asked.get("entry") ?? kept().number);
  return Number.isInteger(number) && number > 0 && number <= LONGEST_NUMBER ? number : 0;
}

function set(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function drawAll() {
  drawFollowed();
  drawPrizes();
  drawStructure();
  draw();
}

function draw() {
  clearTimeout(timer);
  let again = 1000;
  if (word && asking.time.known) {
    const serverMs = asking.serverNow();
    const now = standing(word, serverMs);
    const startsInMs = untilStartMs(word, serverMs);
    drawLevel(now, startsInMs);
    again = startsInMs > 0 ? (startsInMs % 1000) + 5 : nextSecondMs(now);
  }
  const silentMs = Date.now() - receivedMs;
  $("away").hidden = !word || silentMs < SILENCE_MS;
  if (!$("away").hidden) {
    set("away", say("display.away", { age: agoText(silentMs) }));
    others.seek();
  }
  timer = setTimeout(draw, again);
}

function drawLevel(now, startsInMs) {
  const { entries } = word.structure;
  const entry = entries[now.index];
  const next = nextLevel(word.structure, now.index);
  const plays = isLevel(entry) ? entry : next;
  set("event", word.event);
  document.title = titleText(now, word.event);
  $("level-now").hidden = $("figures").hidden = Boolean(word.winner);
  if (word.winner) return;
  const starts = startsInMs > 0;
  const time = starts ? clockText(startsInMs) : timeText(now);
  set("time", time);
  document.getElementById("time").style.setProperty("--signs", time.length);
  set("level", starts ? startText(word, startsInMs) : [levelText(word, now), clockStatus(word, now)].filter(Boolean).join(" · "));
  document.body.classList.toggle("paused", !isCounting(now) && isBegun(word) && !starts);
  set("blinds", isLevel(entry) ? blindsText(entry) : say("display.then", { blinds: blindsText(next) }));
  set("ante", anteText(plays));
  set("next", next ? blindsText(next) : say("display.last_level"));
  set("next-ante", next ? anteText(next) : "");
  const untilMs = now.play ? null : breakInMs(word.structure, now.index, now.leftMs);
  set("break", untilMs === null ? say("display.no_break") : clockText(untilMs));
  set("players", chips(word.players_left));
  set("entries", say("display.of_entries", { entries: chips(word.entries) }));
  set("average", chips(word.average_stack));
  set("average-bigs", bigs(word.average_stack, now.index));
  for (const [index, row] of [...$("levels").children].entries()) row.ariaCurrent = String(index === now.index);
}

function bigs(stack, index) {
  const at = isLevel(word.structure.entries[index]) ? levelInForce : nextLevel;
  return say("display.big_blinds", { count: Math.round(stack / at(word.structure, index).big) });
}

function drawFollowed() {
  const one = seen.followed;
  $("followed").hidden = !one;
  $("forget").hidden = !one;
  $("follow").hidden = Boolean(one);
  if (!one) document.body.classList.remove("moves");
  set("nobody", follows && !one ? say("player.nobody", { entry: follows }) : "");
  if (!one) return;
  day.played(`${one.entry} ${one.hand} ${one.place}`);
  const isNumber = one.name === String(one.entry);
  set("who", isNumber ? say("player.entry", one) : say("player.entry_name", one));
  set("what", whatOf(one));
  $("what").hidden = !whatOf(one);
  for (const part of [$("followed"), document.body]) part.classList.toggle("moves", one.moves);
  drawNear($("near"), one);
  $("where").hidden = !one.table;
  set("table", String(one.table));
  set("seat", String(one.seat));
  $("stack").hidden = one.chips === null;
  if (one.chips !== null) {
    set("hand", say("player.after_hand", { hand: one.hand }));
    set("chips", chips(one.chips));
    set("bigs", bigs(one.chips, word.index));
  }
  $("then").hidden = !one.moves;
  if (one.moves) set("then", say("player.take_chips", { table: one.table }));
  $("why").hidden = !one.why;
  if (one.why) set("why", `${say(`player.why.${one.why.why}`, { table: one.table, ...one.why })} ${cited(one.why.clause ?? "")}`.trim());
}

function whatOf(one) {
  if (one.place) {
    const amount = one.payout ? money(one.payout, seen.prizes) : "";
    return say(amount ? "player.place_paid" : "player.place", { place: one.place, amount });
  }
  if (one.moves) return say(one.from_table ? "player.moves" : "player.on_the_way");
  if (one.payout) return say("player.agreed", { amount: money(one.payout, seen.prizes) });
  if (one.waits) return say("player.waits");
  return one.table ? "" : say("player.no_seat");
}

function drawPrizes() {
  const { prizes } = seen;
  $("prizes").hidden = prizes.places.length === 0 && !prizes.in_final;
  const pool = say(prizes.in_final ? "player.in_final" : "player.pool", { amount: money(prizes.pool, prizes) });
  const deal = prizes.dealt ? say("pages.by_deal", { count: prizes.dealt }) : "";
  set("pool", [pool, prizes.go_on && say("display.go_on", { count: prizes.go_on }), deal].filter(Boolean).join(" · "));
  const agreed = prizes.agreed.map(({ name, amount }) => [name, money(amount, prizes)]);
  if (prizes.for_winner) agreed.push([say("player.for_winner"), money(prizes.for_winner, prizes)]);
  $("agreed").hidden = !agreed.length;
  rows("agreed", agreed);
  rows("places", (agreed.length ? [] : prizes.places).map((amount) => [money(amount, prizes)]));
}

function drawStructure() {
  const { structure } = seen;
  $("structure").hidden = false;
  rows("levels", structure.entries.map((entry, index) => [
    entryName(structure, index),
    isLevel(entry) ? blindsText(entry) : "",
    entry.minutes ? say("player.minutes", { minutes: halves(entry.minutes) }) : "",
    isLevel(entry) ? anteText(entry) : "",
  ]));
}

function rows(id, lines) {
  const text = JSON.stringify(lines);
  if ($(id).dataset.drawn === text) return;
  $(id).dataset.drawn = text;
  $(id).replaceChildren(...lines.map((line) => {
    const row = document.createElement("li");
    for (const part of line) {
      const cell = document.createElement("span");
      cell.textContent = part;
      row.append(cell);
    }
    return row;
  }));
}

// Shows the last stored answer until the clock is heard again.
function drawKept() {
  try {
    const last = JSON.parse(localStorage.getItem(OFFLINE) ?? "null");
    if (!last || (last.answer.followed?.entry ?? 0) !== remembered()) return;
    const { answer } = last;
    [word, seen, receivedMs] = [{ ...answer.clock, structure: answer.structure }, answer, last.receivedMs];
    asking.time.assume(Date.now() - last.offset - performance.now());
    drawAll();
    word = { ...word, epoch: -1 }; // anything that the clock sends is newer
  } catch {
    // nothing was stored
  }
}

sayPage();
$("follow").addEventListener("submit", (event) => {
  event.preventDefault();
  follow(Number($("number").value));
});
$("forget").addEventListener("click", () => {
  $("number").value = "";
  follow(0);
});
drawKept();
follow(remembered(), asked.get("entry") ? "" : kept().tournament);
draw();
navigator.serviceWorker?.register("sw.js").catch(console.warn);
document.addEventListener("visibilitychange", draw);
