// The room display: draws the room's word and counts down alone, whether the service is there or not.

import { Link } from "./link.js";
import "./theme.js";
import {
  agoText, anteText, blindsText, breakInMs, chips, clockText, isLevel, isNewer, levelInForce, nextLevel, standing,
} from "./room.js";

const MEMORY = "room";
const AWAY_AFTER_MS = 3000; // a lost connection is usually back before anybody need know
const $ = (id) => document.getElementById(id);

let word = null;
let heardWallMs = null; // when the service was last heard, by this machine's wall clock: it goes on over a reload
let spoken = "";
let timer = 0;

const link = new Link("/room", { opened: () => {}, heard, lost: draw });

function heard(message) {
  heardWallMs = Date.now();
  if (message.say === "room" && isNewer(message.room, word)) {
    word = message.room;
    requestAnimationFrame(() => {
      draw();
      // How long after it became so the room could see it: for those who measure.
      document.body.dataset.shownAfterMs = String(Math.round(link.serverNow() - word.anchor_ms));
    });
  }
  remember();
}

// So that a reload without the service goes on where this page was.
function remember() {
  if (!word || !link.time.known) return;
  localStorage.setItem(MEMORY, JSON.stringify({ word, serverMs: link.serverNow(), wallMs: Date.now() }));
}

function recall() {
  const kept = JSON.parse(localStorage.getItem(MEMORY) ?? "null");
  if (!kept) return;
  word = kept.word;
  heardWallMs = kept.wallMs;
  link.time.assume(kept.serverMs + (Date.now() - kept.wallMs) - performance.now());
}

function draw() {
  clearTimeout(timer);
  let again = 1000;
  if (word && link.time.known) {
    const now = standing(word, link.serverNow());
    drawTime(now);
    drawLevel(now);
    drawPlayers(now);
    drawAway(now);
    // To the moment the last whole second ends, and a hair after it.
    if (now.running && now.leftMs > 0) again = (now.leftMs % 1000) + 5;
  }
  timer = setTimeout(draw, again);
}

function set(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function drawTime(now) {
  const text = clockText(now.leftMs);
  set("time", text);
  $("time").classList.toggle("long", text.length > 5);
  $("paused").hidden = now.running;
  document.body.classList.toggle("paused", !now.running);
}

function drawLevel(now) {
  const entry = word.structure.entries[now.index];
  const next = nextLevel(word.structure, now.index);
  set("event", word.event);
  set("level", entry.name);
  set("blinds", isLevel(entry) ? blindsText(entry) : "");
  set("ante", isLevel(entry) ? anteText(entry) : colourUpText(entry));
  set("next-label", isLevel(entry) ? "Next level" : "After the break");
  set("next", next ? blindsText(next) : "–");
  set("next-ante", next ? anteText(next) : "last level");
  drawBreak(entry, now);
  speak(`${entry.name}, ${isLevel(entry) ? `blinds ${blindsText(entry)}, ${anteText(entry)}` : "play stops"}`, now);
}

function colourUpText(entry) {
  return entry.colour_up.length ? `chips of ${entry.colour_up.map(chips).join(" and ")} are changed` : "";
}

function drawBreak(entry, now) {
  const untilMs = breakInMs(word.structure, now.index, now.leftMs);
  const inForce = levelInForce(word.structure, now.index);
  set("break-label", isLevel(entry) ? "Next break in" : "Until now");
  set("break", isLevel(entry) ? (untilMs === null ? "–" : clockText(untilMs)) : blindsText(inForce));
  set("break-more", isLevel(entry) ? (untilMs === null ? "no break follows" : "") : anteText(inForce));
}

function drawPlayers(now) {
  const big = (isLevel(word.structure.entries[now.index]) ? levelInForce : nextLevel)(word.structure, now.index).big;
  set("players", chips(word.players_left));
  set("entries", `of ${chips(word.entries)} entries`);
  set("average", chips(word.average_stack));
  set("average-bb", `${chips(Math.round(word.average_stack / big))} big blinds`);
}

function drawAway(now) {
  const awayMs = Date.now() - heardWallMs;
  const floor = now.walked > 0 ? " · check with the floor" : "";
  $("away").hidden = awayMs < AWAY_AFTER_MS + 5000; // the service is pinged every five seconds
  set("away", `Clock service not heard for ${agoText(awayMs)}${floor}`);
  document.title = `${clockText(now.leftMs)} ${now.running ? "" : "paused "}· ${word.event}`;
}

// Only what changed, and never the seconds.
function speak(level, now) {
  const text = `${level}. ${now.running ? "" : "Paused."}`;
  if (text !== spoken) set("spoken", text);
  spoken = text;
}

recall();
link.connect();
draw();
document.addEventListener("visibilitychange", draw);
// A reload while the service is away still shows this page, where the browser allows it (https, or the same machine).
navigator.serviceWorker?.register("sw.js");
