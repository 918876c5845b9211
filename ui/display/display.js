// The room display: draws the room's state and counts down on its own, with or without the service.

import { Link } from "/web/link.js";
import "/web/theme.js";
import {
  agoText, anteText, blindsText, breakInMs, clockText, entryName, isLevel, isNewer, levelInForce, levelText, nextLevel,
  nextSecondMs, spokenText, standing, startText, timeText, titleText, untilStartMs,
} from "/web/room.js";
import { chips, say, sayPage } from "/web/words.js";

const MEMORY = "room-1";
const $ = (id) => document.getElementById(id);

let word = null;
let receivedWallMs = null; // the last message from the service, by this machine's wall clock, which survives a reload
let spoken = "";
let timer = 0;

const link = new Link("/room", { opened: () => {}, received, lost: draw });

function received(message) {
  receivedWallMs = Date.now();
  if (message.say === "room" && isNewer(message.room, word)) {
    word = message.room;
    requestAnimationFrame(() => {
      draw();
      // The delay until the room could see the change, for measurements.
      document.body.dataset.shownAfterMs = String(Math.round(link.serverNow() - word.anchor_ms));
    });
  }
  remember();
}

// Lets a reload without the service continue where this page was. A browser may refuse to store anything.
function remember() {
  if (!word || !link.time.known) return;
  const kept = { word, serverMs: link.serverNow(), wallMs: Date.now() };
  try {
    localStorage.setItem(MEMORY, JSON.stringify(kept));
  } catch {
    // then a reload shows nothing until the service is back
  }
}

function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(MEMORY));
    link.time.assume(kept.serverMs + (Date.now() - kept.wallMs) - performance.now());
    receivedWallMs = kept.wallMs;
    word = kept.word;
  } catch {
    // nothing was stored
  }
}

function draw() {
  clearTimeout(timer);
  let again = 1000;
  const isIdle = !word && link.isOpen && link.time.known; // the service tells the time, and of no tournament
  document.body.classList.toggle("idle", isIdle);
  if (!word) set("event", say(isIdle ? "display.no_tournament" : "display.waiting"));
  if (word && link.time.known) {
    const now = standing(word, link.serverNow());
    const startsInMs = untilStartMs(word, link.serverNow());
    document.body.classList.toggle("over", Boolean(word.winner));
    if (word.winner) {
      drawWinner(now);
    } else if (startsInMs > 0) {
      drawStart(now, startsInMs);
    } else {
      drawTime(now);
      drawLevel(now);
      drawPlayers(now);
    }
    drawHash();
    drawAway(now);
    again = startsInMs > 0 ? (startsInMs % 1000) + 5 : nextSecondMs(now);
  }
  timer = setTimeout(draw, again);
}

function set(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

// No level counts any more, though the clock may run on.
function drawWinner(now) {
  document.body.classList.remove("paused", "break");
  $("paused").hidden = true;
  set("event", word.event);
  set("level", say("display.over"));
  set("blinds", say("display.winner", { name: word.winner }));
  speak(say("display.winner", { name: word.winner }), { ...now, running: true });
}

// Before a start that was scheduled: how long until then, and what is played for first.
function drawStart(now, untilMs) {
  drawLevel(now, startText(word, untilMs));
  drawPlayers(now);
  const text = clockText(untilMs);
  set("time", text);
  $("time").classList.toggle("long", text.length > 5);
  document.body.classList.remove("paused");
  $("paused").hidden = true;
}

function drawTime(now) {
  const text = timeText(now);
  set("time", text);
  $("time").classList.toggle("long", text.length > 5);
  $("paused").hidden = now.running;
  document.body.classList.toggle("paused", !now.running);
}

function drawLevel(now, heading = levelText(word, now)) {
  const entry = word.structure.entries[now.index];
  const next = nextLevel(word.structure, now.index);
  set("event", word.event);
  const name = entryName(word.structure, now.index);
  set("level", heading);
  document.body.classList.toggle("break", !isLevel(entry));
  if (isLevel(entry)) {
    set("blinds", blindsText(entry));
    set("ante", anteText(entry));
    tile("next", say("display.next_level"), next ? blindsText(next) : say("display.no_next"),
      next ? anteText(next) : say("display.last_level"));
    drawBreakIn(now);
    speak(say("display.spoken_level", { level: name, blinds: blindsText(entry), ante: anteText(entry) }), now);
  } else {
    set("blinds", say("display.then", { blinds: blindsText(next) }));
    set("ante", anteText(next));
    tile("next", say("display.chips_to_change"), entry.colour_up.map(chips).join(", ") || say("display.none"), "");
    tile("break", say("display.until_now"), blindsText(levelInForce(word.structure, now.index)), "");
    speak(name, now);
  }
}

function drawBreakIn(now) {
  const { play } = now;
  if (play && play.most.index > play.least.index) {
    const ahead = word.structure.entries[play.most.index];
    tile("break", say("display.furthest"), entryName(word.structure, play.most.index), blindsText(ahead));
    return;
  }
  const untilMs = play ? null : breakInMs(word.structure, now.index, now.leftMs);
  const none = untilMs === null;
  tile("break", say("display.next_break"), none ? say("display.no_next") : clockText(untilMs),
    none ? say("display.no_break") : "");
}

function tile(id, label, text, more) {
  set(`${id}-label`, label);
  set(id, text);
  $(id).classList.toggle("long", text.length > 12);
  set(`${id}-more`, more);
}

function drawPlayers(now) {
  const big = (isLevel(word.structure.entries[now.index]) ? levelInForce : nextLevel)(word.structure, now.index).big;
  const entries = say("display.of_entries", { entries: chips(word.entries) });
  tile("players", say("display.players"), chips(word.players_left), entries);
  const bigs = say("display.big_blinds", { count: Math.round(word.average_stack / big) });
  tile("average", say("display.average"), chips(word.average_stack), bigs);
}

// Before the start: what the draw of the seats is committed to.
function drawHash() {
  $("draw").hidden = !word.draw;
  set("draw", word.draw ? say("display.draw", { hash: word.draw }) : "");
}

function drawAway(now) {
  const awayMs = Date.now() - receivedWallMs;
  const away = awayMs > link.silenceMs;
  $("away").hidden = !away;
  const text = now.walked > 0 ? "display.away_check" : "display.away";
  if (away) set("away", say(text, { age: agoText(awayMs) }));
  document.title = word.winner ? word.event : titleText(now, word.event);
}

// Only what changed, and never the seconds.
function speak(level, now) {
  const text = spokenText(level, now);
  if (text !== spoken) set("spoken", text);
  spoken = text;
}

sayPage();
recall();
link.connect();
draw();
document.addEventListener("visibilitychange", draw);
// A reload while the service is away still shows this page, where the browser allows it (https, or the same machine).
navigator.serviceWorker?.register("sw.js").catch(console.warn);
